import { useId, type ReactNode } from 'react'
import { readAmount } from '#/features/overview/spend/reading/amount.ts'
import { DATE_UNITS, type DateUnit } from '#/features/overview/spend/reading/mapping.ts'
import { readPeriod, type DateOrder } from '#/features/overview/spend/reading/period.ts'
import { daysFrom } from '#/features/overview/spend/reading/unit-period.ts'
import { SPENT_NAME_MAX } from '#/contract/preferences.ts'
import { formatDays, formatLongDay, formatMoney, formatMonth, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Radio } from '#/ui/control/checkbox.tsx'
import { TextField, SelectField } from '#/ui/control/field.tsx'
import { columnName } from './labels.ts'
import type { Import } from './use-import.ts'
import type { Known } from './use-known.ts'
import { daysOfMonth, monthsOf } from '#/analytics/spend/month.ts'
import { addDays, type DayRange } from '#/contract/day.ts'
import { useOverview } from '#/features/overview/data/use-overview.ts'

const SUGGESTED = 200

const DAYS_BACK = 730

const keyOfDays = ({ from, to }: DayRange) => `${from} ${to}`

/** Days of all lines where no column has them: the report's, or a month. */
const PeriodOfAll = ({ imported: { answers, answer, shape } }: { imported: Import }) => {
  const { today } = useOverview('today')
  const { report } = shape
  const months = [
    ...new Set([...monthsOf(answers.days), ...monthsOf({ from: addDays(today, -DAYS_BACK), to: today })]),
  ]
    .toSorted()
    .toReversed()
    .map((month) => ({ days: daysOfMonth(month), label: formatMonth(`${month}-01`) }))
  const options = [
    ...(report
      ? [
          {
            days: report.days,
            label: m.spend_report_days({ days: formatDays(report.days), line: formatNumber(report.line) }),
          },
        ]
      : []),
    ...months.filter(({ days }) => !report || keyOfDays(days) !== keyOfDays(report.days)),
  ]
  return (
    <SelectField
      label={m.spend_period_of_all()}
      value={keyOfDays(answers.days)}
      onChange={({ currentTarget }) => {
        const chosen = options.find(({ days }) => keyOfDays(days) === currentTarget.value)
        if (chosen) answer({ days: chosen.days })
      }}
      hint={report ? undefined : m.spend_period_hint()}
      className="max-w-100"
    >
      {options.map(({ days, label }) => (
        <option key={keyOfDays(days)} value={keyOfDays(days)}>
          {label}
        </option>
      ))}
    </SelectField>
  )
}

/** Open questions; they stay after the answer, so that it can be changed. */
export const SpendQuestions = ({ imported, known }: { imported: Import; known: Known }) => {
  const id = useId()
  const { questions } = imported.read
  // Without candidates the column mapping below asks instead.
  const open = questions.filter((one) => one !== 'amount' || imported.shape.candidates.length > 0)
  const hasPeriod = imported.shape.mapping.date === null
  if (open.length === 0 && !hasPeriod) return null
  return (
    <section aria-labelledby={id} className="mt-3 rounded-2 border border-line-strong px-3 pt-2 pb-3 text-13">
      <h3 id={id} className="font-semibold text-text">
        {m.spend_questions()}
      </h3>
      <div className="mt-2 grid gap-3">
        {open.includes('amount') && <AmountQuestion imported={imported} />}
        {open.includes('source') && <SourceQuestion imported={imported} known={known} />}
        {hasPeriod && <PeriodOfAll imported={imported} />}
        {open.includes('order') && <OrderQuestion imported={imported} />}
        {open.includes('unit') && <UnitQuestion imported={imported} />}
        {open.includes('millionths') && <MillionthsQuestion imported={imported} />}
      </div>
    </section>
  )
}

interface Option<Value> {
  readonly value: Value
  readonly label: ReactNode
}

/** Radio choice; null: unanswered. */
const OneOf = <Value extends string | number | boolean>({
  legend,
  options,
  value: chosen,
  onChange,
}: {
  legend: string
  options: readonly Option<Value>[]
  value: Value | null
  onChange: (value: Value) => void
}) => {
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="font-medium text-text-2">{legend}</legend>
      <div className="mt-0.5 flex flex-wrap gap-x-5 gap-y-0.5 phone:flex-col">
        {options.map(({ value, label }) => (
          <Radio key={String(value)} name={name} checked={value === chosen} onChange={() => onChange(value)}>
            {label}
          </Radio>
        ))}
      </div>
    </fieldset>
  )
}

