import type { KyselyPlugin } from 'kysely'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { textSearch } from '#/analytics/texts/text-search.ts'
import { openTestArchive, readDay } from '#/server/archive/archive-testing.ts'
import { migrateCallboard } from '#/server/database/migrations/callboard.ts'
import type { OwnTables } from '#/server/stores.ts'
import { openTestDatabase } from '#/server/database/testing/engine.ts'
import { queryPostgres, newPostgresDatabase } from '#/server/database/testing/postgres.ts'
import { makeSchema, openPostgres } from '#/server/database/postgres/postgres.ts'
import { createSeal } from '#/server/session/seal.ts'
import { segmentColumns } from './columns.ts'
import type { ArchiveTables } from './schema.ts'
import { createArchiveStore } from './store.ts'

/* Checks what Citus requires of schema and queries, as described in docs/scale.md, without Citus. */

const DOCUMENT = readFileSync(join(import.meta.dirname, '../../../../docs/scale.md'), 'utf8')
const named = (call: string) =>
  [...DOCUMENT.matchAll(new RegExp(`${call}\\('([a-z_.]+)'(?:, '(\\w+)')?`, 'g'))].map(([, table, key]) => [
    table,
    key,
  ])

/** Except kysely's own tables. */
const KEYS = `select n.nspname || '.' || c.relname as "table",
    coalesce(json_agg((select json_agg(a.attname order by a.attnum) from pg_attribute a
      where a.attrelid = c.oid and a.attnum = any(i.indkey))) filter (where i.indisunique), '[]') as keys,
    count(*) filter (where i.indisprimary)::int as primary_keys,
    (select count(*)::int from pg_constraint f where f.conrelid = c.oid and f.contype = 'f') as foreign_keys
  from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_index i on i.indrelid = c.oid
  where c.relkind = 'r' and (n.nspname = 'callboard_archive' or c.relname = 'contact_marks') and c.relname !~ 'migration'
  group by n.nspname, c.relname, c.oid order by 1`

test('every table that docs/scale.md distributes has the account in its primary key and in every unique one, and no other is left out', async () => {
  const url = await newPostgresDatabase()
  const { database } = await openTestArchive(url)
  await database.destroy()
  const own = openPostgres<OwnTables>({ url, schema: 'callboard', connections: 2 })
  await makeSchema(own, 'callboard')
  await migrateCallboard(own, createSeal('a secret of the tests, long enough to be one'))
  await own.destroy()

  const tables = await queryPostgres(url, KEYS)
  const distributed = named('create_distributed_table')
  const references = named('create_reference_table').map(([table]) => table)
  expect(new Set([...distributed.map(([table]) => table), ...references])).toEqual(
    new Set(tables.map(({ table }) => table)),
  )
  for (const [table, key] of distributed) {
    const found = tables.find((one) => one['table'] === table)
    expect([key, found?.['primary_keys'], found?.['foreign_keys']], table).toEqual(['account', 1, 0])
    for (const columns of (found?.['keys'] ?? []) as string[][]) expect(columns, table).toContain('account')
  }
})

test('no statement of the archive joins rows of different accounts', async () => {
  const joins: string[] = []
  const watch: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if ('joins' in node) for (const one of node.joins ?? []) joins.push(JSON.stringify(one.on))
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const database = (await openTestDatabase<ArchiveTables>()).withPlugin(watch)
  const store = await createArchiveStore(database, segmentColumns)
  const days = { first: 20_000, last: 20_030 }
  const read = readDay(20_001, [{ oid: 'site', id: 1, note: 'x' }])
  await store.replaceDays('somebody 1', [read])
  await store.replaceDays('somebody 1', [{ ...read, day: 20_002, readAt: 2 }])
  await store.settle('somebody 1', days, { state: 'complete', gaps: [], readAt: 2, triedAt: 2 })
  await store.joinSegments('somebody 1', days)
  await store.map('somebody 1', days)
  await store.findTexts('somebody 1', days, textSearch('word')!)
  await store.indexSome()
  await store.segments('somebody 1', days)
  await store.sums(['somebody 1', 'somebody 2'], [{ ...days, begun: days.last }], 3e12)
  await store.accounts('somebody')
  await store.summary('somebody', 20_000)
  await store.claim('somebody 1', [20_001], { holder: 'one', now: 1, ms: 1 })
  await store.purge(20_002)
  await store.forget('somebody', null, true)
  expect(joins.length).toBeGreaterThan(0)
  for (const on of joins) expect(on.split('"name":"account"').length - 1, on).toBeGreaterThanOrEqual(2)
})
