import { Fragment, lazy, Suspense, useState, type ReactNode } from 'react'
import type { ChangeDimension, ChangeMetric } from '#/contract/figures/changes.ts'
import { isRate } from '#/analytics/report-metrics.ts'
import type { ChangeRow, Changes, ChangesOver, SplitRow as SplitRowData } from '#/contract/figures/answers.ts'
import { narrowedTo, type Filter } from '#/contract/figures/questions.ts'
import { isSameLength } from '#/analytics/figure-change.ts'
import { explainedByName, partName, partShareLabel } from '#/domain/figures/change-part-labels.ts'
import { metricName } from '#/domain/figures/figure-labels.ts'
import { AnswerState } from '#/features/overview/answer-state.tsx'
import { useOverview, type Overview, useWholeOverview } from '#/features/overview/data/use-overview.ts'
import { contactsPlace, OpenContacts } from '#/features/overview/receipt/open-contacts.tsx'
import { rowsBehind } from '#/features/overview/receipt/rows-behind.ts'
import { counted, formatNumber, formatPercentChange, formatShortDays } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { IconButton } from '#/ui/control/button.tsx'
import { Absent } from '#/ui/data/absent.tsx'
import { SkeletonLines } from '#/ui/state/skeleton.tsx'
import { useIsNarrow } from '#/ui/use-is-phone.ts'
import { SortHead, Table, Td, type HeadColumn, type RowOrder } from '#/ui/table/table.tsx'
import { ChangeBar, changeText, scaleOfChanges, type ChangeScale } from './change-bars.tsx'
import { Assessment, ownRateLabel, shareLabel } from './rate-table.tsx'
import { addressOfRow, filtersOfRow, useChanges } from './use-changes.ts'

type Column = 'name' | 'before' | 'now' | 'change' | 'percent' | 'bar' | 'assessment' | 'mostly' | 'contacts'

interface SplitProps {
  readonly metric: ChangeMetric
  readonly filters: readonly Filter[]
  readonly by: ChangeDimension
  readonly dimensions: readonly ChangeDimension[]
  readonly isRealOnly: boolean
}

type Sortable = Extract<Column, 'name' | 'before' | 'now' | 'change' | 'percent' | 'assessment'>
const VALUE: Record<Sortable, (row: ChangeRow, name: string) => number | string> = {
  name: (_, name) => name,
  before: ({ before }) => before.part,
  now: ({ now }) => now.part,
  change: ({ change }) => change,
  percent: ({ percent }) => percent ?? Infinity,
  assessment: ({ isReal }) => Number(!isReal),
}
const isSortable = (column: Column): column is Sortable => column in VALUE

const shownRows = <Row extends ChangeRow>(
  rows: readonly Row[],
  { isRealOnly }: Pick<SplitProps, 'isRealOnly'>,
  { column, direction }: RowOrder<Column>,
  objectTitle: Overview['objectTitle'],
): Row[] => {
  const sign = direction === 'ascending' ? 1 : -1
  const valueOf = isSortable(column) ? VALUE[column] : VALUE.change
  return rows
    .filter(({ isReal }) => isReal || !isRealOnly)
    .map((row) => ({ row, value: valueOf(row, partName(row, objectTitle)) }))
    .toSorted(({ value: a }, { value: b }) =>
      typeof a === 'number' && typeof b === 'number'
        ? sign * (a - b)
        : sign * String(a).localeCompare(String(b)),
    )
    .map(({ row }) => row)
}

export const SplitTable = (props: SplitProps) => (
  <AnswerState
    query={useChanges(props.metric, props.filters, props.by)}
    skeleton={<SkeletonLines lines={8} label={m.loading()} />}
  >
    {(changes) => <Split changes={changes} {...props} />}
  </AnswerState>
)

