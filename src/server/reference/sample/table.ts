import * as z from 'zod'

/** Several values, separated by spaces. */
export const several = z.string().transform((cell) => cell.split(' '))
/** Two numbers, as `9-21`. */
export const bounds = z
  .string()
  .transform((cell) => cell.split('-').map(Number))
  .pipe(z.tuple([z.number(), z.number()]))

/**
 * Reads a table: a line of names, then rows; cells are separated by two spaces or more, `–` is an empty one.
 * @param row schema of a row
 * @throws ZodError for an invalid cell
 */
export const readTable = <T>(text: string, row: z.ZodType<T>): T[] => {
  const [names = [], ...rows] = text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/ {2,}/))
  return rows.map((cells) =>
    row.parse(
      Object.fromEntries(names.map((name, index) => [name, cells[index] === '–' ? '' : cells[index]])),
    ),
  )
}
