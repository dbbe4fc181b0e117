import type { LogBook } from '#/server/administration/log-book.ts'
import type { ArchiveAccess } from '#/server/archive/access.ts'
import type { Archive } from '#/server/archive/archive.ts'
import type { Config } from '#/server/config/config.ts'
import type { Stores } from '#/server/database/stores.ts'
import type { HeaderSet } from '#/server/headers.ts'
import type { Directory } from '#/server/identity/directory.ts'
import type { Log } from '#/server/log.ts'
import type { Mailer } from '#/server/mail/mailer.ts'
import type { Webhooks } from '#/server/mail/webhook.ts'
import type { PrintPage } from '#/server/reports/pdf/print-page.ts'
import type { Seal } from '#/server/session/seal.ts'
import type { UpstreamFetch } from '#/server/upstream/request.ts'
import type { SessionCalls } from '#/server/upstream/session-calls.ts'

export interface DeliveryOptions extends Pick<
  Stores,
  | 'schedules'
  | 'mailStops'
  | 'standing'
  | 'preferences'
  | 'audit'
  | 'alerts'
  | 'annotations'
  | 'monthPlans'
  | 'workingHours'
  | 'snapshots'
  | 'agencyLogos'
  | 'chartNotes'
  | 'tries'
> {
  readonly config: Pick<
    Config,
    'publicUrl' | 'mail' | 'webhookHosts' | 'chromium' | 'transport' | 'trustedProxies'
  >
  readonly seal: Seal
  readonly directory: Pick<Directory, 'administrators'>
  readonly calls: SessionCalls
  readonly access: ArchiveAccess
  readonly archive: Archive | null
  readonly logBook: LogBook
  readonly isOpen: (idHash: string) => Promise<boolean>
  readonly exports: { readonly folder: string }
  readonly headers: HeaderSet
  readonly checkedFetch: UpstreamFetch
  readonly log: Log
  readonly now: () => number
  readonly monotonic: () => number
}

export interface DeliveryTools extends DeliveryOptions {
  readonly mailer: Mailer | null
  readonly webhooks: Webhooks
  readonly printPage: PrintPage | null
}
