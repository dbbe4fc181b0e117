import { classNames } from '#/ui/class-names.ts'

export interface ChoiceProps<Value extends string> {
  label: string
  options: readonly {
    readonly value: Value
    readonly label: string
    /** Shown beside the label. */ readonly note?: string | undefined
  }[]
  value: Value
  onChange: (value: Value) => void
  className?: string | undefined
}

export function Choice<Value extends string>({
  label,
  options,
  value: chosen,
  onChange,
  className,
}: ChoiceProps<Value>) {
  return (
    <div role="group" aria-label={label} className={classNames('flex flex-wrap gap-x-3', className)}>
      {options.map(({ value, label: word, note }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === chosen}
          onClick={() => onChange(value)}
          data-note={note}
          className="relative h-7 cursor-default rounded-t-1 text-12 font-medium whitespace-nowrap text-text-2 shadow-[inset_0_-2px_transparent] hover:text-text aria-pressed:text-text aria-pressed:shadow-[inset_0_-2px_var(--accent)] touch:h-8 touch:after:absolute touch:after:-inset-x-1.5 touch:after:-inset-y-1 before:float-right before:ml-1.5 before:font-normal before:text-text-3 before:tabular-nums before:content-[attr(data-note)_/_''] not-data-note:before:hidden forced-colors:aria-pressed:underline"
        >
          {word}
        </button>
      ))}
    </div>
  )
}
