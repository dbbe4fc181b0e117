import type { Kysely } from 'kysely'
import { migrate, type MigrationHistory } from '#/server/database/database.ts'
import {
  agencyLogoHistory,
  alertHistory,
  annotationHistory,
  chartNoteHistory,
  mailStopHistory,
  monthPlanHistory,
  preferencesHistory,
  scheduleHistory,
  sharedReportHistory,
  workingHoursHistory,
} from './histories/people.ts'
import {
  auditHistory,
  embedAuthCodeHistory,
  idempotencyHistory,
  namesHistory,
  offlineAccessHistory,
  sessionHistory,
  triesHistory,
  type Sealing,
} from './histories/server.ts'

/** Histories of single tables from earlier versions; nothing is added to them. */
const former = (seal: Sealing): readonly MigrationHistory[] => [
  preferencesHistory,
  namesHistory,
  sessionHistory(seal),
  auditHistory,
  embedAuthCodeHistory,
  triesHistory,
  annotationHistory,
  scheduleHistory,
  mailStopHistory,
  offlineAccessHistory,
  chartNoteHistory,
  alertHistory,
  monthPlanHistory,
  workingHoursHistory,
  sharedReportHistory,
  agencyLogoHistory,
  idempotencyHistory,
]

/** Add the next number here. Never edit a released migration. */
const history: MigrationHistory = {
  table: 'callboard_migration',
  migrations: {
    // Kiosks were once opened by codes, which nothing reads any more.
    '0001-no-wall-codes': async ({ schema }) => {
      await schema.dropTable('wall_codes').ifExists().execute()
      await schema.dropTable('wall_codes_migration').ifExists().execute()
    },
  },
}

/**
 * Migrates all our own tables.
 * @throws NewerDatabase, with nothing changed
 */
export const migrateCallboard = <Tables>(database: Kysely<Tables>, seal: Sealing): Promise<void> =>
  migrate(database, ...former(seal), history)
