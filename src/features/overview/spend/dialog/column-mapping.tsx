import { COLUMN_ROLES, type ColumnRole } from '#/analytics/spend/mapping.ts'
import { monthsOf } from '#/analytics/spend/month.ts'
import { addDays } from '#/contract/day.ts'
import { useQuestion } from '#/features/overview/data/use-overview.ts'
import { formatMonth, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Checkbox } from '#/ui/control/checkbox.tsx'
import { SelectField } from '#/ui/control/field.tsx'
import { cutText } from '#/ui/data/cut-text.ts'
import type { Import } from './use-import.ts'

const ROLE_WORDS = {
  source: m.spend_role_source,
  campaign: m.spend_role_campaign,
  month: m.spend_role_month,
  amount: m.spend_role_amount,
} as const satisfies Record<ColumnRole, () => string>

const NAME_SHOWN = 40
const NONE = ''
const DAYS_BACK = 730

/** Which column of the sheet is what: guessed, and the user can change it. */
export const ColumnMapping = ({
  imported: { rows, mapping, map, month, setMonth },
}: {
  imported: Import
}) => {
  const { today } = useQuestion('today')
  const header = mapping.header
  const width = rows.reduce((most, { length }) => Math.max(most, length), 0)
  /** The column's name, else its first value. */
  const nameOf = (index: number): string => {
    const named = header === null ? undefined : rows[header]?.[index]?.trim()
    const value = rows.slice((header ?? -1) + 1).find((row) => (row[index] ?? '').trim() !== '')?.[index]
    const number = m.spend_column_nameless({ number: formatNumber(index + 1) })
    return named ? cutText(named, NAME_SHOWN) : `${number}: ${cutText(value?.trim() ?? '–', NAME_SHOWN)}`
  }
  const firstLine = header ?? rows.findIndex((row) => row.some((cell) => cell.trim() !== ''))
  return (
    <fieldset className="mt-3 min-w-0">
      <legend className="text-13 font-semibold text-text">{m.spend_columns()}</legend>
      <div className="mt-1 grid grid-cols-4 gap-2 phone:grid-cols-2">
        {COLUMN_ROLES.map((role) => (
          <SelectField
            key={role}
            label={ROLE_WORDS[role]()}
            value={mapping[role] ?? NONE}
            onChange={({ currentTarget: { value } }) =>
              map({ ...mapping, [role]: value === NONE ? null : Number(value) })
            }
          >
            <option value={NONE}>{m.spend_no_column()}</option>
            {Array.from({ length: width }, (_, index) => (
              <option key={index} value={index}>
                {nameOf(index)}
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
        {mapping.month === null && (
          <SelectField
            label={m.spend_month_of_all()}
            value={month}
            onChange={({ currentTarget }) => setMonth(currentTarget.value)}
            className="w-44"
          >
            {[...new Set([month, ...monthsOf({ from: addDays(today, -DAYS_BACK), to: today })])]
              .toSorted()
              .toReversed()
              .map((one) => (
                <option key={one} value={one}>
                  {formatMonth(`${one}-01`)}
                </option>
              ))}
          </SelectField>
        )}
      </div>
    </fieldset>
  )
}
