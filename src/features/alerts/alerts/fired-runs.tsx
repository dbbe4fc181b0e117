import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { reportsQuery } from '#/api/alerts/reports.ts'
import type { AlertDelivery, IncidentRun } from '#/contract/alerts/alerts.ts'
import { dayAt, momentAt } from '#/contract/day.ts'
import { currentTime } from '#/api/transport/server-facts.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { counted, formatLongDay, timeOf } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Section } from '#/ui/data/section.tsx'
import { Icon, type IconName } from '#/ui/icon.tsx'
import { whyLabel } from '#/features/alerts/reason-labels.ts'
import { noPdfLabel, reportTitle, runLabel } from '#/features/alerts/reports/report-labels.ts'
import type { AlertNames } from '#/features/alerts/alerts/use-alert-names.ts'
import type { MailedReport, ReportRun } from '#/contract/delivery/reports.ts'
import { kindLabels } from '#/domain/alert-kind-labels.ts'
import { useSaveBlocked } from '#/domain/saving/use-save-blocked.ts'
import { Button } from '#/ui/control/button.tsx'
import { useReportChanges } from '#/features/alerts/reports/use-report-changes.ts'

const FailedDeliveries = ({ delivery: { failed, again } }: { delivery: AlertDelivery }) => (
  <>
    {failed.map(({ to, reason, said: reply }) => (
      <span key={to} className="col-start-2 text-12 wrap-anywhere text-missed">
        {m.alerts_told_not({ to, why: whyLabel({ reason, reply }) })}
      </span>
    ))}
    {again !== null && (
      <span className="col-start-2 text-12 text-text-2">
        {m.alerts_told_again({ time: timeOf(momentAt(again, null).minute) })}
      </span>
    )}
  </>
)

interface RunItem {
  readonly key: string
  readonly at: number
  readonly icon: IconName
  readonly isFailed: boolean
  readonly title: string
  readonly lines: ReactNode
}

const alertItem = (run: IncidentRun, names: AlertNames): RunItem => ({
  key: run.id,
  at: run.at,
  icon: 'bell',
  isFailed: (run.delivery?.failed.length ?? 0) > 0,
  title: kindLabels(run.kind).found(),
  lines: (
    <>
      <span className="col-start-2 truncate text-12 text-text-2">
        <bdi>{names.runAbout(run)}</bdi>
        {run.delivery !== null && run.delivery.sent > 0 && (
          <> · {m.alerts_told_to(counted(run.delivery.sent))}</>
        )}
      </span>
      {run.delivery !== null && <FailedDeliveries delivery={run.delivery} />}
    </>
  ),
})

const useReportItems = (): readonly RunItem[] => {
  const { scope } = useSignedIn()
  const { data } = useQuery(reportsQuery(scope.principal))
  const reports = new Map(data?.reports.map((report) => [report.id, report]))
  return (data?.runs ?? []).flatMap((run): RunItem[] => {
    const report = reports.get(run.report)
    if (!report) return []
    return [
      {
        key: `${run.report} ${run.due}`,
        at: momentOfRun(run),
        icon: 'mail',
        isFailed: runLabel(run).is === 'failed',
        title: reportTitle(report),
        lines: <ReportRunLines report={report} run={run} />,
      },
    ]
  })
}

const dayHead = (day: string) => (day === dayAt(currentTime(), null) ? m.today() : formatLongDay(day))

export const FiredRuns = ({ runs, names }: { runs: readonly IncidentRun[]; names: AlertNames }) => {
  const items = [...runs.map((run) => alertItem(run, names)), ...useReportItems()].toSorted(
    (a, b) => b.at - a.at,
  )
  const failed = items.filter(({ isFailed }) => isFailed).length
  const byDay = Map.groupBy(items, ({ at }) => momentAt(at, null).day)
  return (
    <Section
      title={m.alerts_runs()}
      note={
        items.length === 0
          ? m.alerts_runs_none()
          : failed > 0
            ? m.alerts_runs_failed(counted(failed))
            : undefined
      }
      className="px-4"
    >
      {[...byDay].map(([day, entries]) => (
        <div key={day}>
          <h3 className="mt-2 border-b border-line-strong pb-1 text-12 font-normal text-text-2">
            {dayHead(day)}
          </h3>
          <ul>
            {entries.map(({ key, at, icon, isFailed, title, lines }) => (
              <li
                key={key}
                className="grid grid-cols-[16px_minmax(0,1fr)_auto] items-start gap-x-2 border-b border-line py-2 text-13"
              >
                <Icon
                  name={isFailed ? 'alert' : icon}
                  className={isFailed ? 'mt-0.5 text-missed' : 'mt-0.5 text-text-3'}
                />
                <b className="font-semibold">
                  <bdi>{title}</bdi>
                </b>
                <time dateTime={new Date(at).toISOString()} className="text-text-2 tabular-nums">
                  {timeOf(momentAt(at, null).minute)}
                </time>
                {lines}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </Section>
  )
}

const momentOfRun = ({ ended, due }: ReportRun): number => (ended === null ? due : Date.parse(ended))

const ReportRunLines = ({ report, run }: { report: MailedReport; run: ReportRun }) => {
  const { act } = useReportChanges()
  const blocked = useSaveBlocked(true)
  const { is, state, detail, reply } = runLabel(run)
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
            {reply !== null && <bdi className="block">{reply}</bdi>}
          </>
        )}
      </span>
      {run.state === 'failed' && (
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
