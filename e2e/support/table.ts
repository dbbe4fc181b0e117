import type { Locator, Page } from '@playwright/test'

type Row = Readonly<Record<string, string>>

export interface TableReader {
  readonly locator: Locator
  readonly headers: () => Promise<string[]>
  readonly rows: () => Promise<Row[]>
  readonly column: (header: string) => Promise<string[]>
}

/** Reads a table at once, so that updates don't mix states. */
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
