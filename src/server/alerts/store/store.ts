import type { Kysely } from 'kysely'
import { createAlertEvaluations } from './evaluations.ts'
import { createAlertRules } from './rules.ts'
import { createAlertRuns } from './runs.ts'
import type { AlertTables } from './tables.ts'

export const createAlerts = (database: Kysely<AlertTables>, now: () => number) => ({
  ...createAlertRules(database, now),
  ...createAlertEvaluations(database, now),
  ...createAlertRuns(database, now),
})

export type Alerts = ReturnType<typeof createAlerts>
