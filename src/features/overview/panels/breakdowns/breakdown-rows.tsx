import { TOO_FEW } from '#/analytics/evaluation/verdicts.ts'
import { useState, type ReactNode, type UIEvent } from 'react'
import type { ReportMetricId } from '#/analytics/report-metrics.ts'
import { FIGURES_ROWS_MAX } from '#/contract/figures/rows-max.ts'
import type { ChangeRow, ReportTable } from '#/contract/figures/answers.ts'
import { partShareLabel } from '#/domain/figures/change-part-labels.ts'
import { dimensionName } from '#/domain/contact-list/dimension-labels.ts'
import { useHidden } from '#/features/overview/data/use-hidden.ts'
import { useContactChanges } from '#/features/overview/changes/use-changes.ts'
import { useAddress, useOverview, useSettledAnswer } from '#/features/overview/data/use-overview.ts'
import { FigureButton } from '#/features/overview/receipt/figure-button.tsx'
import { figureText, metricName } from '#/domain/figures/figure-labels.ts'
import { writeValue } from '#/features/overview/search.ts'
import { formatNumber, formatPercent, formatSigned } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { LinkButton } from '#/ui/control/button.tsx'
import { useIsPhone } from '#/ui/use-is-phone.ts'
import { Absent } from '#/ui/data/absent.tsx'
import { BarRows, type BarRow } from '#/ui/data/bar-rows.tsx'
import {
  BY_CONTACTS,
  changedRows,
  FIRST_ROWS,
  longestOf,
  namedTotal,
  nameOf,
  shownBreakdownRows,
  withGone,
  type BreakdownOrder,
  type BreakdownSpec,
  type ChangedRow,
} from './rows.ts'

/** Batch size when rendering a long table on scroll. */
const DRAWN_ROWS = 200
const NEAR_PX = 400

const NO_CHANGES: readonly ChangeRow[] = []

/** The first rows of a table, expandable to the answer's limit. */
export const BreakdownRows = ({
  spec,
  table: first,
  objectTitle,
}: {
  spec: BreakdownSpec
  table: ReportTable
  objectTitle?: ObjectTitle
}) => {
  const { by } = spec
  const [isAll, setAll] = useState(false)
  const [drawn, setDrawn] = useState(DRAWN_ROWS)
  const [order, setOrder] = useState<BreakdownOrder>(BY_CONTACTS)
  const { filters, won, comparedDays } = useOverview('filters', 'won', 'comparedDays')
  // All objects are here already.
  const isCut = by !== 'object' && first.rows.length < first.total
  const others = filters.filter((filter) => filter.by !== by)
  const isByChange = comparedDays !== null && order.column === 'change'
  const greatest = useContactChanges(by)
  const isListed = isByChange && greatest?.others != null
  const all = useContactChanges(by, isListed ? FIGURES_ROWS_MAX : null)
  const known = isListed ? all : greatest
  const changes = (known ?? greatest)?.rows ?? NO_CHANGES
  // The rows at hand are those with most contacts; others may have changed more.
  const wanted = isByChange
    ? known && [...others, { by, values: known.rows.map(({ value }) => value) }]
    : isAll
      ? others
      : undefined
  const { data: whole } = useSettledAnswer(
    'table',
    [by, others, won],
    isCut && wanted ? { dimension: by, filters: wanted, won, limit: FIGURES_ROWS_MAX } : null,
  )
  const table = ((isAll || isByChange) && whole) || first
  const isOrdered = !isByChange || (known !== undefined && (!isCut || whole !== undefined))
  const shownOrder = isOrdered ? order : BY_CONTACTS
  const isPhone = useIsPhone()
  const firstRows = FIRST_ROWS[isPhone ? 'phone' : 'desk']
  const [named, total] = [namedTotal(first), namedTotal(first, changes)]
  const onScroll = ({ currentTarget }: UIEvent<HTMLElement>) => {
    const { scrollHeight, scrollTop, clientHeight } = currentTarget
    if (scrollHeight - scrollTop - clientHeight < NEAR_PX) setDrawn(drawn + DRAWN_ROWS)
  }
  if (withGone(first.rows, changes).length === 0)
    return <p className="py-2 text-13 text-text-3">{m.breakdown_nothing()}</p>
  const rows = { spec, table, changes, order: shownOrder, setOrder, objectTitle }
  return (
    <>
      {isAll ? (
        <div
          onScroll={onScroll}
          className="max-h-120 overflow-y-auto"
          tabIndex={0}
          role="group"
          aria-label={spec.title()}
        >
          <Rows limit={drawn} {...rows} />
        </div>
      ) : (
        <Rows limit={firstRows} isShort={isPhone && total > firstRows} {...rows} />
      )}
      {total > firstRows && (
        <p className="mt-2 text-13 phone:mt-0">
          <LinkButton onClick={() => setAll(!isAll)}>
            {isAll
              ? m.breakdown_show_fewer()
              : first.total > FIGURES_ROWS_MAX
                ? m.breakdown_show_first({
                    shown: formatNumber(FIGURES_ROWS_MAX),
                    total: formatNumber(first.total),
                  })
                : total > named
                  ? m.breakdown_show_gone({ shown: formatNumber(named), gone: formatNumber(total - named) })
                  : m.call_show_all({ shown: formatNumber(total) })}
          </LinkButton>
        </p>
      )}
    </>
  )
}

