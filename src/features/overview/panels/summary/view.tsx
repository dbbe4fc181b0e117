import { useId } from 'react'
import { metricOf, type ReportMetricId } from '#/analytics/report-metrics.ts'
import { useHiddenFields } from '#/domain/client/hidden-fields.ts'
import { useLater } from '#/features/overview/data/use-later.ts'
import { useOverview, useReport } from '#/features/overview/data/use-overview.ts'
import { FigureButton } from '#/features/overview/receipt/figure-button.tsx'
import { crmName, figureText, metricName } from '#/domain/figures/figure-labels.ts'
import { formatMoney, formatNumber, formatPercent } from '#/i18n/format.ts'
import type { PanelModule } from '#/features/overview/panels/panel.tsx'
import { isReading, isSettled, isSoFar } from '#/domain/figures/unread-days.ts'
import { classNames } from '#/ui/class-names.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Skeleton } from '#/ui/state/skeleton.tsx'
import type { FigureChange } from '#/analytics/figure-change.ts'
import { changeLabel } from '#/domain/figures/change-labels.ts'
import { Absent } from '#/ui/data/absent.tsx'
import { Icon } from '#/ui/icon.tsx'
import { shownCards, summaryRow, type SummaryRow } from '#/domain/report/summary-rows.ts'
import { SmallLine } from './small-line.tsx'

const CARD = 'my-1 min-w-0 border-l border-line px-4 py-1 phone:my-0 phone:-mb-px phone:border-b phone:py-2'

const BESIDE_NAMES: Partial<Record<ReportMetricId, () => string>> = { callers: m.summary_callers }

const Summary = () => {
  const id = useId()
  const later = useLater()
  const cards = shownCards(useHiddenFields())
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="sr-only">
        {m.summary_title()}
      </h2>
      <div className="overflow-clip [overflow-clip-margin:4px] phone:border-t phone:border-line">
        <div className="-ml-4.25 grid grid-cols-3 py-1 min-[1024px]:grid-cols-4 min-[1400px]:grid-cols-[repeat(auto-fit,minmax(150px,1fr))] phone:grid-cols-2 phone:py-0">
          {cards.map((card) => (
            <div key={card.metric} className={CARD}>
              <CardContents card={card} />
            </div>
          ))}
          <div className={`col-span-full min-[1024px]:col-span-2 ${CARD}`}>
            {/* The height is reserved whether or not there is a plan. */}
            <div className="min-h-18 phone:min-h-19">{later && <later.ForecastCard />}</div>
          </div>
        </div>
      </div>
    </section>
  )
}

/** Reserved below the figure: the change, and other values on lines of their own. */
const belowClass = ({ metric, beside }: ReturnType<typeof shownCards>[number], hasWon: boolean) =>
  metric === 'deals' && hasWon ? 'min-h-18' : beside ? 'min-h-12 phone:min-h-16' : 'min-h-12'

