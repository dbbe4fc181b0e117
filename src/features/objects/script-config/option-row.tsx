import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { Checkbox } from '#/ui/control/checkbox.tsx'
import { Icon } from '#/ui/icon.tsx'
import { OptionName, optionText } from './option-labels.tsx'

/** An option with its description and former state. */
export const OptionRow = ({
  option,
  code,
  isListed,
  wasOn,
  isOn,
  isLocked,
  refusal,
  onToggle,
}: {
  option: string
  code: number | null
  isListed: boolean
  wasOn: boolean
  isOn: boolean
  /** Locked but focusable. */
  isLocked: boolean
  /** The service's message (G13). */
  refusal: string | undefined
  onToggle: () => void
}) => {
  const isChanged = isOn !== wasOn
  const remark =
    code !== null
      ? isListed
        ? null
        : m.script_unlisted()
      : isOn || wasOn
        ? m.script_no_code_on()
        : m.script_no_code()
  return (
    <li
      className={classNames(
        'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line py-1.5',
        isChanged && '-ml-2 bg-selected pl-2 shadow-[-2px_0_var(--accent)]',
      )}
    >
      <Checkbox
        checked={isOn}
        disabled={code === null && !isOn && !wasOn}
        aria-disabled={isLocked || undefined}
        aria-invalid={refusal !== undefined || undefined}
        onChange={() => {
          if (!isLocked) onToggle()
        }}
        description={
          <>
            {optionText(option)}
            {remark !== null && <span className="block text-warning">{remark}</span>}
            {refusal !== undefined && (
              <span className="flex items-start gap-1 wrap-anywhere text-missed">
                <Icon name="alert" size={14} className="mt-px" />
                {refusal}
              </span>
            )}
          </>
        }
      >
        <OptionName option={option} />
      </Checkbox>
      {isChanged && (
        <span className="pr-2 text-12 font-medium text-accent">
          {wasOn ? m.script_was_on() : m.script_was_off()}
        </span>
      )}
    </li>
  )
}
