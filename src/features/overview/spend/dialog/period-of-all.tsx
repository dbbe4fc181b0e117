import { daysOfMonth, monthsOf } from '#/analytics/spend/month.ts'
import { addDays, type DayRange } from '#/contract/day.ts'
import { useQuestion } from '#/features/overview/data/use-overview.ts'
import { formatDays, formatMonth, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { SelectField } from '#/ui/control/field.tsx'
import type { Import } from './use-import.ts'

const DAYS_BACK = 730

const keyOfDays = ({ from, to }: DayRange) => `${from} ${to}`

/** The days of every line where no column says them: those of the report, or a month. */
export const PeriodOfAll = ({ imported: { answers, answer, shape } }: { imported: Import }) => {
  const { today } = useQuestion('today')
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
