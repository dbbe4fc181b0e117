import type { Report } from '#/analytics/worker/report.ts'
import { useReport } from '#/features/overview/data/use-overview.ts'
import { ExportMenu } from '#/features/overview/export/export-menu.tsx'
import { useHiddenFields } from '#/domain/client/hidden-fields.ts'
import type { Exportable } from '#/features/overview/export/panel-file.ts'
import { FigureButton } from '#/features/overview/receipt/figure-button.tsx'
import { metricName } from '#/features/overview/receipt/figure-words.ts'
import { formatPercent } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { ShareBar } from '#/ui/chart/share-bar.tsx'
import { Absent } from '#/ui/data/absent.tsx'
import { Skeleton } from '#/ui/state/skeleton.tsx'
import { funnelSteps, type FunnelStep } from './rows.ts'
import { Panel, type PanelModule } from '#/features/overview/panels/panel.tsx'

const FUNNEL_FILE: Exportable<null> = {
  name: 'funnel',
  isDrawn: true,
  usual: null,
  file: () => import('./file.tsx').then(({ funnelFile }) => funnelFile),
}

/** What becomes of contacts. Each step is counted by itself: a missed call may be a target one, and lead to a deal. */
const Funnel = () => (
  <Panel
    title={m.funnel()}
    note={m.funnel_note()}
    actions={<ExportMenu panel={FUNNEL_FILE} choice={null} title={m.funnel()} />}
    skeleton={<FunnelSkeleton />}
  >
    {() => <Steps />}
  </Panel>
)

const Steps = () => {
  const { figures, compared = null } = useReport('figures', 'compared')
  const hidden = useHiddenFields()
  if (figures === undefined) return null
  const report = { figures, compared }
  const steps = funnelSteps(report, hidden)
  return (
    <>
      {/* Each row has the columns of all, so that a figure has room of its own beside every bar. */}
      <ul className="mt-1 grid grid-cols-[minmax(max-content,136px)_minmax(24px,1fr)_auto_auto] gap-x-3 text-13">
        {steps.map((step) => (
          <Step key={step.metric} step={step} report={report} />
        ))}
      </ul>
      <Words />
    </>
  )
}

const Step = ({
  step: { metric, share },
  report: { figures, compared },
}: {
  step: FunnelStep
  report: Pick<Report, 'figures' | 'compared'>
}) => (
  <li className="col-span-full grid min-h-8 grid-cols-subgrid items-center phone:min-h-10">
    <span className="whitespace-nowrap">{metricName(metric)}</span>
    <ShareBar share={share ?? 0} />
    <FigureButton metric={metric} figures={figures} compared={compared} className="text-right font-strong" />
    <span className="text-right text-text-3 tabular-nums">
      {share === null ? <Absent reason={m.overview_share_of_nothing()} /> : formatPercent(share)}
    </span>
  </li>
)

/** As high as what comes, so that nothing below moves. */
const FunnelSkeleton = () => (
  <>
    <div className="mt-1">
      {(['full', 'xl', 'md', 'xs'] as const).map((width) => (
        <div key={width} className="flex min-h-8 items-center phone:min-h-10">
          <Skeleton width={width} />
        </div>
      ))}
    </div>
    <Words />
  </>
)

const Words = () => <p className="mt-1.5 text-12 text-text-3">{m.funnel_words()}</p>

export const funnelPanel: PanelModule = {
  name: 'funnel',
  title: m.funnel,
  View: Funnel,
  files: [FUNNEL_FILE],
}
