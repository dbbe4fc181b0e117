import type { Report } from '#/contract/figures/answers.ts'
import { timeOf, weekdayName } from '#/i18n/format.ts'
import { figureText } from '#/domain/figures/figure-labels.ts'
import type { HeatMetric } from '#/features/overview/search.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { HEAT_LEVELS, type HeatLevel } from '#/ui/chart/plot.ts'
import {
  blockHours,
  BLOCKS,
  blocksOf,
  HOURS,
  occurrencesIn,
  WEEKDAYS,
  weekOf,
  type CellCounts,
} from '#/domain/figures/week.ts'
import { grainOf, greatestOf, levelOf, marginsOf, cellState } from './rows.ts'
import { meanText, shortly } from './labels.ts'

export interface HeatDrawingProps {
  readonly rows: readonly string[]
  readonly columns: readonly string[]
  readonly level: (row: number, column: number) => HeatLevel
  readonly isPartial: (row: number, column: number) => boolean
  readonly words?: (row: number, column: number) => string | null
  /** Meaning of the lightest, darkest and hatched cells. */
  readonly legend: {
    readonly least: string
    readonly most: string
    readonly hatched?: string | undefined
    readonly partial?: string | undefined
  } | null
  readonly width: number
  readonly cellHeight: number
  readonly size?: number
}

export const heatPlot = (
  { heat }: Pick<Report, 'heat'>,
  question: Parameters<typeof occurrencesIn>[0],
  metric: HeatMetric,
  unread: ReadonlySet<number>,
  namedEvery: number,
): Required<Pick<HeatDrawingProps, 'rows' | 'columns' | 'level' | 'isPartial' | 'words' | 'legend'>> => {
  const week = weekOf(heat, occurrencesIn(question))
  const grain = grainOf(metric, week)
  const blocks = blocksOf(week)
  const at = (weekday: number, column: number): CellCounts =>
    grain === 'blocks'
      ? blocks[weekday * BLOCKS + column]!
      : grain === 'margins'
        ? week.ofHour(column)
        : week.at(weekday, column)
  const greatest = greatestOf(metric, {
    all: grain === 'blocks' ? blocks : grain === 'margins' ? marginsOf(week).hours : week.all,
  })
  const isNamed = (hour: number) => grain === 'blocks' || hour % namedEvery === 0
  return {
    rows:
      grain === 'margins'
        ? [m.heat_all_days()]
        : Array.from({ length: WEEKDAYS }, (_, weekday) => weekdayName(weekday)),
    columns: Array.from({ length: grain === 'blocks' ? BLOCKS : HOURS }, (_, column) => {
      const hour = grain === 'blocks' ? blockHours(column).from : column
      return isNamed(hour) ? timeOf(hour * 60) : ''
    }),
    level: (weekday, column) => levelOf(metric, at(weekday, column), greatest),
    isPartial: (weekday) => (grain === 'margins' ? unread.size > 0 : unread.has(weekday)),
    words: (weekday, column) => {
      const counts = at(weekday, column)
      // Percent signs would leave no room for the numbers.
      if (cellState(metric, counts) !== 'value') return null
      return metric === 'contacts'
        ? meanText(counts)
        : (figureText(metric, counts)?.replace(/[.,]\d(\s*%)$/, '$1') ?? null)
    },
    legend:
      greatest === null
        ? null
        : {
            least: shortly(metric, 0),
            most: shortly(metric, greatest),
            hatched: metric === 'contacts' ? undefined : m.heat_too_few(),
            partial: unread.size > 0 ? m.trend_unread() : undefined,
          },
  }
}

const NAMES = 44
const GAP = 1
const LEGEND_CELL = 14

const DARK_FROM = 5

export const heatHeight = ({
  rows,
  cellHeight,
  size = 12,
}: Pick<HeatDrawingProps, 'rows' | 'cellHeight' | 'size'>): number => rows.length * cellHeight + size * 4.4

