import { isSameLength, type FigureChange } from '#/analytics/figure-change.ts'
import type { ReportComparison } from '#/contract/figures/answers.ts'
import { counted, formatPercentChange, formatPoints } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'

/** `+6.2%`, `+6.2% per day`, `+1.9 pt`; null: nothing to compare with. */
export const changeLabel = ({ by, unit, isPerDay }: FigureChange): string | null => {
  if (by === null) return null
  if (unit === 'share') return m.overview_points({ points: formatPoints(by) })
  const change = formatPercentChange(by)
  return isPerDay ? m.overview_per_day({ change }) : change
}

/** "Compared per day: 26 days with 31 days."; null: equal lengths. */
export const lengthsLabel = (comparison: ReportComparison): string | null =>
  isSameLength(comparison)
    ? null
    : m.overview_compare_lengths({
        days: m.spend_days_count(counted(comparison.days)),
        compared: m.spend_days_count(counted(comparison.comparedDays)),
      })
