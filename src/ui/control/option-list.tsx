import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { classNames } from '#/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import { nextItem } from '#/ui/overlay/menu.tsx'

export interface ListOption<Id extends string> {
  readonly id: Id
  readonly label: string
  readonly note?: string | undefined
}

export interface OptionGroup<Id extends string> {
  /** Absent: no group label. */
  readonly label?: string | undefined
  readonly options: readonly ListOption<Id>[]
}

/** Short single-choice list: arrows, Home, End and first letters move; Enter and Space choose. */
export function OptionList<Id extends string>({
  label,
  groups,
  selected,
  autoFocus = false,
  columns = 1,
  onSelect,
  footer,
}: {
  label: string
  groups: readonly OptionGroup<Id>[]
  /** Undefined: none. */
  selected: Id | undefined
  /** Receives focus when its popover opens. */
  autoFocus?: boolean
  /** Three columns for short options. */
  columns?: 1 | 3
  onSelect: (id: Id) => void
  footer?: ReactNode
}) {
  const id = useId()
  const all = groups.flatMap(({ options }) => options)
  const stop = all.some((option) => option.id === selected) ? selected : all[0]?.id
  return (
    <>
      <div role="listbox" aria-label={label} tabIndex={-1} onKeyDown={move} className="outline-none">
        {groups.map((group, index) => (
          <div
            // Static order.
            key={group.label ?? index}
            role={group.label === undefined ? 'presentation' : 'group'}
            aria-labelledby={group.label === undefined ? undefined : `${id}${index}`}
            className={classNames(
              columns === 3 && 'grid grid-cols-3 gap-1',
              index > 0 && 'mt-1 border-t border-line pt-1',
            )}
          >
            {group.label !== undefined && (
              <div id={`${id}${index}`} className="px-2 py-1 text-12 text-text-3">
                {group.label}
              </div>
            )}
            {group.options.map((option) => (
              <button
                key={option.id}
                type="button"
                role="option"
                aria-selected={option.id === selected}
                tabIndex={option.id === stop ? 0 : -1}
                data-autofocus={(autoFocus && option.id === stop) || undefined}
                onClick={() => onSelect(option.id)}
                className="flex min-h-7 w-full cursor-default items-center gap-2 rounded-2 px-2 py-0.5 text-left text-13 -outline-offset-2 hover:bg-hover-raised aria-selected:font-strong aria-selected:text-accent phone:min-h-11 phone:text-15"
              >
                <bdi className="mr-auto min-w-0 wrap-break-word">{option.label}</bdi>
                {option.note !== undefined && (
                  <span className="shrink-0 text-12 font-normal text-text-3">{option.note}</span>
                )}
                {option.id === selected && <Icon name="check" size={14} />}
              </button>
            ))}
          </div>
        ))}
      </div>
      {footer !== undefined && <div className="px-2 pt-2 text-12 text-text-3">{footer}</div>}
    </>
  )
}

const move = (event: KeyboardEvent<HTMLElement>) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return
  const options = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=option]')]
  const current = options.findIndex((option) => option === document.activeElement)
  const next = nextItem(
    event.key,
    current,
    options.map((option) => option.textContent),
  )
  if (next === undefined) return
  event.preventDefault()
  options[next]?.focus()
}
