import { screen, within } from '@testing-library/react'

/* Page queries by region, fact and column. */

export const named = (text: string) => {
  const squeezed = text.replaceAll(/\s/g, '')
  return (name: string) => name.replaceAll(/\s/g, '') === squeezed
}

export const region = (name: string | RegExp) => screen.getByRole('region', { name })
export const button = (name: string | RegExp, inside: HTMLElement = document.body): HTMLButtonElement =>
  within(inside).getByRole('button', { name: typeof name === 'string' ? named(name) : name })

/** Same name on a phone. */
export const mainMenu = () => screen.getAllByRole('navigation', { name: 'Main' })[0]!

export const words = (element: Element | null | undefined): string =>
  (element?.textContent ?? '').replaceAll(/\s+/g, ' ').trim()

export const fact = (inside: string, label: string, part = 0): HTMLElement => {
  const terms = [...region(inside).querySelectorAll('dl > dt')].filter((term) => words(term) === label)
  const found = terms[part]?.nextElementSibling
  if (!(found instanceof HTMLElement)) throw new Error(`${inside} has no fact ${label}`)
  return found
}

/** A table row by its column headers: `row['Status']`. */
type Row = Readonly<Record<string, string>>

export const rowsOf = (name: string): Row[] => {
  const root = screen.queryByRole('table', { name }) ?? screen.getByRole('grid', { name })
  const texts = (within: Element, cells: string) => [...within.querySelectorAll(cells)].map(words)
  const headers = texts(root, 'thead th, [role=columnheader]')
  return [...root.querySelectorAll('tr, [role=row]')]
    .map((row) => texts(row, 'td, th[scope=row], [role=cell], [role=gridcell], [role=rowheader]'))
    .filter((cells) => cells.length > 0)
    .map((cells) => Object.fromEntries(headers.map((header, index) => [header, cells[index] ?? ''])))
}
