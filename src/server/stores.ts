import type { Kysely } from 'kysely'
import { migrateCallboard } from './database/migrations/callboard.ts'
import { createPreferencesStore, type PreferencesTables } from './preferences/preferences.ts'
import { createAnnotations, type AnnotationTables } from './annotations/store.ts'
import { createAlerts } from './alerts/store/store.ts'
import type { AlertTables } from './alerts/store/tables.ts'
import { createAuditStore, type AuditTables } from './administration/audit.ts'
import { createEmbedAuthCodes, type EmbedAuthCodeTables } from './session/embed-auth-codes.ts'
import { createNames, type NameTables } from './session/names.ts'
import { createMonthPlans, type MonthPlanTables } from './month-plans/store.ts'
import { createWorkingHours, type WorkingHoursTables } from './working-hours/store.ts'
import { createChartNotes, type ChartNoteTables } from './chart-notes/store.ts'
import type { SessionTables } from './session/session-tables.ts'
import { createSessionStore, type SessionStoreOptions } from './session/store.ts'
import { createTries, type TryTables } from './session/tries.ts'
import { createMailStops, type MailStopTables } from './mail/stops.ts'
import { createSchedules } from './schedule/schedules.ts'
import type { DeliveryTables } from './schedule/tables.ts'
import { createIdempotency, type IdempotencyTables } from './idempotency/store.ts'
import { createOfflineAccess, type OfflineAccessTables } from './offline-access/offline-access.ts'
import { createAgencyLogos, type AgencyLogoTables } from './agency-logo/store.ts'
import { createSharedReports, type SharedReportTables } from './shared-reports/store.ts'

export type OwnTables = SessionTables &
  PreferencesTables &
  NameTables &
  AuditTables &
  EmbedAuthCodeTables &
  TryTables &
  AnnotationTables &
  DeliveryTables &
  MailStopTables &
  OfflineAccessTables &
  ChartNoteTables &
  AlertTables &
  MonthPlanTables &
  WorkingHoursTables &
  SharedReportTables &
  AgencyLogoTables &
  IdempotencyTables

export const createStores = async (
  database: Kysely<OwnTables>,
  options: Omit<SessionStoreOptions, 'database' | 'names'> & { readonly auditDays: number },
) => {
  await migrateCallboard(database, options.seal)
  const names = await createNames(database, options.seal)
  return {
    preferences: createPreferencesStore(database, options.now),
    names,
    sessions: createSessionStore({ ...options, database, names }),
    audit: createAuditStore(database, { now: options.now, retentionDays: options.auditDays }),
    embedAuthCodes: createEmbedAuthCodes(database, options.now),
    tries: createTries(database, options.seal, options.now),
    annotations: createAnnotations(database, options.now),
    schedules: createSchedules(database, options.now),
    mailStops: createMailStops(database, options.seal, options.now),
    offlineAccess: createOfflineAccess({ ...options, database, names }),
    chartNotes: createChartNotes(database, options.now),
    alerts: createAlerts(database, options.now),
    monthPlans: createMonthPlans(database, options.now),
    workingHours: createWorkingHours(database, options.now),
    sharedReports: createSharedReports(database, options.now),
    agencyLogos: createAgencyLogos(database, options.now),
    idempotency: createIdempotency(database, options.seal, options.now),
  }
}

export type Stores = Awaited<ReturnType<typeof createStores>>
