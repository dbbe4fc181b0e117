import { useMemo, useState } from 'react'
import type { ReportMetricId } from '#/analytics/report-metrics.ts'
import type { TableRow } from '#/analytics/worker/report.ts'
import { useHiddenFields } from '#/features/agency/hidden-fields.ts'
import { useOverview } from '#/features/overview/data/use-overview.ts'
import { metricName } from '#/features/overview/receipt/figure-words.ts'
import type { RowOrder } from '#/features/shell/preference/row-order.ts'
import { useRememberedOrder } from '#/features/shell/preference/use-remembered-order.ts'
import { LoadError } from '#/features/shell/state/load-error.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { Section } from '#/ui/data/section.tsx'
import { Table, Td, Th, Tr } from '#/ui/data/table.tsx'
import { Skeleton } from '#/ui/state/skeleton.tsx'
import { useIsPhone } from '#/ui/use-is-phone.ts'
import { crmsOf, FIRST_DIRECTION, judge, scaleOf, totalOf, type SourceColumn } from './judge.ts'
import { LEVELS, type Level } from './levels.ts'
import { Rows, useShown } from './rows.tsx'
import { TreeProvider, useTree, type Tree } from './tree.ts'
import { useLevel } from './use-level.ts'

const metric = (id: ReportMetricId) => () => metricName(id)

/** Columns in their order, each with the call's field that it shows (G12). */
const COLUMNS: readonly { id: SourceColumn; field: string; name: () => string }[] = [
  { id: 'name', field: 'source', name: m.col_source },
  { id: 'contacts', field: 'id', name: metric('contacts') },
  { id: 'first_time', field: 'call_type', name: metric('first_time') },
  { id: 'target_rate', field: 'target', name: m.sources_target_range },
  { id: 'missed_rate', field: 'status', name: m.sources_missed },
  { id: 'deals', field: 'customer_status', name: metric('deals') },
  { id: 'won', field: 'customer_status', name: m.sources_won },
  { id: 'sum', field: 'customer_status', name: m.sources_sum },
]
const FIELD = {
  source: 'source',
  campaign: 'utm',
  search_request: 'search_request',
} as const satisfies Record<Level, string>
const USUAL_ORDER: RowOrder<SourceColumn> = { column: 'target_rate', direction: 'descending' }
const NO_ROWS: readonly TableRow[] = []

/** Which source to pay for: how many contacts each brought, how good they are, and how sure that is. */
export const Sources = () => {
  const hidden = useHiddenFields()
  return hidden.has(FIELD.source) ? (
    <Section title={m.sources_title()}>
      <p className="py-2 text-13 text-text-2">{m.sources_hidden()}</p>
    </Section>
  ) : (
    <SourcesTree hidden={hidden} />
  )
}

/** All sources: those of the report, or the worker's where the report has only the first of them. */
const useSources = () => {
  const { report } = useOverview()
  const table = report?.tables.source
  const isCut = table !== undefined && table.rows.length < table.total
  const asked = useLevel([], 'source', isCut)
  return { rows: isCut ? asked.data?.rows : table?.rows, asked }
}

const SourcesTree = ({ hidden }: { hidden: ReadonlySet<string> }) => {
  const { question } = useOverview()
  const isPhone = useIsPhone()
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const { order, sortBy } = useRememberedOrder<SourceColumn>('sources', FIRST_DIRECTION, USUAL_ORDER)
  const { rows, asked } = useSources()
  const ofRows = useMemo(() => {
    const whole = totalOf(rows ?? NO_ROWS)
    return {
      whole,
      scale: scaleOf((rows ?? NO_ROWS).map((row) => judge(row, whole))),
      namesCrms: crmsOf(rows ?? NO_ROWS).size > 1,
    }
  }, [rows])
  const marksWon = question.won.length > 0
  const columns = COLUMNS.filter(({ id, field }) => !hidden.has(field) && (id !== 'won' || marksWon)).map(
    ({ id }) => id,
  )
  const tree: Tree = {
    levels: LEVELS.filter((level) => !hidden.has(FIELD[level])),
    columns,
    // Nobody could turn round the order of a column that is not shown.
    order: columns.includes(order.column) ? order : USUAL_ORDER,
    ...ofRows,
    isPhone,
    open,
    toggleOpen: (path) =>
      setOpen((before) => {
        const after = new Set(before)
        if (!after.delete(path)) after.add(path)
        return after
      }),
  }
  return (
    <Section
      title={m.sources_title()}
      note={tree.order.column === 'target_rate' ? m.sources_by_lower_end() : undefined}
    >
      <TreeProvider value={tree}>
        {rows === undefined && asked.isError ? (
          <LoadError error={asked.error} level={3} className="" onRetry={() => void asked.refetch()} />
        ) : rows?.length === 0 ? (
          <p className="py-2 text-13 text-text-2">{m.empty_filtered()}</p>
        ) : (
          <SourcesTable rows={rows} onSort={sortBy} />
        )}
      </TreeProvider>
    </Section>
  )
}

const SourcesTable = ({
  rows,
  onSort,
}: {
  rows: readonly TableRow[] | undefined
  onSort: (column: SourceColumn) => void
}) => {
  const { shown, more } = useShown(rows ?? NO_ROWS)
  return (
    <>
      <div className="@container desk:overflow-x-auto">
        <Table edge="none" aria-label={m.sources_title()} aria-busy={rows === undefined} className="mt-1">
          <Head onSort={onSort} />
          <tbody>{rows === undefined ? <Waiting /> : <Rows rows={shown} path={[]} level="source" />}</tbody>
        </Table>
      </div>
      {more && <p className="py-3 pl-7 text-13">{more}</p>}
    </>
  )
}

const Head = ({ onSort }: { onSort: (column: SourceColumn) => void }) => {
  const { columns, order, namesCrms, isPhone } = useTree()
  const header = (column: SourceColumn) => ({
    sorted: order.column === column ? order.direction : undefined,
    onSort: () => onSort(column),
  })
  return (
    <thead>
      <tr>
        {isPhone ? (
          <>
            <Th {...header('target_rate')}>{m.sources_target_range()}</Th>
            <Th numeric {...header('contacts')}>
              {columns.includes('sum') && !namesCrms ? m.sources_contacts_and_sum() : metricName('contacts')}
            </Th>
          </>
        ) : (
          COLUMNS.filter(({ id }) => columns.includes(id)).map(({ id, name }) => (
            <Th
              key={id}
              numeric={id !== 'name' && id !== 'target_rate'}
              // The arrow of a column that is not sorted, seen on hover, needs no room: eight columns have none to spare.
              className="[&_.invisible]:absolute [&_.invisible]:right-full [&_button]:relative"
              {...header(id)}
            >
              {name()}
            </Th>
          ))
        )}
      </tr>
    </thead>
  )
}

/** Rows as they will be, until the first come. */
const Waiting = () => {
  const { columns, isPhone } = useTree()
  const cells = isPhone ? columns.slice(0, 2) : columns
  return Array.from({ length: 6 }, (_, row) => (
    <Tr key={row} height={isPhone ? 'tall' : 'row'}>
      {cells.map((column) => (
        <Td key={column} className={column === 'name' ? 'w-full' : ''}>
          <Skeleton width={column === 'name' ? 'md' : 'full'} />
          {row === 0 && column === 'name' && <span className="sr-only">{m.loading()}</span>}
        </Td>
      ))}
    </Tr>
  ))
}
