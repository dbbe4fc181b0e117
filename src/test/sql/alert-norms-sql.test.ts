import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { replay, REPLAYED_DAYS } from '#/server/metrics/alerts/replay.ts'
import { evaluatorOf } from '#/server/metrics/alerts/rules.ts'
import { FORECAST_WEEKS } from '#/analytics/evaluation/forecast.ts'
import { dayNumber, dayText } from '#/contract/day.ts'
import {
  BEGIN,
  daysInSql,
  FIRST,
  evaluatedAccount,
  RULE,
  TODAY,
  type EvaluatedClient,
} from './alert-facts.ts'
import { LOCAL } from './contacts-in-sql.ts'

/* Alert previews of thirty days against SQL. */

const HOUR = 60
const DAY = 24 * HOUR

let evaluated: EvaluatedClient
beforeAll(async () => {
  evaluated = await evaluatedAccount()
})
afterAll(() => evaluated.database.destroy())

const FACTORIALS = Array.from({ length: 171 }, (_, of) => {
  let product = 1
  for (let factor = 2; factor <= of; factor++) product *= factor
  return product
})
const atMost = (count: number, mean: number) =>
  FACTORIALS.slice(0, count + 1).reduce((sum, of, events) => sum + (mean ** events / of) * Math.exp(-mean), 0)

it('silent objects: contacts of the day so far and of the same weekday of eight weeks up to that minute', async () => {
  // On objects' days by hour.
  const look = evaluatorOf('silent').evaluate(evaluated.facts, RULE)
  let evaluatedCount = 0
  for (let moment = BEGIN + 20 * DAY; moment <= BEGIN + 23 * DAY; moment += 3 * HOUR) {
    const { rows } = await sql<{ oid: string; today: number; weeks: number; last: number; pause: number }>`
      with c as (select o.oid, ${LOCAL} / 60000 as at,
          cast(${moment} as integer) + (select n.utc_offset from contacts n where n.object_id = o.id order by n.day desc, n.occurred_at desc limit 1)
            as wall
        from contacts c join objects o on o.id = c.object_id where o.account_id = ${evaluated.account}),
      placed as (select oid, at % 1440 as minute, wall % 1440 as now, wall / 1440 - at / 1440 as back from c),
      recent as (select * from placed where minute < now and back % 7 = 0 and back between 0 and 56),
      ended as (select oid, max(case when back = 0 then minute end) as last from recent group by oid)
      select e.oid, coalesce(e.last, -1) as last, sum(r.back = 0) as today, sum(r.back > 0) as weeks,
        sum(r.back > 0 and r.minute > coalesce(e.last, -1)) as pause
      from ended e join recent r on r.oid = e.oid group by e.oid, e.last`.execute(evaluated.database)
    const found = new Map((look(moment) ?? []).map((one) => [one.oid, one]))
    for (const { oid, today, weeks, last, pause } of rows) {
      const one = found.get(oid)
      if (!one) continue
      evaluatedCount++
      const chance = 2 * Math.min(atMost(today, weeks / 8), Math.exp(-pause / 8))
      expect({ ...one, usual: one.usual! * 8 }).toMatchObject({
        value: today,
        of: last < 0 ? null : last,
        usual: weeks,
        is: chance < 0.001 ? 'bad' : 'well',
      })
    }
  }
  expect(evaluatedCount).toBeGreaterThan(100)
  // Objects with tracking off aren't missed.
  const { rows: off } = await sql<{
    oid: string
  }>`select oid from objects where account_id = ${evaluated.account}
    and json_extract(details, '$.is_tracking') = 0`.execute(evaluated.database)
  const watched = new Set((look(evaluated.facts.until) ?? []).map(({ oid }) => oid))
  expect(off.length).toBeGreaterThan(0)
  expect(off.filter(({ oid }) => watched.has(oid))).toEqual([])
})