const Split = ({ changes: { split, over }, ...props }: SplitProps & { readonly changes: Changes }) => {
  const { metric, by, isRealOnly } = props
  const { objectTitle, ...shownDays } = useOverview('objectTitle', 'days', 'comparedDays')
  const isNarrow = useIsNarrow()
  const [order, setOrder] = useState<RowOrder<Column>>({ column: 'change', direction: 'ascending' })
  if (split === null || over === null)
    return <p className="py-2 text-13 text-text-3">{m.changes_no_split()}</p>
  const rows = shownRows(split.rows, props, order, objectTitle)
  const shared = { ...props, order, over, isNarrow, scale: scaleOfChanges(split.rows) }
  return (
    <div className="overflow-x-auto">
      <Table edge="none" aria-label={explainedByName(by)} className="tabular-nums">
        <thead>
          <SortHead
            columns={columnsOf(props, over, { ...shownDays, isNarrow })}
            order={order}
            onSort={(next) =>
              setOrder({
                column: next,
                direction:
                  order.column === next && order.direction === 'ascending' ? 'descending' : 'ascending',
              })
            }
          />
        </thead>
        <tbody>
          {rows.map((row) => (
            <SplitRow key={`${row.isCalendar} ${row.value}`} row={row} {...shared} />
          ))}
          {split.others && !isRealOnly && <RowCells row={split.others} {...shared} />}
        </tbody>
        <tfoot>
          <TotalRow metric={metric} over={over} isNarrow={isNarrow} />
        </tfoot>
      </Table>
    </div>
  )
}

const columnsOf = (
  { metric, by }: SplitProps,
  over: ChangesOver,
  { days, comparedDays, isNarrow }: Pick<Overview, 'days' | 'comparedDays'> & Pick<RowProps, 'isNarrow'>,
): readonly HeadColumn<Column>[] => {
  const name: HeadColumn<Column> = {
    id: 'name',
    label: explainedByName(by),
    className: 'w-full min-w-40 pl-9!',
  }
  const change: HeadColumn<Column> = { id: 'change', label: m.overview_change(), numeric: true }
  const onDesk = { numeric: true, className: 'phone:hidden' } as const
  const rest: readonly HeadColumn<Column>[] = [
    {
      id: 'bar',
      label: <span className="sr-only">{m.overview_change()}</span>,
      sorts: false,
      className: 'min-w-36 max-[999px]:hidden',
    },
    { id: 'assessment', label: m.changes_assessment(), className: 'phone:hidden' },
    ...(isRate(metric)
      ? []
      : [
          {
            id: 'mostly',
            label: m.changes_mostly_in(),
            sorts: false,
            className: 'max-[1359px]:hidden',
          } as const,
        ]),
    {
      id: 'contacts',
      label: <span className="sr-only">{metricName('contacts')}</span>,
      sorts: false,
      className: 'phone:hidden',
    },
  ]
  if (isRate(metric))
    return [
      name,
      { id: 'before', label: m.changes_share_of(), sorts: false, ...onDesk },
      { id: 'now', label: m.changes_own_rate(), sorts: false, ...onDesk },
      change,
      ...rest,
    ]
  const before = comparedDays === null ? '' : formatShortDays(comparedDays)
  return [
    name,
    {
      id: 'before',
      label: isSameLength(over)
        ? before
        : m.changes_scaled_days({
            days: before,
            scaled: m.spend_days_count(counted(Math.round(over.days * 10) / 10)),
          }),
      ...onDesk,
    },
    { id: 'now', label: formatShortDays(days), ...onDesk },
    change,
    ...(isNarrow ? [] : [{ id: 'percent', label: m.changes_percent(), ...onDesk } as const]),
    ...rest,
  ]
}

