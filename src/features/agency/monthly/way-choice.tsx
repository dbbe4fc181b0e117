import type { MonthlyWay } from '#/contract/monthly-reports/monthly-reports.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Radio } from '#/ui/control/checkbox.tsx'

/** What to make of the chosen reports; a way that this server does not have says why. */
export const WayChoice = ({
  value,
  onChange,
  options,
}: {
  value: MonthlyWay
  onChange: (way: MonthlyWay) => void
  options: readonly { way: MonthlyWay; label: string; about: string; disabledReason?: string | undefined }[]
}) => (
  <fieldset className="-mx-5 grid grid-cols-3 border-y border-line phone:-mx-4 phone:grid-cols-1">
    <legend className="sr-only">{m.monthly_way()}</legend>
    {options.map(({ way, label, about, disabledReason }) => (
      <Radio
        key={way}
        name="monthly-way"
        value={way}
        checked={value === way}
        disabled={disabledReason !== undefined}
        description={disabledReason ?? about}
        onChange={() => onChange(way)}
        className="content-start border-line px-5 py-2 has-checked:bg-selected not-first:border-l phone:px-4 phone:not-first:border-t phone:not-first:border-l-0"
      >
        <span className="font-strong">{label}</span>
      </Radio>
    ))}
  </fieldset>
)
