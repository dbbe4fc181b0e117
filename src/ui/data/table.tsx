import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '#/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'

/** A plain table: hairlines, no boxes. `edge` is the inset of its first and last cell: the page's 16 px, or none inside a section. */
export function Table({
  edge = 'page',
  className,
  ...table
}: ComponentProps<'table'> & { edge?: 'page' | 'none' }) {
  return (
    <table
      {...table}
      className={classNames(
        'w-full border-separate border-spacing-0 text-left text-13',
        edge === 'page'
          ? '[&_tr>:first-child]:pl-4 [&_tr>:last-child]:pr-4'
          : '[&_tr>:first-child]:pl-0 [&_tr>:last-child]:pr-0',
        className,
      )}
    />
  )
}

export type SortDirection = 'ascending' | 'descending'

export const headCellClass =
  'h-8 bg-bg px-2 text-12 font-medium whitespace-nowrap text-text-3 border-b border-line-strong'

export type ThProps = Omit<ComponentProps<'th'>, 'aria-sort'> & {
  /** Digits: right-aligned. */
  numeric?: boolean
  /** The direction it is sorted in now; undefined when it is not the sorted column. */
  sorted?: SortDirection | undefined
  /** Present: the header is a button that sorts. */
  onSort?: (() => void) | undefined
  children?: ReactNode
}

/** A column header; with `onSort` it is a button and says its direction by `aria-sort`. */
export function Th({ numeric = false, sorted, onSort, className, children, ...th }: ThProps) {
  return (
    <th
      scope="col"
      {...th}
      aria-sort={sorted}
      className={classNames(headCellClass, numeric && 'text-right', className)}
    >
      {onSort ? <SortButton {...{ numeric, sorted, onSort }}>{children}</SortButton> : children}
    </th>
  )
}

/** The button inside a sortable header, for tables that draw their own cells. */
export function SortButton({
  numeric = false,
  sorted,
  onSort,
  children,
}: {
  numeric?: boolean
  sorted?: SortDirection | undefined
  onSort: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      onClick={onSort}
      className={classNames(
        'group inline-flex h-6 cursor-default items-center gap-1 rounded-1 align-middle hover:text-text',
        // The arrow stands on the free side, so that a column of digits keeps its right edge.
        numeric && 'flex-row-reverse',
        sorted && 'text-text',
      )}
    >
      {children}
      {sorted ? (
        <Icon name={sorted === 'ascending' ? 'arrow-up' : 'arrow-down'} size={14} />
      ) : (
        <Icon name="sort" size={14} className="invisible group-hover:visible group-focus-visible:visible" />
      )}
    </button>
  )
}

export type RowHeight = 'row' | 'two-line' | 'tall'
const heights = { row: 'h-8', 'two-line': 'h-11', tall: 'h-15' } satisfies Record<RowHeight, string>

/** A row's look, for tables that draw their own: hover tint, and for the current one a tint with a bar at its start. */
export function rowClass({ selected = false }: { selected?: boolean } = {}): string {
  return selected
    ? 'bg-selected shadow-[inset_2px_0_var(--accent)] forced-colors:outline-2 forced-colors:-outline-offset-2'
    : 'hover:bg-hover'
}

/** One row: 32 px, 44 px for two lines, 60 px for two lines with bars. */
export function Tr({
  selected = false,
  height = 'row',
  className,
  ...tr
}: ComponentProps<'tr'> & { selected?: boolean; height?: RowHeight }) {
  return (
    <tr
      {...tr}
      aria-current={selected || undefined}
      className={classNames(heights[height], rowClass({ selected }), className)}
    />
  )
}

/** A cell; `numeric` ones stand right in tabular figures. */
export function Td({ numeric = false, className, ...td }: ComponentProps<'td'> & { numeric?: boolean }) {
  return (
    <td
      {...td}
      className={classNames(
        'border-b border-line px-2 whitespace-nowrap',
        numeric && 'text-right tabular-nums',
        className,
      )}
    />
  )
}

/** Two lines in one cell: the value, and what helps to tell it from others. */
export function TwoLines({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <span className="grid min-w-0">
      <span className="flex min-w-0 items-center gap-2 font-strong">{first}</span>
      <span className="truncate text-12 text-text-3">{second}</span>
    </span>
  )
}
