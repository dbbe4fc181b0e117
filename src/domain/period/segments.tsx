import { useId } from 'react'

/** A few short choices as parts of one control; on a phone one below the other. */
export const Segments = <Value extends string>({
  label,
  options,
  value: chosen,
  onChange,
}: {
  /** What is chosen, for who does not see it. */
  label: string
  options: readonly { readonly value: Value; readonly label: string }[]
  /** Null: none of them. */
  value: Value | null
  onChange: (value: Value) => void
}) => {
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className="inline-flex divide-x divide-line-strong overflow-hidden rounded-2 border border-line-strong phone:grid phone:divide-x-0 phone:divide-y"
    >
      {options.map(({ value, label: word }) => (
        <label
          key={value}
          className="relative flex min-h-7 items-center px-3 text-13 whitespace-nowrap text-text-2 hover:bg-hover-raised hover:text-text has-checked:bg-selected has-checked:font-strong has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus touch:min-h-8 phone:min-h-12 phone:text-15 forced-colors:has-checked:bg-[Highlight]"
        >
          <input
            type="radio"
            name={name}
            checked={value === chosen}
            onChange={() => onChange(value)}
            className="absolute inset-0 cursor-default appearance-none outline-none"
          />
          {word}
        </label>
      ))}
    </div>
  )
}
