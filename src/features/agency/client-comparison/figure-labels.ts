import { figureOf, type Tally } from '#/analytics/metrics.ts'
import { daysIn } from '#/contract/day.ts'
import { counted, formatNumber, formatPercent, formatPercentChange, formatPoints } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { TallyChange, Missing } from './client-comparison.ts'

/** `4,212` or `12.4%`; null: a share of nothing. */
export const tallyLabel = (tally: Tally): string | null => {
  const figure = figureOf(tally)
  if (figure === null) return null
  return tally.whole === null ? formatNumber(figure) : formatPercent(figure)
}

/** `+6.2%` or `+6.2% per day` of a count, `+1.9 pt` of a share; null: nothing to compare with. */
export const tallyChangeLabel = ({ by, current, isPerDay }: TallyChange): string | null => {
  if (by === null) return null
  if (current.whole !== null) return m.client_comparison_points({ points: formatPoints(by) })
  const change = formatPercentChange(by)
  return isPerDay ? m.overview_per_day({ change }) : change
}

/** "Compared per day: 31 days with 30 days." */
export const tallyLengthsLabel = ({ comparison: { current, previous } }: TallyChange): string =>
  m.overview_compare_lengths({
    days: m.spend_days_count(counted(daysIn(current))),
    compared: m.spend_days_count(counted(daysIn(previous))),
  })

const REASON = {
  'not-loaded': m.client_comparison_not_loaded,
  'not-said': m.client_comparison_not_said,
} as const satisfies Record<Missing, () => string>

export const missingFigureLabel = (missing: Missing): string => REASON[missing]()
