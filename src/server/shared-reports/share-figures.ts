import { DAY_MS } from '#/contract/day.ts'
import type { AuditEvent } from '#/contract/administration/audit.ts'
import {
  SHARED_PAGE,
  SHARED_REPORTS_MAX,
  type ShareBody,
  type SharedAnswer,
  type SharedReportDays,
} from '#/contract/shared-reports/shared-reports.ts'
import type { AgencyBrand } from '#/server/agency-logo/brand.ts'
import { sessionPerson } from '#/server/administration/log-book.ts'
import type { ReportTools } from '#/server/reports/tools.ts'
import { Failure, failure } from '#/server/http/failure.ts'
import type { ReportFigures } from '#/server/reports/figures.ts'
import type { StoredSession } from '#/server/session/store.ts'
import type { SharedReports } from './store.ts'

export interface SharedReportTools extends ReportTools {
  readonly sharedReports: SharedReports
}

interface Sharing {
  readonly client: string | null
  readonly page: Pick<ShareBody, 'filters' | 'offset' | 'language'>
  readonly lasts: SharedReportDays
  readonly brand: AgencyBrand | null
  /** @returns whether the audit log has the entry */
  readonly note: (what: AuditEvent) => Promise<boolean>
}

/**
 * Stores current figures behind a link.
 * @throws Failure 400 `sharedReports` at the limit, `storage_unavailable` if the audit log cannot be written
 */
export const shareFigures = async (
  { sharedReports, config, now }: SharedReportTools,
  session: StoredSession,
  figures: ReportFigures,
  { client, page, lasts, brand, note }: Sharing,
): Promise<SharedAnswer> => {
  const expires = now() + lasts * DAY_MS
  const { sharedPageLabels } = await import('#/server/reports/page/shared-page-labels.ts')
  const added = await sharedReports.add({
    account: session.account,
    client,
    company_name: figures.clientName,
    object_title: figures.objectTitle,
    date_from: figures.days.from,
    date_to: figures.days.to,
    who: sessionPerson(session),
    expires,
    page: JSON.stringify(sharedPageLabels(figures, page, { now: now(), expires, brand })),
  })
  if (added === null) throw new Failure(400, { snapshots: `too_many: ${SHARED_REPORTS_MAX}` })
  // Without an audit log entry nothing is shared.
  if (!(await note({ event: 'snapshot_shared', days: lasts }))) {
    await sharedReports.withdraw(session.account, added.link.id)
    throw failure('storage_unavailable')
  }
  return { link: new URL(`${SHARED_PAGE}/${added.token}`, config.publicUrl).href, snapshot: added.link }
}
