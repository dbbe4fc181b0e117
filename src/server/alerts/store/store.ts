import type { Kysely } from 'kysely'
import { migrate } from '#/server/database/database.ts'
import { keepLooks } from './looks.ts'
import { keepRules } from './rules.ts'
import { keepRuns } from './runs.ts'
import { ALERT_HISTORY, alertMigrations, type AlertTables } from './tables.ts'

/** Alerts of accounts, what is known of their subjects, and what they told, in the server's database. */
export const createAlerts = async (database: Kysely<AlertTables>, now: () => number) => {
  await migrate(database, alertMigrations, ALERT_HISTORY)
  return { ...keepRules(database, now), ...keepLooks(database, now), ...keepRuns(database, now) }
}

export type Alerts = Awaited<ReturnType<typeof createAlerts>>
