import { Fragment, useState, type ReactNode } from 'react'
import {
  CHANGE_DIMENSIONS,
  isRate,
  type ChangeDimension,
  type ChangeMetric,
} from '#/analytics/changes/dimensions.ts'
import type { ChangeRow, ChangesOver } from '#/analytics/figures/changes.ts'
import type { Filter } from '#/analytics/columns/select.ts'
import { isSameLength } from '#/analytics/figure-change.ts'
import { explainedByName, partName, partShareWords } from '#/domain/changes/change-part-labels.ts'
import { useHidden } from '#/features/overview/data/use-hidden.ts'
import { useLoading, useQuestion } from '#/features/overview/data/use-overview.ts'
import { metricName } from '#/domain/figures/figure-labels.ts'
import { counted, formatNumber, formatPercentChange, formatShortDays } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button, IconButton } from '#/ui/control/button.tsx'
import { Checkbox } from '#/ui/control/checkbox.tsx'
import { Choice } from '#/ui/control/choice.tsx'
import { Dialog } from '#/ui/overlay/dialog.tsx'
import { SkeletonLines } from '#/ui/state/skeleton.tsx'
import { SortHead, Table, Td, type HeadColumn, type RowOrder } from '#/ui/table/table.tsx'
import { ChangeBar, changeText, scaleOfChanges, type ChangeScale } from './change-bars.tsx'
import { ScalingNote, ChangeHeadline } from './changes-block.tsx'
import { ownRateWords, shareWords } from './rate-table.tsx'
import { addressOfRow, filtersOfRow, useChanges } from './use-changes.ts'

const NO_FILTERS: readonly Filter[] = []
type Column = 'name' | 'before' | 'now' | 'change' | 'assessment'

/** Every part of a figure's change, by one dimension after another. */
export const AllChanges = ({
  metric,
  filters = NO_FILTERS,
  onClose,
}: {
  metric: ChangeMetric
  filters?: readonly Filter[]
  onClose: () => void
}) => {
  const hidden = useHidden()
  const dimensions = CHANGE_DIMENSIONS.filter((by) => by === 'hours' || !hidden.dimension(by))
  const explained = useChanges(metric, filters).data
  const [chosen, setChosen] = useState<ChangeDimension | null>(null)
  const [isRealOnly, setRealOnly] = useState(false)
  const usual = dimensions.find((by) => by === explained?.lead?.by) ?? dimensions[0]!
  const by = chosen ?? usual
  return (
    <Dialog
      open
      size="table"
      title={`${m.changes_all()}: ${metricName(metric)}`}
      onClose={onClose}
      actions={<Button onClick={onClose}>{m.close()}</Button>}
    >
      <div className="grid gap-3 text-text">
        {explained && (
          <div>
            <ChangeHeadline metric={metric} changes={explained} />
          </div>
        )}
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-line">
          <Choice
            label={m.changes_split()}
            value={by}
            options={dimensions.map((one) => ({ value: one, label: explainedByName(one) }))}
            onChange={setChosen}
          />
          <Checkbox checked={isRealOnly} onChange={() => setRealOnly(!isRealOnly)}>
            {m.changes_real_only()}
          </Checkbox>
        </div>
        <Split key={by} {...{ metric, filters, by, dimensions, isRealOnly, onClose }} />
        <div className="grid gap-1 text-12 text-text-3">
          {explained && <ScalingNote metric={metric} changes={explained} />}
          <p>{m.changes_checked()}</p>
        </div>
      </div>
    </Dialog>
  )
}

/** A bar, by how much, and how much that is of it. */
const CHANGE_CELL =
  'grid grid-cols-[minmax(7rem,12rem)_3.5rem_4.5rem] items-center justify-end gap-x-2 phone:grid-cols-[3rem_4.5rem]'

interface SplitProps {
  readonly metric: ChangeMetric
  readonly filters: readonly Filter[]
  readonly by: ChangeDimension
  readonly dimensions: readonly ChangeDimension[]
  readonly isRealOnly: boolean
  readonly onClose: () => void
}

const VALUE: Record<Column, (row: ChangeRow, name: string) => number | string> = {
  name: (_, name) => name,
  before: ({ before }) => before.part,
  now: ({ now }) => now.part,
  change: ({ change }) => change,
  assessment: ({ isReal }) => Number(!isReal),
}

