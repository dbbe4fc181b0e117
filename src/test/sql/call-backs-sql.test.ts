import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { callBacks, instantAt } from '#/server/metrics/columns/call-backs.ts'
import type { CallBack, CallBacks } from '#/contract/figures/answers.ts'
import { append, createDataset, type Dataset } from '#/server/metrics/columns/dataset.ts'
import { select } from '#/server/metrics/columns/select.ts'
import { CALL_BACK_DAYS } from '#/analytics/evaluation/findings.ts'
import { tableOf } from '#/server/metrics/figures/tables.ts'
import { listedCall } from '#/contract/call.ts'
import { DAY_MS, dayNumber } from '#/contract/day.ts'
import type { ReferenceDatabase } from '#/server/reference/schema.ts'
import { LOCAL, MISSED, REACHED } from './contacts-in-sql.ts'
import { openSqlAccount, SQL_NOW } from './sql-account.ts'

/* Missed callers and response times against SQL. */

const MOSCOW = { day: dayNumber('2026-11-20'), minute: 846, offset: 180 }
const WEEK_MS = 7 * DAY_MS

let database: ReferenceDatabase
let data: Dataset
let found: CallBacks
let streaks: readonly Streak[]

interface Streak {
  readonly caller: string
  readonly tries: number
  readonly first: number
  readonly last_local: number
  readonly reached: number | null
  readonly reached_status: number | null
}

beforeAll(async () => {
  const { account, calls, ...opened } = await openSqlAccount({ contacts: 12_000, seed: 3 })
  database = opened.database
  data = createDataset()
  append(
    data,
    (await calls()).map((raw) => listedCall.lenient.parse(raw)),
  )
  const all = select(data, [])
  found = callBacks(data, null, all, tableOf(data, all, 'source', new Set()).rows, MOSCOW)
  // Conversations separate runs of missed calls.
  const { rows } = await sql<Streak>`
    with c as (select c.*, c.occurred_at / 60000 as at, ${LOCAL} / 60000 as local, (${MISSED}) as missed from contacts c
        join objects o on o.id = c.object_id
        where o.account_id = ${account} and c.caller_digits <> '' and (${MISSED} or ${REACHED})),
      placed as (select *, sum(1 - missed) over (partition by caller_digits order by at, missed desc, id
        rows unbounded preceding) as before from c),
      ends as (select caller_digits, before, occurred_at, status from placed where missed = 0)
    select '+' || p.caller_digits as caller, count(*) as tries, min(p.occurred_at) as first, max(p.local) as last_local,
      e.occurred_at as reached, e.status as reached_status
    from placed p left join ends e on e.caller_digits = p.caller_digits and e.before = p.before + 1
    where p.missed = 1 group by p.caller_digits, p.before`.execute(database)
  streaks = rows
})
afterAll(() => database.destroy())

const firstDay = MOSCOW.day - CALL_BACK_DAYS + 1
const instantOf = ({ since: { day, minute, offset } }: CallBack) =>
  instantAt({ day: dayNumber(day), minute, offset })

it('who waits is who did not get through in the last days, with tries and the first of them as SQL has them', () => {
  const waiting = streaks.filter(
    ({ reached, last_local }) => reached === null && Math.floor(last_local / 1440) >= firstDay,
  )
  expect(waiting.length).toBeGreaterThan(3)
  expect(
    found.open
      .map((one) => ({ caller: one.caller, tries: one.attempts, first: Math.floor(instantOf(one) / 60_000) }))
      .toSorted((a, b) => a.caller.localeCompare(b.caller)),
  ).toEqual(
    waiting
      .map(({ caller, tries, first }) => ({ caller, tries, first: Math.floor(first / 60_000) }))
      .toSorted((a, b) => a.caller.localeCompare(b.caller)),
  )
})

it('who has been reached is not among them, and is listed with what came after', () => {
  const open = new Set(found.open.map(({ caller }) => caller))
  const closed = new Set(
    streaks
      .filter(({ reached, caller }) => reached !== null && !open.has(caller))
      .filter(({ reached }) => Math.floor((reached! / 60_000 + 180) / 1440) >= firstDay)
      .map(({ caller }) => caller),
  )
  expect(closed.size).toBeGreaterThan(3)
  expect(new Set(found.reached.map(({ caller }) => caller))).toEqual(closed)
  expect(found.reached.every(({ reached }) => reached !== null)).toBe(true)
})

it('how long it took until callers were spoken to again is the middle of what SQL says, week by week', () => {
  const middle = (from: number, to: number) => {
    const took = streaks
      .filter(
        ({ reached, reached_status }) =>
          [2, 10].includes(reached_status ?? 0) && reached! > from && reached! <= to,
      )
      .map(({ first, reached }) => Math.floor(reached! / 60_000) - Math.floor(first / 60_000))
      .toSorted((a, b) => a - b)
    const half = took.length / 2
    return {
      count: took.length,
      minutes: took.length % 2 ? took[Math.floor(half)]! : (took[half - 1]! + took[half]!) / 2,
    }
  }
  expect(found.spoken.week.count).toBeGreaterThan(3)
  expect(found.spoken).toEqual({
    week: middle(SQL_NOW - WEEK_MS, SQL_NOW),
    before: middle(SQL_NOW - 2 * WEEK_MS, SQL_NOW - WEEK_MS),
  })
})

it('the likeliest is first, by its source’s rate and by how long ago it was', () => {
  const chances = found.open.map(({ chance }) => chance)
  expect(chances).toEqual(chances.toSorted((a, b) => b - a))
  expect(chances.every((chance) => chance >= 0 && chance < 1)).toBe(true)
})
