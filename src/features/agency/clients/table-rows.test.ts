import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ClientRead } from '#/contract/agency.ts'
import { Unreadable } from '#/contract/field.ts'
import { runs } from '#/test/runs.ts'
import { clientsTableRows } from './table-rows.ts'

const clientOf = (client: string): ClientRead => ({
  client,
  email: null,
  company_name: null,
  statistics_only: null,
  hidden_fields: null,
  objects_count: null,
  calls_count: null,
})

describe('rows of the clients table', () => {
  it('are the clients in their order, each with what it opens to, then what cannot be read', () => {
    const ids = fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 30 })
    fc.assert(
      fc.property(ids, fc.array(fc.string()), fc.nat(5), (clients, others, broken) => {
        const opened = new Set([...clients.filter((_, index) => index % 3 === 0), ...others])
        const unreadable = Array.from({ length: broken }, () => new Unreadable({}))
        const rows = clientsTableRows(clients.map(clientOf), unreadable, opened)
        expect(
          rows.map((row) => (row.kind === 'unreadable' ? row.kind : [row.kind, row.client.client])),
        ).toEqual([
          ...clients.flatMap((id) => [['client', id], ...(opened.has(id) ? [['details', id]] : [])]),
          ...unreadable.map(() => 'unreadable'),
        ])
        expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
      }),
      runs(100, 2000),
    )
  })
})
