import { useId } from 'react'
import { monthsBetween } from '#/analytics/compare.ts'
import type { DayRange } from '#/contract/day.ts'
import { counted, formatDays } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Checkbox, Radio } from '#/ui/control/checkbox.tsx'
import { TextField } from '#/ui/control/field.tsx'
import { comparisonName } from './comparison-labels.ts'
import { comparedWith, COMPARISONS, type ComparedWith, type ComparisonChoice } from './comparison.ts'
import { daysFault, type PeriodChoice } from './period-choice.ts'

const nameOf = (compare: ComparedWith, days: DayRange | null): string => {
  const months = compare === 'months' && days ? (monthsBetween(days, compare) ?? 1) : 1
  return months > 1 ? m.overview_compare_months_before(counted(months)) : comparisonName(compare)
}

/** Comparison choices with dates; none for all time. */
export const ComparisonFields = ({
  days,
  usual,
  period,
  today,
  value,
  isFocused,
  onChange,
}: {
  days: DayRange | null
  /** Default comparison of the period. */
  usual: ComparedWith
  period: PeriodChoice['name']
  today: string
  value: ComparisonChoice
  isFocused: boolean
  onChange: (value: ComparisonChoice) => void
}) => {
  const id = useId()
  const { compare: current = usual, compare_from: from, compare_to: to } = value
  const isAllTime = period === 'all'
  const daysWith = (change: ComparisonChoice) =>
    days && comparedWith(days, { ...value, compare: current, ...change }, today)
  const matched = daysWith({ match_weekdays: '1' })
  const canMatch = !isAllTime && current !== 'none' && current !== 'days'
  const fault = current === 'days' ? daysFault({ from, to }, false) : null
  const choose = (compare: ComparedWith) => {
    const own = compare === 'days' ? daysWith({ compare: current === 'none' ? usual : current }) : null
    onChange({
      ...value,
      compare: compare === usual ? undefined : compare,
      compare_from: own?.from,
      compare_to: own?.to,
    })
  }
  return (
    <>
      {isAllTime && (
        <p id={id} className="mt-1 text-12 text-text-2">
          {m.shift_unbounded()}
        </p>
      )}
      <div
        role="radiogroup"
        aria-label={m.period_compare_with()}
        aria-describedby={isAllTime ? id : undefined}
        className="mt-2 grid gap-2 max-[1100px]:grid-cols-2 phone:grid-cols-1"
      >
        {COMPARISONS.map((compare) => {
          const its = compare === 'days' || isAllTime ? null : daysWith({ compare })
          return (
            <Radio
              key={compare}
              name={id}
              checked={isAllTime ? compare === 'none' : compare === current}
              disabled={isAllTime}
              data-autofocus={(isFocused && compare === current) || undefined}
              description={its ? formatDays(its) : undefined}
              onChange={() => choose(compare)}
            >
              {nameOf(compare, isAllTime ? null : days)}
            </Radio>
          )
        })}
      </div>
      {current === 'days' && !isAllTime && (
        <div className="mt-2 grid grid-cols-2 items-start gap-2">
          <TextField
            type="date"
            label={m.period_compare_first()}
            value={from ?? ''}
            onChange={({ target }) => onChange({ ...value, compare_from: target.value || undefined })}
          />
          <TextField
            type="date"
            label={m.period_compare_last()}
            value={to ?? ''}
            error={
              fault === null
                ? undefined
                : fault === 'missing'
                  ? m.overview_days_needed()
                  : m.period_compare_reversed()
            }
            onChange={({ target }) => onChange({ ...value, compare_to: target.value || undefined })}
          />
        </div>
      )}
      <Checkbox
        checked={value.match_weekdays !== undefined}
        disabled={!canMatch}
        description={
          !canMatch
            ? m.overview_match_weekdays_off()
            : matched
              ? m.period_compare_mondays({ days: formatDays(matched) })
              : m.overview_match_weekdays_hint()
        }
        onChange={({ currentTarget }) =>
          onChange({ ...value, match_weekdays: currentTarget.checked ? '1' : undefined })
        }
        className="mt-3 border-t border-line pt-3"
      >
        {m.overview_match_weekdays()}
      </Checkbox>
    </>
  )
}
