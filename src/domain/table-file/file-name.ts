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
