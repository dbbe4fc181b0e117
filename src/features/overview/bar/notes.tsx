import { useLocation } from '@tanstack/react-router'
import { dimensionName } from '#/domain/contact-list/dimension-words.ts'
import { REPORT_FILTERS, type ReportFilter } from '#/contract/report-filters.ts'
import { m } from '#/i18n/paraglide/messages.js'

const isReportFilter = (name: string): name is ReportFilter => REPORT_FILTERS.some((one) => one === name)

const NAMES: Readonly<Record<string, () => string>> = {
  period: m.overview_period,
  date_from: m.filter_date_from,
  date_to: m.filter_date_to,
  object: m.overview_object,
  compare: m.overview_compared_with,
  compare_from: m.overview_compared_with,
  compare_to: m.overview_compared_with,
  match_weekdays: m.overview_match_weekdays,
  days: m.overview_by_days,
  bucket: m.trend_buckets,
  trend_metric: m.trend_metric,
  heat_metric: m.heat_metric,
  as_table: m.as_table,
}

const nameOf = (name: string) => (isReportFilter(name) ? dimensionName(name) : (NAMES[name]?.() ?? name))

/** What is wrong with the address; what has not come is said in the bar, which has a place for it. */
export const Notes = () => {
  const dropped = useLocation({ select: (location) => location.state.dropped }) ?? []
  return (
    <div aria-live="polite" className="grid gap-1 px-4 pt-2 text-13 text-warning empty:hidden">
      {dropped.length > 0 && (
        <p>{m.overview_dropped({ names: [...new Set(dropped.map(nameOf))].join(', ') })}</p>
      )}
    </div>
  )
}