const TotalRow = ({ metric, over, isNarrow }: Pick<RowProps, 'metric' | 'over' | 'isNarrow'>) => {
  const isOfRate = isRate(metric)
  return (
    <tr className="h-9 font-strong">
      <th scope="row" className="pl-9! font-strong">
        {m.changes_total()}
      </th>
      <Td numeric className="border-b-0 phone:hidden">
        {isOfRate ? null : formatNumber(over.before.part)}
      </Td>
      <Td numeric className="border-b-0 phone:hidden">
        {isOfRate ? null : formatNumber(over.now.part)}
      </Td>
      <Td numeric className="border-b-0">
        {changeText(metric, over.change)}
      </Td>
      {!isOfRate && !isNarrow && (
        <Td numeric className="border-b-0 font-normal text-text-2">
          {over.percent === null ? null : formatPercentChange(over.percent)}
        </Td>
      )}
      <Td colSpan={4} className="border-b-0 phone:hidden" />
    </tr>
  )
}

type RowProps = SplitProps & {
  readonly order: RowOrder<Column>
  readonly over: ChangesOver
  readonly scale: ChangeScale
  readonly isNarrow: boolean
}

/** The default second dimension of an expanded row. */
const secondOf = (by: ChangeDimension, dimensions: readonly ChangeDimension[]): ChangeDimension | undefined =>
  (['object', 'source', 'campaign'] as const).find((one) => one !== by && dimensions.includes(one))

const SplitRow = ({ row, ...props }: RowProps & { readonly row: SplitRowData }) => {
  const { by, dimensions, filters } = props
  const { objectTitle } = useOverview('objectTitle')
  const [isOpen, setOpen] = useState(false)
  const own = filtersOfRow(row)
  const second = secondOf(by, dimensions)
  const opens = own !== null && second !== undefined && row.was === null
  return (
    <Fragment>
      <RowCells
        {...props}
        row={row}
        mostly={row.mostly}
        opener={
          opens && (
            <IconButton
              icon={isOpen ? 'chevron-down' : 'chevron-right'}
              label={m.changes_open({ name: partName(row, objectTitle) })}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            />
          )
        }
      />
      {isOpen && opens && <PartsOfRow {...props} by={second} filters={[...filters, ...own]} />}
    </Fragment>
  )
}

const PartsOfRow = (props: RowProps) => {
  const { metric, filters, by, order } = props
  const { objectTitle } = useOverview('objectTitle')
  const query = useChanges(metric, filters, by)
  const { split, over } = query.data ?? {}
  if (!split || !over)
    return (
      <tr>
        <td colSpan={9} className="border-b border-line py-2 pl-9! text-13 text-text-3">
          <AnswerState query={query} skeleton={m.loading()}>
            {() => m.changes_no_split()}
          </AnswerState>
        </td>
      </tr>
    )
  return shownRows(split.rows, props, order, objectTitle).map((row) => (
    <RowCells key={`${row.isCalendar} ${row.value}`} {...props} row={row} over={over} isInner />
  ))
}

