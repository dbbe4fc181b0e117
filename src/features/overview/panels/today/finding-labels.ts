import { CALL_BACK_DAYS, type Finding, type FindingKind } from '#/analytics/evaluation/findings.ts'
import { stopsDetail, stopsTitle } from '#/domain/expiry-forecast/stop-labels.ts'
import { stopSourceLabel } from '#/domain/report/stop-source-label.ts'
import { todayText, insteadText } from '#/domain/inactivity-labels.ts'
import { counted, formatNumber, formatPercent } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { IconName } from '#/ui/icon.tsx'

const rounded = (estimate: number): number =>
  estimate < 9.95 ? Math.round(estimate * 10) / 10 : Math.round(estimate)
export const roughly = (estimate: number): string => formatNumber(rounded(estimate))
export const roughlyCounted = (estimate: number) => counted(rounded(estimate))

export const FINDING_ICONS: Readonly<Record<FindingKind, { icon: IconName; tone: string }>> = {
  not_through: { icon: 'phone-missed', tone: 'text-missed' },
  missed_source: { icon: 'alert', tone: 'text-warning' },
  stop_source: { icon: 'minus', tone: 'text-missed' },
  silent_object: { icon: 'bell-off', tone: 'text-missed' },
  stopping_object: { icon: 'clock', tone: 'text-warning' },
}

export const findingTitle = (finding: Finding): string => {
  switch (finding.is) {
    case 'not_through':
      return m.today_call_back(counted(finding.callers))
    case 'missed_source':
      return m.today_missed_source({ source: finding.source, rate: formatPercent(finding.rate.rate) })
    case 'stop_source':
      return m.today_stop_source({ source: finding.source })
    case 'silent_object':
      return m.today_silent({ object: finding.object.title, today: todayText(finding.inactivity) })
    default:
      return stopsTitle(finding.object.title, finding.expiryForecast)
  }
}

export const findingDetail = (finding: Finding): string => {
  switch (finding.is) {
    case 'not_through':
      return m.today_call_back_detail({
        ...counted(CALL_BACK_DAYS),
        first_time: formatNumber(finding.firstTime),
      })
    case 'missed_source':
      return m.today_missed_source_detail({
        days: formatNumber(CALL_BACK_DAYS),
        missed: formatNumber(finding.missed),
        calls: formatNumber(finding.calls),
        others: formatPercent(finding.others.rate),
      })
    case 'stop_source':
      return m.today_last_days({ what: stopSourceLabel(finding), days: formatNumber(CALL_BACK_DAYS) })
    case 'silent_object':
      return insteadText(finding.inactivity)
    default:
      return stopsDetail(finding.expiryForecast)
  }
}
