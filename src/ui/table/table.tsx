import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from '#/ui/class-names.ts'
import { glyph, Icon } from '#/ui/icon.tsx'
import { Tooltip } from '#/ui/overlay/tooltip.tsx'

/**
 * @param edge padding of outer cells: the page's 16 px, or none
 * @param widths pixels by column; null: the rest
 */
export function Table({
  edge = 'page',
  widths,
  className,
  children,
  ...table
}: ComponentProps<'table'> & { edge?: 'page' | 'none'; widths?: readonly (number | null)[] }) {
  return (
    <table
      {...table}
      className={classNames(
        'w-full border-separate border-spacing-0 text-left text-13',
        edge === 'page'
          ? '[&_tr>:first-child]:pl-4 [&_tr>:last-child]:pr-4'
          : '[&_tr>:first-child]:pl-0 [&_tr>:last-child]:pr-0',
        widths && 'desk:table-fixed',
        className,
      )}
    >
      {widths && (
        <colgroup className="phone:hidden">
          {widths.map((width, index) => (
            // Columns have no id.
            <col key={index} style={width === null ? undefined : { width }} />
          ))}
        </colgroup>
      )}
      {children}
    </table>
  )
}

export type SortDirection = 'ascending' | 'descending'

export interface RowOrder<C extends string> {
  readonly column: C
  readonly direction: SortDirection
}

const headCellClass =
  'h-8 bg-bg px-2 text-12 font-medium whitespace-nowrap text-text-3 border-b border-line-strong'

type ThProps = Omit<ComponentProps<'th'>, 'aria-sort'> & {
  numeric?: boolean
  sorted?: SortDirection | undefined
  onSort?: (() => void) | undefined
  disabledReason?: string | undefined
  children?: ReactNode
}

/** With `onSort` a button, with `aria-sort`. */
export function Th({ numeric = false, sorted, onSort, disabledReason, className, children, ...th }: ThProps) {
  return (
    <th
      scope="col"
      {...th}
      aria-sort={sorted}
      className={classNames(headCellClass, numeric && 'text-right', className)}
    >
      {onSort ? (
        <SortButton {...{ numeric, sorted, onSort, disabledReason }}>{children}</SortButton>
      ) : (
        children
      )}
    </th>
  )
}

export interface HeadColumn<C extends string> {
  readonly id: C
  readonly label: ReactNode
  readonly numeric?: boolean
  /** False: not sortable. */
  readonly sorts?: boolean
  readonly className?: string | undefined
}

/** Sortable header row. */
export function SortHead<C extends string>({
  columns,
  order,
  onSort,
  cellClass,
  ...tr
}: Omit<ComponentProps<'tr'>, 'children'> & {
  columns: readonly HeadColumn<C>[]
  order: RowOrder<NoInfer<C>>
  onSort: (column: C) => void
  cellClass?: string
}) {
  return (
    <tr {...tr}>
      {columns.map(({ id, label, numeric = false, sorts = true, className }) => (
        <Th
          key={id}
          numeric={numeric}
          sorted={order.column === id ? order.direction : undefined}
          onSort={sorts ? () => onSort(id) : undefined}
          className={classNames(cellClass, className)}
        >
          {label}
        </Th>
      ))}
    </tr>
  )
}

function SortButton({
  numeric = false,
  sorted,
  onSort,
  disabledReason,
  children,
}: {
  numeric?: boolean
  sorted?: SortDirection | undefined
  onSort: () => void
  disabledReason?: string | undefined
  children: ReactNode
}) {
  const reasonId = useId()
  const isDisabled = disabledReason !== undefined
  const button = (
    <button
      type="button"
      onClick={isDisabled ? undefined : onSort}
      aria-disabled={isDisabled || undefined}
      aria-describedby={isDisabled ? reasonId : undefined}
      className={classNames(
        'inline-flex h-6 cursor-default items-center gap-1 rounded-1 align-middle not-aria-disabled:hover:text-text aria-disabled:cursor-not-allowed',
        // The arrow is on the inner side, so that digits stay right-aligned.
        numeric && 'flex-row-reverse',
        sorted && 'text-text',
        !isDisabled &&
          !sorted &&
          "after:invisible after:size-3.5 after:bg-current after:mask-(--glyph) after:content-[''] hover:after:visible focus-visible:after:visible forced-colors:after:bg-[CanvasText]",
      )}
      style={isDisabled || sorted ? undefined : glyph('sort')}
    >
      {children}
      {isDisabled ? (
        <span id={reasonId} hidden>
          {disabledReason}
        </span>
      ) : (
        sorted && <Icon name={sorted === 'ascending' ? 'arrow-up' : 'arrow-down'} size={14} />
      )}
    </button>
  )
  return isDisabled ? <Tooltip text={disabledReason}>{button}</Tooltip> : button
}

type RowHeight = 'row' | 'two-line' | 'tall'
const heights = { row: 'h-8', 'two-line': 'h-11', tall: 'h-15' } satisfies Record<RowHeight, string>

/** Hover tint; selected rows have a tint and a bar. */
export function rowClass({ selected = false }: { selected?: boolean } = {}): string {
  return selected
    ? 'bg-selected shadow-[inset_2px_0_var(--accent)] forced-colors:outline-2 forced-colors:-outline-offset-2'
    : 'hover:bg-hover'
}

/** 32 px; 44 px for two lines; 60 px with bars. */
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

/* Long tables: columns by `--columns`, only visible rows, absolutely positioned. */

/** Body with ruling by `--row`, shown while rows render. */
export const placedRowsClass =
  'relative block bg-[linear-gradient(transparent_calc(100%-1px),var(--line)_0)] bg-size-[100%_var(--row)]'
/** Positioned by a transform. */
export const placedRowClass = 'absolute inset-x-0 top-0 border-b border-line contain-strict'
export const gridClass = 'grid grid-cols-(--columns)'

/** Value and a distinguishing detail. */
export function TwoLines({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <span className="grid min-w-0">
      <span className="flex min-w-0 items-center gap-2 font-strong">{first}</span>
      <span className="truncate text-12 text-text-3">{second}</span>
    </span>
  )
}
