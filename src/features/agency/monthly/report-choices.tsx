import { worded } from '#/i18n/locale.ts'
import { REPORT_METRICS } from '#/analytics/report-metrics.ts'
import { formatNumber, counted, formatShortDay } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { Checkbox } from '#/ui/control/checkbox.tsx'
import { canReport, type ClientReport, type ReportStateName } from './client-reports.ts'
import { refusalOf } from '#/api/client.ts'
import { dayAt } from '#/contract/day.ts'
import { errorText } from '#/domain/notice/error-text.ts'
import { Icon, type IconName } from '#/ui/icon.tsx'

/** First recipient, and number of others. */
const recipientsLabel = ({ recipients: [first, ...others] }: ClientReport): string | null =>
  first === undefined
    ? null
    : others.length === 0
      ? first
      : `${first} ${m.alerts_to_more({ more: formatNumber(others.length) })}`

const STATE_ICONS = {
  empty: { icon: 'partial', tone: '' },
  failed: { icon: 'alert', tone: 'text-missed' },
  unread: { icon: 'partial', tone: '' },
  reading: { icon: 'clock', tone: 'text-warning' },
  part: { icon: 'partial', tone: 'text-warning' },
  few: { icon: 'info', tone: '' },
  made: { icon: 'mail', tone: '' },
  ready: { icon: 'check', tone: '' },
} as const satisfies Record<ReportStateName, { icon: IconName; tone: string }>

const madeLabel = ({ made }: ClientReport): string => {
  if (made === null) return m.monthly_is_ready()
  const day = formatShortDay(dayAt(Date.parse(made.at), null))
  return made.people === null
    ? m.monthly_is_linked({ day })
    : m.monthly_is_sent({ ...counted(made.people), day })
}

const WORDS = {
  empty: m.monthly_is_empty,
  failed: ({ error }) =>
    m.monthly_is_failed({ reason: error === null ? '' : errorText(refusalOf(error.status, error.code, {})) }),
  unread: m.monthly_is_unread,
  reading: m.monthly_is_reading,
  part: m.monthly_is_part,
  few: ({ contacts }) => m.monthly_is_few(counted(contacts ?? 0)),
  made: madeLabel,
  ready: m.monthly_is_ready,
} as const satisfies Record<ReportStateName, (report: ClientReport) => string>

const ReportState = ({ report }: { report: ClientReport }) => {
  const { icon, tone } = STATE_ICONS[report.state]
  return (
    <span className={classNames('flex min-w-0 items-start gap-2', tone === '' ? 'text-text-2' : tone)}>
      <Icon
        name={report.state === 'made' && report.made?.people === null ? 'link' : icon}
        className="mt-0.5"
      />
      <span className="min-w-0 wrap-anywhere">{WORDS[report.state](report)}</span>
    </span>
  )
}

export const ReportChoices = ({
  reports,
  isChosen,
  onChoose,
}: {
  reports: readonly ClientReport[]
  isChosen: (report: ClientReport) => boolean
  onChoose: (reports: readonly ClientReport[], is: boolean) => void
}) => {
  const able = reports.filter(canReport)
  const chosen = able.filter(isChosen).length
  const isAll = able.length > 0 && chosen === able.length
  return (
    <div
      // Rows are reachable by their checkboxes.
      className="max-h-[46dvh] overflow-y-auto border-y border-line phone:max-h-none"
    >
      <table className="w-full text-13">
        <caption className="sr-only">{m.monthly_title()}</caption>
        <thead className="sticky top-0 z-sticky bg-raised text-left text-12 text-text-3">
          <tr>
            <th scope="col" className="py-1 font-medium">
              <Checkbox
                checked={isAll}
                indeterminate={chosen > 0 && !isAll}
                disabled={able.length === 0}
                onChange={({ target }) => onChoose(able, target.checked)}
                aria-label={m.monthly_all()}
              >
                {m.client_key()}
              </Checkbox>
            </th>
            <th scope="col" className="pl-4 text-right font-medium">
              {worded(REPORT_METRICS.contacts.name)}
            </th>
            <th scope="col" className="pl-6 font-medium phone:hidden">
              {m.monthly_state()}
            </th>
            <th scope="col" className="pl-6 font-medium phone:hidden">
              {m.monthly_recipients()}
            </th>
          </tr>
        </thead>
        <tbody>
          {reports.map((report) => (
            <tr
              key={report.client}
              className={classNames(
                'border-t border-line',
                canReport(report) ? 'text-text hover:bg-hover-raised' : 'text-text-3',
              )}
            >
              <th scope="row" className="py-1 text-left font-strong">
                <Checkbox
                  checked={isChosen(report)}
                  disabled={!canReport(report)}
                  onChange={({ target }) => onChoose([report], target.checked)}
                >
                  <bdi className="line-clamp-2 wrap-anywhere">{report.name}</bdi>
                </Checkbox>
                <span className="desk:hidden block pl-7 text-12 font-normal">
                  <ReportState report={report} />
                  {recipientsLabel(report) !== null && (
                    <span className="block truncate text-text-3">{recipientsLabel(report)}</span>
                  )}
                </span>
              </th>
              <td className="pl-4 text-right tabular-nums">
                {report.contacts === null ? '–' : formatNumber(report.contacts)}
              </td>
              <td className="pl-6 phone:hidden">
                <ReportState report={report} />
              </td>
              <td
                title={report.recipients.join(', ') || undefined}
                className={classNames(
                  'max-w-56 truncate pl-6 phone:hidden',
                  report.recipients.length === 0 && 'text-text-3',
                )}
              >
                {recipientsLabel(report) ?? m.monthly_no_recipients()}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
