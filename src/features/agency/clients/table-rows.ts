import type { ClientRead } from '#/contract/agency.ts'
import type { Unreadable } from '#/contract/field.ts'

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
  // No id, and their order is fixed.
  ...unreadable.map((record, index): ClientsTableRow => ({
    kind: 'unreadable',
    key: `unreadable ${index}`,
    record,
  })),
]
