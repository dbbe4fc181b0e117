import { useMemo, useState, type RefCallback } from 'react'
import type { ChangeRow, ReportRow } from '#/contract/figures/answers.ts'
import { useHiddenFields } from '#/domain/client/hidden-fields.ts'
import { failedDays, isSoFar } from '#/domain/figures/unread-days.ts'
import { useContactChanges } from '#/features/overview/changes/use-changes.ts'
import { useLater } from '#/features/overview/data/use-later.ts'
import { useOverview } from '#/features/overview/data/use-overview.ts'
import { ExportMenu } from '#/features/overview/export/export-menu.tsx'
import { useRememberedOrder } from '#/domain/preferences/use-remembered-order.ts'
import { useCosts } from '#/features/overview/spend/use-costs.ts'
import { LoadError } from '#/domain/notice/load-error.tsx'
import { SO_FAR_CLASS, useHasNothing } from '#/features/overview/panels/panel.tsx'
import { m } from '#/i18n/paraglide/messages.js'
import { Choice } from '#/ui/control/choice.tsx'
import { Section } from '#/ui/data/section.tsx'
import { Table, Td, Tr, type RowOrder } from '#/ui/table/table.tsx'
import { Skeleton } from '#/ui/state/skeleton.tsx'
import { useIsPhone } from '#/ui/use-is-phone.ts'
import { useWidth } from '#/ui/use-size.ts'
import { SOURCES_FILE, USUAL_ORDER } from './view.tsx'
import { withGone } from '#/features/overview/panels/breakdowns/rows.ts'
import { isInView, shownLevels, SOURCE_VIEWS, sourceColumns, type SourceView } from './columns.ts'
import { useSourceView } from './use-source-view.ts'
import { totalOf } from '#/analytics/evaluation/source-verdicts.ts'
import {
  crmsOf,
  FIRST_SOURCES_DIRECTION,
  evaluateRows,
  paidTotalOf,
  scaleOf,
  type SourceColumn,
} from '#/domain/costs/evaluated-sources.ts'
import { fitOf } from './fit.ts'
import { Head } from './head.tsx'
import type { Path } from './levels.ts'
import { Rows, useShown } from './tree-rows.tsx'
import { TreeProvider, useTree, type Tree } from './tree.ts'
import { useSources } from './use-sources.ts'
import { DialogButton } from '#/domain/notice/dialog-button.tsx'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'

const VIEW_WORDS = {
  contacts: m.spend_view_contacts,
  cost: m.spend_view_cost,
} as const satisfies Record<SourceView, () => string>

const ORDER_NOTE: Partial<Record<SourceColumn, () => string>> = {
  target_rate: m.sources_by_lower_end,
  cost_per_first_time: m.spend_by_upper_end,
  cost_per_target: m.spend_by_upper_end,
  cost_per_deal: m.spend_by_upper_end,
}
const BY_CONTACTS: RowOrder<SourceColumn> = { column: 'contacts', direction: 'descending' }
const NO_ROWS: readonly ReportRow[] = []
const NO_CHANGES: readonly ChangeRow[] = []
const NO_PATH: Path = []

/** Which source to pay for: how many contacts each brought, how good they are, and how sure that is. */
export const Sources = () => {
  const hidden = useHiddenFields()
  if (useHasNothing()) return null
  return shownLevels(hidden).length === 0 ? (
    <Section title={m.sources_title()}>
      <p className="py-2 text-13 text-text-2">{m.sources_hidden()}</p>
    </Section>
  ) : (
    <SourcesTree hidden={hidden} />
  )
}

