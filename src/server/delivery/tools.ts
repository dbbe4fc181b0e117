import type { ArchiveAccess } from '#/server/accounts/access.ts'
import type { Archive } from '#/server/archive/archive.ts'
import type { Config } from '#/server/config/config.ts'
import type { Directory } from '#/server/identity/directory.ts'
import type { Mailer } from '#/server/mail/mailer.ts'
import type { MailStops } from '#/server/mail/stops.ts'
import type { Webhooks } from '#/server/mail/webhook.ts'
import type { MonthPlans } from '#/server/month-plans/store.ts'
import type { OfflineAccess } from '#/server/offline-access/offline-access.ts'
import type { Schedules } from '#/server/schedule/schedules.ts'
import type { Seal } from '#/server/session/seal.ts'
import type { Tries } from '#/server/session/tries.ts'
import type { SessionCalls } from '#/server/upstream/session-calls.ts'
import type { WorkingHoursStore } from '#/server/working-hours/store.ts'

/** What every kind of scheduled sending takes; a kind adds its own. */
export interface DeliveryTools {
  readonly config: Pick<Config, 'publicUrl' | 'mail' | 'webhookHosts'>
  readonly schedules: Schedules
  readonly mailStops: MailStops
  readonly offlineAccess: OfflineAccess
  readonly mailer: Mailer | null
  readonly webhooks: Webhooks
  readonly seal: Seal
  readonly tries: Tries
  readonly directory: Pick<Directory, 'administrators'>
  readonly calls: SessionCalls
  readonly access: ArchiveAccess
  readonly archive: Archive | null
  readonly monthPlans: MonthPlans
  readonly workingHours: WorkingHoursStore
  readonly now: () => number
}
