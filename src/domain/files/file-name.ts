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
