import { classNames } from '#/ui/class-names.ts'
import { ReportPart } from './part.tsx'
import type { ReportWords } from './report-words.ts'

type Words = NonNullable<ReportWords['sources']>

const MARK = 88
const HEIGHT = 12

/** There is no room for all on a phone. */
const phoneHidden = 'max-[640px]:hidden'
const headClass = 'pb-0.5 text-left font-normal text-text-3'
const cellClass = 'border-t border-line py-[0.5mm] align-middle'

/** Which sources are good, and how sure that is. */
export const PaperSources = ({ sources }: { sources: Words }) => (
  <ReportPart title={sources.title} note={[sources.note, sources.more].filter(Boolean).join(', ')}>
    <table aria-label={sources.title} className="mt-1 w-full table-fixed text-11 tabular-nums">
      <colgroup>
        <col />
        {sources.range !== null && <col className="w-50 max-[640px]:w-26" />}
        {sources.columns.map((name, index) => (
          <col key={name} className={index === 0 ? 'w-21 max-[640px]:w-18' : 'w-21 max-[640px]:hidden'} />
        ))}
      </colgroup>
      <thead>
        <tr>
          <th scope="col" className={headClass}>
            {sources.name}
          </th>
          {sources.range !== null && (
            <th scope="col" className={headClass}>
              {sources.range}
            </th>
          )}
          {sources.columns.map((name, index) => (
            <th
              key={name}
              scope="col"
              className={classNames(headClass, 'truncate text-right', index > 0 && phoneHidden)}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sources.rows.map((row) => (
          <tr key={row.key}>
            <th scope="row" className={`${cellClass} truncate pr-3 text-left font-medium`}>
              <bdi>{row.name}</bdi>
            </th>
            {sources.range !== null && (
              <td className={cellClass}>
                <Range target={row.target} tooFew={row.tooFew} average={sources.average} />
              </td>
            )}
            {row.cells.map((cell, index) => (
              // Columns never change places.
              // oxlint-disable-next-line react/no-array-index-key
              <td key={index} className={classNames(cellClass, 'text-right', index > 0 && phoneHidden)}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </ReportPart>
)

const Range = ({
  target,
  tooFew,
  average,
}: {
  target: Words['rows'][number]['target']
  tooFew: string
  average: number | null
}) =>
  target === null ? (
    <span className="text-text-3">{tooFew}</span>
  ) : (
    <span className="flex items-center gap-2">
      <span className="min-w-10 font-medium">{target.words}</span>
      <svg width={MARK} height={HEIGHT} aria-hidden="true" className="shrink-0 max-[640px]:hidden">
        <path d={`M0 ${HEIGHT / 2}H${MARK}`} stroke="var(--line)" />
        {average !== null && (
          <path d={`M${average * MARK} 0V${HEIGHT}`} stroke="var(--chart-compare)" strokeDasharray="2 2" />
        )}
        <rect
          x={target.low * MARK}
          y={4}
          width={Math.max((target.high - target.low) * MARK, 2)}
          height={4}
          rx={2}
          fill="var(--heat-3)"
        />
        <circle cx={target.rate * MARK} cy={HEIGHT / 2} r={3} fill="var(--chart-1)" />
      </svg>
      <span className="text-text-2">{target.ends}</span>
    </span>
  )
