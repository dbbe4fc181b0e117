import { monthsBetween } from '#/analytics/compare.ts'
import type { DayRange } from '#/contract/day.ts'
import { TypedDays } from '#/domain/period/period-picker.tsx'
import { useQuestion } from '#/features/overview/data/use-overview.ts'
import { comparedWith } from '#/features/overview/data/job.ts'
import { COMPARISONS, DEFAULT_COMPARISON, type ComparedWith } from '#/features/overview/search.ts'
import { counted, formatDays } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Checkbox } from '#/ui/control/checkbox.tsx'
import { comparisonHint, comparisonName } from './comparison-labels.ts'

const nameOf = (compare: ComparedWith, days: DayRange): string => {
  const months = compare === 'months' ? (monthsBetween(days, compare) ?? 1) : 1
  return months > 1 ? m.overview_compare_months_before(counted(months)) : comparisonName(compare)
}

/** All that the report's days can be compared with. */
export const ComparisonPicker = ({ onDone }: { onDone: () => void }) => {
  const { search, days, today, comparedDays, change } = useQuestion(
    'search',
    'days',
    'today',
    'comparedDays',
    'change',
  )
  const current = search.compare ?? DEFAULT_COMPARISON
  const matches = search.match_weekdays !== undefined
  const choose = (name: ComparedWith) => {
    const own = name === 'days' ? (comparedDays ?? comparedWith(days, {}, today)) : null
    change({
      compare: name === DEFAULT_COMPARISON ? undefined : name,
      compare_from: own?.from,
      compare_to: own?.to,
    })
    // Days of one's own are still to be chosen.
    if (name !== 'days') onDone()
  }
  return (
    <div className="grid w-80 gap-3 phone:w-full">
      <fieldset className="grid gap-1 phone:gap-1.5">
        <legend className="sr-only">{m.overview_compared_with()}</legend>
        {COMPARISONS.map((name) => {
          const its = name === 'days' ? null : comparedWith(days, { ...search, compare: name }, today)
          return (
            <button
              key={name}
              type="button"
              aria-pressed={name === current}
              data-autofocus={name === current || undefined}
              onClick={() => choose(name)}
              className="min-h-7 cursor-default rounded-2 px-2 py-1.5 text-left text-13 text-text-2 hover:bg-hover-raised hover:text-text active:bg-press aria-pressed:bg-selected aria-pressed:font-strong aria-pressed:text-accent phone:min-h-10 phone:border phone:border-line-strong phone:aria-pressed:border-accent forced-colors:aria-pressed:border"
            >
              <span className="flex flex-wrap justify-between gap-x-3">
                {nameOf(name, days)}
                {its && <span className="font-normal tabular-nums">{formatDays(its)}</span>}
              </span>
              <span className="block text-12 font-normal text-text-3">{comparisonHint(name)}</span>
            </button>
          )
        })}
      </fieldset>
      {current === 'days' && comparedDays && (
        <TypedDays
          days={comparedDays}
          onDays={({ from, to }) => change({ compare_from: from, compare_to: to })}
          onDone={onDone}
        />
      )}
      <Checkbox
        checked={matches}
        disabled={current === 'none' || current === 'days'}
        description={
          current === 'none' || current === 'days'
            ? m.overview_match_weekdays_off()
            : m.overview_match_weekdays_hint()
        }
        onChange={({ currentTarget }) => change({ match_weekdays: currentTarget.checked ? '1' : undefined })}
        className="border-t border-line pt-2"
      >
        {m.overview_match_weekdays()}
      </Checkbox>
    </div>
  )
}
