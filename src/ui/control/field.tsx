import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from '#/ui/class-names.ts'
import { Icon, type IconName } from '#/ui/icon.tsx'

type FieldSize = 'default' | 'lg'

export type Labelled = {
  label: ReactNode
  labelHidden?: boolean | undefined
  hint?: string | undefined
  error?: string | undefined
  size?: FieldSize | undefined
  className?: string | undefined
}

type Wiring = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

/** Label, control, and hint or error, associated for assistive technology. */
export function LabelledField({
  label,
  labelHidden = false,
  hint,
  error,
  className,
  renderControl,
}: Labelled & { renderControl: (wiring: Wiring) => ReactNode }) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const described = classNames(hint !== undefined && hintId, error !== undefined && errorId)
  return (
    <div className={classNames('grid min-w-0 content-start gap-1', className)}>
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'text-13 font-medium text-text-2'}>
        {label}
      </label>
      {renderControl({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {hint !== undefined && (
        <p id={hintId} className="text-12 text-text-3">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={errorId} role="alert" className="flex items-start gap-1 text-12 text-missed">
          <Icon name="alert" size={14} className="mt-px" />
          {error}
        </p>
      )}
    </div>
  )
}

const sizes = {
  default: 'h-8 px-2.5 text-14 touch:h-10 phone:text-16',
  lg: 'h-10 px-2.5 text-14 touch:h-12 phone:text-16',
} satisfies Record<FieldSize, string>

/** 16 px on a phone: iOS zooms into smaller fields. */
export const inputClass =
  'w-full min-w-0 appearance-none rounded-2 border border-line-control bg-raised text-text transition-[background-color] hover:border-text-2 focus-visible:-outline-offset-1 aria-invalid:border-missed disabled:border-line-strong disabled:bg-hover disabled:text-text-3 [&::-webkit-search-cancel-button]:hidden'

export type TextFieldProps = Labelled &
  Omit<ComponentProps<'input'>, 'size' | 'id' | 'className'> & {
    type?: 'text' | 'email' | 'password' | 'search' | 'tel' | 'number' | 'date'
    icon?: IconName | undefined
  }

export function TextField({
  label,
  labelHidden,
  hint,
  error,
  size = 'default',
  className,
  icon,
  type = 'text',
  ...input
}: TextFieldProps) {
  return (
    <LabelledField
      {...{ label, labelHidden, hint, error, className }}
      renderControl={(wiring) => (
        <span className="relative grid items-center">
          {icon && <Icon name={icon} className="pointer-events-none absolute left-2.5 text-text-3" />}
          <input
            {...input}
            {...wiring}
            type={type}
            className={classNames(
              inputClass,
              sizes[size],
              icon && 'pl-8.5',
              type === 'date' && 'tabular-nums',
            )}
          />
        </span>
      )}
    />
  )
}

/** The label is the default placeholder. Escape clears (native). */
export function SearchField({
  label,
  placeholder = label,
  ...props
}: Omit<TextFieldProps, 'label' | 'type' | 'icon' | 'labelHidden'> & { label: string }) {
  return (
    <TextField
      {...props}
      label={label}
      labelHidden
      placeholder={placeholder}
      type="search"
      icon="search"
      autoComplete="off"
    />
  )
}

export type SelectFieldProps = Labelled &
  Omit<ComponentProps<'select'>, 'size' | 'id' | 'className'> & {
    children: ReactNode
  }

export function SelectField({
  label,
  labelHidden,
  hint,
  error,
  size = 'default',
  className,
  children,
  ...select
}: SelectFieldProps) {
  return (
    <LabelledField
      {...{ label, labelHidden, hint, error, className }}
      renderControl={(wiring) => (
        <span className="relative grid items-center">
          <select {...select} {...wiring} className={classNames(inputClass, sizes[size], 'truncate pr-8')}>
            {children}
          </select>
          <Icon name="chevron-down" className="pointer-events-none absolute right-2.5 text-text-2" />
        </span>
      )}
    />
  )
}
