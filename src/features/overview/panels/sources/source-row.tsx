import { TOO_FEW } from '#/analytics/evaluation/verdicts.ts'
import type { ReactNode } from 'react'
import type { ReportMetricId } from '#/analytics/report-metrics.ts'
import type { RateRange as Range } from '#/analytics/evaluation/wilson.ts'
import { partShareLabel } from '#/domain/figures/change-part-labels.ts'
import { dimensionName } from '#/domain/contact-list/dimension-labels.ts'
import { useAddress, useOverview } from '#/features/overview/data/use-overview.ts'
import { FigureButton } from '#/features/overview/receipt/figure-button.tsx'
import { formatNumber, formatPercent, formatSigned } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { IconButton } from '#/ui/control/button.tsx'
import { Absent } from '#/ui/data/absent.tsx'
import { cutText } from '#/ui/data/cut-text.ts'
import { Td, Tr } from '#/ui/table/table.tsx'
import { Icon } from '#/ui/icon.tsx'
import { Skeleton } from '#/ui/state/skeleton.tsx'
import { isCostColumn, type CostColumn } from './columns.ts'
import { CostCell, Sums } from './cells/money-cells.tsx'
import type { EvaluatedSource, SourceColumn } from '#/domain/costs/evaluated-sources.ts'
import { isPressed, LEVELS, pathFilters, pathKey, pressed, type Level, type Path } from './levels.ts'
import { NAMELESS } from './nameless.ts'
import { useTree } from './tree.ts'
import { ReceiptPopover, ReceiptSkeleton } from '#/domain/figures/receipt.tsx'
import { noVerdictLabel, VERDICTS } from './verdict-labels.ts'

const NAME_SHOWN = 200

const OPENS = {
  source: null,
  campaign: m.sources_open_campaigns,
  search_request: m.sources_open_search_requests,
} as const satisfies Record<Level, ((inputs: { name: string }) => string) | null>

const INDENT = ['', 'pl-3', 'pl-6'] as const

interface RowProps {
  readonly source: EvaluatedSource
  readonly path: Path
  readonly next: Level | undefined
  readonly isOpen: boolean
}

/** A source, campaign or search request: the name filters the report, figures open receipts. */
export const SourceRow = (props: RowProps) =>
  useTree().isPhone ? <PhoneRow {...props} /> : <DeskRow {...props} />

const DeskRow = ({ source, path, next, isOpen }: RowProps) => {
  const { columns } = useTree()
  const narrowing = useAddress(...LEVELS)
  return (
    <Tr selected={isPressed(narrowing, path)}>
      <th scope="row" className="w-full max-w-0 min-w-32 border-b border-line pr-2 font-normal">
        <div className={classNames('flex items-center', INDENT[path.length - 1])}>
          <Opener path={path} next={next} isOpen={isOpen} />
          <Name path={path} />
        </div>
      </th>
      {columns.map((column) => column !== 'name' && <Cell key={column} {...{ column, source, path }} />)}
    </Tr>
  )
}

/** Cost of one contact of each kind; absent without spend. */
const PhoneCosts = ({ source, path }: { source: EvaluatedSource; path: Path }) => {
  const { columns } = useTree()
  const { cost } = source
  const [first, ...others] = PHONE_COSTS.filter(({ column }) => columns.includes(column))
  if (first === undefined || !cost?.paid) return null
  // The note on too few contacts is shown once.
  const listed = others.filter(({ column }) => column === 'cost_per_contact' || cost.perTarget !== null)
  return (
    <>
      <div className="-mt-3 flex items-center gap-1.5">
        <span className="text-12 text-text-3">{first.name()}</span>
        <CostCell column={first.column} source={source} path={path} className="font-strong" />
      </div>
      <div className="-mt-1.5 grid grid-cols-3 gap-x-2">
        {listed.map(({ column, name }) => (
          <span key={column} className="grid justify-items-start">
            <span className="text-12 text-text-3">{name()}</span>
            <span className="-mt-2.5 inline-flex min-h-10 items-center">
              <CostCell column={column} source={source} path={path} isBrief />
            </span>
          </span>
        ))}
      </div>
    </>
  )
}
const PHONE_COSTS: readonly { readonly column: CostColumn; readonly name: () => string }[] = [
  { column: 'cost_per_target', name: m.spend_phone_target },
  { column: 'cost_per_contact', name: m.spend_phone_contact },
  { column: 'cost_per_first_time', name: m.spend_phone_first_time },
  { column: 'cost_per_deal', name: m.spend_phone_deal },
]

