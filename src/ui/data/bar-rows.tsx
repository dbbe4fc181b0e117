import type { ReactNode } from 'react'
import { classNames } from '#/ui/class-names.ts'
import { useRovingFocus } from '#/ui/roving-focus.ts'
import { Th, type SortDirection } from '../table/table.tsx'

export interface BarRow {
  readonly key: string
  /** Truncated visually. */
  readonly name: string
  /** Stands for a missing name: gray, without bar. */
  readonly unnamed?: boolean | undefined
  /** Share of the longest bar, 0 to 1. */
  readonly share: number
  readonly pressed: boolean
  /** One for each column. */
  readonly cells: readonly ReactNode[]
}

export interface BarRowsProps {
  label: string
  head: string
  columns: readonly {
    readonly words: string
    readonly title?: string | undefined
    readonly sorted?: SortDirection | undefined
    readonly onSort?: (() => void) | undefined
  }[]
  rows: readonly BarRow[]
  onPress: (key: string) => void
}

/** Table of bars with a button each; arrow keys move between buttons. */
export function BarRows({ label, head, columns, rows, onPress }: BarRowsProps) {
  const roving = useRovingFocus()
  const isNarrowed = rows.some(({ pressed }) => pressed)
  return (
    <table
      {...roving}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a grid of buttons
      role="grid"
      aria-label={label}
      className="w-full border-separate border-spacing-0 text-left text-13 [&_tr>:first-child]:pl-0 [&_tr>:last-child]:pr-0"
    >
      <thead>
        <tr>
          <Th className="w-full">{head}</Th>
          {columns.map(({ words, title, sorted, onSort }) => (
            <Th key={words} numeric title={title} sorted={sorted} onSort={onSort} className="px-1.5">
              {words}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, unnamed = false, share, pressed, cells }) => (
          <tr key={key} className={pressed ? 'bg-selected' : 'hover:bg-hover'}>
            {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- its button has one */}
            <th scope="row" className="max-w-0 border-b border-line p-0 font-normal">
              <button
                type="button"
                aria-pressed={pressed}
                title={name}
                onClick={() => onPress(key)}
                className="grid h-9 w-full min-w-0 cursor-default content-center gap-0.5 rounded-1 text-left hover:text-accent aria-pressed:font-strong aria-pressed:text-accent focus-visible:-outline-offset-2 phone:h-10"
              >
                <bdi className={classNames('truncate', unnamed && 'text-text-3')}>{name}</bdi>
                <span aria-hidden="true" className="block h-1">
                  {!unnamed && (
                    <span
                      className={classNames(
                        'block h-full min-w-0.5 rounded-full forced-colors:bg-[CanvasText]',
                        isNarrowed && !pressed ? 'bg-(--chart-compare)' : 'bg-(--chart-1)',
                      )}
                      style={{ width: `${Math.min(Math.max(share, 0), 1) * 100}%` }}
                    />
                  )}
                </span>
              </button>
            </th>
            {cells.map((cell, column) => (
              <td
                key={columns[column]?.words}
                className="border-b border-line px-1.5 text-right whitespace-nowrap tabular-nums"
              >
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
