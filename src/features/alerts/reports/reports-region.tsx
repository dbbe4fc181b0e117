import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { reportsQuery } from '#/api/alerts/reports.ts'
import type { MailedReport, ReportRun } from '#/contract/delivery/reports.ts'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { useSaveBlocked } from '#/domain/saving/use-save-blocked.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { Section } from '#/ui/data/section.tsx'
import { Icon } from '#/ui/icon.tsx'
import { StateMessage } from '#/ui/state/state-message.tsx'
import { useIsPhone } from '#/ui/use-is-phone.ts'
import { useAlertsSearch, useLeaveDialog } from '../use-dialog-address.ts'
import { ReportCards, ReportsTable } from './report-rows.tsx'

const ReportDialog = lazy(() =>
  import('./report-dialog.tsx').then(({ ReportDialog: Loaded }) => ({ default: Loaded })),
)

export const ReportsRegion = () => {
  const { scope } = useSignedIn()
  const { data, error, refetch } = useQuery(reportsQuery(scope.principal))
  const { email_view: view } = useAlertsSearch()
  /** Null: closed; `new`: a new report. */
  const [edited, setEdited] = useState<MailedReport | 'new' | null>(view === undefined ? null : 'new')
  const leaveDialog = useLeaveDialog()
  const blocked = useSaveBlocked(true)
  const isPhone = useIsPhone()
  const Rows = isPhone ? ReportCards : ReportsTable
  return (
    <Section
      title={m.reports_region()}
      note={<span className="phone:hidden">{m.reports_region_note()}</span>}
      className="px-4"
      actions={
        <Button data-tool="mail" disabledReason={blocked} onClick={() => setEdited('new')}>
          {m.reports_new()}
        </Button>
      }
    >
      {error !== null && data === undefined && <LoadError error={error} onRetry={() => void refetch()} />}
      {data?.mail_from === null && (
        <p className="flex items-start gap-1.5 py-1 text-13 text-text-2">
          <Icon name="alert" size={14} className="mt-0.5 text-warning" />
          {m.reports_no_mail()}
        </p>
      )}
      {data?.reports.length === 0 && (
        <StateMessage icon="calendar" title={m.reports_none()}>
          {m.reports_none_text()}
        </StateMessage>
      )}
      {data !== undefined && data.reports.length > 0 && (
        <Rows reports={data.reports} lastRun={lastRunOf(data.runs)} onEdit={setEdited} />
      )}
      {edited !== null && (
        <Suspense fallback={null}>
          <ReportDialog
            report={edited === 'new' ? null : edited}
            view={view ?? null}
            hasOfflineAccess={data?.standing.is === 'given'}
            onClose={() => {
              setEdited(null)
              leaveDialog()
            }}
          />
        </Suspense>
      )}
    </Section>
  )
}

/** Newest first. */
const lastRunOf =
  (runs: readonly ReportRun[]) =>
  ({ id }: MailedReport): ReportRun | undefined =>
    runs.find(({ report }) => report === id)
