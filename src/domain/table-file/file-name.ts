const MAX_NAME = 60

/** Letters and digits of any script with dashes between: nothing that a file system or a shell could take for more. */
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

/** How the name of a file begins that holds an agency's client: two clients' files lie in one folder. Null: no agency. */
export const clientPart = (client: string | null): string => {
  const name = client === null ? '' : safeName(client)
  return name && `${name}-`
}
