/** One address a line (API document 2.3). */
export const recipientsOf = (text: string | null): string[] =>
  (text ?? '')
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
