const MAX_NAME = 60

/** Letters and digits of any script with dashes: safe for file systems and shells. */
export const safeName = (text: string): string =>
  Array.from(
    text
      .normalize('NFC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-'),
  )
    .slice(0, MAX_NAME)
    .join('')
    .replace(/^-+|-+$/g, '')

/** Prefix with the client's name, as files of several share a folder. Null: no agency. */
export const clientPart = (client: string | null): string => {
  const name = client === null ? '' : safeName(client)
  return name && `${name}-`
}

const MAX_BRIEF = 26

/** A part of a name with many, cut after a word where possible. */
export const briefName = (text: string): string => {
  const name = safeName(text)
  if (name.length <= MAX_BRIEF) return name
  const end = name.slice(0, MAX_BRIEF + 1).lastIndexOf('-')
  return name.slice(0, end > MAX_BRIEF / 2 ? end : MAX_BRIEF)
}
