import { metricOf, type ReportMetricId } from '#/analytics/report-metrics.ts'
import type { Report } from '#/analytics/worker/report.ts'
import { FigureButton } from '#/features/overview/receipt/figure-receipt.tsx'
import { metricName } from '#/features/overview/receipt/figure-words.ts'
import { formatPercent } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Absent } from '#/ui/data/absent.tsx'
import { Skeleton } from '#/ui/state/skeleton.tsx'
import { Panel } from './panel.tsx'

const STEPS = ['contacts', 'reached', 'target', 'deals'] as const satisfies readonly ReportMetricId[]

/** What becomes of contacts. Each step is counted by itself: a missed call may be a target one, and lead to a deal. */
export const Funnel = () => (
  <Panel title={m.funnel()} note={m.funnel_note()} skeleton={<FunnelSkeleton />}>
    {(report) => (
      <>
        <ul className="mt-1 grid text-13">
          {STEPS.map((metric) => (
            <Step key={metric} metric={metric} report={report} />
          ))}
        </ul>
        <p className="mt-1.5 text-12 text-text-3">{m.funnel_words()}</p>
      </>
    )}
  </Panel>
)

const Step = ({ metric, report: { figures, compared } }: { metric: ReportMetricId; report: Report }) => {
  const count = metricOf(metric, figures) ?? 0
  const share = figures.contacts === 0 ? null : count / figures.contacts
  return (
    <li className="grid min-h-8 grid-cols-[136px_minmax(0,1fr)_auto_60px] items-center gap-x-3 phone:min-h-10">
      <span>{metricName(metric)}</span>
      <span aria-hidden="true" className="h-1.5 rounded-full bg-hover forced-colors:border">
        <span
          className="block h-full min-w-0.5 rounded-full bg-(--chart-1) forced-colors:bg-[CanvasText]"
          style={{ width: `${Math.min(share ?? 0, 1) * 100}%` }}
        />
      </span>
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