const CardContents = ({ card }: { card: ReturnType<typeof shownCards>[number] }) => {
  const { now, won, filters, state } = useOverview('now', 'won', 'filters', 'state')
  const report = useReport('figures', 'compared', 'comparison', 'trend', 'unread')
  const { metric, beside } = card
  const total = isReading(state) && filters.length === 0 ? (state?.current.total ?? null) : null
  const isTotal = metric === 'contacts' && total !== null
  // The total is known from the first answer.
  const own = report.figures && (isTotal ? { ...report.figures, contacts: total } : report.figures)
  // What is still zero while contacts are read isn't known yet.
  const below = belowClass(card, won.length > 0)
  if (own === undefined || (isReading(state) && !metricOf(metric, own)))
    return (
      <>
        <div className="grid h-13 content-start gap-3">
          <span className="text-13 text-text-2">{metricName(metric)}</span>
          <Skeleton width="md" className="h-5" />
        </div>
        <div className={classNames('pt-1', below)}>
          <Skeleton width="sm" />
        </div>
      </>
    )
  const row = summaryRow(
    card,
    { figures: own, compared: report.compared ?? null, comparison: report.comparison ?? null },
    isSettled(state),
  )
  const { figures, compared, change } = row
  const isPart = isSoFar(state)
  return (
    <>
      <FigureButton
        metric={metric}
        figures={figures}
        compared={compared}
        className="group block w-full text-left no-underline!"
      >
        <span className="text-13 whitespace-nowrap text-text-2 decoration-accent underline-offset-4 group-hover:text-accent group-hover:underline group-aria-expanded:text-accent group-aria-expanded:underline">
          {metricName(metric)}
        </span>{' '}
        <span className="flex items-end justify-between gap-2">
          <span className={classNames('text-28 font-semibold', isPart && !isTotal && 'text-text-3')}>
            {figureText(metric, figures) ?? '–'}
          </span>
          <SmallLine
            metric={metric}
            trend={report.trend ?? []}
            unread={report.unread}
            now={now}
            isWorse={change?.verdict === 'worse'}
          />
        </span>
      </FigureButton>
      <div
        className={classNames(
          'flex flex-wrap content-start items-center gap-x-2 text-12 leading-5 text-text-3',
          below,
        )}
      >
        {isPart && !isTotal && <span>{m.overview_so_far()}</span>}
        {change && <ChangeMark change={change} />}
        {beside && (
          <FigureButton
            metric={beside}
            figures={figures}
            compared={compared}
            className="whitespace-nowrap text-text-3 hover:text-text"
          >
            {BESIDE_NAMES[beside]?.() ?? metricName(beside)}{' '}
            <span className="text-text-2">{figureText(beside, figures) ?? '–'}</span>
          </FigureButton>
        )}
        {metric === 'missed_rate' && figures.in_hours && figures.in_hours.calls > 0 && (
          <span>
            {m.summary_in_hours({ rate: formatPercent(figures.in_hours.missed / figures.in_hours.calls) })}
          </span>
        )}
        {metric === 'deals' && <Deals row={row} isWonKnown={won.length > 0} />}
      </div>
    </>
  )
}

/**
 * The largest sum by CRM without currency; the receipt has the others. Won deals only if won statuses are set
 * (G28).
 */
const Deals = ({
  row: { figures, compared, sums },
  isWonKnown,
}: {
  row: SummaryRow
  isWonKnown: boolean
}) => {
  const [first, ...others] = sums
  return (
    <>
      {isWonKnown && (
        <FigureButton metric="won" figures={figures} compared={compared} className="whitespace-nowrap">
          {metricName('won')} <span className="text-text-2">{figureText('won', figures)}</span>
        </FigureButton>
      )}
      {first && (
        <span
          title={[
            ...sums.map(({ crm, sum }) => `${crmName(crm)}: ${formatMoney(sum)}`),
            m.overview_no_currency(),
          ].join('\n')}
          className="my-0.5 flex h-4 min-w-0 flex-wrap-reverse content-end gap-x-1 overflow-hidden tabular-nums"
        >
          <bdi className="min-w-0 truncate">{crmName(first.crm)}</bdi>{' '}
          <span className="max-w-full truncate">
            <span className="text-text-2">{formatMoney(first.sum)}</span>
            {others.length > 0 && ` ${m.summary_more_crms({ shown: formatNumber(others.length) })}`}
          </span>
        </span>
      )}
    </>
  )
}

export const summaryPanel: PanelModule = {
  name: 'summary',
  title: m.summary_title,
  View: Summary,
  files: { none: 'Its figures are the first line of every file' },
}

const VERDICT_CLASSES = {
  worse: 'rounded-1 bg-missed-soft px-1 text-missed',
  better: 'text-answered',
  same: 'text-text-3',
}

const ChangeMark = ({ change }: { change: FigureChange }) => {
  const changeText = changeLabel(change)
  if (changeText === null) return <Absent reason={m.overview_nothing_before()} />
  const { by, verdict } = change
  return (
    <span
      title={verdict === 'same' ? m.overview_within_chance() : undefined}
      className={classNames(
        'my-0.5 inline-flex items-center gap-1 whitespace-nowrap tabular-nums',
        VERDICT_CLASSES[verdict ?? 'same'],
      )}
    >
      {by !== null && by !== 0 && <Icon name={by > 0 ? 'arrow-up-right' : 'arrow-down-right'} size={14} />}
      {changeText}
      {(verdict === 'worse' || verdict === 'better') && (
        <span className="sr-only">
          , {verdict === 'worse' ? m.client_comparison_worse() : m.client_comparison_better()}
        </span>
      )}
    </span>
  )
}
