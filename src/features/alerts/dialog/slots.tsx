import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '#/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'

const FITS = { fieldSizing: 'content' } as const

export const slotClass =
  'max-w-full rounded-2 bg-selected font-semibold text-accent hover:bg-hover focus-visible:-outline-offset-1 aria-invalid:bg-missed-soft aria-invalid:text-missed h-8 phone:h-11 text-16 forced-colors:border'

export const SelectSlot = ({
  label,
  children,
  className,
  ...select
}: Omit<ComponentProps<'select'>, 'aria-label'> & { label: string; children: ReactNode }) => (
  <span className="relative inline-grid max-w-full items-center">
    <select
      {...select}
      aria-label={label}
      style={FITS}
      className={classNames(slotClass, 'cursor-default appearance-none truncate pr-7 pl-2', className)}
    >
      {children}
    </select>
    <Icon name="chevron-down" size={14} className="pointer-events-none absolute right-2 text-accent" />
  </span>
)

export const NumberSlot = ({
  label,
  value,
  min,
  max,
  invalid,
  onChange,
}: {
  label: string
  value: number | null
  min: number
  max: number
  invalid: boolean
  onChange: (value: number | null) => void
}) => (
  <input
    type="number"
    inputMode="numeric"
    aria-label={label}
    style={FITS}
    aria-invalid={invalid || undefined}
    value={value ?? ''}
    min={min}
    max={max}
    onChange={({ target }) => onChange(target.value === '' ? null : Math.round(Number(target.value)))}
    className={classNames(slotClass, 'min-w-12 appearance-none px-2 text-center tabular-nums')}
  />
)

export const TextSlot = ({
  label,
  value,
  placeholder,
  invalid,
  onChange,
}: {
  label: string
  value: string
  placeholder: string
  invalid: boolean
  onChange: (value: string) => void
}) => (
  <input
    type="text"
    inputMode="email"
    autoComplete="off"
    spellCheck={false}
    aria-label={label}
    style={FITS}
    aria-invalid={invalid || undefined}
    value={value}
    placeholder={placeholder}
    onChange={({ target }) => onChange(target.value)}
    className={classNames(slotClass, 'min-w-32 px-2')}
  />
)
