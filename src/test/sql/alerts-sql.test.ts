import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { replay } from '#/server/metrics/alerts/replay.ts'
import { contactText } from '#/contract/annotations/contact-text.ts'
import { dayNumber } from '#/contract/day.ts'
import {
  BEGIN,
  daysInSql,
  FIRST,
  evaluatedAccount,
  RULE,
  TODAY,
  type DayInSql,
  type EvaluatedClient,
} from './alert-facts.ts'
import { MISSED, REACHED } from './contacts-in-sql.ts'

/* Missed-call alerts against SQL. */

const HOUR = 60

let evaluated: EvaluatedClient
beforeAll(async () => {
  evaluated = await evaluatedAccount()
})
afterAll(() => evaluated.database.destroy())

it('a missed rate fires after each day that is above it and the day before was not, with that day’s rate', async () => {
  const days = await daysInSql(evaluated)
  const counted = days
    .filter(({ day, calls }) => day >= FIRST - 30 && day < TODAY && calls >= 10)
    .toSorted((a, b) => a.day - b.day)
  const bad = ({ missed, calls }: DayInSql) => 100 * missed > 15 * calls
  const expected = counted
    .filter((one, nth) => bad(one) && !(nth > 0 && bad(counted[nth - 1]!)))
    .filter(({ day }) => day >= FIRST - 1)
  const { incidents, days: drawn } = replay(evaluated.facts, RULE)
  expect(incidents.map(({ value, of }) => [value, of])).toEqual(
    expected.map(({ missed, calls }) => [missed, calls]),
  )
  expect(expected.length).toBeGreaterThan(1)
  const inSql = new Map(counted.map(({ day, missed, calls }) => [day, (100 * missed) / calls]))
  for (const { day, value } of drawn)
    if (value !== null) expect(value).toBeCloseTo(inSql.get(dayNumber(day))!, 9)
})

it('every missed call of a first-time caller of these days fires once, on its day', async () => {
  const days = await daysInSql(evaluated)
  const expected = new Map(
    days.filter(({ day, first }) => day >= FIRST && first > 0).map((one) => [one.day, one.first]),
  )
  const {
    incidents,
    days: counted,
    messages,
  } = replay(evaluated.facts, {
    ...RULE,
    kind: 'missed_caller',
    threshold: null,
    min_calls: null,
    at_most: 'at_once',
  })
  expect(
    new Map(counted.filter(({ fired }) => fired > 0).map(({ day, fired }) => [dayNumber(day), fired])),
  ).toEqual(expected)
  expect(new Set(incidents.map(({ subject }) => subject)).size).toBe(incidents.length)
  expect(messages.flatMap(({ found }) => found)).toHaveLength(incidents.length)
})

it('a caller who waits for longer than an hour fires once, at the first look after it, unless reached before', async () => {
  const { rows } = await sql<{ oid: string; id: number; since: number; reached: number | null }>`
    with c as (select c.*, o.oid, c.occurred_at / 60000 as at, (${MISSED}) as missed from contacts c
        join objects o on o.id = c.object_id where o.account_id = ${evaluated.account} and c.caller_digits <> ''
          and (${MISSED} or ${REACHED})),
      placed as (select *, sum(1 - missed) over (partition by caller_digits order by at, missed desc, id
        rows unbounded preceding) as before from c),
      tried as (select *, row_number() over (partition by caller_digits, before order by at, id) as nth
        from placed where missed = 1)
    select t.oid, t.id, t.occurred_at / 60000 as since, e.occurred_at / 60000 as reached
    from tried t left join placed e on e.caller_digits = t.caller_digits and e.before = t.before + 1 and e.missed = 0
    where t.nth = 1`.execute(evaluated.database)
  const lookAfter = (moment: number) => Math.ceil(moment / HOUR) * HOUR
  const expected = rows.filter(({ since, reached }) => {
    const look = lookAfter(since + HOUR)
    return look >= BEGIN && look <= evaluated.facts.until && (reached === null || reached > look)
  })
  const { incidents } = replay(evaluated.facts, {
    ...RULE,
    kind: 'waiting',
    threshold: HOUR,
    min_calls: null,
    at_most: 'hourly',
  })
  expect(incidents.map(({ subject, moment }) => [subject, moment].join()).toSorted()).toEqual(
    expected
      .map(({ oid, id, since }) => [contactText({ oid, id }), lookAfter(since + HOUR)].join())
      .toSorted(),
  )
  expect(expected.length).toBeGreaterThan(10)
  // Each call handled at once: no one waits.
  const { rows: missed } = await sql<{ oid: string; id: number; at: number }>`
    select o.oid, c.id, c.occurred_at / 60000 as at from contacts c join objects o on o.id = c.object_id
    where o.account_id = ${evaluated.account} and (${MISSED})`.execute(evaluated.database)
  const handled = new Map(missed.map(({ oid, id, at }) => [contactText({ oid, id }), at] as const))
  const called = replay(
    { ...evaluated.facts, handled },
    { ...RULE, kind: 'waiting', threshold: HOUR, at_most: 'hourly' },
  )
  expect(called.incidents).toEqual([])
})