export const HeatDrawing = (props: HeatDrawingProps) => {
  const { rows, columns, level, isPartial, words, legend, width, cellHeight, size = 12 } = props
  const cellWidth = (width - NAMES) / columns.length
  const bottom = rows.length * cellHeight
  return (
    <g fontSize={size} fill="var(--text-3)">
      {rows.map((name, row) => (
        <g key={name} transform={`translate(0 ${row * cellHeight})`}>
          <text y={cellHeight / 2 + size * 0.35}>{name}</text>
          {columns.map((_, column) => (
            <g
              // A cell is its place.
              // oxlint-disable-next-line react/no-array-index-key
              key={column}
              transform={`translate(${NAMES + column * cellWidth} 0)`}
            >
              <Ground
                level={level(row, column)}
                isPartial={isPartial(row, column)}
                width={cellWidth - GAP}
                height={cellHeight - GAP}
              />
              {words && (
                <CellLabel
                  words={words(row, column)}
                  level={level(row, column)}
                  x={(cellWidth - GAP) / 2}
                  y={cellHeight / 2 + 3.5}
                />
              )}
            </g>
          ))}
        </g>
      ))}
      {columns.map((name, column) =>
        name === '' ? null : (
          <text key={name} x={NAMES + (column + 0.5) * cellWidth} y={bottom + size * 1.3} textAnchor="middle">
            {name}
          </text>
        ),
      )}
      {legend && <Legend {...legend} size={size} y={bottom + size * 2.2} />}
    </g>
  )
}

const Ground = ({
  level,
  isPartial = false,
  width,
  height,
}: {
  level: HeatLevel
  isPartial?: boolean
  width: number
  height: number
}) =>
  typeof level === 'number' ? (
    <>
      <rect width={width} height={height} rx={2} fill={`var(--heat-${level})`} />
      {isPartial && <path d={strokesIn(width, height)} stroke="var(--raised)" strokeWidth={2} />}
    </>
  ) : (
    <>
      <rect width={width} height={height} rx={2} fill="none" stroke="var(--line)" />
      {level === 'hatched' && (
        <path
          d={`M0 ${height}L${Math.min(width, height)} ${height - Math.min(width, height)}M${width - height / 2} ${height}L${width} ${height / 2}`}
          stroke="var(--line-strong)"
        />
      )}
    </>
  )

const STROKES_EVERY = 8

/** Diagonal hatching, clipped to the cell's edges. */
const strokesIn = (width: number, height: number): string =>
  Array.from({ length: Math.floor((width + height) / STROKES_EVERY) }, (_, nth) => {
    const at = (nth + 1) * STROKES_EVERY - height
    const [x, y] = at >= 0 ? [at, 0] : [0, -at]
    const length = Math.min(width - x, height - y)
    return length > 0 ? `M${x} ${y}l${length} ${length}` : ''
  }).join('')

const CellLabel = ({
  words,
  level,
  x,
  y,
}: {
  words: string | null
  level: HeatLevel
  x: number
  y: number
}) =>
  words === null ? null : (
    <text
      x={x}
      y={y}
      fontSize={10}
      textAnchor="middle"
      fill={typeof level === 'number' && level >= DARK_FROM ? 'var(--raised)' : 'var(--text)'}
    >
      {words}
    </text>
  )

const Legend = ({
  least,
  most,
  hatched,
  partial,
  size,
  y,
}: NonNullable<HeatDrawingProps['legend']> & { size: number; y: number }) => {
  const before = NAMES + least.length * size * 0.6 + 8
  const after = before + HEAT_LEVELS * LEGEND_CELL + 8
  const further = after + most.length * size * 0.6 + 24
  const last = hatched === undefined ? further : further + LEGEND_CELL + hatched.length * size * 0.6 + 32
  return (
    <g transform={`translate(0 ${y})`}>
      <text x={NAMES} y={size}>
        {least}
      </text>
      {Array.from({ length: HEAT_LEVELS }, (_, level) => (
        <rect
          key={level}
          x={before + level * LEGEND_CELL}
          width={LEGEND_CELL - 1}
          y={2}
          height={size - 2}
          fill={`var(--heat-${level})`}
        />
      ))}
      <text x={after} y={size}>
        {most}
      </text>
      {hatched !== undefined && (
        <>
          <g transform={`translate(${further} 2)`}>
            <Ground level="hatched" width={LEGEND_CELL} height={size - 2} />
          </g>
          <text x={further + LEGEND_CELL + 8} y={size}>
            {hatched}
          </text>
        </>
      )}
      {partial !== undefined && (
        <>
          <g transform={`translate(${last} 2)`}>
            <Ground level={HEAT_LEVELS - 3} isPartial width={LEGEND_CELL} height={size - 2} />
          </g>
          <text x={last + LEGEND_CELL + 8} y={size}>
            {partial}
          </text>
        </>
      )}
    </g>
  )
}
