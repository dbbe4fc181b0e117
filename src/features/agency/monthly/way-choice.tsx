import type { MonthlyWay } from '#/contract/monthly-reports/monthly-reports.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
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
  <fieldset className="grid grid-cols-3 gap-x-2 phone:grid-cols-1">
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
        className={classNames('content-start rounded-2 px-3 py-2', value === way && 'bg-selected')}
      >
        <span className="font-strong">{label}</span>
      </Radio>
    ))}
  </fieldset>
)
