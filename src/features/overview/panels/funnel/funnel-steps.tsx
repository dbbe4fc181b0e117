import type { Report } from '#/contract/figures/answers.ts'
import { useReport } from '#/features/overview/data/use-overview.ts'
import { useHiddenFields } from '#/domain/client/hidden-fields.ts'
import { FigureButton } from '#/features/overview/receipt/figure-button.tsx'
import { metricName } from '#/domain/figures/figure-labels.ts'
import { formatPercent } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { ShareBar } from '#/ui/chart/share-bar.tsx'
import { Absent } from '#/ui/data/absent.tsx'
import { funnelSteps, type FunnelStep } from './rows.ts'
import { FunnelLabel } from './view.tsx'

export const FunnelSteps = () => {
  const { figures, compared = null } = useReport('figures', 'compared')
  const hidden = useHiddenFields()
  if (figures === undefined) return null
  const report = { figures, compared }
  const steps = funnelSteps(report, hidden)
  return (
    <>
      {/* Subgrid: figures align beside the bars. */}
      <ul className="mt-1 grid grid-cols-[minmax(max-content,136px)_minmax(24px,1fr)_auto_auto] gap-x-3 text-13">
        {steps.map((step) => (
          <Step key={step.metric} step={step} report={report} />
        ))}
      </ul>
      <FunnelLabel />
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
