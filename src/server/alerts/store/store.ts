import type { Kysely } from 'kysely'
import { keepLooks } from './looks.ts'
import { keepRules } from './rules.ts'
import { keepRuns } from './runs.ts'
import type { AlertTables } from './tables.ts'

export const createAlerts = (database: Kysely<AlertTables>, now: () => number) => ({
  ...keepRules(database, now),
  ...keepLooks(database, now),
  ...keepRuns(database, now),
})

export type Alerts = ReturnType<typeof createAlerts>
