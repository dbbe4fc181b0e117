import { figureOf, type Tally } from '#/analytics/metrics.ts'
import { formatNumber, formatPercent, formatPercentChange, formatPoints } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { TallyChange, Missing } from './client-comparison.ts'

/** `4,212` or `12.4%`; null: a share of nothing. */
export const tallyWords = (tally: Tally): string | null => {
  const figure = figureOf(tally)
  if (figure === null) return null
  return tally.whole === null ? formatNumber(figure) : formatPercent(figure)
}

/** `+6.2%` of a count, `+1.9 pt` of a share; null: nothing to compare with. */
export const tallyChangeWords = ({ by, current }: TallyChange): string | null => {
  if (by === null) return null
  return current.whole === null ? formatPercentChange(by) : m.rollup_points({ points: formatPoints(by) })
}

const REASON = {
  'not-loaded': m.rollup_not_loaded,
  'not-said': m.rollup_not_said,
} as const satisfies Record<Missing, () => string>

export const missingFigureWords = (missing: Missing): string => REASON[missing]()
