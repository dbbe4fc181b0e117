import { useState, useId } from 'react'
import { addDays, daysIn, type DayRange } from '#/contract/day.ts'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { setTimes, useTimes, type Times } from '#/domain/preferences/times.ts'
import { counted, localeTag, formatOffset } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { TextField } from '#/ui/control/field.tsx'
import { OptionList } from '#/ui/control/option-list.tsx'
import { useIsPhone } from '#/ui/use-is-phone.ts'
import { ComparisonFields } from './comparison-fields.tsx'
import { comparedWith, comparisonFor, type ComparisonChoice } from './comparison.ts'
import { comparisonName } from './comparison-labels.ts'
import type { CalendarCode } from './period-control.tsx'
import {
  chosenDays,
  daysFault,
  isServicePeriod,
  SERVICE_PERIODS,
  wholeDays,
  type PeriodChoice,
} from './period-choice.ts'
import { PRESET_WORDS, SERVICE_WORDS } from './period-labels.ts'
import { PeriodOnDesk, PeriodOnPhone, type PickerParts, type PickerStep } from './period-picker-layout.tsx'
import { currentTime } from '#/api/transport/server-facts.ts'

/** Offered presets; others from old links are shown as days. */
const OFFERED = [
  ['today', 'yesterday', 'last_7_days', 'last_30_days'],
  ['this_week', 'this_month', 'last_month', 'this_quarter', 'this_year'],
  ['all', 'custom'],
] as const
type Offered = (typeof OFFERED)[number][number]

const isOffered = (name: PeriodChoice['name']): name is Offered => OFFERED.flat().some((one) => one === name)
const nameOf = (name: Offered) => (name === 'custom' ? m.period_custom() : PRESET_WORDS[name]())

export interface PeriodPickerProps {
  readonly period: PeriodChoice
  readonly comparison?: ComparisonChoice
  /** Only complete days are compared. */
  readonly comparesFullDays?: boolean
  /** On the contacts' clock (G6). */
  readonly today: string
  /** Contacts come from the service: allows its own periods and open ends. */
  readonly isService?: boolean
  readonly calendar: CalendarCode
  /** Part to focus; opens first on a phone. */
  readonly startsAt: 'period' | 'comparison'
  readonly onApply: (period: PeriodChoice, comparison: ComparisonChoice) => void
  readonly onClose: () => void
}

/** Period picker: presets, days, comparison and time zone; applies on "Apply". */
export const PeriodPicker = (props: PeriodPickerProps) => {
  const { period: given, today, isService = false, startsAt, onApply, onClose } = props
  const isPhone = useIsPhone()
  const [opened] = useState({ period: given, comparison: props.comparison ?? {} })
  const [period, setPeriod] = useState(opened.period)
  const [comparison, setComparison] = useState(opened.comparison)
  const timesNow = useTimes()
  const [times, chooseTimes] = useState(timesNow)
  const [step, setStep] = useState<PickerStep>(startsAt)

  const days = chosenDays(period, today, isService)
  const whole = wholeDays(days)
  const fault = period.name === 'custom' ? daysFault(days, isService) : null
  const facing = whole && props.comparesFullDays ? fullDays(whole, today) : whole
  const usual = whole ? comparisonFor({}, whole, today) : 'previous'
  const { compare = usual } = comparison
  const comparedDays =
    props.comparison && facing
      ? comparedWith(facing, { ...comparison, compare, period: period.name }, today)
      : null
  const isIncomplete = comparison.compare === 'days' && wholeDays(ownDays(comparison)) === null

  const apply = () => {
    if (fault !== null) return setStep('period')
    // All time is compared with nothing.
    if (isIncomplete && period.name !== 'all') return setStep('comparison')
    const compared = isIncomplete ? opened.comparison : comparison
    setTimes(times)
    if (period !== opened.period || compared !== opened.comparison) onApply(period, compared)
    onClose()
  }
  const parts: PickerParts = {
    presets: (
      <Presets
        period={period}
        isFocused={startsAt === 'period'}
        onChoose={(name) => {
          // A second press applies.
          if (name === period.name && name !== 'custom') return apply()
          setPeriod(name === 'custom' ? { name, ...days } : { name })
        }}
      />
    ),
    days: (
      <Days
        days={days}
        error={
          fault === null ? undefined : fault === 'reversed' ? m.date_reversed() : m.overview_days_needed()
        }
        hint={whole ? m.spend_days_count(counted(daysIn(whole))) : ''}
        onDays={(next) => setPeriod({ name: 'custom', ...next })}
      />
    ),
    calendar: (
      <Calendar
        {...{ today, comparedDays, months: isPhone ? 1 : 2, code: props.calendar, value: whole }}
        onChange={(range) => setPeriod({ name: 'custom', ...range })}
      />
    ),
    comparison: props.comparison && (
      <ComparisonFields
        days={facing}
        usual={usual}
        period={period.name}
        today={today}
        value={comparison}
        isFocused={startsAt === 'comparison'}
        onChange={setComparison}
      />
    ),
    service: isService && (
      <>
        <Segments
          label={m.period_as_service()}
          options={SERVICE_PERIODS.map((value) => ({ value, label: SERVICE_WORDS[value]() }))}
          value={isServicePeriod(period.name) ? period.name : null}
          onChange={(name) => setPeriod({ name })}
        />
        <p className="w-full text-12 text-text-3 phone:mt-2">{m.period_as_service_hint()}</p>
      </>
    ),
    times: (
      <Segments
        label={m.period_times()}
        options={TIMES.map((value) => ({ value, label: timesLabel(value) }))}
        value={times}
        onChange={chooseTimes}
      />
    ),
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      {isPhone ? (
        <PeriodOnPhone
          parts={parts}
          step={step}
          onStep={setStep}
          values={{
            comparison: comparisonName(period.name === 'all' ? 'none' : compare),
            service: isServicePeriod(period.name) ? SERVICE_WORDS[period.name]() : '',
            times: timesLabel(times),
          }}
          show={whole ? m.period_show_days(counted(daysIn(whole))) : m.period_show()}
          onClose={onClose}
        />
      ) : (
        <PeriodOnDesk parts={parts} isCompared={comparedDays !== null} onClose={onClose} />
      )}
    </form>
  )
}

