/** @module-tag all */
// @vitest-environment jsdom
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { archiveContacts } from '#/contract/archive/contacts.ts'
import type { ListedCall } from '#/contract/call.ts'
import type { SampleAccount } from '#/contract/session.ts'
import { MISSED } from '#/test/sql/contacts-in-sql.ts'
import type { ApiServer } from '#/test/api-server.ts'
import { startArchivedService } from './archived-service.ts'

/* API filters give the same list from the archive as from the service, in the same order. */

let api: ApiServer
beforeAll(async () => {
  api = await startArchivedService()
})
afterAll(async () => {
  await api.close()
  vi.useRealTimers()
})

interface Page {
  readonly calls: readonly ListedCall[]
  readonly meta: {
    readonly pagination: { readonly next_page: number | null; readonly total_objects: number }
  }
}
const named = (contacts: readonly unknown[]) =>
  contacts.map((one) => {
    const { id, obj_oid } = one as Page['calls'][number]
    return `${obj_oid} ${id}`
  })

const DAYS = { date_from: '2026-10-22', date_to: '2026-11-20' }

const fromService = async (object: string | null, filters: Record<string, string>) => {
  const path = object === null ? '/api/v2/calls' : `/api/v2/objs/${object}/calls`
  const contacts: ListedCall[] = []
  for (let page: number | null = 1; page !== null;) {
    const query = new URLSearchParams({ period: 'custom', ...DAYS, ...filters, page: String(page) })
    const { calls, meta } = await api.get<Page>(`${path}?${query}`)
    contacts.push(...calls)
    page = meta.pagination.next_page
  }
  return contacts
}

const fromArchive = async (object: string | null, filters: Record<string, string>, limit = '1000') => {
  const contacts: unknown[] = []
  for (;;) {
    const query = { ...DAYS, ...filters, limit, offset: String(contacts.length) }
    const answer = archiveContacts.parse(
      await api.write('POST', '/api/archive/contacts', object === null ? query : { ...query, object }),
    )
    if (answer.state.is === 'reading' || answer.state.unread.length > 0) continue
    contacts.push(...answer.contacts)
    if (contacts.length >= answer.total || answer.contacts.length === 0) return contacts
  }
}

/** Variants that must compare equal. */
const filtersOf = (records: readonly ListedCall[]): Readonly<Record<string, Record<string, string>>> => {
  const first = (read: (record: ListedCall) => string | null | undefined) =>
    records.map(read).find((value) => value) ?? 'none of them has one'
  const digits = first(({ phone_number_from: phone }) => /\d{10}/.exec(phone ?? '')?.[0])
  const customStatus = first(({ custom_status: status }) => {
    const { id } = (status ?? {}) as { id?: unknown }
    return String(typeof id === 'number' ? id : '')
  })
  return {
    nothing: {},
    'the oldest first': { order_way: 'ASC' },
    'a source': { source_filter: first(({ src }) => src) },
    'a part of a source’s title': {
      source_text_filter: first(({ source }) => source?.title.slice(1, 4).toUpperCase()),
    },
    'target ones': { target_filter: '1' },
    'new ones': { repeated_filter: '1' },
    'a part of an address': { uri_filter: first(({ request_uri: uri }) => uri?.slice(-9, -1).toUpperCase()) },
    'a part of a number': { from_filter: `(${digits.slice(2, 4)}) ${digits.slice(4, 6)}` },
    'what stands in place of a number': { from_filter: 'Anonymous' },
    'less than half a minute': { duration_filter: 'lt30s' },
    'one to five minutes': { duration_filter: 'f1t5m' },
    'more than ten minutes': { duration_filter: 'gt10m' },
    'a status': { status_filter: 'CHAT' },
    'a custom status': { status_filter: /\d+/.exec(customStatus)?.[0] ?? '1' },
    'the longest first': { order_field: 'duration' },
    'the shortest first': { order_field: 'duration', order_way: 'ASC' },
    'several at once': { target_filter: '1', repeated_filter: '1', duration_filter: 'gt30s' },
  }
}

const found = new Map<string, number>()

test.each<SampleAccount>(['marketer', 'client', 'edge_cases'])(
  'each filter of the service gives the same list: %s',
  async (account) => {
    await api.signIn(account)
    const { objs } = await api.get<{ objs: { oid: string }[] }>('/api/v2/objs/')
    const all = await fromService(null, {})
    await api.database
      .updateTable('contacts')
      .set({ phone_number_from: 'anonymous', caller_digits: '' })
      .where('id', '=', all[3]!.id)
      .where('answer_override', 'is', null)
      .execute()
    for (const object of [null, ...objs.slice(0, 2).map(({ oid }) => oid)])
      for (const [name, filters] of Object.entries(filtersOf(all))) {
        const [archived, paged] = [await fromArchive(object, filters), await fromService(object, filters)]
        expect(named(archived), `${object} ${name}`).toEqual(named(paged))
        found.set(name, (found.get(name) ?? 0) + paged.length)
      }
  },
)

test('none of these lists is always empty', () => {
  expect(Math.min(...found.values()), JSON.stringify([...found])).toBeGreaterThan(0)
})

test.each([
  ['newest first', {}, 'c.occurred_at desc, c.id desc'],
  ['oldest first', { order_way: 'ASC' }, 'c.occurred_at, c.id'],
  [
    'longest first',
    { order_field: 'duration', order_way: 'DESC' },
    'c.duration desc nulls last, c.occurred_at desc, c.id desc',
  ],
  [
    'shortest first',
    { order_field: 'duration', order_way: 'ASC' },
    'c.duration asc nulls last, c.occurred_at desc, c.id desc',
  ],
] as const)('missed, %s: what one query with six statuses says', async (_, order, orderInSql) => {
  await api.signIn('marketer')
  const { rows } = await sql<{ id: number }>`select c.id from contacts c join objects o on o.id = c.object_id
    join accounts a on a.id = c.account_id where a.email = 'igor@domograd.ru' and o.status <> 5
    and c.day between ${DAYS.date_from} and ${DAYS.date_to} and ${MISSED}
    order by ${sql.raw(orderInSql)}`.execute(api.database)
  expect(rows.length).toBeGreaterThan(20)
  const found = await fromArchive(null, { status_filter: 'missed', ...order }, '7')
  expect(found.map((one) => (one as ListedCall).id)).toEqual(rows.map(({ id }) => id))
})