const Split = (props: SplitProps) => {
  const { metric, filters, by, isRealOnly } = props
  const { days, comparedDays } = useQuestion('days', 'comparedDays')
  const { objectTitle } = useLoading('objectTitle')
  const [order, setOrder] = useState<RowOrder<Column>>({ column: 'change', direction: 'ascending' })
  const { data } = useChanges(metric, filters, by)
  if (data === undefined) return <SkeletonLines lines={6} label={m.loading()} />
  const { split, over } = data
  if (split === null || over === null)
    return <p className="py-2 text-13 text-text-3">{m.changes_no_split()}</p>
  const sign = order.direction === 'ascending' ? 1 : -1
  const rows = split.rows
    .filter(({ isReal }) => isReal || !isRealOnly)
    .map((row) => ({ row, value: VALUE[order.column](row, partName(row, objectTitle)) }))
    .toSorted(({ value: a }, { value: b }) =>
      typeof a === 'number' && typeof b === 'number'
        ? sign * (a - b)
        : sign * String(a).localeCompare(String(b)),
    )
    .map(({ row }) => row)
  const scale = scaleOfChanges(split.rows)
  const before = comparedDays === null ? '' : formatShortDays(comparedDays)
  const isOfRate = isRate(metric)
  const columns: readonly HeadColumn<Column>[] = [
    { id: 'name', label: explainedByName(by), className: 'w-full' },
    {
      id: 'before',
      label: isOfRate
        ? m.changes_share_of()
        : isSameLength(over)
          ? before
          : m.changes_scaled_days({
              days: before,
              scaled: m.spend_days_count(counted(Math.round(over.days * 10) / 10)),
            }),
      numeric: true,
      sorts: !isOfRate,
      className: 'phone:hidden',
    },
    {
      id: 'now',
      label: isOfRate ? m.changes_own_rate() : formatShortDays(days),
      numeric: true,
      sorts: !isOfRate,
      className: 'phone:hidden',
    },
    { id: 'change', label: m.overview_change(), numeric: true, className: 'desk:pr-20' },
    { id: 'assessment', label: m.changes_assessment(), className: 'phone:hidden' },
  ]
  return (
    <div className="overflow-x-auto">
      <Table edge="none" aria-label={explainedByName(by)} className="tabular-nums">
        <thead>
          <SortHead
            columns={columns}
            order={order}
            onSort={(column) =>
              setOrder({
                column,
                direction:
                  order.column === column && order.direction === 'ascending' ? 'descending' : 'ascending',
              })
            }
          />
        </thead>
        <tbody>
          {rows.map((row) => (
            <SplitRow key={`${row.isCalendar} ${row.value}`} row={row} {...{ over, scale }} {...props} />
          ))}
          {split.others && !isRealOnly && (
            <SplitRow row={split.others} {...{ over, scale }} {...props} isOthers />
          )}
        </tbody>
        <tfoot>
          <tr className="h-9 font-strong">
            <th scope="row" className="font-strong">
              {m.changes_total()}
            </th>
            <Td numeric className="phone:hidden">
              {isOfRate ? null : formatNumber(over.before.part)}
            </Td>
            <Td numeric className="phone:hidden">
              {isOfRate ? null : formatNumber(over.now.part)}
            </Td>
            <Td numeric>
              <span className={CHANGE_CELL}>
                <span className="phone:hidden" />
                <span>{changeText(metric, over.change)}</span>
                <span className="text-12 font-normal text-text-3">
                  {!isOfRate && over.before.part > 0
                    ? formatPercentChange(over.change / over.before.part)
                    : null}
                </span>
              </span>
            </Td>
            <Td className="phone:hidden" />
          </tr>
        </tfoot>
      </Table>
    </div>
  )
}

type SplitRowProps = SplitProps & {
  readonly row: ChangeRow
  readonly over: ChangesOver
  readonly scale: ChangeScale
  readonly isOthers?: boolean
}

/** What a row is split by when it is opened. */
const secondOf = (by: ChangeDimension, dimensions: readonly ChangeDimension[]): ChangeDimension | undefined =>
  (['object', 'source', 'campaign'] as const).find((one) => one !== by && dimensions.includes(one))