/** Two lines: name and volume, then quality and cost. */
const PhoneRow = ({ source, path, next, isOpen }: RowProps) => {
  const { columns, namesCrms, view, isPart } = useTree()
  const narrowing = useAddress(...LEVELS)
  const has = (column: SourceColumn) => columns.includes(column)
  const hasVerdict = has('verdict') && source.beside.verdict !== null && !isPart
  // CRM names don't fit under the contacts.
  const hasSums = has('sum') && namesCrms && source.row.sums.some(({ sum }) => sum !== 0)
  return (
    <Tr selected={isPressed(narrowing, path)} className="align-top">
      <th scope="row" className="w-full max-w-0 border-b border-line pr-2 pb-1 font-normal">
        <div className={classNames('flex', INDENT[path.length - 1])}>
          <Opener path={path} next={next} isOpen={isOpen} />
          <div className="min-w-0 grow">
            <Name path={path} />
            {view === 'cost' && <PhoneCosts source={source} path={path} />}
            {has('target_rate') && (
              <div className="-mt-3">
                <Target source={source} path={path} />
              </div>
            )}
            {(hasVerdict || hasSums) && (
              <div className="-mt-3 flex min-h-10 flex-wrap items-center gap-x-3 text-text-2">
                {hasVerdict && <VerdictCell source={source} />}
                {hasSums && (
                  <span className="min-w-0">
                    <Sums sums={source.row.sums} />
                  </span>
                )}
              </div>
            )}
            {has('missed_rate') && source.missesMore && (
              <div className="-mt-3">
                <Missed source={source} path={path} word={m.sources_high_on_phone()} />
              </div>
            )}
          </div>
        </div>
      </th>
      <Td numeric>
        {view === 'cost' ? (
          <span className="inline-flex min-h-10 items-center">
            <CostCell column="spend" source={source} path={path} className="font-strong" />
          </span>
        ) : (
          <Figure metric="contacts" source={source} path={path} className="font-strong" />
        )}
        {has('sum') && !namesCrms && (
          <div className="-mt-0.5 pb-1 text-text-2">
            <Sums sums={source.row.sums} />
          </div>
        )}
      </Td>
    </Tr>
  )
}

const nameOf = (path: Path): string => {
  const own = path.at(-1)
  return own === undefined ? '' : own.value === null ? NAMELESS[own.by]() : cutText(own.value, NAME_SHOWN)
}

const Opener = ({ path, next, isOpen }: Pick<RowProps, 'path' | 'next' | 'isOpen'>) => {
  const { toggleOpen } = useTree()
  const label = next && OPENS[next]?.({ name: nameOf(path) })
  return label === undefined ? (
    <span className="w-7 shrink-0 phone:w-10" />
  ) : (
    <IconButton
      icon={isOpen ? 'chevron-down' : 'chevron-right'}
      label={label}
      aria-expanded={isOpen}
      onClick={() => toggleOpen(pathKey(path))}
      className="aria-expanded:bg-transparent aria-expanded:hover:bg-hover phone:-ml-2.5"
    />
  )
}

const Name = ({ path }: { path: Path }) => {
  const { change } = useOverview('change')
  const narrowing = useAddress(...LEVELS)
  const own = path.at(-1)
  const name = nameOf(path)
  return (
    <button
      type="button"
      aria-pressed={isPressed(narrowing, path)}
      title={name}
      onClick={() => change(pressed(narrowing, path))}
      className={classNames(
        'line-clamp-1 min-h-6 max-w-full min-w-6 phone:line-clamp-2 cursor-default rounded-1 py-0.5 text-left wrap-anywhere decoration-line-control underline-offset-3 hover:underline aria-pressed:font-strong aria-pressed:text-accent phone:min-h-10',
        own?.value === null && 'text-text-3',
      )}
    >
      {/* Indentation isn't conveyed to screen readers, so the dimension is. */}
      {path.length > 1 && own && <span className="sr-only">{dimensionName(own.by)} </span>}
      <bdi>{name}</bdi>
    </button>
  )
}

interface CellProps {
  readonly source: EvaluatedSource
  readonly path: Path
}

const Figure = ({
  metric,
  source,
  path,
  className,
}: CellProps & { metric: ReportMetricId; className?: string }) => (
  <FigureButton metric={metric} figures={source.row} filters={pathFilters(path)} className={className} />
)

const Cell = ({ column, ...cell }: CellProps & { column: Exclude<SourceColumn, 'name'> }) =>
  column === 'target_rate' ? (
    <Td>
      <Target {...cell} />
    </Td>
  ) : column === 'verdict' ? (
    <Td>
      <VerdictCell source={cell.source} />
    </Td>
  ) : isCostColumn(column) ? (
    <Td numeric>
      <CostCell column={column} {...cell} />
    </Td>
  ) : (
    <Td numeric>{NUMERIC[column](cell)}</Td>
  )

const NUMERIC = {
  contacts: (cell) => <Figure metric="contacts" {...cell} />,
  change: ({ source: { changed } }) =>
    changed === undefined ? (
      <Absent reason={m.changes_unread()} />
    ) : (
      <span title={changed.change === 0 ? undefined : partShareLabel(changed)}>
        {formatSigned(changed.change)}
      </span>
    ),
  first_time: (cell) => <Figure metric="first_time" {...cell} />,
  missed_rate: (cell) => <Missed {...cell} word={m.sources_high()} />,
  deals: (cell) => <Figure metric="deals" {...cell} />,
  won: (cell) => <Figure metric="won" {...cell} />,
  sum: ({ source }) => <Sums sums={source.row.sums} />,
} as const satisfies Record<
  Exclude<SourceColumn, 'name' | 'target_rate' | 'verdict' | CostColumn>,
  (cell: CellProps) => ReactNode
