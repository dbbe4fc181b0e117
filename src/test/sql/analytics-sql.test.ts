import fc from 'fast-check'
import { dayNumber, dayText } from '#/contract/day.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  byBucket,
  byDimension,
  byPair,
  countAll,
  countBy,
  countDistinct,
  countsAt,
  medianDuration,
} from '#/server/metrics/columns/aggregate.ts'
import { COUNTS, type Counts } from '#/contract/figures/counts.ts'
import { bucketsOf } from '#/analytics/period.ts'
import { append, createDataset, type Dataset } from '#/server/metrics/columns/dataset.ts'
import { countDeals, dealsAt, dealsBy } from '#/server/metrics/columns/deals.ts'
import { unreturnedCalls } from '#/server/metrics/columns/unreturned-calls.ts'
import { ownMark, select, until } from '#/server/metrics/columns/select.ts'
import type { Filter } from '#/contract/figures/questions.ts'
import { listedCall } from '#/contract/call.ts'
import type { ReferenceDatabase } from '#/server/reference/schema.ts'
import {
  amongIds,
  COUNT,
  LOCAL,
  MISSED,
  NAMES,
  passing,
  PLAIN_UTM,
  REACHED,
  VALUE,
} from './contacts-in-sql.ts'
import { runs } from '../runs.ts'
import { openSqlAccount } from './sql-account.ts'

/* Figures against SQL on the reference service's database. */

const CONTACTS = 4_000

let database: ReferenceDatabase
let data: Dataset
let ids: readonly number[]

beforeAll(async () => {
  const opened = await openSqlAccount({ contacts: CONTACTS, seed: 3 })
  database = opened.database
  const calls = (await opened.calls('ASC')).flatMap((raw) => {
    const call = listedCall.lenient.safeParse(raw)
    return call.success ? [call.data] : []
  })
  // Values that differ from their columns are excluded.
  const odd = await database
    .selectFrom('contacts')
    .select('id')
    .where('answer_override', 'is not', null)
    .execute()
  const oddIds = new Set(odd.map(({ id }) => id))
  const times = Map.groupBy(calls, ({ id }) => id)
  const plain = calls.filter(
    ({ id, utm }) => !oddIds.has(id) && times.get(id)!.length === 1 && PLAIN_UTM.test(utm ?? ''),
  )
  data = createDataset(8)
  for (let start = 0; start < plain.length; start += 20) append(data, plain.slice(start, start + 20))
  ids = plain.map(({ id }) => id)
})
afterAll(() => database.destroy())

const amongLoaded = () => amongIds(ids)
const where = (filters: readonly Filter[]) => passing(ids, filters)

type Row = Record<keyof Counts, number | null> & { group: string | null }
const counted = async (filters: readonly Filter[], group: unknown) => {
  const { rows } = await sql<Row>`select ${group} as "group", ${sql.join(
    COUNTS.map((name) => sql`${COUNT[name]} as ${sql.ref(name)}`),
  )} from contacts c join objects o on o.id = c.object_id where ${where(filters)} group by 1`.execute(
    database,
  )
  return new Map(
    rows.map(({ group: value, ...counts }) => [
      value,
      Object.fromEntries(COUNTS.map((name) => [name, counts[name] ?? 0])),
    ]),
  )
}

const NOTHING = Object.fromEntries(COUNTS.map((name) => [name, 0]))

const anyFilters = () => {
  const dimension = fc.constantFrom(...NAMES).chain((by) =>
    fc
      .tuple(
        fc.uniqueArray(fc.nat(data.by[by].values.length - 1), { minLength: 1, maxLength: 6 }),
        fc.boolean(),
      )
      .map(([codes, except]): Filter => ({
        by,
        values: codes.map((code) => data.by[by].values.at(code) ?? null),
        except,
      })),
  )
  const first = dayNumber('2025-09-20')
  const days = fc
    .tuple(fc.nat(430), fc.nat(120))
    .map(([start, length]): Filter => ({ by: 'day', first: first + start, last: first + start + length }))
  return fc.uniqueArray(fc.oneof({ weight: 3, arbitrary: dimension }, days), {
    maxLength: 3,
    selector: ({ by }) => by,
  })
}

const someFilters = (check: (filters: readonly Filter[]) => Promise<void>, times: number, deep: number) =>
  fc.assert(fc.asyncProperty(anyFilters(), check), runs(times, deep))

