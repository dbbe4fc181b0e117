import type { AgencyRead, ClientRead } from '#/contract/agency.ts'
import { Unreadable } from '#/contract/field.ts'
import { formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { matches } from '#/ui/control/match.ts'
import type { SearchOption } from '#/ui/control/search-listbox.tsx'
import type { SortDirection } from '#/ui/data/table.tsx'
import { sortRows, type RowOrder } from '#/features/shell/preference/row-order.ts'

export type ClientColumn = 'company' | 'objects' | 'calls'

export const FIRST_DIRECTION = {
  company: 'ascending',
  objects: 'descending',
  calls: 'descending',
} as const satisfies Record<ClientColumn, SortDirection>

/** What a client is called: the company, else the e-mail, else the identifier our server gave it (G3). */
export const clientName = ({ company_name, email, client }: ClientRead): string =>
  company_name?.trim() || email || client

const SORT_VALUE = {
  company: clientName,
  objects: ({ objects_count }) => objects_count,
  calls: ({ calls_count }) => calls_count,
} as const satisfies Record<ClientColumn, (client: ClientRead) => string | number | null>

export const sortClients = (clients: readonly ClientRead[], order: RowOrder<ClientColumn>): ClientRead[] =>
  sortRows(clients, order.direction, SORT_VALUE[order.column], clientName)

/** The pinned ones before the others, both in the order they came. */
export const pinnedFirst = (
  clients: readonly ClientRead[],
  pinned: ReadonlySet<string>,
): readonly ClientRead[] => [
  ...clients.filter(({ client }) => pinned.has(client)),
  ...clients.filter(({ client }) => !pinned.has(client)),
]

export const findClients = (clients: readonly ClientRead[], query: string): readonly ClientRead[] =>
  clients.filter(({ company_name, email }) => matches(`${company_name ?? ''} ${email ?? ''}`, query))

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

/** Clients to choose from, each with its number of objects; companies of the same name are told apart by e-mail. */
export const clientOptions = (clients: readonly ClientRead[]): SearchOption[] => {
  const sameName = Map.groupBy(clients, clientName)
  return clients.map((client) => {
    const label = clientName(client)
    const { client: id, email, objects_count: count } = client
    const note =
      sameName.get(label)!.length > 1 && email
        ? email
        : count === null
          ? undefined
          : m.objects_count({ count, shown: formatNumber(count) })
    return { id, label, note }
  })
}
