import { COLUMN_ROLES, type ColumnRole } from '#/analytics/spend/mapping.ts'
import { daysOfMonth, monthsOf } from '#/analytics/spend/month.ts'
import { addDays, type DayRange } from '#/contract/day.ts'
import { useQuestion } from '#/features/overview/data/use-overview.ts'
import { formatDays, formatMonth, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Checkbox } from '#/ui/control/checkbox.tsx'
import { SelectField } from '#/ui/control/field.tsx'
import { columnName } from './column-names.ts'
import type { Import } from './use-import.ts'

const ROLE_WORDS = {
  source: m.spend_role_source,
  campaign: m.spend_role_campaign,
  date: m.spend_role_date,
  last: m.spend_role_last,
  amount: m.spend_role_amount,
} as const satisfies Record<ColumnRole, () => string>

const NONE = ''
const DAYS_BACK = 730

/** Which column of the sheet is what: guessed, and the user can change it. */
export const ColumnMapping = ({ imported }: { imported: Import }) => {
  const { sheet, shape, map } = imported
  const { rows } = sheet
  const { mapping } = shape
  const { header } = mapping
  const width = rows.reduce((most, { length }) => Math.max(most, length), 0)
  const firstLine = header ?? rows.findIndex((row) => row.some((cell) => cell.trim() !== ''))
  // Most sheets have no column for the last day of a period.
  const roles = COLUMN_ROLES.filter((role) => role !== 'last' || mapping.date !== null)
  return (
    <fieldset className="mt-3 min-w-0">
      <legend className="text-13 font-semibold text-text">{m.spend_columns()}</legend>
      <div className="mt-1 flex flex-wrap gap-2 phone:grid phone:grid-cols-2">
        {roles.map((role) => (
          <SelectField
            key={role}
            label={ROLE_WORDS[role]()}
            value={mapping[role] ?? NONE}
            onChange={({ currentTarget: { value } }) =>
              map({ ...mapping, [role]: value === NONE ? null : Number(value) })
            }
            className="min-w-32 flex-1"
          >
            <option value={NONE}>{role === 'source' ? m.spend_one_for_all() : m.spend_no_column()}</option>
            {Array.from({ length: width }, (_, index) => (
              <option key={index} value={index}>
                {columnName(rows, header, index)}
              </option>
            ))}
          </SelectField>
        ))}
      </div>
      <div className="mt-1 flex flex-wrap items-end gap-x-4 gap-y-1">
        <Checkbox
          checked={header !== null}
          onChange={({ currentTarget }) =>
            map({ ...mapping, header: currentTarget.checked ? firstLine : null })
          }
        >
          {m.spend_header_line({ line: formatNumber(firstLine + 1) })}
        </Checkbox>
        {mapping.date === null && <PeriodOfAll imported={imported} />}
      </div>
    </fieldset>
  )
}

const keyOfDays = ({ from, to }: DayRange) => `${from} ${to}`

/** The days of every line where no column says them: those of the report, or a month. */
const PeriodOfAll = ({ imported: { answers, answer, shape } }: { imported: Import }) => {
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
      className="w-64 phone:w-full"
    >
      {options.map(({ days, label }) => (
        <option key={keyOfDays(days)} value={keyOfDays(days)}>
          {label}
        </option>
      ))}
    </SelectField>
  )
}