it('contacts far below the usual fire after such a day, with its count and the mean of eight such weekdays', async () => {
  const contacts = new Map((await daysInSql(evaluated)).map(({ day, contacts: count }) => [day, count]))
  const on = (day: number) => contacts.get(day) ?? 0
  const weeksOf = (day: number) => Array.from({ length: 8 }, (_, week) => on(day - 7 * (week + 1)))
  const meanOf = (day: number) => weeksOf(day).reduce((sum, count) => sum + count, 0) / 8
  const middleOf = (some: readonly number[]) => {
    const [low, high] = some.toSorted((a, b) => a - b).slice(3, 5)
    return (low! + high!) / 2
  }
  /** Overdispersion against Poisson. */
  const scatterOf = (day: number) => {
    const middle = middleOf(weeksOf(day))
    const spread = 1.4826 * middleOf(weeksOf(day).map((count) => Math.abs(count - middle)))
    return Math.max(1, spread ** 2 / meanOf(day))
  }
  const rule = { ...RULE, kind: 'below_usual', threshold: 10, min_calls: null } as const
  const { incidents, days } = replay(evaluated.facts, rule)
  const chanceOf = (day: number) => atMost(Math.floor(on(day) / scatterOf(day)), meanOf(day) / scatterOf(day))
  const isBad = (day: number) => on(day) <= 0.9 * meanOf(day) && chanceOf(day) < 0.001
  const expected = days.map(({ day }) => dayNumber(day)).filter((day) => isBad(day) && !isBad(day - 1))
  expect(incidents.map(({ value, usual }) => [value, usual])).toEqual(
    expected.map((day) => [on(day), meanOf(day)]),
  )
  for (const { day, value } of days) expect(value).toBe(on(dayNumber(day)))
  // The same days, without calls on three of them.
  const quiet = new Set([FIRST + 4, FIRST + 5, FIRST + 12])
  const { data } = evaluated.facts
  const day = data.day.slice()
  for (let row = 0; row < data.rows; row++) if (quiet.has(day[row]!)) day[row] = 0
  const emptied = replay({ ...evaluated.facts, data: { ...data, day } }, rule)
  expect(
    emptied.incidents
      .filter(({ value }) => value === 0)
      .map(({ moment }) => Math.floor((moment + 180) / DAY) - 1),
  ).toEqual([FIRST + 4, FIRST + 12])
})

it('an object fires on the day from which it stops within so many days', async () => {
  const { rows } = await sql<{ oid: string; stops: number; offset: number }>`
    with o as (select o.id, o.oid, json_extract(o.details, '$.is_tracking') as tracks,
        json_extract(o.details, '$.expiration_date') as e, json_extract(o.details, '$.sessions') as s,
        json_extract(o.details, '$.sessions_used') as u, substr(json_extract(o.details, '$.sessions_reset_date'), 1, 10) as r,
        json_extract(o.details, '$.tariff.sessions') as limited
      from objects o where o.account_id = ${evaluated.account}),
    n as (select *, julianday(substr(e, 7, 4) || '-' || substr(e, 4, 2) || '-' || substr(e, 1, 2)) - 2440587.5 as paid,
        case when r < '2026-11-20' then julianday('2026-11-20') - julianday(r) else 30 end as days,
        case when r > '2026-11-20' then julianday(r) - 2440587.5 end as reset from o),
    l as (select *, case when u > 0 and s is not null then ${TODAY} + (max(s - u, 0) * days / u) - (max(s - u, 0) * days / u) % 1.0 end
        as used from n),
    k as (select *, case when used > ${TODAY} and reset is not null and reset <= used then null else used end as ends from l)
    select oid, cast(min(paid, coalesce(ends, paid)) as integer) as stops,
      coalesce((select c.utc_offset from contacts c where c.object_id = k.id order by c.day desc, c.occurred_at desc limit 1), 180)
        as offset
    from k where tracks <> 0`.execute(evaluated.database)
  const threshold = 60
  const expected = rows.flatMap(({ oid, stops, offset }) => {
    // 09:00 by the account may be another day by the object.
    const today = Array.from(
      { length: REPLAYED_DAYS + 3 },
      (_, nth) => BEGIN + (nth - 3) * DAY + 9 * HOUR,
    ).find((moment) => stops - Math.floor((moment + offset) / DAY) <= threshold)
    return today === undefined || today < BEGIN || today > evaluated.facts.until
      ? []
      : [[oid, stops - Math.floor((today + offset) / DAY), stops] as const]
  })
  const { incidents } = replay(evaluated.facts, { ...RULE, kind: 'stops', threshold, min_calls: null })
  expect(incidents.map(({ oid, value, of }) => [oid, value, of].join()).toSorted()).toEqual(
    expected.map((one) => one.join()).toSorted(),
  )
  expect(expected.length).toBeGreaterThan(0)
})

