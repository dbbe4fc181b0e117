import { COLUMN_ROLES, type ColumnRole } from '#/features/overview/spend/reading/mapping.ts'
import { formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Checkbox } from '#/ui/control/checkbox.tsx'
import { SelectField } from '#/ui/control/field.tsx'
import { columnName } from './labels.ts'
import type { Import } from './use-import.ts'

const ROLE_WORDS = {
  source: m.spend_role_source,
  campaign: m.spend_role_campaign,
  date: m.spend_role_date,
  last: m.spend_role_last,
  amount: m.spend_role_amount,
} as const satisfies Record<ColumnRole, () => string>

const NONE = ''

/** Roles of the sheet's columns: guessed, then editable. */
export const ColumnMapping = ({ imported }: { imported: Import }) => {
  const { sheet, shape, map } = imported
  const { rows } = sheet
  const { mapping } = shape
  const { header } = mapping
  const width = rows.reduce((most, { length }) => Math.max(most, length), 0)
  const firstLine = header ?? rows.findIndex((row) => row.some((cell) => cell.trim() !== ''))
  // Most sheets have no end date.
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
      <Checkbox
        checked={header !== null}
        onChange={({ currentTarget }) =>
          map({ ...mapping, header: currentTarget.checked ? firstLine : null })
        }
        className="mt-1"
      >
        {m.spend_header_line({ line: formatNumber(firstLine + 1) })}
      </Checkbox>
    </fieldset>
  )
}
