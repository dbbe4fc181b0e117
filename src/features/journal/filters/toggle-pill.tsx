import { classNames } from '#/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'

/** A filter without an editor: a press sets it, and another takes it off. */
export const TogglePill = ({
  name,
  on,
  onChange,
}: {
  name: string
  on: boolean
  onChange: (on: boolean) => void
}) => (
  <button
    type="button"
    role="checkbox"
    aria-checked={on}
    onClick={() => onChange(!on)}
    className={classNames(
      'relative inline-flex h-7 shrink-0 cursor-default items-center gap-1.5 rounded-full border px-2.5 text-13 whitespace-nowrap transition-[background-color] phone:h-8 phone:after:absolute phone:after:-inset-y-1.5 phone:after:inset-x-0',
      on
        ? 'border-transparent bg-selected font-strong text-accent hover:bg-press forced-colors:border-[Highlight]'
        : 'border-dashed border-line-strong bg-bg text-text-2 hover:bg-hover hover:text-text',
    )}
  >
    {!on && <Icon name="plus" size={14} className="text-text-3" />}
    {name}
    {on && <Icon name="close" size={14} className="-mr-1 text-text-2" />}
  </button>
)