it('behind the plan fires once a month for each plan, where the range of its pace ends below it', async () => {
  const days = new Map((await daysInSql(evaluated)).map((one) => [one.day, one]))
  const months = [
    { month: '2026-10', first: dayNumber('2026-10-01'), last: dayNumber('2026-10-31') },
    { month: '2026-11', first: dayNumber('2026-11-01'), last: dayNumber('2026-11-30') },
  ]
  const total = (field: 'contacts' | 'target', { first, last }: { first: number; last: number }) =>
    [...days].reduce((sum, [day, one]) => (day >= first && day <= last ? sum + one[field] : sum), 0)
  const plans = months.flatMap((of) =>
    (['contacts', 'target'] as const).map((field) => ({
      month: of.month,
      oid: null,
      field,
      planned: Math.round(total(field, of) * (of.month === '2026-10' ? 1.02 : 2.5)),
    })),
  )
  const highOn = (
    field: 'contacts' | 'target',
    day: number,
    { first, last }: { first: number; last: number },
  ) => {
    const on = (one: number) => days.get(one)?.[field] ?? 0
    let mean = 0
    let variance = 0
    const weekdays = Array.from({ length: 7 }, (_, weekday) => {
      const usual = Array.from({ length: FORECAST_WEEKS }, (__, week) => on(day - 7 * (week + 1) + weekday))
      const average = usual.reduce((sum, count) => sum + count, 0) / FORECAST_WEEKS
      return { average, squares: usual.reduce((sum, count) => sum + (count - average) ** 2, 0) }
    })
    // How much all of these days scatter around their weekdays, beside a Poisson distribution.
    const some = weekdays.filter(({ average }) => average > 0)
    const pearson = some.reduce((sum, { average, squares }) => sum + squares / average, 0)
    const scatter = Math.max(1, pearson / (some.length * (FORECAST_WEEKS - 1)))
    for (const [weekday, { average }] of weekdays.entries()) {
      const one = Math.max(scatter * average, 1 / FORECAST_WEEKS)
      const left = Math.max(Math.floor((last - day - weekday) / 7) + 1, 0)
      mean += left * average
      variance += left * one + (left ** 2 * one) / FORECAST_WEEKS
    }
    const done = total(field, { first, last: day - 1 })
    const low = Math.max(done, Math.floor(done + mean - 1.2815515655446004 * Math.sqrt(variance)))
    return {
      done,
      high: Math.max(low + 1, Math.ceil(done + mean + 1.2815515655446004 * Math.sqrt(variance))),
    }
  }
  const expected: string[] = []
  for (const { month, oid: _, field, planned } of plans) {
    const of = months.find((one) => one.month === month)!
    let isNotified = false
    for (let day = FIRST - 2; day <= TODAY; day++) {
      if (day < of.first || day > of.last) continue
      const { done, high } = highOn(field, day, of)
      if (high >= planned) isNotified = false
      else if (!isNotified) {
        isNotified = true
        if (day >= FIRST) expected.push([day, field, done, planned, high].join())
      }
    }
  }
  const { incidents, days: drawn } = replay(
    { ...evaluated.facts, plans },
    { ...RULE, kind: 'plan_behind', threshold: null, min_calls: null },
  )
  expect(
    incidents
      .map(({ moment, subject, value, of, usual }) =>
        [Math.floor((moment + 180) / DAY), subject.split(' ')[0], value, of, usual].join(),
      )
      .toSorted(),
  ).toEqual(expected.toSorted())
  expect(expected.length).toBeGreaterThan(1)
  // Drawn is the worse of both, in percent of its plan, with what was known on the morning after.
  for (const { day, value } of drawn) {
    const next = dayNumber(day) + 1
    const of = months.find(({ month }) => month === dayText(next).slice(0, 7))!
    const shares = plans
      .filter(({ month }) => month === of.month)
      .map(({ field, planned }) => (100 * highOn(field, next, of).high) / planned)
    expect(value).toBeCloseTo(Math.min(...shares), 9)
  }
})
