import { sql, type SqlBool } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AlertFacts } from '#/server/metrics/alerts/facts.ts'
import { countMissedDay } from '#/server/metrics/alerts/missed-day.ts'
import { contactText } from '#/contract/annotations/contact-text.ts'
import { DAY_MINUTES, dayText } from '#/contract/day.ts'
import type { WeekHours } from '#/contract/working-hours/working-hours.ts'
import { evaluatedAccount, TODAY, type EvaluatedClient } from './alert-facts.ts'
import { CALLS, LOCAL, MISSED, REACHED } from './contacts-in-sql.ts'

/* The missed-rate mail against SQL. */

let evaluated: EvaluatedClient
beforeAll(async () => {
  evaluated = await evaluatedAccount()
})
afterAll(() => evaluated.database.destroy())

const NINE = 9 * 60
const lookOn = (day: number) => day * DAY_MINUTES + NINE - 180
const DAYS = Array.from({ length: 12 }, (_, ago) => TODAY - 1 - ago)

const ofObjects = (oids: readonly string[] | null) =>
  oids === null ? sql`1 = 1` : sql`o.oid in (${sql.join(oids)})`

const blocksInSql = async (day: number, oids: readonly string[] | null) => {
  const { rows } = await sql<{ from: number; calls: number; missed: number }>`
    select ${LOCAL} / 10800000 % 8 * 3 as "from", count(*) as calls, sum(${MISSED}) as missed
    from contacts c join objects o on o.id = c.object_id
    where o.account_id = ${evaluated.account} and (${CALLS}) and ${LOCAL} / 86400000 = ${day} and ${ofObjects(oids)}
    group by 1 order by 1`.execute(evaluated.database)
  return rows
}

const waitingInSql = async (day: number, oids: readonly string[] | null) => {
  const { rows } = await sql<{ oid: string; id: number }>`
    with known as (select c.caller_digits as caller, c.occurred_at / 60000 as at, ${LOCAL} / 86400000 as day, (${REACHED}) as reached,
          (${MISSED}) and ${ofObjects(oids)} as missed, o.oid, c.id
        from contacts c join objects o on o.id = c.object_id
        where o.account_id = ${evaluated.account} and c.caller_digits <> ''
          and c.occurred_at / 60000 <= ${lookOn(day + 1)}),
      tried as (select caller, max(at) as at from known where missed = 1 and day = ${day} group by 1)
    select k.oid, k.id from tried t join known k on k.caller = t.caller and k.missed = 1
      and k.at = (select max(l.at) from known l where l.caller = t.caller and l.missed = 1)
    where not exists (select 1 from known r where r.caller = t.caller and r.reached = 1 and r.at >= t.at)
    group by k.caller`.execute(evaluated.database)
  return rows
}

it('the day by hours has all calls and the missed ones of three hours each, from the first call to the last', async () => {
  const [busiest] = [...evaluated.facts.data.by.object.values].filter((oid) => oid !== null)
  for (const chosen of [null, [busiest!]])
    for (const day of DAYS) {
      const facts: AlertFacts = { ...evaluated.facts, chosen: chosen && new Set(chosen) }
      const found = countMissedDay(facts, lookOn(day + 1))
      expect(found).toMatchObject({ day: dayText(day), weeks: 8 })
      const inSql = await blocksInSql(day, chosen)
      expect(found.blocks.filter(({ calls }) => calls > 0)).toEqual(inSql)
      expect(found.blocks.length).toBe(inSql.length === 0 ? 0 : (inSql.at(-1)!.from - inSql[0]!.from) / 3 + 1)
    }
})

it('people wait who were missed on that day and have not got through by the look, and whose last try is not marked', async () => {
  const [busiest] = [...evaluated.facts.data.by.object.values].filter((oid) => oid !== null)
  let all = 0
  for (const chosen of [null, [busiest!]])
    for (const day of DAYS) {
      const facts: AlertFacts = { ...evaluated.facts, chosen: chosen && new Set(chosen) }
      const waiting = await waitingInSql(day, chosen)
      expect(countMissedDay(facts, lookOn(day + 1)).waiting).toBe(waiting.length)
      all += waiting.length
      const [first] = waiting
      if (first === undefined) continue
      const marked = (at: number) => new Map([[contactText(first), at]])
      const after = (at: number) => countMissedDay({ ...facts, handled: marked(at) }, lookOn(day + 1)).waiting
      expect(after(lookOn(day + 1))).toBe(waiting.length - 1)
      expect(after(lookOn(day + 1) + 1)).toBe(waiting.length)
    }
  expect(all).toBeGreaterThan(10)
})

/** Weekdays from nine to six, and the night from Saturday to Sunday. */
const WEEK: WeekHours = Array.from({ length: 7 }, (_, weekday) =>
  weekday < 5 ? { from: '09:00', to: '18:00' } : weekday === 5 ? { from: '20:00', to: '04:00' } : null,
)
/** 0: Monday. The epoch was a Thursday. */
const WEEKDAY = sql`((${LOCAL} / 86400000 + 3) % 7)`
const MINUTE = sql`(${LOCAL} / 60000 % 1440)`
const WITHIN = sql<SqlBool>`(${WEEKDAY} < 5 and ${MINUTE} >= 540 and ${MINUTE} < 1080
  or ${WEEKDAY} = 5 and ${MINUTE} >= 1200 or ${WEEKDAY} = 6 and ${MINUTE} < 240)`

it('counts calls in working hours by the object’s own clock, over midnight too', async () => {
  const oids = evaluated.facts.data.by.object.values.filter((oid) => oid !== null).slice(0, 2)
  const weeks = oids.map((oid) => ({ oid, week: WEEK }))
  for (const day of DAYS) {
    const { rows } = await sql<{ calls: number; missed: number }>`
      select count(*) as calls, coalesce(sum(${MISSED}), 0) as missed
      from contacts c join objects o on o.id = c.object_id
      where o.account_id = ${evaluated.account} and (${CALLS}) and ${LOCAL} / 86400000 = ${day}
        and ${WITHIN} and ${ofObjects(oids)}`.execute(evaluated.database)
    const { in_hours: found } = countMissedDay({ ...evaluated.facts, weeks }, lookOn(day + 1))
    expect(found ?? { calls: 0, missed: 0 }).toEqual(rows[0])
  }
  expect(countMissedDay(evaluated.facts, lookOn(DAYS[0]! + 1)).in_hours).toBeNull()
})
