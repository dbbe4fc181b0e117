import { memo } from 'react'
import { isArchiveOrder, isOfArchive } from '#/contract/archive/filters.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { gridClass, Th } from '#/ui/table/table.tsx'
import { glyph, glyphClass } from '#/ui/icon.tsx'
import { useRovingLine } from '#/ui/roving-focus.ts'
import type { Journal } from '#/features/journal/use-journal.ts'
import type { ColumnId } from '#/contract/call-fields.ts'
import { nextOrder, sortedBy } from './columns.ts'
import { movedTo } from './column-layout.ts'
import type { LaidColumn } from './column-layout.ts'
import type { TableLayout } from './use-table-layout.ts'
import { useSortDrag } from './use-sort-drag.ts'

export const TableHead = memo(
  ({
    columns,
    journal,
    layout,
  }: {
    columns: readonly LaidColumn[]
    journal: Journal
    layout: TableLayout
  }) => {
    const { dragged, start } = useSortDrag('x', (id, to) =>
      layout.show(movedTo(layout.shown, id as ColumnId, to)),
    )
    const roving = useRovingLine<HTMLTableRowElement>('th button')
    const others = columns.filter(({ id }) => id !== dragged?.id)
    return (
      <tr
        {...roving}
        aria-rowindex={1}
        data-sort-list=""
        className={`group/head ${gridClass} h-8 border-b border-line-strong bg-bg`}
      >
        {columns.map((column) => {
          const order = nextOrder(column, journal.search) ?? undefined
          const sorted = sortedBy(column, journal.search)
          const name = column.name()
          const isMovable = column.id !== 'date'
          return (
            <Th
              key={column.id}
              numeric={column.numeric ?? false}
              sorted={sorted}
              onSort={order && (() => journal.change(order))}
              disabledReason={
                order && isOfArchive(journal.search) && !isArchiveOrder(order)
                  ? m.missed_sort_reason()
                  : undefined
              }
              aria-colindex={column.place}
              data-sort-id={column.id}
              title={column.id === 'source' ? `${name}, ${m.col_and_request()}` : name}
              data-and={column.id === 'source' ? m.col_and_request() : undefined}
              onPointerDown={(event) => {
                // Touch drags scroll; columns are reordered in their list.
                if (isMovable && event.pointerType === 'mouse') start(column.id)(event)
              }}
              className={classNames(
                // One pixel is the row's line; column ends show on hover.
                'relative flex h-7.75! items-center overflow-hidden border-b-0! after:absolute after:inset-y-2 after:right-0 after:w-px group-hover/head:after:bg-line',
                column.isFirst &&
                  'sticky! left-0 z-sticky pl-4 group-data-aside/list:shadow-[1px_0_var(--line-strong)]',
                column.numeric && 'justify-end pr-2.5 last:pr-4',
                // Decorative: the second part isn't sortable.
                column.id === 'source' &&
                  "before:absolute before:left-[calc(min((100%-16px)*0.45,8.5rem)+16px)] before:font-normal before:content-[attr(data-and)_/_'']",
                dragged?.id === column.id && 'opacity-50',
                // Drop position: before this column, or at the end.
                dragged && others[dragged.to]?.id === column.id && 'inset-shadow-[2px_0_var(--accent)]',
                dragged &&
                  others.length === dragged.to &&
                  others.at(-1)?.id === column.id &&
                  'inset-shadow-[-2px_0_var(--accent)]',
              )}
            >
              {column.id === 'comments' ? (
                <span style={glyph('comment')} className={`${glyphClass} before:mr-0! before:bg-current`}>
                  <span className="sr-only">{name}</span>
                </span>
              ) : (
                name
              )}
            </Th>
          )
        })}
      </tr>
    )
  },
)
