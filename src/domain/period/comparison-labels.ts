import type { ReportComparison } from '#/contract/figures/answers.ts'
import type { DayRange } from '#/contract/day.ts'
import { lengthsLabel } from '#/domain/figures/change-labels.ts'
import { comparisonFor, type ComparedWith, type ComparisonChoice } from './comparison.ts'
import { m } from '#/i18n/paraglide/messages.js'

const NAMES = {
  previous: m.overview_compare_previous,
  months: m.overview_compare_months,
  year: m.overview_compare_year,
  days: m.overview_compare_days,
  none: m.period_compare_none,
} as const satisfies Record<ComparedWith, () => string>

export const comparisonName = (compare: ComparedWith): string => NAMES[compare]()

const HINTS = {
  previous: m.overview_compare_previous_hint,
  months: m.overview_compare_months_hint,
  year: m.overview_compare_year_hint,
  days: m.overview_compare_days_hint,
  none: m.overview_compare_none_hint,
} as const satisfies Record<ComparedWith, () => string>

const comparisonHint = (compare: ComparedWith): string => HINTS[compare]()

export const comparisonNotes = (
  {
    search,
    days,
    today,
  }: { readonly search: ComparisonChoice; readonly days: DayRange; readonly today: string },
  comparison: ReportComparison,
): string[] => {
  const compare = comparisonFor(search, days, today)
  return [
    ...(compare === 'previous'
      ? []
      : [m.overview_compare_note({ name: comparisonName(compare), hint: comparisonHint(compare) })]),
    ...(search.match_weekdays !== undefined && compare !== 'days'
      ? [
          m.overview_compare_note({
            name: m.overview_match_weekdays(),
            hint: m.overview_match_weekdays_hint(),
          }),
        ]
      : []),
    ...[lengthsLabel(comparison)].filter((words) => words !== null),
  ]
}
