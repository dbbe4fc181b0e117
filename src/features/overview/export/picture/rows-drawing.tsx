import type { PanelDrawing } from '#/features/overview/export/panel-file.ts'
import { INNER_WIDTH, fitted } from './frame.tsx'

/** Bar or range of a row, as shares of the scale; null: none. */
type Mark =
  | { readonly bar: number }
  | { readonly low: number; readonly rate: number; readonly high: number }
  | null

interface DrawnRow {
  readonly key: string
  readonly name: string
  readonly isNameless?: boolean
  readonly mark: Mark
  readonly cells: readonly string[]
}

interface DrawnRows {
  readonly columns: readonly string[]
  readonly rows: readonly DrawnRow[]
  /** Dotted line, as a share of the scale; null: none. */
  readonly average?: number | null
}

/** Longer charts are unreadable; a table has all rows. */
export const MOST_DRAWN = 20

const ROW = 28
const SIZE = 13
const CELL = 84

export const rowsPicture = ({ note, ...drawn }: DrawnRows & { readonly note: string }): PanelDrawing => ({
  note,
  height: (drawn.rows.length + 1) * ROW,
  drawing: <RowsDrawing {...drawn} width={INNER_WIDTH} />,
})

const RowsDrawing = ({ columns, rows, average = null, width }: DrawnRows & { width: number }) => {
  const names = Math.min(320, (width - columns.length * CELL) * 0.5)
  const plotWidth = width - names - columns.length * CELL - 24
  const cellAt = (index: number) => width - (columns.length - 1 - index) * CELL
  return (
    <g fontSize={SIZE} fill="var(--text)">
      {columns.map((name, index) => (
        <text key={name} x={cellAt(index)} y={16} fontSize={12} textAnchor="end" fill="var(--text-3)">
          {fitted(name, CELL - 4, 12)}
        </text>
      ))}
      {average !== null && (
        <path
          d={`M${names + average * plotWidth} ${ROW - 4}V${ROW * (rows.length + 1)}`}
          stroke="var(--chart-compare)"
          strokeDasharray="2 2"
        />
      )}
      {rows.map(({ key, name, isNameless, mark, cells }, index) => (
        <g key={key} transform={`translate(0 ${(index + 1) * ROW})`}>
          <path d={`M0 0H${width}`} stroke="var(--line)" />
          <text y={19} fill={isNameless ? 'var(--text-3)' : undefined}>
            {fitted(name, names - 16, SIZE)}
          </text>
          <g transform={`translate(${names} 0)`}>
            <Drawn mark={mark} width={plotWidth} />
          </g>
          {cells.map((cell, column) => (
            // Columns never change places.
            // oxlint-disable-next-line react/no-array-index-key
            <text key={column} x={cellAt(column)} y={19} textAnchor="end">
              {fitted(cell, CELL - 4, SIZE)}
            </text>
          ))}
        </g>
      ))}
    </g>
  )
}

const Drawn = ({ mark, width }: { mark: Mark; width: number }) => {
  if (mark === null) return null
  if ('bar' in mark)
    return (
      <rect
        y={9}
        width={Math.max(Math.min(mark.bar, 1) * width, 1)}
        height={10}
        rx={2}
        fill="var(--chart-1)"
      />
    )
  const { low, rate, high } = mark
  return (
    <>
      <rect
        x={low * width}
        y={11}
        width={Math.max((high - low) * width, 2)}
        height={6}
        rx={3}
        fill="var(--heat-3)"
      />
      <circle cx={rate * width} cy={14} r={4} fill="var(--chart-1)" />
    </>
  )
}
