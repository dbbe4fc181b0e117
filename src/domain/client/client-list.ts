import type { AgencyRead, ClientRead } from '#/contract/agency.ts'
import { Unreadable } from '#/contract/field.ts'
import { matches } from '#/ui/control/match.ts'
import type { SortDirection } from '#/ui/table/table.tsx'
import { sortRows } from '#/domain/preferences/row-order.ts'
import { clientName } from './client-name.ts'

/** In a new array, by a column's value; what has none comes last in both directions, equal ones are ordered by name. */
export const sortClients = (
  clients: readonly ClientRead[],
  value: (client: ClientRead) => string | number | null,
  direction: SortDirection,
): ClientRead[] => sortRows(clients, direction, value, clientName)

/** The pinned ones before the others, both in the order they came. */
export const pinnedFirst = (
  clients: readonly ClientRead[],
  pinned: ReadonlySet<string>,
): readonly ClientRead[] => [
  ...clients.filter(({ client }) => pinned.has(client)),
  ...clients.filter(({ client }) => !pinned.has(client)),
]

/** By every word of the query, in the company or the e-mail. */
export const findClients = (clients: readonly ClientRead[], query: string): readonly ClientRead[] =>
  clients.filter(({ company_name, email }) =>
    // Some systems write й as two characters; who types it sends one.
    matches(`${company_name ?? ''} ${email ?? ''}`.normalize('NFC'), query),
  )

/** Client records of all agencies that could not be read. */
export const unreadableClients = (agencies: readonly AgencyRead[]): Unreadable[] =>
  agencies.flatMap(({ clients }) => clients.filter((client) => client instanceof Unreadable))

/** A sum over the counts that are known, and how many are not. Null: none is known. */
export const sumKnown = (counts: readonly (number | null)[]): { sum: number | null; missing: number } => {
  const known = counts.filter((count) => count !== null)
  return {
    sum: known.length === 0 ? null : known.reduce((sum, count) => sum + count, 0),
    missing: counts.length - known.length,
  }
}

/** A client that the agency's list says to have no objects has no contacts either: nothing is asked of it. */
export const mayHaveContacts = ({ objects_count }: Pick<ClientRead, 'objects_count'>): boolean =>
  objects_count !== 0
