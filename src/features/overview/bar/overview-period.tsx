import type { ComparisonChoice } from '#/domain/period/comparison.ts'
import { isServicePeriod, type PeriodChoice } from '#/domain/period/period-choice.ts'
import { PeriodControl } from '#/domain/period/period-control.tsx'
import { PRESET_WORDS, rangeLabel } from '#/domain/period/period-labels.ts'
import { useOverview } from '#/features/overview/data/use-overview.ts'
import { DEFAULT_PERIOD } from '#/domain/period/period-choice.ts'
import { formatDays } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'

export const OverviewPeriod = ({ isCompared = true }: { isCompared?: boolean }) => {
  const { search, days, comparedDays, today, change } = useOverview(
    'search',
    'days',
    'comparedDays',
    'today',
    'change',
  )
  const preset = search.date_from === undefined ? (search.period ?? DEFAULT_PERIOD) : null
  const { compare, compare_from, compare_to, match_weekdays } = search
  const period: PeriodChoice = preset ? { name: preset } : { name: 'custom', ...days }
  return (
    <PeriodControl
      valueText={preset ? PRESET_WORDS[preset]() : rangeLabel(days, today)}
      {...(isCompared && {
        comparedLabel: comparedDays
          ? comparedLabel(formatDays(comparedDays), search)
          : m.compared_with_nothing(),
        comparison: { compare, compare_from, compare_to, match_weekdays },
      })}
      period={period}
      today={today}
      onApply={(next, comparison) =>
        change({
          ...periodSearch(next),
          // Selected days belong to the former period.
          ...(next.name !== period.name || next.name === 'custom' ? { days: undefined } : {}),
          ...comparison,
        })
      }
    />
  )
}

const comparedLabel = (days: string, { compare, match_weekdays: matches }: ComparisonChoice): string =>
  matches !== undefined && compare !== 'days' ? m.overview_same_weekdays({ days }) : days

const periodSearch = ({ name, from, to }: PeriodChoice) =>
  name === 'custom' || isServicePeriod(name)
    ? { period: undefined, date_from: from, date_to: to }
    : {
        period: name === DEFAULT_PERIOD ? undefined : name,
        date_from: undefined,
        date_to: undefined,
      }