const SplitRow = (props: SplitRowProps) => {
  const { row, metric, by, dimensions, filters } = props
  const { objectTitle } = useLoading('objectTitle')
  const [isOpen, setOpen] = useState(false)
  const own = filtersOfRow(row)
  const second = secondOf(by, dimensions)
  const isRenamed = row.was !== null
  return (
    <Fragment>
      <RowCells
        {...props}
        opener={
          own !== null && second !== undefined && !isRenamed ? (
            <IconButton
              icon={isOpen ? 'chevron-down' : 'chevron-right'}
              label={m.changes_open({ name: partName(row, objectTitle) })}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            />
          ) : null
        }
      />
      {isOpen && own !== null && second !== undefined && (
        <Below {...props} by={second} filters={[...filters, ...own]} metric={metric} />
      )}
    </Fragment>
  )
}

const Below = (props: SplitRowProps) => {
  const { metric, filters, by, isRealOnly } = props
  const { data } = useChanges(metric, filters, by)
  const { split, over } = data ?? {}
  if (!split || !over)
    return (
      <tr>
        <td colSpan={5} className="border-b border-line py-2 pl-9! text-13 text-text-3">
          {data === undefined ? m.loading() : m.changes_no_split()}
        </td>
      </tr>
    )
  const rows = split.rows.filter(({ isReal }) => isReal || !isRealOnly)
  return rows.map((row) => (
    <RowCells key={`${row.isCalendar} ${row.value}`} {...props} row={row} over={over} isBelow />
  ))
}

const RowCells = ({
  row,
  metric,
  over,
  scale,
  filters,
  onClose,
  opener = null,
  isBelow = false,
  isOthers = false,
}: SplitRowProps & { readonly opener?: ReactNode; readonly isBelow?: boolean }) => {
  const { objectTitle } = useLoading('objectTitle')
  const { change } = useQuestion('change')
  const name = partName(row, objectTitle)
  const address = isBelow || filters.length > 0 ? null : addressOfRow(row)
  const isOfRate = isRate(metric)
  const assessment =
    isOthers || row.isCalendar ? null : row.isReal ? (
      m.changes_real()
    ) : (
      <span className="text-text-3">{m.overview_within_chance()}</span>
    )
  return (
    <tr className={isBelow ? 'bg-hover' : 'hover:bg-hover'}>
      <th scope="row" className="max-w-0 border-b border-line font-normal phone:max-w-none">
        <span className={isBelow ? 'flex min-h-8 items-center pl-9' : 'flex min-h-9 items-center gap-1'}>
          {!isBelow && <span className="inline-block w-8 shrink-0">{opener}</span>}
          {address === null ? (
            <bdi className="truncate">{name}</bdi>
          ) : (
            <button
              type="button"
              aria-label={`${name} ${changeText(metric, row.change)}`}
              title={m.changes_filter_title({ name })}
              onClick={() => {
                change(address)
                onClose()
              }}
              className="min-h-8 min-w-0 cursor-default truncate rounded-1 text-left hover:text-accent hover:underline"
            >
              <bdi>{name}</bdi>
            </button>
          )}
        </span>
      </th>
      <Td numeric className="text-text-2 phone:hidden">
        {isOfRate ? (
          <>
            <span className="mr-2 text-text-3">{shareWords(row, over)}</span>
            {changeText(metric, row.effects?.mix ?? 0)}
          </>
        ) : row.isCalendar ? null : (
          formatNumber(row.before.part)
        )}
      </Td>
      <Td numeric className="phone:hidden">
        {isOfRate ? (
          <>
            <span className="mr-2 text-text-3">{ownRateWords(row)}</span>
            {changeText(metric, row.effects?.own ?? 0)}
          </>
        ) : row.isCalendar ? null : (
          formatNumber(row.now.part)
        )}
      </Td>
      <Td numeric>
        <span className={CHANGE_CELL}>
          <span className="phone:hidden">
            <ChangeBar metric={metric} change={row.change} scale={scale} isQuiet={!row.isReal} />
          </span>
          <span className="font-strong">{changeText(metric, row.change)}</span>
          <span className="text-12 text-text-3">{isOfRate || row.isCalendar ? '' : partShareWords(row)}</span>
          <span className="col-span-full text-12 desk:hidden">{assessment}</span>
        </span>
      </Td>
      <Td className="text-12 phone:hidden">{assessment}</Td>
    </tr>
  )
}
