import type { Kysely } from 'kysely'
import { createSchedules, type Schedules } from '#/server/schedule/schedules.ts'
import type { DeliveryTables } from '#/server/schedule/tables.ts'
import { createAlertEvaluations } from './evaluations.ts'
import { createAlertRules } from './rules.ts'
import { createAlertRuns } from './runs.ts'
import type { AlertTables } from './tables.ts'

type Tables = AlertTables & DeliveryTables

export const createAlerts = (database: Kysely<Tables>, now: () => number) => ({
  ...createAlertRules(database, now),
  ...createAlertEvaluations(database, now),
  ...createAlertRuns(database, now),

  /** Writes alerts and their schedules together, or neither. */
  withSchedules: <T>(
    work: (rules: ReturnType<typeof createAlertRules>, schedules: Schedules) => Promise<T>,
  ): Promise<T> =>
    database
      .transaction()
      .execute((write: Kysely<Tables>) => work(createAlertRules(write, now), createSchedules(write, now))),
})

export type Alerts = ReturnType<typeof createAlerts>