const AmountQuestion = ({ imported: { sheet, shape, map } }: { imported: Import }) => (
  <OneOf
    legend={m.spend_ask_amount()}
    options={shape.candidates.map((index) => ({
      value: index,
      label: columnName(sheet.rows, shape.mapping.header, index),
    }))}
    value={shape.mapping.amount}
    onChange={(amount) => map({ ...shape.mapping, amount })}
  />
)

const SourceQuestion = ({
  imported: { answers, answer, proposed },
  known,
}: {
  imported: Import
  known: Known
}) => {
  const listId = useId()
  const isProposed = proposed !== null && answers.source === proposed
  return (
    <>
      <TextField
        label={m.spend_ask_source()}
        hint={isProposed ? m.spend_ask_source_proposed() : m.spend_ask_source_hint()}
        list={listId}
        autoComplete="off"
        maxLength={SPENT_NAME_MAX}
        value={answers.source}
        onChange={({ currentTarget }) => answer({ source: currentTarget.value })}
        className="max-w-100"
      />
      <datalist id={listId}>
        {(known.sources ?? []).slice(0, SUGGESTED).map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  )
}

const ORDERS = ['day_first', 'month_first'] as const satisfies DateOrder[]

const OrderQuestion = ({ imported: { answers, answer, read } }: { imported: Import }) => {
  const { dates } = read.examples
  // Equal day and month would be ambiguous as an example.
  const example =
    dates.find((date) => readPeriod(date, 'day_first')?.from !== readPeriod(date, 'month_first')?.from) ??
    dates[0] ??
    ''
  const order = (one: DateOrder) => {
    const days = readPeriod(example, one)
    const daysText = days && (days.from === days.to ? formatLongDay(days.from) : formatDays(days))
    return {
      value: one,
      label:
        one === 'day_first'
          ? m.spend_day_first({ day: daysText ?? '' })
          : m.spend_month_first({ day: daysText ?? '' }),
    }
  }
  return (
    <OneOf
      legend={m.spend_ask_order({ example })}
      options={ORDERS.map(order)}
      value={answers.order}
      onChange={(chosen) => answer({ order: chosen })}
    />
  )
}

const UNIT_WORDS = {
  day: m.spend_unit_day,
  week: m.spend_unit_week,
  month: m.spend_unit_month,
  quarter: m.spend_unit_month,
  year: m.spend_unit_month,
} as const satisfies Record<DateUnit, (inputs: { days: string }) => string>

const UnitQuestion = ({ imported: { answers, answer, read } }: { imported: Import }) => {
  const [example = ''] = read.examples.dates
  const day = readPeriod(example, answers.order ?? 'day_first')?.from
  const isFirst = day?.endsWith('-01') === true
  const units = DATE_UNITS.filter(
    (unit) => unit === 'day' || unit === 'week' || (isFirst && unit === 'month'),
  )
  return (
    <OneOf
      legend={m.spend_ask_unit({ example })}
      options={units.map((unit) => ({
        value: unit,
        label: UNIT_WORDS[unit]({ days: day === undefined ? '' : formatDays(daysFrom(day, unit)) }),
      }))}
      value={answers.unit}
      onChange={(unit) => answer({ unit })}
    />
  )
}

const MillionthsQuestion = ({ imported: { answers, answer, read } }: { imported: Import }) => {
  const [written = ''] = read.examples.amounts
  const [micros, units] = [readAmount(written, null, 1e-6), readAmount(written)]
  return (
    <OneOf
      legend={m.spend_ask_millionths({ written })}
      options={[
        {
          value: true,
          label: m.spend_millionths({ amount: micros.is === 'read' ? formatMoney(micros.amount) : '' }),
        },
        {
          value: false,
          label: m.spend_units({ amount: units.is === 'read' ? formatMoney(units.amount) : written }),
        },
      ]}
      value={answers.millionths}
      onChange={(millionths) => answer({ millionths })}
    />
  )
}
