import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { append, clocksOf, createDataset } from '#/server/metrics/columns/dataset.ts'
import { NO_SPEND } from '#/server/metrics/figures/costs.ts'
import { answer, todayFacts } from '#/server/metrics/figures/answer.ts'
import { listedCall } from '#/contract/call.ts'
import { dayNumber, dayText, momentAt } from '#/contract/day.ts'
import { COUNT, LOCAL, MISSED, REACHED, VALUE } from './contacts-in-sql.ts'
import { openSqlAccount } from './sql-account.ts'

const { database, account, calls } = await openSqlAccount({ contacts: 4_000, seed: 5 })

/** Contacts that had come by a moment, as the analytics and as SQL have them; each object's last seven days by its own clock. */
const worldAt = async (instant: number) => {
  const later = await database
    .selectFrom('contacts')
    .select('id')
    .where('occurred_at', '>', instant)
    .execute()
  const isLater = new Set(later.map(({ id }) => id))
  const read = (await calls('ASC')).flatMap((raw) => {
    const { success, data } = listedCall.lenient.safeParse(raw)
    return success && !isLater.has(data.id) ? [data] : []
  })
  const data = createDataset()
  append(data, read)
  const ids = sql.join([...new Set(read.map(({ id }) => id))])
  const offset = clocksOf(data)[0]!
  const { day, minute } = momentAt(instant, offset)
  const today = sql`((cast(${instant} as integer) + c.utc_offset * 60000) / 86400000)`
  const lately = sql`c.account_id = ${account} and c.id in (${ids}) and ${LOCAL} / 86400000 > ${today} - 7`
  return { data, ids, now: { day: dayNumber(day), minute, offset }, lately, today }
}

// 01:30 by the main offset, UTC+3.
const NIGHT = Date.parse('2026-11-18T22:30:00Z')
// The next day in UTC+5.
const EVENING = Date.parse('2026-11-18T19:30:00Z')

test.each([
  ['after midnight of most', NIGHT, ['2026-11-18', '2026-11-19']],
  ['before it, after that of the east', EVENING, ['2026-11-18', '2026-11-19']],
])('the last seven days end with each object’s own today %s', async (_, instant, todays) => {
  const { data, ids, now, lately, today } = await worldAt(instant)
  const { rows: days } = await sql<{ day: number }>`select distinct ${today} as day from contacts c
    where c.account_id = ${account} order by 1`.execute(database)
  expect(days.map(({ day }) => dayText(day))).toEqual(todays)

  const { rows } = await sql<{ contacts: number; missed: number }>`
    select ${COUNT.contacts} as contacts, ${COUNT.missed} as missed from contacts c where ${lately}`.execute(
    database,
  )
  const span = { first: now.day - 29, last: now.day }
  const facts = todayFacts(data, null, {
    filters: [],
    days: span,
    comparedDays: null,
    now,
    isComplete: true,
    today: now.day,
    spend: NO_SPEND,
  })
  expect(facts.figures).toMatchObject(rows[0]!)

  const at = sql`(${LOCAL} / 60000)`
  const { rows: waiting } = await sql<{ id: number }>`with
    tried as (select ${VALUE.caller} as caller, max(case when ${MISSED} then ${at} end) as missed,
      max(case when ${REACHED} then ${at} end) as reached from contacts c
      where c.account_id = ${account} and c.id in (${ids}) and ${VALUE.caller} is not null group by 1)
    select max(c.id) as id from contacts c join tried t on t.caller = ${VALUE.caller} and t.missed = ${at}
      where ${MISSED} and t.missed > coalesce(t.reached, 0) and ${lately} group by t.caller`.execute(database)
  const { open } = answer.call_backs(data, null, { filters: [], now })
  expect(waiting.length).toBeGreaterThan(0)
  expect(open.map(({ callId }) => callId).toSorted((a, b) => a - b)).toEqual(
    waiting.map(({ id }) => id).toSorted((a, b) => a - b),
  )
})