/** Complete days; null: none. */
const fullDays = ({ from, to }: DayRange, today: string): DayRange | null => {
  const last = to < today ? to : addDays(today, -1)
  return from <= last ? { from, to: last } : null
}

const TIMES = ['own', 'mine'] as const satisfies readonly Times[]

const ownDays = ({ compare_from: from, compare_to: to }: ComparisonChoice) => ({ from, to })

const Presets = ({
  period: { name },
  isFocused,
  onChoose,
}: {
  period: PeriodChoice
  isFocused: boolean
  onChoose: (name: Offered) => void
}) => {
  const isPhone = useIsPhone()
  const groups = isPhone ? [OFFERED.flat()] : OFFERED
  return (
    <div className="phone:[&_[role=option]]:min-h-10 phone:[&_[role=option]]:border phone:[&_[role=option]]:border-line-strong phone:[&_[role=option]]:text-13 phone:[&_[role=option][aria-selected=true]]:border-accent [&_[role=option][aria-selected=true]]:bg-selected phone:[&_bdi]:mx-auto phone:[&_bdi]:text-center phone:[&_svg]:hidden">
      <OptionList
        label={m.filter_period()}
        groups={groups.map((names) => ({ options: names.map((id) => ({ id, label: nameOf(id) })) }))}
        columns={isPhone ? 3 : 1}
        selected={isOffered(name) ? name : isServicePeriod(name) ? undefined : 'custom'}
        autoFocus={isFocused}
        onSelect={onChoose}
      />
    </div>
  )
}

interface ChosenDays {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

const Days = ({
  days: { from, to },
  error,
  hint,
  onDays,
}: {
  days: ChosenDays
  error: string | undefined
  /** Number of days. */
  hint: string
  onDays: (days: ChosenDays) => void
}) => (
  <div className="flex items-start gap-2">
    <TextField
      type="date"
      label={m.filter_date_from()}
      value={from ?? ''}
      onChange={({ target }) => onDays({ from: target.value || undefined, to })}
      className="grow"
    />
    <span aria-hidden="true" className="pt-7 text-text-3">
      –
    </span>
    <TextField
      type="date"
      label={m.filter_date_to()}
      value={to ?? ''}
      error={error}
      onChange={({ target }) => onDays({ from, to: target.value || undefined })}
      className="grow"
    />
    <span className="w-28 pt-7 text-13 text-text-2 tabular-nums phone:hidden">{hint}</span>
  </div>
)

const Calendar = ({
  code: { code: RangeCalendar, error, load },
  value,
  today,
  comparedDays,
  months,
  onChange,
}: {
  code: CalendarCode
  value: { from: string; to: string } | null
  today: string
  comparedDays: { from: string; to: string } | null
  months: 1 | 2
  onChange: (range: { from: string; to: string }) => void
}) =>
  error !== null ? (
    <LoadError error={error} level={3} onRetry={load} />
  ) : (
    <div className="min-h-61 phone:min-h-80">
      {RangeCalendar === null ? (
        <p className="text-13 text-text-3">{m.loading()}</p>
      ) : (
        <RangeCalendar
          label={m.period_calendar()}
          locale={localeTag()}
          compared={comparedDays}
          {...{ value, today, months, onChange }}
        />
      )}
    </div>
  )

const Segments = <Value extends string>({
  label,
  options,
  value: chosen,
  onChange,
}: {
  label: string
  options: readonly { readonly value: Value; readonly label: string }[]
  value: Value | null
  onChange: (value: Value) => void
}) => {
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className="inline-flex divide-x divide-line-strong overflow-hidden rounded-2 border border-line-strong phone:grid phone:divide-x-0 phone:divide-y"
    >
      {options.map(({ value, label: word }) => (
        <label
          key={value}
          className="relative flex min-h-7 items-center px-3 text-13 whitespace-nowrap text-text-2 hover:bg-hover-raised hover:text-text has-checked:bg-selected has-checked:font-strong has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus touch:min-h-8 phone:min-h-12 phone:text-15 forced-colors:has-checked:bg-[Highlight]"
        >
          <input
            type="radio"
            name={name}
            checked={value === chosen}
            onChange={() => onChange(value)}
            className="absolute inset-0 cursor-default appearance-none outline-none"
          />
          {word}
        </label>
      ))}
    </div>
  )
}

/** "Each object’s own", "My time, UTC+3" */
const timesLabel = (times: Times): string =>
  times === 'own'
    ? m.period_times_own()
    : m.period_times_mine({ offset: formatOffset(-new Date(currentTime()).getTimezoneOffset()) })
