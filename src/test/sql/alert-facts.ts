import { sql } from 'kysely'
import type { AlertFacts } from '#/server/metrics/alerts/facts.ts'
import { REPLAYED_DAYS, type ReplayedRule } from '#/server/metrics/alerts/replay.ts'
import { append, createDataset, type Dataset } from '#/server/metrics/columns/dataset.ts'
import { listedCall } from '#/contract/call.ts'
import { DAY_MINUTES, dayNumber } from '#/contract/day.ts'
import { obj } from '#/contract/object.ts'
import type { ReferenceDatabase } from '#/server/reference/schema.ts'
import { CALLS, LOCAL, MISSED } from './contacts-in-sql.ts'
import { openSqlAccount, SQL_NOW } from './sql-account.ts'

/*
 * What alerts on an account of the sample are judged by, beside the rows it came from.
 */

export const TODAY = dayNumber('2026-11-20')
export const FIRST = TODAY - REPLAYED_DAYS + 1
export const BEGIN = FIRST * DAY_MINUTES - 180

export const RULE: ReplayedRule = {
  kind: 'missed_rate',
  threshold: 15,
  min_calls: 10,
  readings: 1,
  at_most: 'daily',
  quiet: null,
}

export interface EvaluatedClient {
  readonly database: ReferenceDatabase
  readonly facts: AlertFacts
  readonly account: number
}

export const evaluatedAccount = async (): Promise<EvaluatedClient> => {
  const { database, account, request, calls } = await openSqlAccount({ contacts: 12_000, seed: 3 })
  const { objs } = (await request('/v2/objs/?per_page=100')) as { objs: unknown[] }
  const data: Dataset = createDataset()
  append(
    data,
    (await calls()).map((raw) => listedCall.lenient.parse(raw)),
  )
  const whole = { isComplete: true, isFailed: false, unreadable: 0, hasFormerCallers: false }
  const facts: AlertFacts = {
    data,
    objects: objs.map((raw) => obj.lenient.parse(raw)),
    days: new Map(Array.from({ length: 120 }, (_, ago) => [TODAY - ago, whole])),
    drift: new Map(),
    offset: 180,
    until: Math.floor(SQL_NOW / 60_000),
    handled: new Map(),
    plans: [],
    chosen: null,
  }
  return { database, facts, account }
}

export interface DayInSql {
  readonly day: number
  readonly calls: number
  readonly missed: number
  readonly first: number
  readonly contacts: number
  readonly target: number
}
export const daysInSql = async ({ database, account }: EvaluatedClient): Promise<readonly DayInSql[]> => {
  const { rows } = await sql<DayInSql>`
    select ${LOCAL} / 86400000 as day, sum(${CALLS}) as calls, sum(${MISSED}) as missed,
      sum(case when (${MISSED}) and c.call_type = 1 then 1 else 0 end) as first,
      count(*) as contacts, coalesce(sum(c.target = 1), 0) as target
    from contacts c join objects o on o.id = c.object_id
    where o.account_id = ${account} group by 1`.execute(database)
  return rows
}
