import { refusalOf } from '#/api/client.ts'
import { dayAt } from '#/contract/day.ts'
import { errorText } from '#/domain/notice/error-text.ts'
import { counted, formatShortDay } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { Icon, type IconName } from '#/ui/icon.tsx'
import type { ClientReport, ReportStateName } from './client-reports.ts'

const LOOK = {
  empty: { icon: 'partial', tone: '' },
  failed: { icon: 'alert', tone: 'text-missed' },
  unread: { icon: 'partial', tone: '' },
  reading: { icon: 'clock', tone: 'text-warning' },
  part: { icon: 'partial', tone: 'text-warning' },
  few: { icon: 'info', tone: '' },
  made: { icon: 'mail', tone: '' },
  ready: { icon: 'check', tone: '' },
} as const satisfies Record<ReportStateName, { icon: IconName; tone: string }>

const madeWords = ({ made }: ClientReport): string => {
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
  made: madeWords,
  ready: m.monthly_is_ready,
} as const satisfies Record<ReportStateName, (report: ClientReport) => string>

/** How a client's report stands, in an icon and its words. */
export const ReportState = ({ report }: { report: ClientReport }) => {
  const { icon, tone } = LOOK[report.state]
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
