import { Fragment } from 'react'
import { HeatDrawing, heatHeight } from '#/features/overview/panels/heat-map/picture.tsx'
import { levelOfShare } from '#/features/overview/panels/heat-map/rows.ts'
import { classNames } from '#/ui/class-names.ts'
import { ReportPart } from './part.tsx'
import type { ReportContent } from './report-labels.ts'

const WIDTH = 388
const WHOLE_WIDTH = 704
const CELL_HEIGHT = 17

/** Missed calls in total, by object and by source. */
export const PaperMissed = ({ missed }: { missed: NonNullable<ReportContent['missed']> }) => (
  <ReportPart title={missed.title} note={missed.note}>
    <p className="mt-0.5 text-text-2">{missed.words}</p>
    <dl className="mt-2 grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 tabular-nums">
      {missed.bars.map(({ key, name, words, share, isMost }) => (
        <Fragment key={key}>
          <dt className="truncate">
            <bdi>{name}</bdi>
          </dt>
          <dd aria-hidden="true">
            <span
              style={{ width: `${share * 100}%` }}
              className={classNames('block h-2 min-w-0.5', isMost ? 'bg-missed' : 'bg-line-control')}
            />
          </dd>
          <dd className={classNames('text-right font-semibold', isMost && 'text-missed')}>{words}</dd>
        </Fragment>
      ))}
    </dl>
  </ReportPart>
)

/** Contacts and missed calls by three-hour block. */
export const PaperWhen = ({
  when,
  isAlone,
}: {
  when: NonNullable<ReportContent['when']>
  isAlone: boolean
}) => {
  const rows = when.rows.map(({ name }) => name)
  const height = heatHeight({ rows, cellHeight: CELL_HEIGHT, size: 10 }) - 24
  const width = isAlone ? WHOLE_WIDTH : WIDTH
  return (
    <ReportPart title={when.title} note={when.note} className={isAlone ? 'col-span-full' : ''}>
      <svg
        role="img"
        aria-label={`${when.title}, ${when.note}`}
        viewBox={`0 0 ${width} ${height}`}
        className="mt-1.5 w-full"
      >
        <HeatDrawing
          rows={rows}
          columns={when.columns}
          level={(weekday, block) => levelOfShare(when.rows[weekday]!.cells[block]!.share)}
          isPartial={(weekday) => when.rows[weekday]!.isPartial}
          words={(weekday, block) => when.rows[weekday]!.cells[block]!.words}
          legend={null}
          width={width}
          cellHeight={CELL_HEIGHT}
          size={10}
        />
      </svg>
      <p className="mt-1 text-11 text-text-3">{when.legend}</p>
    </ReportPart>
  )
}
