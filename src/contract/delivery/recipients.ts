export const RECIPIENTS_MAX = 50
/** RFC 5321: 64 characters before the sign, 254 in all. */
const ADDRESS_MAX = 254

/** A plain mailbox: no display name, quotes or comments, and nothing that could end a header line. */
const MAILBOX =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])$/iu

export const isMailbox = (text: string): boolean => {
  const at = text.lastIndexOf('@')
  return text.length <= ADDRESS_MAX && at <= 64 && MAILBOX.test(text)
}

export interface ReadRecipients {
  readonly addresses: readonly string[]
  readonly wrong: readonly string[]
  readonly isTooMany: boolean
}

/** Parses addresses separated by commas, semicolons, spaces or lines. */
export const readRecipients = (text: string): ReadRecipients => {
  const parts = text.split(/[\s,;]+/).filter(Boolean)
  const seen = new Map<string, string>()
  const wrong: string[] = []
  for (const part of parts)
    if (isMailbox(part)) {
      const key = part.toLowerCase()
      if (!seen.has(key)) seen.set(key, part)
    } else wrong.push(part)
  const addresses = [...seen.values()]
  return { addresses, wrong, isTooMany: addresses.length > RECIPIENTS_MAX }
}
