import type { Kysely } from 'kysely'
import { migrateCallboard } from './migrations/callboard.ts'
import { createPreferencesStore, type PreferencesTables } from '#/server/preferences.ts'
import { createAnnotations } from '#/server/annotations/store.ts'
import type { AnnotationTables } from '#/server/annotations/tables.ts'
import { createAlerts } from '#/server/alerts/store/store.ts'
import type { AlertTables } from '#/server/alerts/store/tables.ts'
import { createAuditStore, type AuditTables } from '#/server/administration/audit.ts'
import { createEmbedAuthCodes, type EmbedAuthCodeTables } from '#/server/session/embed-auth-codes.ts'
import { createNames, type NameTables } from '#/server/session/names.ts'
import { createMonthPlans, type MonthPlanTables } from '#/server/month-plans/store.ts'
import { createWorkingHours, type WorkingHoursTables } from '#/server/working-hours/store.ts'
import { createChartNotes, type ChartNoteTables } from '#/server/chart-notes/store.ts'
import type { SessionTables } from '#/server/session/session-tables.ts'
import { createSessionStore, type SessionStoreOptions } from '#/server/session/store.ts'
import { createTries, type TryTables } from '#/server/session/tries.ts'
import { createMailStops, type MailStopTables } from '#/server/mail/stops.ts'
import { createSchedules } from '#/server/schedule/schedules.ts'
import type { DeliveryTables } from '#/server/schedule/tables.ts'
import { createIdempotency, type IdempotencyTables } from '#/server/idempotency/store.ts'
import { createOfflineAccess, type OfflineAccessTables } from '#/server/offline-access/offline-access.ts'
import { createAgencyLogos, type AgencyLogoTables } from '#/server/agency-logo/store.ts'
import { createSharedReports, type SharedReportTables } from '#/server/shared-reports/store.ts'

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
  const preferences = createPreferencesStore(database, options.now)
  const names = await createNames(database, options.seal)
  const sessions = createSessionStore({ ...options, database, names })
  const audit = createAuditStore(database, { now: options.now, daysKept: options.auditDays })
  const embedAuthCodes = createEmbedAuthCodes(database, options.now)
  const tries = createTries(database, options.seal, options.now)
  const annotations = createAnnotations(database, options.now)
  const schedules = createSchedules(database, options.now)
  const mailStops = createMailStops(database, options.seal, options.now)
  const standing = createOfflineAccess({ ...options, database, names })
  const chartNotes = createChartNotes(database, options.now)
  const alerts = createAlerts(database, options.now)
  const monthPlans = createMonthPlans(database, options.now)
  const workingHours = createWorkingHours(database, options.now)
  const snapshots = createSharedReports(database, options.now)
  const agencyLogos = createAgencyLogos(database, options.now)
  const idempotency = createIdempotency(database, options.seal, options.now)
  return {
    preferences,
    names,
    sessions,
    audit,
    embedAuthCodes,
    tries,
    annotations,
    alerts,
    schedules,
    mailStops,
    standing,
    chartNotes,
    monthPlans,
    workingHours,
    snapshots,
    agencyLogos,
    idempotency,
  }
}

export type Stores = Awaited<ReturnType<typeof createStores>>
