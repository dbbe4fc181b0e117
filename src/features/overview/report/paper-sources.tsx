import { Fragment } from 'react'
import { VERDICTS } from '#/features/overview/panels/sources/verdict-labels.ts'
import { classNames } from '#/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import { ReportPart } from './part.tsx'
import type { ReportContent } from './report-labels.ts'

type Words = NonNullable<ReportContent['sources']>
type RowLabel = Words['rows'][number]

const MARK = 110
const MARK_BESIDE_COSTS = 32
const COLUMNS_WITHOUT_COSTS = 2
const HEIGHT = 12

const phoneHidden = 'max-[640px]:hidden'
const headClass = 'pb-0.5 font-normal whitespace-nowrap text-text-3'
const cellClass = 'border-t border-line py-[0.5mm] align-middle whitespace-nowrap'
const allClass = 'border-t border-line-strong py-[0.5mm] align-middle whitespace-nowrap'

/** Sources with quality, range, cost and verdict. */
export const PaperSources = ({ sources }: { sources: Words }) => {
  const columns = 2 + (sources.range === null ? 0 : 1) + sources.columns.length + (sources.verdict ? 1 : 0)
  return (
    <ReportPart title={sources.title} note={sources.note}>
      <table aria-label={sources.title} className="mt-1 w-full text-11 tabular-nums">
        <thead>
          <tr>
            <th scope="col" className={classNames(headClass, 'text-left')}>
              {sources.name}
            </th>
            <th scope="col" className={classNames(headClass, 'pl-2.5 text-right')}>
              {sources.contacts}
            </th>
            {sources.range !== null && (
              <th scope="col" className={classNames(headClass, 'pl-3 text-left max-[640px]:pl-2')}>
                {sources.range}
              </th>
            )}
            {sources.columns.map((name) => (
              <th key={name} scope="col" className={classNames(headClass, 'pl-2.5 text-right', phoneHidden)}>
                {name}
              </th>
            ))}
            {sources.verdict !== null && (
              <th scope="col" className={classNames(headClass, 'pl-3 text-left', phoneHidden)}>
                {sources.verdict}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {sources.rows.map((row, index) => (
            <Fragment key={row.key}>
              {index === sources.cutAfter && (
                <tr>
                  <td colSpan={columns} className="border-t border-line text-center leading-2 text-text-3">
                    ⋯
                  </td>
                </tr>
              )}
              <SourceLine row={row} sources={sources} />
            </Fragment>
          ))}
          {sources.rest !== null && <SumLine line={sources.rest} sources={sources} className={cellClass} />}
          {sources.idle !== null && <SumLine line={sources.idle} sources={sources} className={cellClass} />}
          <SumLine line={sources.all} sources={sources} className={allClass} isAll />
        </tbody>
      </table>
      {sources.legend !== null && (
        <p className="mt-1 text-11 text-text-3">
          {[sources.legend, sources.legendOfPlan].filter(Boolean).join(' ')}
        </p>
      )}
    </ReportPart>
  )
}

const SumLine = ({
  line: { name, contacts, rate = '', cells },
  sources,
  className,
  isAll = false,
}: {
  line: {
    readonly name: string
    readonly contacts: string
    readonly rate?: string
    readonly cells: readonly string[]
  }
  sources: Words
  className: string
  isAll?: boolean
}) => (
  <tr className={isAll ? 'font-semibold' : undefined}>
    <th scope="row" className={classNames(className, 'text-left', !isAll && 'font-medium')}>
      {name}
    </th>
    <td className={classNames(className, 'pl-2.5 text-right')}>{contacts}</td>
    {sources.range !== null && <td className={classNames(className, 'pl-3 max-[640px]:pl-2')}>{rate}</td>}
    {cells.map((cell, index) => (
      // Columns never change places.
      // oxlint-disable-next-line react/no-array-index-key
      <td key={index} className={classNames(className, 'pl-2.5 text-right', phoneHidden)}>
        {cell}
      </td>
    ))}
    {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- nothing is to be done with all */}
    {sources.verdict !== null && <td className={classNames(className, phoneHidden)} />}
  </tr>
)

const SourceLine = ({ row, sources }: { row: RowLabel; sources: Words }) => (
  <tr>
    <th
      scope="row"
      className={`${cellClass} w-full max-w-0 min-w-20 truncate max-[640px]:min-w-16 text-left font-medium`}
    >
      <bdi>{row.name}</bdi>
      {/* A phone has no room for a column more. */}
      {row.verdict !== null && (
        <span className="block min-[640px]:hidden">
          <Advice verdict={row.verdict} />
        </span>
      )}
    </th>
    <td className={`${cellClass} pl-2.5 text-right`}>{row.contacts}</td>
    {sources.range !== null && (
      <td className={`${cellClass} pl-3 max-[640px]:pl-2`}>
        <Range
          target={row.target}
          tooFew={row.tooFew}
          average={sources.average}
          width={sources.columns.length > COLUMNS_WITHOUT_COSTS ? MARK_BESIDE_COSTS : MARK}
        />
      </td>
    )}
    {row.cells.map((cell, index) => (
      // Columns never change places.
      // oxlint-disable-next-line react/no-array-index-key
      <td
        key={index}
        className={classNames(
          cellClass,
          'pl-2.5 text-right',
          phoneHidden,
          index === 0 && row.missesMore && 'font-semibold text-missed',
        )}
      >
        {cell}
      </td>
    ))}
    {sources.verdict !== null && (
      <td className={classNames(cellClass, 'pl-3', phoneHidden)}>
        {row.verdict === null ? <span className="text-text-3">–</span> : <Advice verdict={row.verdict} />}
      </td>
    )}
  </tr>
)

const Advice = ({ verdict: { is, word } }: { verdict: NonNullable<RowLabel['verdict']> }) => (
  <span className={classNames('inline-flex items-center gap-1 font-semibold', VERDICTS[is].tone)}>
    <Icon name={VERDICTS[is].icon} size={12} />
    {word}
  </span>
)

const Range = ({
  target,
  tooFew,
  average,
  width,
}: {
  target: RowLabel['target']
  tooFew: string
  average: number | null
  width: number
}) =>
  target === null ? (
    <span className="text-text-3">{tooFew}</span>
  ) : (
    <span className="flex items-center gap-2">
      <span className="min-w-10 font-medium">{target.words}</span>
      <svg width={width} height={HEIGHT} aria-hidden="true" className={classNames('shrink-0', phoneHidden)}>
        <path d={`M0 ${HEIGHT / 2}H${width}`} stroke="var(--line)" />
        {average !== null && (
          <path d={`M${average * width} 0V${HEIGHT}`} stroke="var(--chart-compare)" strokeDasharray="2 2" />
        )}
        <rect
          x={target.low * width}
          y={4}
          width={Math.max((target.high - target.low) * width, 2)}
          height={4}
          rx={2}
          fill="var(--heat-3)"
        />
        <circle cx={target.rate * width} cy={HEIGHT / 2} r={3} fill="var(--chart-1)" />
      </svg>
      <span className="min-w-10 text-right text-text-2">{target.ends}</span>
    </span>
  )
