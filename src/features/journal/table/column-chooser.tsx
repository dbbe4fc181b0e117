import { Fragment, useEffect, useRef, useState } from 'react'
import type { ColumnId } from '#/contract/call-fields.ts'
import { isAnnotationColumn } from '#/contract/annotations/annotation-columns.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { IconButton, LinkButton } from '#/ui/control/button.tsx'
import { Checkbox } from '#/ui/control/checkbox.tsx'
import { Icon } from '#/ui/icon.tsx'
import { choiceOf, movedTo } from './column-layout.ts'
import type { TableLayout } from './use-table-layout.ts'
import { useSortDrag } from './use-sort-drag.ts'

/** Columns and their order, by dragging or by steps. */
export const ColumnChooser = ({ layout }: { layout: TableLayout }) => {
  const [order, setOrder] = useState(() => choiceOf(layout.available, layout.shown))
  const [announcement, setAnnouncement] = useState('')
  // Checkboxes react at once; the table follows later.
  const [chosen, setChosen] = useState({ after: layout.shown, shown: layout.shown })
  const shown = new Set(chosen.after === layout.shown ? chosen.shown : layout.shown)
  const show = (next: readonly ColumnId[]) => {
    setChosen({ after: layout.shown, shown: next })
    layout.show(next)
  }
  const nameOf = (id: ColumnId) => layout.available.find((column) => column.id === id)?.name() ?? id

  const move = (id: ColumnId, to: number) => {
    const next = movedTo(order, id, to)
    setOrder(next)
    setAnnouncement(m.column_moved({ column: nameOf(id), place: next.indexOf(id) + 1, count: next.length }))
    if (shown.has(id)) show(next.filter((one) => shown.has(one)))
  }
  const toggle = (id: ColumnId) => {
    const next = new Set(shown)
    if (!next.delete(id)) next.add(id)
    show(order.filter((one) => next.has(one)))
  }
  const { dragged, start } = useSortDrag('y', (id, to) => move(id as ColumnId, to))
  const drawn = dragged ? movedTo(order, dragged.id as ColumnId, dragged.to) : order
  // Our own columns are last unless moved.
  const firstOfOurs = drawn.findLastIndex((id) => !isAnnotationColumn(id)) + 1
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    // Its code may load after opening.
    if (document.activeElement?.getAttribute('popovertarget') === list.current?.closest('[popover]')?.id)
      list.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }, [])
  return (
    <>
      <ul ref={list} data-sort-list="" className="p-1">
        {drawn.map((id, index) => {
          const isOurs = index === firstOfOurs
          const isFixed = id === 'date'
          const name = nameOf(id)
          return (
            <Fragment key={id}>
              {isOurs && (
                <li
                  title={m.call_back_kept_why()}
                  className="mt-1 border-t border-line px-2 pt-2 pb-1 text-12 text-text-3"
                >
                  {m.columns_kept_here()}
                </li>
              )}
              <li
                data-sort-id={id}
                ref={(item) => {
                  if (dragged?.id === id) item?.scrollIntoView({ block: 'nearest' })
                }}
                className={classNames(
                  'group flex h-6.5 items-center gap-1 rounded-2 pr-1 hover:bg-hover-raised focus-within:bg-hover-raised',
                  dragged?.id === id && 'bg-selected',
                )}
              >
                <span
                  aria-hidden="true"
                  title={isFixed ? undefined : m.drag_to_move()}
                  onPointerDown={isFixed ? undefined : start(id)}
                  className={classNames(
                    'grid h-6.5 w-6 shrink-0 touch-none place-items-center text-text-3',
                    isFixed ? 'invisible' : dragged ? 'cursor-grabbing' : 'cursor-grab',
                  )}
                >
                  <Icon name="grip" />
                </span>
                <Checkbox
                  className="mr-auto"
                  checked={shown.has(id)}
                  disabled={isFixed}
                  title={isFixed ? m.date_stays() : undefined}
                  data-autofocus={index === 1 || undefined}
                  onChange={() => toggle(id)}
                >
                  {name}
                </Checkbox>
                {!isFixed && (
                  <span className="flex opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
                    <IconButton
                      icon="chevron-up"
                      label={m.move_column_up({ column: name })}
                      disabledReason={index === 1 ? m.column_is_first() : undefined}
                      onClick={() => move(id, index - 1)}
                      className="size-6!"
                    />
                    <IconButton
                      icon="chevron-down"
                      label={m.move_column_down({ column: name })}
                      disabledReason={index === drawn.length - 1 ? m.column_is_last() : undefined}
                      onClick={() => move(id, index + 1)}
                      className="size-6!"
                    />
                  </span>
                )}
              </li>
            </Fragment>
          )
        })}
      </ul>
      <p className="sticky bottom-0 flex items-center border-t border-line bg-raised px-3 py-2 text-13">
        <LinkButton
          onClick={() => {
            layout.reset()
            setOrder(layout.available.map(({ id }) => id))
            setAnnouncement(m.columns_reset_done())
          }}
        >
          {m.columns_reset()}
        </LinkButton>
      </p>
      <span aria-live="polite" className="sr-only">
        {announcement}
      </span>
    </>
  )
}
