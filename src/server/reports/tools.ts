import type { AuditStore } from '#/server/administration/audit.ts'
import type { LogBook } from '#/server/administration/log-book.ts'
import type { AgencyLogos } from '#/server/agency-logo/store.ts'
import type { Annotations } from '#/server/annotations/store.ts'
import type { ChartNotes } from '#/server/chart-notes/store.ts'
import type { DeliveryTools } from '#/server/delivery/tools.ts'
import type { PreferencesStore } from '#/server/preferences/preferences.ts'
import type { PrintPage } from './pdf/print-page.ts'

export interface ReportTools extends DeliveryTools {
  readonly preferences: PreferencesStore
  readonly annotations: Annotations
  readonly chartNotes: ChartNotes
  readonly agencyLogos: AgencyLogos
  readonly audit: AuditStore
  readonly logBook: LogBook
  readonly printPage: PrintPage | null
}
