import { useState, type ReactNode, type UIEvent } from 'react'
import { TOO_FEW } from '#/analytics/evaluation/findings.ts'
import type { ReportMetricId } from '#/analytics/report-metrics.ts'
import { FIGURES_ROWS_MAX } from '#/contract/figures/rows-max.ts'
import type { ReportTable, ReportRow } from '#/analytics/figures/tables.ts'
import { dimensionName } from '#/domain/contact-list/dimension-labels.ts'
import { useHidden } from '#/features/overview/data/use-hidden.ts'
import { useAddress, useQuestion } from '#/features/overview/data/use-overview.ts'
import { FigureButton } from '#/features/overview/receipt/figure-button.tsx'
import { figureText, metricName } from '#/features/overview/receipt/figure-labels.ts'
import { writeValue } from '#/features/overview/search.ts'
import { useAsked } from '#/features/overview/panels/today/use-asked.ts'
import { formatNumber, formatPercent } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { LinkButton } from '#/ui/control/button.tsx'
import { Absent } from '#/ui/data/absent.tsx'
import { BarRows, type BarRow } from '#/ui/data/bar-rows.tsx'
import { FIRST_ROWS, longestOf, namedTotal, nameOf, shownBreakdownRows, type BreakdownSpec } from './rows.ts'

/** Rows that are drawn at once of a long table, and again as its end comes near. */
const DRAWN_ROWS = 200
const NEAR_PX = 400

/** The first rows of a table, and as many of them as an answer holds when they are asked for. */
export const BreakdownRows = ({ spec, table: first }: { spec: BreakdownSpec; table: ReportTable }) => {
  const { by } = spec
  const [isAll, setAll] = useState(false)
  const [drawn, setDrawn] = useState(DRAWN_ROWS)
  const { filters, won } = useQuestion('filters', 'won')
  const isCut = first.rows.length < first.total
  const others = filters.filter((filter) => filter.by !== by)
  const { data: whole } = useAsked(
    'table',
    [by, others, won],
    isAll && isCut ? { dimension: by, filters: others, won, limit: FIGURES_ROWS_MAX } : null,
  )
  const table = (isAll && whole) || first
  const total = namedTotal(first)
  const onScroll = ({ currentTarget }: UIEvent<HTMLElement>) => {
    const { scrollHeight, scrollTop, clientHeight } = currentTarget
    if (scrollHeight - scrollTop - clientHeight < NEAR_PX) setDrawn(drawn + DRAWN_ROWS)
  }
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
          <Rows spec={spec} table={table} limit={drawn} />
        </div>
      ) : (
        <Rows spec={spec} table={table} limit={FIRST_ROWS} />
      )}
      {total > FIRST_ROWS && (
        <p className="mt-2 text-13">
          <LinkButton onClick={() => setAll(!isAll)}>
            {isAll
              ? m.breakdown_show_fewer()
              : first.total > FIGURES_ROWS_MAX
                ? m.breakdown_show_first({
                    shown: formatNumber(FIGURES_ROWS_MAX),
                    total: formatNumber(first.total),
                  })
                : m.call_show_all({ shown: formatNumber(total) })}
          </LinkButton>
        </p>
      )}
    </>
  )
}

const Rows = ({ spec, table, limit }: { spec: BreakdownSpec; table: ReportTable; limit: number }) => {
  const { by, hasCalls = false } = spec
  const { toggle } = useQuestion('toggle')
  const { [by]: narrowedTo } = useAddress(by)
  const hidden = useHidden()
  const [hasTarget, hasMissed] = [!hidden.metric('target_rate'), hasCalls && !hidden.metric('missed_rate')]
  const rows = shownBreakdownRows(table, limit)
  const longest = longestOf(table.rows)
  const isNarrowed = narrowedTo !== undefined
  const rowOf = (row: ReportRow): BarRow => {
    const pressed = narrowedTo === writeValue(row.value)
    const name = nameOf(spec, row)
    const figure = (metric: ReportMetricId, of: number): ReactNode =>
      of < TOO_FEW && metric !== 'contacts' ? (
        <Absent reason={m.breakdown_too_few()} />
      ) : isNarrowed && !pressed ? (
        // Its contacts are not among those that everything else is about: there is no receipt of both.
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
        <span key="share" className="text-text-3">
          {formatPercent(row.contacts / table.contacts)}
        </span>,
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
        { words: m.breakdown_contacts(), title: metricName('contacts') },
        { words: m.breakdown_share(), title: m.breakdown_share_title() },
        ...(hasTarget ? [{ words: m.breakdown_target(), title: metricName('target_rate') }] : []),
        ...(hasMissed ? [{ words: m.breakdown_missed(), title: metricName('missed_rate') }] : []),
      ]}
      rows={rows.map(rowOf)}
      onPress={(key) => {
        const row = rows.find(({ value }) => writeValue(value) === key)
        if (row) toggle(by, row.value)
      }}
    />
  )
}
