import { metricOf, type ReportMetricId } from '#/analytics/report-metrics.ts'
import type { Report } from '#/analytics/worker/report.ts'
import { ExportMenu } from '#/features/overview/export/export-menu.tsx'
import { useHidden } from '#/features/overview/data/use-hidden.ts'
import { FigureButton } from '#/features/overview/receipt/figure-receipt.tsx'
import { metricName } from '#/features/overview/receipt/figure-words.ts'
import { formatPercent } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { BarColumn } from '#/ui/chart/bar-column.tsx'
import { Absent } from '#/ui/data/absent.tsx'
import { Skeleton } from '#/ui/state/skeleton.tsx'
import { FUNNEL_STEPS } from './funnel-steps.ts'
import { Panel } from '#/features/overview/panels/panel.tsx'

/** What becomes of contacts. Each step is counted by itself: a missed call may be a target one, and lead to a deal. */
export const Funnel = () => (
  <Panel
    title={m.funnel()}
    note={m.funnel_note()}
    actions={<ExportMenu exported={{ panel: 'funnel' }} title={m.funnel()} />}
    skeleton={<FunnelSkeleton />}
  >
    {(report) => <Steps report={report} />}
  </Panel>
)

const Steps = ({ report }: { report: Report }) => {
  const hidden = useHidden()
  const steps = FUNNEL_STEPS.filter((metric) => !hidden.metric(metric))
  return (
    <>
      <div className="mt-1 grid grid-cols-[136px_minmax(0,1fr)_auto_60px] gap-x-3 text-13">
        {/* Its rows are those of the grid, so that all bars end at the same place. */}
        <ul className="contents">
          {steps.map((metric, row) => (
            <Step key={metric} metric={metric} report={report} row={row} />
          ))}
        </ul>
        <div className="col-start-2 row-start-1 grid" style={{ gridRowEnd: `span ${steps.length}` }}>
          <BarColumn shares={steps.map((metric) => shareOf(metric, report) ?? 0)} thickness={6} />
        </div>
      </div>
      <p className="mt-1.5 text-12 text-text-3">{m.funnel_words()}</p>
    </>
  )
}

/** Of all contacts; null: there are none. */
const shareOf = (metric: ReportMetricId, { figures }: Report): number | null =>
  figures.contacts === 0 ? null : (metricOf(metric, figures) ?? 0) / figures.contacts

const Step = ({ metric, report, row }: { metric: ReportMetricId; report: Report; row: number }) => {
  const { figures, compared } = report
  const share = shareOf(metric, report)
  return (
    <li
      className="col-span-full grid min-h-8 grid-cols-subgrid items-center phone:min-h-10"
      style={{ gridRow: row + 1 }}
    >
      <span>{metricName(metric)}</span>
      <span />
      <FigureButton
        metric={metric}
        figures={figures}
        compared={compared}
        className="text-right font-strong"
      />
      <span className="text-right text-text-3 tabular-nums">
        {share === null ? <Absent reason={m.overview_share_of_nothing()} /> : formatPercent(share)}
      </span>
    </li>
  )
}

const FunnelSkeleton = () => (
  <div className="grid gap-6 py-3">
    {(['full', 'xl', 'md', 'xs'] as const).map((width) => (
      <Skeleton key={width} width={width} />
    ))}
  </div>
)
