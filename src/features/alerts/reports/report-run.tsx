import type { MailedReport, ReportRun } from '#/contract/delivery/reports.ts'
import { useSaveBlocked } from '#/domain/saving/use-save-blocked.ts'
import { counted } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { noPdfLabel, reportTitle, runLabel } from './report-labels.ts'
import { useReportChanges } from './use-report-changes.ts'

export const momentOfRun = ({ ended, due }: ReportRun): number => (ended === null ? due : Date.parse(ended))

export const ReportRunLines = ({ report, run }: { report: MailedReport; run: ReportRun }) => {
  const { act } = useReportChanges()
  const blocked = useSaveBlocked(true)
  const { is, state, detail, said } = runLabel(run)
  return (
    <>
      <span className="col-start-2 min-w-0 text-12 wrap-anywhere text-text-2">
        {is === 'sent' ? (
          [
            run.contacts === null || !report.settings.view
              ? null
              : m.reports_run_file({
                  format: report.settings.view.format.toUpperCase(),
                  contacts: m.view_mail_contacts(counted(run.contacts)),
                }),
            run.sent === null ? state : m.alerts_told_to(counted(run.sent)),
            run.is_late ? m.reports_run_late() : null,
            run.no_pdf === null ? null : m.reports_run_no_pdf({ why: noPdfLabel(run.no_pdf) }),
          ]
            .filter((one) => one !== null)
            .join(', ')
        ) : (
          <>
            <b className={is === 'failed' ? 'font-semibold text-missed' : 'font-normal'}>{state}</b>
            {detail !== null && `. ${detail}`}
            {said !== null && <bdi className="block">{said}</bdi>}
          </>
        )}
      </span>
      {is === 'failed' && (
        <span className="col-start-2 pt-1">
          <Button
            disabledReason={blocked}
            aria-label={`${m.reports_send_again()}: ${reportTitle(report)}`}
            onClick={() => act({ report, action: 'again', due: run.due })}
          >
            {m.reports_send_again()}
          </Button>
        </span>
      )}
    </>
  )
}