>

const tooFew = () => m.sources_too_few() + m.sources_too_few_under({ least: formatNumber(TOO_FEW) })
const points = (share: number) => formatNumber(Math.round(share * 100))

const WIDTH = 80
const HEIGHT = 20
const RADIUS = 3.5

/** Dot: rate; bar: 95% range; dotted line: average of all. Decorative: the row has the figures. */
const RateRangeBar = ({
  range,
  average,
  scale,
}: {
  range: Range
  /** A share; null: there is none. */
  average: number | null
  /** The share at the right end; what goes further is cut off there. */
  scale: number
}) => {
  const x = (share: number) => RADIUS + (share / scale) * (WIDTH - 2 * RADIUS)
  return (
    <svg width={WIDTH} height={HEIGHT} aria-hidden="true" className="shrink-0">
      <path d={`M0 10H${WIDTH}`} className="stroke-line" />
      {average !== null && (
        <path d={`M${x(average)} 0V${HEIGHT}`} stroke="var(--chart-compare)" strokeDasharray="2 2" />
      )}
      <rect
        x={x(range.low)}
        y={7}
        width={Math.max(x(range.high) - x(range.low), 2)}
        height={6}
        rx={3}
        fill="var(--chart-1)"
        opacity={0.45}
      />
      <circle cx={x(range.rate)} cy={10} r={RADIUS} fill="var(--chart-1)" />
    </svg>
  )
}

const Target = ({ source, path }: CellProps) => {
  const { whole, scale, isPhone, fit } = useTree()
  const { target } = source
  if (target === null)
    return (
      <span className="flex min-h-6 items-center gap-2 text-text-3 phone:min-h-10">
        <Icon name="partial" size={14} />
        <span title={tooFew()}>
          {m.sources_too_few()}
          {!isPhone && fit.range !== 'words' && m.sources_too_few_under({ least: formatNumber(TOO_FEW) })}
        </span>
      </span>
    )
  return (
    <span className="flex items-center gap-2 tabular-nums">
      <Figure metric="target_rate" source={source} path={path} className="min-w-13 text-left font-strong" />
      {fit.range !== 'words' && (
        <RateRangeBar
          range={target}
          average={whole.contacts === 0 ? null : whole.target / whole.contacts}
          scale={scale}
        />
      )}
      <RangeLabel range={target} isDrawn={fit.range === 'bar'} />
    </span>
  )
}

/** @param isDrawn only one of both fits, and the bar is shown */
const RangeLabel = ({ range: { low, high }, isDrawn }: { range: Range; isDrawn: boolean }) => (
  <span
    title={m.sources_range({ low: formatPercent(low), high: formatPercent(high) })}
    className={classNames('text-text-2', isDrawn ? 'sr-only' : 'min-w-11 text-right')}
  >
    {points(low)}–{points(high)}
  </span>
)

const Missed = ({ source, path, word }: CellProps & { word: string }) => {
  const { isPhone, fit } = useTree()
  const { missed, missesMore, target } = source
  if (missed === null) return <Absent reason={target === null ? tooFew() : m.sources_no_calls()} />
  const figure = <Figure metric="missed_rate" source={source} path={path} />
  return missesMore ? (
    <span
      className="inline-flex items-center gap-1 font-strong whitespace-nowrap text-missed"
      title={m.sources_high_why()}
    >
      <Icon name="alert" size={14} />
      <span className={!isPhone && fit.isShort ? 'sr-only' : undefined}>{word}</span> {figure}
    </span>
  ) : (
    figure
  )
}

/** Advice where the evidence is sufficient, with its receipt. */
const VerdictCell = ({ source }: { source: EvaluatedSource }) => {
  const { isPart, costs, later } = useTree()
  const { beside } = source
  const { verdict } = beside
  if (isPart) return <Absent reason={m.verdict_not_loaded()} />
  if (costs?.isAwaited) return <Skeleton width="full" />
  if (verdict === null) return <Absent reason={noVerdictLabel(beside)} />
  const { word, icon, tone } = VERDICTS[verdict]
  return (
    <ReceiptPopover
      renderContents={(close) =>
        later ? (
          <later.VerdictReceipt
            beside={beside}
            verdict={verdict}
            planned={costs?.planned ?? null}
            onClose={close}
          />
        ) : (
          <ReceiptSkeleton />
        )
      }
      renderTrigger={(trigger) => (
        <button
          type="button"
          {...trigger}
          aria-label={`${m.verdict_title()} ${word()}`}
          className={classNames(
            'inline-flex min-h-6 cursor-default items-center gap-1 rounded-1 font-strong whitespace-nowrap decoration-line-control underline-offset-3 hover:underline aria-expanded:underline phone:min-h-10',
            tone,
          )}
        >
          <Icon name={icon} size={14} />
          <span>{word()}</span>
        </button>
      )}
    />
  )
}
