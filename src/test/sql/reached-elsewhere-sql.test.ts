import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { append, clocksOf, createDataset } from '#/server/metrics/columns/dataset.ts'
import { encodeSegment } from '#/server/metrics/columns/segment.ts'
import { createSegmentTaker } from '#/server/metrics/columns/take-segments.ts'
import { answer } from '#/server/metrics/figures/answer.ts'
import { firstReport } from '#/server/metrics/figures/report.ts'
import { listedCall } from '#/contract/call.ts'
import { dayNumber, momentAt } from '#/contract/day.ts'
import { MISSED, REACHED, VALUE } from './contacts-in-sql.ts'
import { openSqlAccount, SQL_NOW } from './sql-account.ts'

const { database, account, calls } = await openSqlAccount({ contacts: 4_000, seed: 5 })
// In the sample a caller keeps to one object: of those who are reached, a third are on another one then.
await sql`update contacts as c set object_id = (select object_id from contacts
  where account_id = ${account} group by 1 order by count(*) desc limit 1)
  where c.account_id = ${account} and ${REACHED} and c.id % 3 = 0`.execute(database)

test('a caller who was reached on another object of the account waits on none, as SQL counts it', async () => {
  const read = (await calls('ASC')).flatMap((raw) => {
    const { success, data } = listedCall.lenient.safeParse(raw)
    return success ? [data] : []
  })
  const all = createDataset()
  append(all, read)
  const bytes = encodeSegment(all)
  const days = { first: dayNumber('2024-01-01'), last: dayNumber('2027-01-01') }
  const ids = sql.join([...new Set(read.map(({ id }) => id))])
  const at = sql`(c.occurred_at / 60000)`
  let elsewhere = 0
  for (const oid of new Set(read.flatMap(({ obj_oid }) => obj_oid ?? []))) {
    const data = createDataset()
    const taker = createSegmentTaker(data, oid, days)
    taker.take(days, bytes)
    // A segment read again replaces the former one.
    taker.take(days, bytes)
    const waitingOf = async (reachedOn: ReturnType<typeof sql>) => {
      const { rows } = await sql<{ id: number }>`with
        tried as (select ${VALUE.caller} as caller, max(${at}) as missed from contacts c join objects o on o.id = c.object_id
          where c.account_id = ${account} and c.id in (${ids}) and ${VALUE.caller} is not null and ${MISSED}
            and o.oid = ${oid} group by 1),
        reached as (select ${VALUE.caller} as caller, max(${at}) as at from contacts c join objects o on o.id = c.object_id
          where c.account_id = ${account} and c.id in (${ids}) and ${REACHED} and ${reachedOn} group by 1)
        select t.caller as id from tried t left join reached r on r.caller = t.caller
          where t.missed > coalesce(r.at, 0)`.execute(database)
      return rows.length
    }
    const waiting = await waitingOf(sql`1 = 1`)
    elsewhere += (await waitingOf(sql`o.oid = ${oid}`)) - waiting
    expect(answer.not_through(data, null, { filters: [] }).total, oid).toBe(waiting)
    const offset = clocksOf(data)[0]!
    const moment = momentAt(SQL_NOW, offset)
    const now = { day: dayNumber(moment.day), minute: moment.minute, offset }
    const question = { filters: [], days, comparedDays: null, bucket: 'month' as const, won: [], now }
    expect(firstReport(data, null, question).figures).toMatchObject({ not_through: waiting })
    // Who is listed as waiting has not been reached since, wherever it was.
    const { open, reached } = answer.call_backs(data, null, { filters: [], now })
    const listed = new Set(
      answer.not_through(data, null, { filters: [] }).callers.map(({ caller }) => caller),
    )
    for (const { caller } of open) expect(listed).toContain(caller)
    for (const { caller, reached: by } of reached) {
      expect(listed).not.toContain(caller)
      expect(by).not.toBeNull()
    }
  }
  expect(elsewhere).toBeGreaterThan(0)
}, 60_000)
