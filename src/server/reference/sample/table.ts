import * as z from 'zod'

/** A cell of several values, parted by spaces. */
export const several = z.string().transform((cell) => cell.split(' '))
/** A cell of two numbers, as `9-21`. */
export const bounds = z
  .string()
  .transform((cell) => cell.split('-').map(Number))
  .pipe(z.tuple([z.number(), z.number()]))

/**
 * Reads a table: a line of names, then a line a row, cells parted by two spaces or more, `–` being an empty one.
 * @param row what the cells of a row are
 * @throws ZodError for a cell of another kind
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
