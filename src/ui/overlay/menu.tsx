import type { KeyboardEvent, ReactNode } from 'react'
import { classNames } from '#/ui/class-names.ts'
import { Icon, type IconName } from '#/ui/icon.tsx'
import { type PopoverTrigger, usePopover } from './popover.tsx'
import { Tooltip } from './tooltip.tsx'

export type MenuItem = {
  id: string
  label: string
  icon?: IconName | undefined
  /** Shortcut or count at the end. */
  note?: string | undefined
  /** Present: a radio item. */
  checked?: boolean | undefined
  /** Its tooltip. */
  disabledReason?: string | undefined
  onSelect: () => void
}

type MenuGroup = { label?: string | undefined; items: MenuItem[] }

export type MenuProps = {
  label: string
  renderTrigger: (props: PopoverTrigger) => ReactNode
  groups: MenuGroup[]
  /** Non-interactive content above items. */
  header?: ReactNode
  align?: 'start' | 'end'
}

/** Menu button: arrows, Home, End and first letters move; Enter and Space choose; Escape and Tab close. */
export function Menu({ label, renderTrigger, groups, header, align = 'start' }: MenuProps) {
  const popover = usePopover('menu', align)
  return (
    <>
      {renderTrigger(popover.trigger)}
      <div
        {...popover.surface}
        className={classNames('floating sheet min-w-48', align === 'end' && 'floating-end')}
      >
        {popover.open && (
          <>
            {header !== undefined && <div className="border-b border-line px-3 py-2.5 text-13">{header}</div>}
            <div
              role="menu"
              aria-label={label}
              tabIndex={-1}
              onKeyDown={(event) => moveFocus(event, popover.close)}
              className="p-1"
            >
              {groups.map((group, index) => (
                <fieldset
                  // Static order.
                  key={group.label ?? index}
                  className={classNames(index > 0 && 'mt-1 border-t border-line pt-1')}
                >
                  {group.label !== undefined && (
                    <legend className="px-2 py-1 text-12 text-text-3">{group.label}</legend>
                  )}
                  {group.items.map((item, position) => (
                    <Tooltip key={item.id} text={item.disabledReason}>
                      <button
                        type="button"
                        role={item.checked === undefined ? 'menuitem' : 'menuitemradio'}
                        aria-checked={item.checked}
                        aria-disabled={item.disabledReason !== undefined || undefined}
                        aria-description={item.disabledReason}
                        tabIndex={-1}
                        data-autofocus={(index === 0 && position === 0) || undefined}
                        onPointerMove={(event) => event.currentTarget.focus({ preventScroll: true })}
                        onClick={() => {
                          if (item.disabledReason !== undefined) return
                          popover.close()
                          item.onSelect()
                        }}
                        className="flex min-h-7 w-full cursor-default items-center gap-2 rounded-2 px-2 text-left text-13 outline-none focus:bg-hover-raised focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-focus unavailable:cursor-not-allowed unavailable:text-text-3 aria-checked:font-strong aria-checked:text-accent touch:min-h-12 phone:text-15"
                      >
                        {item.icon && <Icon name={item.icon} className="text-text-3" />}
                        <span className="mr-auto truncate">{item.label}</span>
                        {item.note !== undefined && (
                          <span className="pl-4 text-12 font-normal text-text-3">{item.note}</span>
                        )}
                        {item.checked === true && <Icon name="check" size={14} />}
                      </button>
                    </Tooltip>
                  ))}
                </fieldset>
              ))}
            </div>
          </>
        )}
      </div>
    </>
  )
}

function moveFocus(event: KeyboardEvent<HTMLElement>, close: () => void) {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('button')]
  const current = items.findIndex((item) => item === document.activeElement)
  const next = nextItem(
    event.key,
    current,
    items.map((item) => item.textContent),
  )
  if (next !== undefined) {
    event.preventDefault()
    items[next]?.focus()
  } else if (event.key === 'Tab') close()
}

/** Next item for a key, wrapping; undefined: no move. */
export function nextItem(key: string, current: number, labels: string[]): number | undefined {
  const count = labels.length
  if (count === 0) return undefined
  if (key === 'ArrowDown') return (current + 1) % count
  if (key === 'ArrowUp') return (Math.max(current, 0) - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (key.length !== 1 || key === ' ') return undefined
  const letter = key.toLocaleLowerCase()
  const after = [...labels.keys()].map((step) => (current + 1 + step) % count)
  return after.find((index) => labels[index]?.toLocaleLowerCase().startsWith(letter))
}