type ObjectTitle = (oid: string | null) => string | null

const FIRST_DIRECTION = { contacts: 'descending', change: 'ascending' } as const

const Rows = ({
  spec,
  table,
  changes,
  limit,
  isShort = false,
  order,
  setOrder,
  objectTitle,
}: {
  objectTitle: ObjectTitle | undefined
  spec: BreakdownSpec
  table: ReportTable
  changes: readonly ChangeRow[]
  limit: number
  /** Without the row of contacts that have no value. */
  isShort?: boolean
  order: BreakdownOrder
  setOrder: (order: BreakdownOrder) => void
}) => {
  const { by, hasCalls = false } = spec
  const { toggle, change, comparedDays } = useOverview('toggle', 'change', 'comparedDays')
  const isCompared = comparedDays !== null
  const isPhone = useIsPhone()
  const { [by]: narrowedTo } = useAddress(by)
  const hidden = useHidden()
  const [hasTarget, hasMissed] = [
    !hidden.metric('target_rate'),
    hasCalls && !(isPhone && isCompared) && !hidden.metric('missed_rate'),
  ]
  const rows = shownBreakdownRows(
    { rows: changedRows(table.rows, changes, isCompared ? order : BY_CONTACTS) },
    limit,
  ).filter(({ value }) => !(isShort && value === null))
  const longest = longestOf(table.rows)
  const isNarrowed = narrowedTo !== undefined
  const head = (column: BreakdownOrder['column']) => ({
    sorted: order.column === column ? order.direction : undefined,
    onSort: () =>
      setOrder({
        column,
        direction:
          order.column !== column
            ? FIRST_DIRECTION[column]
            : order.direction === 'ascending'
              ? 'descending'
              : 'ascending',
      }),
  })
  const rowOf = (row: ChangedRow): BarRow => {
    const pressed = narrowedTo === writeValue(row.value)
    const name = nameOf(spec, row, objectTitle)
    const figure = (metric: ReportMetricId, of: number): ReactNode =>
      of < TOO_FEW && metric !== 'contacts' ? (
        <Absent reason={m.breakdown_too_few()} />
      ) : isNarrowed && !pressed ? (
        // The total doesn't include its contacts, so there is no figure receipt.
        (figureText(metric, row) ?? <Absent reason={m.overview_share_of_nothing()} />)
      ) : (
        <FigureButton
          metric={metric}
          figures={row}
          label={`${name}: ${metricName(metric)}`}
          {...(pressed ? {} : { filters: [{ by, values: [row.value] }] })}
        />
      )
    return {
      key: writeValue(row.value),
      name,
      unnamed: row.value === null,
      share: row.contacts / longest,
      pressed,
      cells: [
        figure('contacts', row.contacts),
        isCompared ? (
          <ChangeCell key="change" changed={row.changed} />
        ) : (
          <span key="share" className="text-text-3">
            {formatPercent(row.contacts / table.contacts)}
          </span>
        ),
        ...(hasTarget ? [figure('target_rate', row.contacts)] : []),
        ...(hasMissed ? [figure('missed_rate', row.calls)] : []),
      ],
    }
  }
  return (
    <BarRows
      label={spec.title()}
      head={dimensionName(by)}
      columns={[
        {
          words: m.breakdown_contacts(),
          title: metricName('contacts'),
          ...(isCompared && head('contacts')),
        },
        isCompared
          ? { words: m.overview_change(), title: m.changes_column_title(), ...head('change') }
          : { words: m.breakdown_share(), title: m.breakdown_share_title() },
        ...(hasTarget ? [{ words: m.breakdown_target(), title: metricName('target_rate') }] : []),
        ...(hasMissed ? [{ words: m.breakdown_missed(), title: metricName('missed_rate') }] : []),
      ]}
      rows={rows.map(rowOf)}
      onPress={(key) => {
        const row = rows.find(({ value }) => writeValue(value) === key)
        if (!row) return
        if (by !== 'object') toggle(by, row.value)
        else if (row.value !== null) change({ object: narrowedTo === key ? undefined : row.value })
      }}
    />
  )
}

/** "−137 −14.0%" */
const ChangeCell = ({ changed }: { changed: ChangeRow | null }) =>
  changed === null ? (
    <Absent reason={m.changes_unread()} />
  ) : (
    <>
      {formatSigned(changed.change)}
      <span className="ml-1.5 inline-block min-w-12 text-12 text-text-3 phone:hidden">
        {changed.change === 0 ? '' : partShareLabel(changed)}
      </span>
    </>
  )
