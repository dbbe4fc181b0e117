import type { Kysely } from 'kysely'
import { migrate, type MigrationHistory } from '#/server/database/database.ts'
import { removeKioskCodes } from './0001-no-wall-codes.ts'
import { agencyLogoHistory } from './histories/agency-logos.ts'
import { alertHistory } from './histories/alerts.ts'
import { annotationHistory } from './histories/annotations.ts'
import { auditHistory } from './histories/audit.ts'
import { chartNoteHistory } from './histories/chart-notes.ts'
import { embedAuthCodeHistory } from './histories/embed-auth-codes.ts'
import { idempotencyHistory } from './histories/idempotency.ts'
import { mailStopHistory } from './histories/mail-stops.ts'
import { monthPlanHistory } from './histories/month-plans.ts'
import { namesHistory } from './histories/names.ts'
import { offlineAccessHistory } from './histories/offline-access.ts'
import { preferencesHistory } from './histories/preferences.ts'
import { scheduleHistory } from './histories/schedules.ts'
import { sessionHistory, type Sealing } from './histories/sessions.ts'
import { sharedReportHistory } from './histories/shared-reports.ts'
import { triesHistory } from './histories/tries.ts'
import { workingHoursHistory } from './histories/working-hours.ts'

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

/** Add a file beside this one and a line here. Never edit a released migration. */
const history: MigrationHistory = {
  table: 'callboard_migration',
  migrations: {
    '0001-no-wall-codes': removeKioskCodes,
  },
}

/**
 * Migrates all our own tables.
 * @throws NewerDatabase, with nothing changed
 */
export const migrateCallboard = <Tables>(database: Kysely<Tables>, seal: Sealing): Promise<void> =>
  migrate(database, ...former(seal), history)
