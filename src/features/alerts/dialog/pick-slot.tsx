import { useState } from 'react'
import { m } from '#/i18n/paraglide/messages.js'
import { Checkbox } from '#/ui/control/checkbox.tsx'
import { SearchField } from '#/ui/control/field.tsx'
import { matches } from '#/ui/control/match.ts'
import { Icon } from '#/ui/icon.tsx'
import { Popover } from '#/ui/overlay/popover.tsx'
import { classNames } from '#/ui/class-names.ts'
import { slotClass } from './slots.tsx'

export interface PickedOption {
  readonly id: string
  readonly name: string
}

const SEARCHED_FROM = 9

export const PickSlot = ({
  label,
  text,
  all,
  options,
  chosen,
  onChange,
}: {
  label: string
  text: string
  all: string
  options: readonly PickedOption[]
  /** Null: all. */
  chosen: readonly string[] | null
  onChange: (chosen: readonly string[] | null) => void
}) => (
  <Popover
    label={label}
    className="w-80 max-w-full p-2 phone:w-auto phone:px-4"
    renderTrigger={(trigger) => (
      <button
        {...trigger}
        type="button"
        aria-label={`${label}: ${text}`}
        className={classNames(
          slotClass,
          'inline-flex max-w-80 cursor-default items-center gap-1.5 px-2 phone:max-w-full',
        )}
      >
        <bdi className="min-w-0 truncate">{text}</bdi>
        <Icon name="chevron-down" size={14} />
      </button>
    )}
  >
    {() => <Picked {...{ label, all, options, chosen, onChange }} />}
  </Popover>
)

const Picked = ({
  label,
  all,
  options,
  chosen,
  onChange,
}: {
  label: string
  all: string
  options: readonly PickedOption[]
  chosen: readonly string[] | null
  onChange: (chosen: readonly string[] | null) => void
}) => {
  const [typed, setTyped] = useState('')
  const turn = (id: string, isOn: boolean) => {
    const rest = (chosen ?? []).filter((one) => one !== id)
    const next = isOn ? [...rest, id] : rest
    onChange(next.length === 0 ? null : next)
  }
  const isSearched = options.length >= SEARCHED_FROM
  return (
    <>
      {isSearched && (
        <SearchField
          label={label}
          value={typed}
          data-autofocus
          className="mb-2"
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      <div className="max-h-[min(20rem,50dvh)] overflow-y-auto overscroll-contain px-1">
        <Checkbox
          data-autofocus={!isSearched || undefined}
          checked={chosen === null}
          onChange={() => onChange(null)}
        >
          {all}
        </Checkbox>
        {options
          .filter(({ name }) => matches(name, typed))
          .map(({ id, name }) => (
            <Checkbox
              key={id}
              checked={chosen?.includes(id) ?? false}
              onChange={({ target }) => turn(id, target.checked)}
            >
              <bdi className="wrap-anywhere">{name}</bdi>
            </Checkbox>
          ))}
        {isSearched && !options.some(({ name }) => matches(name, typed)) && (
          <p className="py-1 text-13 text-text-3">{m.alerts_none_found()}</p>
        )}
      </div>
    </>
  )
}
