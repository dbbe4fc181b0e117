import { useId, type ChangeEvent, type ReactNode } from 'react'
import { m } from '#/i18n/paraglide/messages.js'
import { Checkbox } from '#/ui/control/checkbox.tsx'
import { SelectField, TextField } from '#/ui/control/field.tsx'
import { Icon } from '#/ui/icon.tsx'
import { parameterWord } from '../endpoint-labels.ts'
import type { ConsoleField, FieldProblem } from './fields.ts'

const PROBLEM = {
  required: m.console_problem_required,
  json: m.console_problem_json,
  value: m.console_problem_value,
} as const satisfies Record<FieldProblem, () => string>

const INPUT = {
  text: 'text',
  digits: 'text',
  number: 'number',
  date: 'date',
  password: 'password',
  email: 'email',
} as const

const HALF: ReadonlySet<string> = new Set(['date_from', 'date_to', 'order_field', 'order_way', 'page'])

export interface ParameterProps {
  readonly field: ConsoleField
  readonly value: string
  readonly problem: FieldProblem | undefined
  /** Suggestions with labels; other values are allowed. */
  readonly offered: readonly { readonly value: string; readonly label: string }[] | undefined
  readonly onChange: (value: string) => void
}

export const Parameter = ({ field, value, problem, offered, onChange }: ParameterProps) => {
  const list = useId()
  const { entry, name, isRequired, isNullable } = field
  const word = parameterWord(name)
  const code = isRequired && entry.is !== 'boolean' ? `${name} · ${m.console_required()}` : name
  // Both label and documented name.
  const label = (
    <span className="flex flex-wrap items-baseline justify-between gap-x-2">
      {word !== name && <span>{word}</span>} <code className="text-12 font-normal text-text-3">{code}</code>
    </span>
  )
  const shared = {
    label,
    error: problem && PROBLEM[problem](),
    value,
    'data-field': field.id,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) =>
      onChange(currentTarget.value),
  }
  switch (entry.is) {
    case 'choice':
      return (
        <SelectField {...shared} className={HALF.has(name) ? undefined : 'col-span-full'}>
          <option value="">{m.console_any()}</option>
          {entry.options.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </SelectField>
      )
    case 'flag':
      return (
        <Checkbox
          checked={value !== ''}
          onChange={({ target }) => onChange(target.checked ? entry.value : '')}
          className="col-span-full"
        >
          {label}
        </Checkbox>
      )
    case 'boolean':
      return (
        <SelectField {...shared} value={value === 'true' ? 'true' : 'false'} className="col-span-full">
          <option value="true">{m.console_yes()}</option>
          <option value="false">{m.console_no()}</option>
        </SelectField>
      )
    case 'json':
      return <JsonField {...shared} />
    default:
      return (
        <>
          <TextField
            {...shared}
            type={INPUT[entry.is]}
            inputMode={entry.is === 'digits' ? 'numeric' : undefined}
            autoComplete={entry.is === 'password' ? 'new-password' : 'off'}
            spellCheck={false}
            aria-required={isRequired || undefined}
            list={offered && list}
            hint={isNullable ? m.console_null_hint() : undefined}
            className={HALF.has(name) ? undefined : 'col-span-full'}
          />
          {offered && (
            <datalist id={list}>
              {offered.map((one) => (
                <option key={one.value} value={one.value}>
                  {one.label}
                </option>
              ))}
            </datalist>
          )}
        </>
      )
  }
}

const JsonField = ({
  label,
  error,
  ...textarea
}: {
  label: ReactNode
  error: string | undefined
  value: string
  onChange: (event: ChangeEvent<HTMLTextAreaElement>) => void
}) => {
  const id = useId()
  return (
    <div className="col-span-full grid min-w-0 gap-1">
      <label htmlFor={id} className="text-13 font-medium text-text-2">
        {label}
      </label>
      <textarea
        {...textarea}
        id={id}
        rows={5}
        spellCheck={false}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={`${id}-hint`}
        className="block w-full resize-y rounded-2 border border-line-control bg-raised p-2 font-mono text-12 text-text hover:border-text-2 focus-visible:-outline-offset-1 aria-invalid:border-missed phone:text-16"
      />
      <p id={`${id}-hint`} className="text-12 text-text-3">
        {error === undefined ? (
          m.console_json_hint()
        ) : (
          <span role="alert" className="flex items-start gap-1 text-missed">
            <Icon name="alert" size={14} className="mt-px" />
            {error}
          </span>
        )}
      </p>
    </div>
  )
}