const SourcesTree = ({ hidden }: { hidden: ReadonlySet<string> }) => {
  const { won, comparedDays, state } = useOverview('won', 'comparedDays', 'state')
  const isPart = isSoFar(state)
  const hasFailed = failedDays(state).length > 0
  const isPhone = useIsPhone()
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const { order, sortBy } = useRememberedOrder<SourceColumn>(
    'sources',
    FIRST_SOURCES_DIRECTION,
    USUAL_ORDER.contacts,
  )
  const costs = useCosts()
  const later = useLater()
  const { hasSpend } = costs
  const { view: chosen, show } = useSourceView()
  const view = hasSpend ? chosen : 'contacts'
  const { rows: present, query } = useSources()
  const split = useContactChanges('source')
  const rows = useMemo(() => present && withGone(present, split?.rows ?? NO_CHANGES), [present, split])
  const changes = useMemo(() => new Map(split?.rows.map((row) => [row.value, row])), [split])
  const ofRows = useMemo(() => {
    const whole = totalOf(rows ?? NO_ROWS)
    return {
      whole,
      scale: scaleOf(
        evaluateRows(
          (rows ?? NO_ROWS).map((row) => ({ row, cost: null })),
          whole,
        ),
      ),
      namesCrms: crmsOf(rows ?? NO_ROWS).size > 1,
    }
  }, [rows])
  const paid = useMemo(
    () =>
      paidTotalOf(
        (hasSpend ? (rows ?? NO_ROWS) : NO_ROWS).map((row) =>
          costs.of(row, [{ by: 'source', values: [row.value] }]),
        ),
      ),
    [rows, costs, hasSpend],
  )
  const inView = sourceColumns(hidden, {
    hasWon: won.length > 0,
    hasSpend,
    isCompared: comparedDays !== null,
  })
    .map(({ id }) => id)
    .filter((id) => isInView(id, view))
  const shownOrder = isPart ? BY_CONTACTS : inView.includes(order.column) ? order : USUAL_ORDER[view]
  const [width, measured] = useWidth()
  const { fit, columns } = fitOf(isPhone ? Infinity : width, inView, shownOrder.column, ofRows.namesCrms)
  const tree: Tree = {
    levels: shownLevels(hidden),
    columns,
    fit,
    order: shownOrder,
    isPart,
    isGrowing: isPart && !hasFailed,
    view,
    costs: hasSpend ? costs : null,
    ...ofRows,
    changes,
    paid,
    isPhone,
    later,
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
      note={
        isPart ? (hasFailed ? m.sources_unread() : m.sources_so_far()) : ORDER_NOTE[tree.order.column]?.()
      }
      actions={
        <>
          {hasSpend && (
            <Choice
              label={m.spend_view()}
              options={SOURCE_VIEWS.map((value) => ({ value, label: VIEW_WORDS[value]() }))}
              value={view}
              onChange={show}
              className="mr-2"
            />
          )}
          <SpendButton />
          {rows !== undefined && rows.length > 0 && (
            <ExportMenu
              panel={SOURCES_FILE}
              choice={{ order: tree.order, costs: tree.costs }}
              title={m.sources_title()}
            />
          )}
        </>
      }
    >
      <TreeProvider value={tree}>
        {rows === undefined && query.isError ? (
          <LoadError error={query.error} level={3} className="" onRetry={() => void query.refetch()} />
        ) : rows?.length === 0 && !isPart ? (
          <p className="py-2 text-13 text-text-2">{m.empty_filtered()}</p>
        ) : (
          <SourcesTable rows={rows?.length === 0 ? undefined : rows} onSort={sortBy} measured={measured} />
        )}
        {rows !== undefined && (hasSpend || costs.spending.unsplit > 0) && (
          <div className="min-h-9">{later && <later.SpendTotal costs={costs} rows={rows} />}</div>
        )}
      </TreeProvider>
    </Section>
  )
}

const SourcesTable = ({
  rows,
  onSort,
  measured,
}: {
  rows: readonly ReportRow[] | undefined
  onSort: (column: SourceColumn) => void
  measured: RefCallback<HTMLElement>
}) => {
  const { isPart, fit } = useTree()
  const { shown, more } = useShown(rows ?? NO_ROWS, NO_PATH, 'source')
  // Final order rebuilds the rows instead of moving them, except under focus.
  const [hasFocus, setFocus] = useState(false)
  const [order, setOrder] = useState(isPart)
  if (order !== isPart && !hasFocus) setOrder(isPart)
  return (
    <>
      <div ref={measured} className="relative desk:overflow-x-auto">
        <Table
          edge="none"
          aria-label={m.sources_title()}
          aria-busy={rows === undefined}
          className={fit.isClose ? 'mt-1 desk:[&_td]:px-1.5 desk:[&_th]:px-1.5' : 'mt-1'}
        >
          <Head onSort={onSort} />
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only notices the focus of its rows */}
          <tbody
            key={String(order)}
            onFocus={() => setFocus(true)}
            onBlur={() => setFocus(false)}
            className={isPart ? SO_FAR_CLASS : undefined}
          >
            {rows === undefined ? <Waiting /> : <Rows rows={shown} path={[]} level="source" />}
          </tbody>
        </Table>
      </div>
      {more && <p className="py-3 pl-7 text-13">{more}</p>}
    </>
  )
}

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

const fetchDialog = async () =>
  (await import('#/features/overview/spend/dialog/spend-dialog.tsx')).SpendDialog

const SpendButton = () => {
  // Keyed by client: a draft of one is never saved for another.
  const { client } = useSignedIn().scope
  return <DialogButton key={client} title={m.spend_title()} fetchDialog={fetchDialog} />
}