describe('as SQL counts it', () => {
  it('there is something of everything, also on the days the clocks change', async () => {
    const { rows } = await sql<{ offsets: number }>`select count(distinct utc_offset) as offsets from contacts
      where id in (select value from json_each(${JSON.stringify(ids)}))`.execute(database)
    expect(rows[0]!.offsets).toBeGreaterThan(2)
    expect(data.rows).toBe(ids.length)
    for (const name of NAMES) expect(data.by[name].values.length, name).toBeGreaterThan(1)
  })

  it('all contacts, for any filters', async () => {
    await someFilters(
      async (filters) => {
        const selection = select(data, filters)
        const expected = (await counted(filters, sql`null`)).get(null) ?? NOTHING
        expect(countAll(data, selection)).toEqual(expected)
      },
      60,
      2_000,
    )
  })

  it.each(NAMES)('by %s, for any filters, and narrowed by its own too', async (name) => {
    await someFilters(
      async (filters) => {
        const selection = select(data, filters)
        for (const own of [null, name]) {
          const applied = filters.filter(({ by }) => by !== own)
          const expected = await counted(applied, VALUE[name])
          const groups = countBy(data, selection, byDimension(data, name), ownMark(filters, own))
          const actual = new Map(
            Array.from(data.by[name].values)
              .map((value, code) => [value, countsAt(groups, code)] as const)
              .filter(([, { contacts }]) => contacts > 0),
          )
          expect(actual).toEqual(expected)
        }
      },
      6,
      200,
    )
  })

  it('up to this moment of each contact’s own clock', async () => {
    const first = Date.parse('2025-10-01T00:00Z') / 60_000
    await fc.assert(
      fc.asyncProperty(
        fc.nat(400 * 1440),
        fc.nat(400),
        fc.constantFrom(0, 60, 180, 600),
        async (...drawn) => {
          const [minutes, back, offset] = drawn
          const utc = first + minutes
          const there = utc + offset
          const now = { day: Math.floor(there / 1440), minute: there % 1440, offset }
          const cut = until(data, select(data, []), now, (day) => day - back)
          const { rows } = await sql<{ shown: number }>`select count(*) as shown from contacts c where
          ${amongIds(ids)} and ${LOCAL} / 60000 < ${utc - back * 1440} + c.utc_offset`.execute(database)
          expect(countAll(data, cut).contacts).toBe(rows[0]!.shown)
        },
      ),
      runs(30, 500),
    )
  })

  it('by day, week and month, and by weekday and hour at once', async () => {
    await someFilters(
      async (filters) => {
        const selection = select(data, filters)
        const [first, last] = [dayNumber('2025-09-01'), dayNumber('2026-12-01')]
        for (const bucket of ['day', 'week', 'month'] as const) {
          const starts = bucketsOf(first, last, bucket)
          const groups = countBy(data, selection, byBucket(data, starts, last))
          const start = {
            day: sql`c.day`,
            week: sql`date(c.day, '-' || ((${LOCAL} / 86400000 + 3) % 7) || ' days')`,
            month: sql`substr(c.day, 1, 7) || '-01'`,
          }[bucket]
          const expected = await counted(filters, start)
          const actual = new Map(
            starts
              .map((day, index) => [dayText(day), countsAt(groups, index)] as const)
              .filter(([, { contacts }]) => contacts > 0),
          )
          expect(actual).toEqual(expected)
        }
        const [weekday, hour] = [byDimension(data, 'weekday'), byDimension(data, 'hour')]
        const cells = countBy(data, selection, byPair(data, weekday, hour))
        const expected = await counted(filters, sql`${VALUE.weekday} || ' ' || ${VALUE.hour}`)
        const actual = new Map<string, Counts>()
        data.by.weekday.values.forEach((day, first) =>
          data.by.hour.values.forEach((time, second) => {
            const counts = countsAt(cells, first * hour.size + second)
            if (counts.contacts > 0) actual.set(`${day} ${time}`, counts)
          }),
        )
        expect(actual).toEqual(expected)
      },
      8,
      200,
    )
  })

  it('different callers, the median, and each deal once', async () => {
    const won = new Set(['Won', 'Сделка', 'Оплачено', 'Успешно'])
    await someFilters(
      async (filters) => {
        const selection = select(data, filters)
        const from = sql`from contacts c join objects o on o.id = c.object_id where ${where(filters)}`
        const { rows: callers } = await sql<{
          count: number
        }>`select count(distinct ${VALUE.caller}) as count ${from}`.execute(database)
        expect(countDistinct(data, selection, 'caller')).toBe(callers[0]!.count)

        const { rows: seconds } = await sql<{ duration: number }>`select c.duration ${from} and c.status = 2
          and c.duration >= 0 order by 1`.execute(database)
        const sorted = seconds.map(({ duration }) => duration)
        const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
        expect(medianDuration(data, selection)).toBe(sorted.length === 0 ? null : (low! + high!) / 2)

        const { rows: deals } = await sql<{
          crm: string
          deals: number
          sum: number | null
          unpriced: number
        }>`
          with newest as (select *, row_number() over (partition by deal order by at desc, id desc) as place from (
            select ${VALUE.deal} as deal, nullif(json_extract(c.customer_status, '$.source'), '') as crm, c.id,
              json_extract(c.customer_status, '$.price') as price, ${LOCAL} / 60000 as at
            from contacts c where ${amongLoaded()} and c.customer_status is not null))
          select crm, count(*) as deals, sum(price) as sum, sum(price is null) as unpriced from newest
          where place = 1 and deal in (select ${VALUE.deal} ${from}) group by crm`.execute(database)
        const counted = countDeals(data, selection, won)
        expect(counted.deals).toBe(deals.reduce((sum, row) => sum + row.deals, 0))
        expect(new Map(counted.sums.map(({ crm, unpriced }) => [crm, unpriced]))).toEqual(
          new Map(deals.map(({ crm, unpriced }) => [crm, unpriced])),
        )
        for (const { crm, sum } of counted.sums)
          expect(sum).toBeCloseTo(deals.find((row) => row.crm === crm)!.sum ?? 0, 2)
        const bySource = dealsBy(data, selection, won, byDimension(data, 'source'))
        const { rows: sources } = await sql<{ source: string | null; deals: number }>`
          select ${VALUE.source} as source, count(distinct ${VALUE.deal}) as deals ${from} group by 1`.execute(
          database,
        )
        for (const { source, deals: count } of sources)
          expect(dealsAt(bySource, data.by.source.find(source)!).deals).toBe(count)
      },
      20,
      500,
    )
  })

  it('callers who did not get through', async () => {
    await someFilters(
      async (filters) => {
        const { callers, unnumbered } = unreturnedCalls(data, select(data, filters))
        const { rows } = await sql<{ caller: string; id: number }>`
          with c as (select *, occurred_at / 60000 as at from contacts c where ${amongLoaded()} and caller_digits <> ''),
            reached as (select caller_digits, max(at) as at from c where ${REACHED} group by 1),
            last as (select caller_digits, max(at) as at from c where ${MISSED} group by 1)
          select distinct '+' || c.caller_digits as caller from c join objects o on o.id = c.object_id
            join last on last.caller_digits = c.caller_digits and last.at = c.occurred_at / 60000
            left join reached on reached.caller_digits = c.caller_digits
          where ${MISSED} and (reached.at is null or reached.at < last.at) and ${where(filters)}`.execute(
          database,
        )
        expect(callers.map(({ caller }) => caller).toSorted()).toEqual(
          rows.map(({ caller }) => caller).toSorted(),
        )
        const { rows: hidden } = await sql<{ count: number }>`select count(*) as count from contacts c
          join objects o on o.id = c.object_id where ${where(filters)} and ${MISSED} and caller_digits = ''`.execute(
          database,
        )
        expect(unnumbered).toBe(hidden[0]!.count)
      },
      20,
      500,
    )
  })
})

describe('whatever is filtered', () => {
  it('groups add up to the whole, and the order of filters means nothing', () => {
    fc.assert(
      fc.property(anyFilters(), fc.constantFrom(...NAMES), (filters, name) => {
        const selection = select(data, filters)
        const whole = countAll(data, selection)
        const groups = countBy(data, selection, byDimension(data, name))
        for (const count of COUNTS)
          expect(groups[count].reduce((sum, value) => sum + value, 0)).toBe(whole[count])
        expect(countAll(data, select(data, filters.toReversed()))).toEqual(whole)
        expect(whole.first_time + whole.repeated).toBeLessThanOrEqual(whole.contacts)
        expect(whole.answered + whole.missed).toBeLessThanOrEqual(whole.calls)
      }),
      runs(100, 5_000),
    )
  })
})