const RowCells = ({
  row,
  mostly,
  metric,
  over,
  scale,
  isNarrow,
  filters,
  opener = null,
  isInner = false,
}: RowProps & {
  readonly row: ChangeRow
  readonly mostly?: ChangeRow | null
  readonly opener?: ReactNode
  readonly isInner?: boolean
}) => {
  const { objectTitle, change } = useOverview('objectTitle', 'change')
  const name = partName(row, objectTitle)
  const address = isInner ? null : addressOfRow(row)
  const own = filtersOfRow(row)
  const isOfRate = isRate(metric)
  const nameClass = isNarrow ? '' : 'truncate'
  const contacts = own !== null && row.was === null && row.now.whole > 0 && (
    <ContactsOfRow name={name} metric={metric} filters={[...filters, ...own]} />
  )
  const assessment = row.parts > 1 || row.isCalendar ? null : <Assessment metric={metric} row={row} />
  return (
    <tr className={isInner ? 'bg-hover' : 'hover:bg-hover'}>
      <th scope="row" className="max-w-0 border-b border-line font-normal phone:max-w-none">
        <span className={isInner ? 'flex min-h-8 items-center pl-9' : 'flex min-h-9 items-center gap-1'}>
          {!isInner && <span className="inline-block w-8 shrink-0">{opener}</span>}
          {address === null ? (
            <bdi className={nameClass}>{name}</bdi>
          ) : (
            <button
              type="button"
              aria-label={`${name} ${changeText(metric, row.change)}`}
              title={m.changes_filter_title({ name })}
              // The remaining contacts are split by their best dimension.
              onClick={() => change({ ...address, changes_by: undefined })}
              className={`${nameClass} min-h-8 min-w-0 cursor-default rounded-1 text-left hover:text-accent hover:underline`}
            >
              <bdi>{name}</bdi>
            </button>
          )}
        </span>
        <span className="flex min-h-8 items-center gap-3 pb-1 pl-9 text-12 desk:hidden">
          {assessment}
          {contacts}
        </span>
      </th>
      <Td numeric className="text-text-2 phone:hidden">
        {isOfRate ? (
          <>
            <span className="mr-2 text-text-3 max-[999px]:hidden">{shareLabel(row, over)}</span>
            {changeText(metric, row.effects?.mix ?? 0)}
          </>
        ) : row.isCalendar ? null : (
          formatNumber(row.before.part)
        )}
      </Td>
      <Td numeric className="phone:hidden">
        {isOfRate ? (
          <>
            <span className="mr-2 text-text-3 max-[999px]:hidden">{ownRateLabel(row)}</span>
            {changeText(metric, row.effects?.own ?? 0)}
          </>
        ) : row.isCalendar ? null : (
          formatNumber(row.now.part)
        )}
      </Td>
      <Td numeric className="align-top font-strong desk:align-middle">
        <span className="phone:flex phone:h-9 phone:items-center phone:justify-end">
          {changeText(metric, row.change)}
        </span>
        {isNarrow && !isOfRate && !row.isCalendar && (
          <span className="block text-12 font-normal text-text-2 phone:hidden">{partShareLabel(row)}</span>
        )}
      </Td>
      {!isOfRate && !isNarrow && (
        <Td numeric className="text-text-2">
          {row.isCalendar ? '' : partShareLabel(row)}
        </Td>
      )}
      <Td className="h-px max-[999px]:hidden">
        <ChangeBar metric={metric} change={row.change} scale={scale} isQuiet={!row.isReal} />
      </Td>
      <Td className="phone:hidden">{assessment}</Td>
      {!isOfRate && (
        <Td className="max-w-56 truncate max-[1359px]:hidden">
          {mostly ? (
            <>
              <bdi>{partName(mostly, objectTitle)}</bdi>{' '}
              <span className="text-text-3">{changeText(metric, mostly.change)}</span>
            </>
          ) : isInner || row.parts > 1 ? null : (
            <Absent reason={m.changes_no_mostly()} />
          )}
        </Td>
      )}
      <Td className="text-right phone:hidden">{contacts}</Td>
    </tr>
  )
}

const ContactsDialog = lazy(async () => ({
  default: (await import('#/features/overview/receipt/contacts-dialog.tsx')).ContactsDialog,
}))

const ContactsOfRow = ({
  name,
  metric,
  filters,
}: {
  name: string
  metric: ChangeMetric
  filters: readonly Filter[]
}) => {
  const overview = useWholeOverview()
  const [isListed, setListed] = useState(false)
  const figure = rowsBehind(metric, {}, overview.question.won)
  const behind = [...narrowedTo(overview.question.filters, filters), ...(figure?.filters ?? [])]
  return (
    <>
      <OpenContacts
        place={contactsPlace(overview, behind, figure?.found)}
        onList={() => setListed(true)}
        of={name}
      />
      {isListed && (
        <Suspense fallback={null}>
          <ContactsDialog filters={behind} onClose={() => setListed(false)} />
        </Suspense>
      )}
    </>
  )
}
