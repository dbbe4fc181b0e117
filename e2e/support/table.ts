import type { Locator, Page } from '@playwright/test'

/** A table row by its column headers: `row['Status']`. */
type Row = Readonly<Record<string, string>>

export interface TableReader {
  readonly locator: Locator
  readonly headers: () => Promise<string[]>
  /** The rows that are drawn; a virtual table draws only those in view and a few around it. */
  readonly rows: () => Promise<Row[]>
  /** The texts of one column, in the order on screen. */
  readonly column: (header: string) => Promise<string[]>
}

/**
 * Reads a table by the name and the headers the user sees. Headers and rows are read in one go, so that a table that
 * is redrawn meanwhile does not mix two states.
 */
export const table = (page: Page, name: string): TableReader => {
  const locator = page
    .getByRole('table', { name, exact: true })
    .or(page.getByRole('grid', { name, exact: true }))
  const read = () =>
    locator.evaluate((root) => {
      const texts = (within: Element, selector: string) =>
        [...within.querySelectorAll<HTMLElement>(selector)].map((cell) =>
          cell.innerText.replace(/\s+/g, ' ').trim(),
        )
      const headers = texts(root, 'thead th, [role=columnheader]')
      const rows = [...root.querySelectorAll('tr, [role=row]')]
        .map((row) => texts(row, 'td, th[scope=row], [role=cell], [role=gridcell], [role=rowheader]'))
        .filter((cells) => cells.length > 0)
      return { headers, rows }
    })
  const rows = async (): Promise<Row[]> => {
    const { headers, rows: cells } = await read()
    return cells.map((row) => Object.fromEntries(headers.map((header, index) => [header, row[index] ?? ''])))
  }
  return {
    locator,
    headers: async () => (await read()).headers,
    rows,
    column: async (header) => (await rows()).map((row) => row[header] ?? ''),
  }
}
