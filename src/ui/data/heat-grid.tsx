import type { ReactNode } from 'react'
import { classNames } from '#/ui/class-names.ts'
import { HEAT_LEVELS, type HeatLevel } from '#/ui/chart/plot.ts'
import { useRovingFocus } from '#/ui/roving-focus.ts'

interface HeatGridCell {
  readonly level: HeatLevel
  /** Incomplete. */
  readonly isPartial?: boolean
  /** Accessible name. */
  readonly name: string
  readonly pressed: boolean
}

export interface HeatGridHead {
  /** Visible label; empty if there is no room. */
  readonly words: string
  readonly name: string
  readonly pressed: boolean
}

export interface HeatGridProps {
  label: string
  rows: readonly HeatGridHead[]
  columns: readonly HeatGridHead[]
  cell: (row: number, column: number) => HeatGridCell
  /** Absent: cells and headers aren't buttons. */
  onCell?: ((row: number, column: number) => void) | undefined
  onRow?: ((row: number) => void) | undefined
  onColumn?: ((column: number) => void) | undefined
  heads?: 'above' | 'below'
}

const headClass =
  'relative block h-6 w-full cursor-default rounded-1 text-11 font-normal whitespace-nowrap text-text-3 tabular-nums hover:text-text aria-pressed:font-semibold aria-pressed:text-accent focus-visible:z-(--z-index-sticky)'

/** Grid of buttons in shades; arrow keys move. Headers are buttons too. */
export function HeatGrid(props: HeatGridProps) {
  const { label, rows, columns, cell, onCell, onRow, onColumn, heads = 'below' } = props
  const roving = useRovingFocus()
  const columnHeads = (
    <tr>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the corner */}
      <td />
      {columns.map(({ words, name, pressed }, column) => (
        <th key={name} scope="col" className="p-0">
          <Head
            {...{ name, pressed }}
            onPress={onColumn && (() => onColumn(column))}
            className={pressed ? 'shadow-[inset_0_2px_var(--accent)]' : ''}
          >
            <span className="absolute inset-x-0 top-1 flex justify-center">{words}</span>
          </Head>
        </th>
      ))}
    </tr>
  )
  return (
    <table
      {...roving}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a grid of buttons
      role="grid"
      aria-label={label}
      className="w-full table-fixed border-separate border-spacing-px"
    >
      <colgroup>
        <col className="w-10" />
      </colgroup>
      {heads === 'above' && <thead>{columnHeads}</thead>}
      <tbody>
        {rows.map(({ words, name, pressed }, row) => (
          <tr key={name}>
            <th scope="row" className="p-0">
              <Head
                {...{ name, pressed }}
                onPress={onRow && (() => onRow(row))}
                className="text-left text-12"
              >
                {words}
              </Head>
            </th>
            {columns.map((_, column) => (
              // Cells have no names of their own that would tell them apart better than their place.
              // oxlint-disable-next-line react/no-array-index-key
              <td key={column} className="p-0">
                <Cell {...cell(row, column)} onPress={onCell && (() => onCell(row, column))} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {heads === 'below' && <tfoot>{columnHeads}</tfoot>}
    </table>
  )
}

const Head = ({
  name,
  pressed,
  onPress,
  className,
  children,
}: Pick<HeatGridHead, 'name' | 'pressed'> & {
  onPress: (() => void) | undefined
  className: string
  children: ReactNode
}) =>
  onPress === undefined ? (
    <span title={name} className={classNames(headClass, className)}>
      {children}
    </span>
  ) : (
    <button
      type="button"
      aria-label={name}
      title={name}
      aria-pressed={pressed}
      onClick={onPress}
      className={classNames(headClass, className)}
    >
      {children}
    </button>
  )

const HATCH = 'repeating-linear-gradient(135deg, var(--line-strong) 0 1px, transparent 1px 4px)'

/** Crossed with the other hatching; visible on dark cells. */
const PARTIAL = 'repeating-linear-gradient(45deg, var(--bg) 0 2px, transparent 2px 6px)'

const ground = (level: HeatLevel, isPartial = false) =>
  level === 'none'
    ? undefined
    : level === 'hatched'
      ? { backgroundImage: HATCH }
      : { backgroundColor: `var(--heat-${level})`, ...(isPartial && { backgroundImage: PARTIAL }) }

const Cell = ({
  level,
  isPartial,
  name,
  pressed,
  onPress,
}: HeatGridCell & { onPress: (() => void) | undefined }) => {
  const cellProps = {
    'aria-label': name,
    title: name,
    style: ground(level, isPartial),
    className: classNames(
      'relative block h-6 w-full cursor-default rounded-1 forced-color-adjust-none hover:outline-2 hover:outline-text-3 focus-visible:z-(--z-index-sticky) aria-pressed:outline-2 aria-pressed:outline-text',
      level === 'none' && 'border border-line',
    ),
  }
  return onPress === undefined ? (
    <span role="img" {...cellProps} />
  ) : (
    <button type="button" aria-pressed={pressed} onClick={onPress} {...cellProps} />
  )
}

export function HeatLegend({
  least,
  most,
  hatched,
  partial,
}: {
  least: string
  most: string
  hatched?: string | undefined
  partial?: string | undefined
}) {
  return (
    <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-12 text-text-3 tabular-nums">
      <span className="inline-flex items-center gap-1.5">
        {least}
        <span aria-hidden="true" className="flex gap-px forced-color-adjust-none">
          {Array.from({ length: HEAT_LEVELS }, (_, level) => (
            <span key={level} className="h-2.5 w-3" style={ground(level)} />
          ))}
        </span>
        {most}
      </span>
      {hatched !== undefined && (
        <span className="inline-flex items-center gap-1.5">
          <span aria-hidden="true" className="h-2.5 w-3 forced-color-adjust-none" style={ground('hatched')} />
          {hatched}
        </span>
      )}
      {partial !== undefined && (
        <span className="inline-flex items-center gap-1.5">
          <span
            aria-hidden="true"
            className="h-2.5 w-3 forced-color-adjust-none"
            style={ground(HEAT_LEVELS - 3, true)}
          />
          {partial}
        </span>
      )}
    </p>
  )
}
