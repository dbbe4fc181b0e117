import type { ClientRead } from '#/contract/agency.ts'
import type { Unreadable } from '#/contract/field.ts'

/** What stands in one row; rows that follow each other scroll as one list. */
export type ClientsTableRow =
  | { readonly kind: 'client'; readonly key: string; readonly client: ClientRead }
  | { readonly kind: 'details'; readonly key: string; readonly client: ClientRead }
  | { readonly kind: 'unreadable'; readonly key: string; readonly record: Unreadable }

export const keyOfClient = (client: string) => `client ${client}`

export const clientsTableRows = (
  clients: readonly ClientRead[],
  unreadable: readonly Unreadable[],
  opened: ReadonlySet<string>,
): readonly ClientsTableRow[] => [
  ...clients.flatMap((client): ClientsTableRow[] => {
    const row: ClientsTableRow = { kind: 'client', key: keyOfClient(client.client), client }
    return opened.has(client.client)
      ? [row, { kind: 'details', key: `details ${client.client}`, client }]
      : [row]
  }),
  // Nothing identifies them, and they never change places.
  ...unreadable.map((record, index): ClientsTableRow => ({
    kind: 'unreadable',
    key: `unreadable ${index}`,
    record,
  })),
]
