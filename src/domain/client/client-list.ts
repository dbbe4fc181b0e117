import type { AgencyRead, ClientRead } from '#/contract/agency.ts'
import { Unreadable } from '#/contract/field.ts'
import { matches } from '#/ui/control/match.ts'
import type { SortDirection } from '#/ui/table/table.tsx'
import { sortRows } from '#/domain/preferences/row-order.ts'
import { clientName } from './client-name.ts'

export const sortClients = (
  clients: readonly ClientRead[],
  value: (client: ClientRead) => string | number | null,
  direction: SortDirection,
): ClientRead[] => sortRows(clients, direction, value, clientName)

export const pinnedFirst = (
  clients: readonly ClientRead[],
  pinned: ReadonlySet<string>,
): readonly ClientRead[] => [
  ...clients.filter(({ client }) => pinned.has(client)),
  ...clients.filter(({ client }) => !pinned.has(client)),
]

export const findClients = (clients: readonly ClientRead[], query: string): readonly ClientRead[] =>
  clients.filter(({ company_name, email }) =>
    // Some systems send decomposed й; typing composes it.
    matches(`${company_name ?? ''} ${email ?? ''}`.normalize('NFC'), query),
  )

export const unreadableClients = (agencies: readonly AgencyRead[]): Unreadable[] =>
  agencies.flatMap(({ clients }) => clients.filter((client) => client instanceof Unreadable))

/** Sum of known counts and number of unknown ones; null: none known. */
export const sumKnown = (counts: readonly (number | null)[]): { sum: number | null; missing: number } => {
  const known = counts.filter((count) => count !== null)
  return {
    sum: known.length === 0 ? null : known.reduce((sum, count) => sum + count, 0),
    missing: counts.length - known.length,
  }
}

/** Clients without objects have no contacts, so none are requested. */
export const mayHaveContacts = ({ objects_count }: Pick<ClientRead, 'objects_count'>): boolean =>
  objects_count !== 0
