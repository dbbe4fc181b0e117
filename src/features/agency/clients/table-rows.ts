import type { CSSProperties } from 'react'
import type { ClientRead } from '#/contract/agency.ts'
import type { Unreadable } from '#/contract/field.ts'

/** What stands in one row; rows that follow each other scroll as one list. */
export type TableRow =
  | { readonly kind: 'client'; readonly key: string; readonly client: ClientRead }
  | { readonly kind: 'details'; readonly key: string; readonly client: ClientRead }
  | { readonly kind: 'unreadable'; readonly key: string; readonly record: Unreadable }

export const keyOfClient = (client: string) => `client ${client}`

export const rowsOf = (
  clients: readonly ClientRead[],
  unreadable: readonly Unreadable[],
  opened: ReadonlySet<string>,
): readonly TableRow[] => [
  ...clients.flatMap((client): TableRow[] => {
    const row: TableRow = { kind: 'client', key: keyOfClient(client.client), client }
    return opened.has(client.client)
      ? [row, { kind: 'details', key: `details ${client.client}`, client }]
      : [row]
  }),
  // Nothing identifies them, and they never change places.
  ...unreadable.map((record, index): TableRow => ({
    kind: 'unreadable',
    key: `unreadable ${index}`,
    record,
  })),
]

/** The head is the first row of the table. */
const ROWS_BEFORE = 1

/** A row stands at its own place: no row's coming moves another. @param start pixels from the top of the list */
export const rowPlace = (index: number, start: number) => ({
  'aria-rowindex': index + 1 + ROWS_BEFORE,
  style: { top: start } satisfies CSSProperties,
})

/** Index of the row that an element stands in, by its number for screen readers; negative when it is in none. */
export const indexOfRow = (element: Element | null): number =>
  Number(element?.closest('tr')?.getAttribute('aria-rowindex') ?? 0) - 1 - ROWS_BEFORE

/** What stands at an index, by a selector within its row. */
export const inRow = (body: Element | null, index: number, selector: string) =>
  body?.querySelector<HTMLElement>(`tr[aria-rowindex="${index + 1 + ROWS_BEFORE}"] ${selector}`) ?? null
