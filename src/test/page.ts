import { screen, within } from '@testing-library/react'

/* Reads a page as its user does: by regions, labels beside facts, and columns of tables. */

/** An accessible name, whatever the layout puts between its parts: jsdom has no layout. */
export const named = (text: string) => {
  const squeezed = squeeze(text)
  return (name: string) => squeeze(name) === squeezed
}
const squeeze = (text: string) => text.replaceAll(/\s/g, '')

/**
 * The one element of a role and a name. By role alone jsdom works out the styles of the whole page, which takes up to a
 * second: elements whose texts hold the name are asked first, each in its own parent.
 */
const one = (role: 'region' | 'button', selector: string, name: string | RegExp, inside: HTMLElement) => {
  if (typeof name === 'string') {
    const wanted = squeeze(name)
    const likely = [...inside.querySelectorAll<HTMLElement>(selector)].filter((element) => {
      const label = document.getElementById(element.getAttribute('aria-labelledby') ?? '')
      return squeeze(label?.textContent ?? element.ariaLabel ?? element.textContent).includes(wanted)
    })
    const found = likely.filter((element) =>
      within(element.parentElement!)
        .queryAllByRole(role, { name: named(name) })
        .includes(element),
    )
    if (found.length === 1) return found[0]!
  }
  return within(inside).getByRole(role, { name: typeof name === 'string' ? named(name) : name })
}

export const region = (name: string | RegExp) => one('region', 'section, [role=region]', name, document.body)
export const button = (name: string | RegExp, inside: HTMLElement = document.body) =>
  one('button', 'button, [role=button]', name, inside)

/** What an element says, its white space as one sees it. */
export const words = (element: Element | null | undefined): string =>
  (element?.textContent ?? '').replaceAll(/\s+/g, ' ').trim()

/** What stands beside a label of a region's facts. */
export const fact = (inside: string, label: string, part = 0): HTMLElement => {
  const terms = [...region(inside).querySelectorAll('dl > dt')].filter((term) => words(term) === label)
  const found = terms[part]?.nextElementSibling
  if (!(found instanceof HTMLElement)) throw new Error(`${inside} has no fact ${label}`)
  return found
}

/** A table row by its column headers: `row['Status']`. */
type Row = Readonly<Record<string, string>>

/** The rows that are drawn of a table or grid, by the headers a user reads; rows still on their way are empty. */
export const rowsOf = (name: string): Row[] => {
  const root = screen.queryByRole('table', { name }) ?? screen.getByRole('grid', { name })
  const texts = (within: Element, cells: string) => [...within.querySelectorAll(cells)].map(words)
  const headers = texts(root, 'thead th, [role=columnheader]')
  return [...root.querySelectorAll('tr, [role=row]')]
    .map((row) => texts(row, 'td, th[scope=row], [role=cell], [role=gridcell], [role=rowheader]'))
    .filter((cells) => cells.length > 0)
    .map((cells) => Object.fromEntries(headers.map((header, index) => [header, cells[index] ?? ''])))
}
