import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { append, createDataset, type Dataset } from '#/server/metrics/columns/dataset.ts'
import { changesOf } from '#/server/metrics/figures/changes.ts'
import { listedCall, type ListedCallRead } from '#/contract/call.ts'
import { dayNumber, isDay } from '#/contract/day.ts'
import type { ReferenceDatabase } from '#/server/reference/schema.ts'
import { amongIds, LOCAL, MISSED, VALUE } from './contacts-in-sql.ts'
import { openSqlAccount } from './sql-account.ts'

/* A part of a change equals what SQL counts of the same contacts. */

let database: ReferenceDatabase
let calls: readonly ListedCallRead[]

beforeAll(async () => {
  const opened = await openSqlAccount({ contacts: 4_000, seed: 5 })
  database = opened.database
  const odd = await database
    .selectFrom('contacts')
    .select('id')
    .where('answer_override', 'is not', null)
    .execute()
  const oddIds = new Set(odd.map(({ id }) => id))
  const all = (await opened.calls('ASC')).flatMap((raw) => {
    const call = listedCall.lenient.safeParse(raw)
    return call.success && !oddIds.has(call.data.id) ? [call.data] : []
  })
  // Ids are unique within an object.
  const times = Map.groupBy(all, ({ id }) => id)
  calls = all.filter(({ id }) => times.get(id)!.length === 1)
})
afterAll(() => database.destroy())

const dayOf = ({ date }: ListedCallRead): number | null =>
  date !== null && isDay(date.slice(0, 10)) ? dayNumber(date.slice(0, 10)) : null

const onDays = (first: number, last: number): Dataset => {
  const data = createDataset(8)
  append(
    data,
    calls.filter((call) => {
      const day = dayOf(call)
      return day !== null && day >= first && day <= last
    }),
  )
  return data
}

it('missed calls of each source now and before are what SQL counts', async () => {
  const last = Math.max(...calls.map((call) => dayOf(call) ?? 0))
  const period = { first: last - 25, last }
  const compared = { first: last - 56, last: last - 26 }
  const { over, split } = changesOf(
    onDays(period.first, period.last),
    onDays(compared.first, compared.last),
    {
      metric: 'missed',
      by: 'source',
      filters: [],
      days: period,
      comparedDays: compared,
      comparedMonths: null,
      won: [],
      now: null,
      isComplete: true,
    },
  )
  const day = sql<number>`${LOCAL} / 86400000`
  const between = ({ first, last: end }: typeof period) =>
    sql`sum(${MISSED} and ${day} between ${first} and ${end})`
  const { rows } = await sql<{ source: string | null; now: number; before: number }>`
    select ${VALUE.source} as source, ${between(period)} as now, ${between(compared)} as before
    from contacts c join objects o on o.id = c.object_id where ${amongIds(calls.map(({ id }) => id))} group by 1`.execute(
    database,
  )
  const bySource = new Map(rows.map((row) => [row.source, row]))
  const whole = rows.reduce((sum, { now, before }) => ({ now: sum.now + now, before: sum.before + before }), {
    now: 0,
    before: 0,
  })
  expect(whole.now).toBeGreaterThan(20)
  expect(over).toMatchObject({ now: { part: whole.now }, counted: { part: whole.before } })
  expect(over?.change).toBe(whole.now - Math.round((whole.before * 26) / 31))
  for (const { value, now, change } of split!.rows) {
    const counted = bySource.get(value)!
    expect([value, now.part]).toEqual([value, counted.now])
    expect(Math.abs(change - (counted.now - (counted.before * 26) / 31))).toBeLessThan(1)
  }
})

it('won deals now and before are what SQL counts', async () => {
  const last = Math.max(...calls.map((call) => dayOf(call) ?? 0))
  const period = { first: last - 25, last }
  const compared = { first: last - 51, last: last - 26 }
  const status = sql<string>`json_extract(c.customer_status, '$.status')`
  const day = sql<number>`${LOCAL} / 86400000`
  const contacts = sql`from contacts c join objects o on o.id = c.object_id
    where ${amongIds(calls.map(({ id }) => id))} and ${VALUE.deal} is not null`
  const { rows: statuses } = await sql<{ status: string }>`select ${status} as status ${contacts}
    group by 1 order by count(*) desc limit 4`.execute(database)
  const names = statuses.map(({ status: name }) => name)
  const countOn = async ({ first, last: end }: typeof period) => {
    const { rows } = await sql<{ deals: number }>`select count(distinct ${VALUE.deal}) as deals ${contacts}
      and ${day} between ${first} and ${end} and ${status} in (${sql.join(names)})`.execute(database)
    return rows[0]!.deals
  }
  const [now, before] = [await countOn(period), await countOn(compared)]
  const { over, split } = changesOf(
    onDays(period.first, period.last),
    onDays(compared.first, compared.last),
    {
      metric: 'won',
      by: 'source',
      filters: [],
      days: period,
      comparedDays: compared,
      comparedMonths: null,
      won: names,
      now: null,
      isComplete: true,
    },
  )
  expect(now).toBeGreaterThan(5)
  expect(before).toBeGreaterThan(0)
  expect(over).toMatchObject({ now: { part: now }, counted: { part: before }, change: now - before })
  expect(split!.rows.reduce((sum, { change }) => sum + change, 0)).toBe(now - before)
})
