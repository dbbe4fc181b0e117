import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AlertFacts } from '#/analytics/alerts/facts.ts'
import { replay, REPLAYED_DAYS, type ReplayedRule } from '#/analytics/alerts/replay.ts'
import { append, createDataset, type Dataset } from '#/analytics/columns/dataset.ts'
import { listedCall, type ListedCallRead } from '#/contract/call.ts'
import { dayNumber } from '#/contract/day.ts'
import { createReferenceService, openReferenceDatabase } from '#/server/reference/api.ts'
import { makeSampleData } from '#/server/reference/sample-data.ts'
import type { ReferenceDatabase } from '#/server/reference/schema.ts'
import { CALLS, LOCAL, MISSED } from './contacts-in-sql.ts'

/* What the last thirty days would have brought, against SQL over the service's own rows. */

const NOW = Date.parse('2026-11-20T14:06:00+03:00')
const TODAY = dayNumber('2026-11-20')
const FIRST = TODAY - REPLAYED_DAYS + 1
const RULE: ReplayedRule = {
  kind: 'missed_rate',
  threshold: 15,
  min_calls: 10,
  readings: 1,
  at_most: 'daily',
  quiet: null,
}

let database: ReferenceDatabase
let facts: AlertFacts
let account: number

beforeAll(async () => {
  database = await openReferenceDatabase(':memory:')
  await makeSampleData(database, { contacts: 12_000, seed: 3, now: NOW })
  const service = createReferenceService({ database, now: () => NOW, publicUrl: 'http://localhost' })
  const owner = await database
    .selectFrom('accounts')
    .select(['id', 'api_key'])
    .where('email', '=', 'igor@domograd.ru')
    .executeTakeFirstOrThrow()
  account = owner.id
  const headers = { authorization: `Basic ${btoa(`${owner.api_key}:`)}`, 'content-type': 'application/json' }
  const calls: ListedCallRead[] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const url = `http://localhost/v2/calls?period=all&page=${page}`
    const answer = await (await service.fetch(new Request(url, { headers }))).json()
    pages = answer.meta.pagination.total_pages
    for (const raw of answer.calls as unknown[]) calls.push(listedCall.lenient.parse(raw))
  }
  const data: Dataset = createDataset()
  append(data, calls)
  const whole = { isWhole: true, isFailed: false, unreadable: 0 }
  facts = {
    data,
    objects: [],
    days: new Map(Array.from({ length: 120 }, (_, ago) => [TODAY - ago, whole])),
    drift: new Map(),
    offset: 180,
    until: Math.floor(NOW / 60_000),
    handled: new Map(),
    chosen: null,
  }
}, 60_000)
afterAll(() => database.destroy())

interface DayInSql {
  readonly day: number
  readonly calls: number
  readonly missed: number
  readonly first: number
}
const daysInSql = async () => {
  const { rows } = await sql<DayInSql>`
    select ${LOCAL} / 86400000 as day, sum(${CALLS}) as calls, sum(${MISSED}) as missed,
      sum(case when (${MISSED}) and c.call_type = 1 then 1 else 0 end) as first
    from contacts c join objects o on o.id = c.object_id
    where o.account_id = ${account} group by 1`.execute(database)
  return rows
}

it('a missed rate fires after each day that is above it and the day before was not, with that day’s rate', async () => {
  const days = await daysInSql()
  const counted = days
    .filter(({ day, calls }) => day >= FIRST - 30 && day < TODAY && calls >= 10)
    .toSorted((a, b) => a.day - b.day)
  const bad = ({ missed, calls }: DayInSql) => 100 * missed > 15 * calls
  const expected = counted
    .filter((one, nth) => bad(one) && !(nth > 0 && bad(counted[nth - 1]!)))
    .filter(({ day }) => day >= FIRST - 1)
  const { told, days: drawn } = replay(facts, RULE)
  expect(told.map(({ value, of }) => [value, of])).toEqual(
    expected.map(({ missed, calls }) => [missed, calls]),
  )
  expect(expected.length).toBeGreaterThan(1)
  const inSql = new Map(counted.map(({ day, missed, calls }) => [day, (100 * missed) / calls]))
  for (const { day, value } of drawn)
    if (value !== null) expect(value).toBeCloseTo(inSql.get(dayNumber(day))!, 9)
})

it('every missed call of a first-time caller of these days fires once, on its day', async () => {
  const days = await daysInSql()
  const expected = new Map(
    days.filter(({ day, first }) => day >= FIRST && first > 0).map((one) => [one.day, one.first]),
  )
  const {
    told,
    days: counted,
    messages,
  } = replay(facts, {
    ...RULE,
    kind: 'missed_caller',
    threshold: null,
    min_calls: null,
    at_most: 'at_once',
  })
  expect(
    new Map(counted.filter(({ fired }) => fired > 0).map(({ day, fired }) => [dayNumber(day), fired])),
  ).toEqual(expected)
  expect(new Set(told.map(({ subject }) => subject)).size).toBe(told.length)
  expect(messages.flatMap(({ found }) => found)).toHaveLength(told.length)
})
