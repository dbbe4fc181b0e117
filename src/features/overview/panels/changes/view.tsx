import { useState } from 'react'
import { Panel, type PanelModule } from '#/features/overview/panels/panel.tsx'
import { useHidden } from '#/features/overview/data/use-hidden.ts'
import { useLater } from '#/features/overview/data/use-later.ts'
import { useAddress, useQuestion } from '#/features/overview/data/use-overview.ts'
import { metricName } from '#/domain/figures/figure-labels.ts'
import { CHANGES_METRICS } from '#/features/overview/search.ts'
import { formatShortDays } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { LinkButton } from '#/ui/control/button.tsx'
import { Menu } from '#/ui/overlay/menu.tsx'
import { Icon } from '#/ui/icon.tsx'
import { Skeleton } from '#/ui/state/skeleton.tsx'

/** Region "Changes": why a figure is not what it was in the days it is compared with. */
const ChangesPanel = () => {
  const { comparedDays, look } = useQuestion('comparedDays', 'look')
  const { changes_metric: chosen } = useAddress('changes_metric')
  const hidden = useHidden()
  const later = useLater()
  const [isAll, setAll] = useState(false)
  const metrics = CHANGES_METRICS.filter((one) => !hidden.metric(one))
  const metric = metrics.find((one) => one === chosen) ?? CHANGES_METRICS[0]
  if (comparedDays === null) return null
  return (
    <div className="border-t border-line phone:border-t-0">
      <Panel
        title={m.changes_title()}
        note={
          <span className="flex flex-wrap items-center gap-x-2">
            <Menu
              label={m.changes_figure()}
              groups={[
                {
                  items: metrics.map((one) => ({
                    id: one,
                    label: metricName(one),
                    checked: one === metric,
                    onSelect: () => look({ changes_metric: one === CHANGES_METRICS[0] ? undefined : one }),
                  })),
                },
              ]}
              renderTrigger={(trigger) => (
                <button
                  type="button"
                  {...trigger}
                  className="inline-flex min-h-7 cursor-default items-center gap-1 rounded-1 text-13 text-text-2 hover:text-text aria-expanded:text-text touch:min-h-10"
                >
                  <span className="sr-only">{m.changes_figure()} </span>
                  {metricName(metric)}
                  <Icon name="chevron-down" size={14} />
                </button>
              )}
            />
            <span className="phone:hidden">
              {m.changes_compared({ days: formatShortDays(comparedDays) })}
            </span>
          </span>
        }
        actions={<LinkButton onClick={() => setAll(true)}>{m.changes_all()}</LinkButton>}
        skeleton={<ChangesSkeleton />}
      >
        {() =>
          later === null ? (
            <ChangesSkeleton />
          ) : (
            <>
              <later.ChangesBlock metric={metric} onAll={() => setAll(true)} />
              {isAll && <later.AllChanges metric={metric} onClose={() => setAll(false)} />}
            </>
          )
        }
      </Panel>
    </div>
  )
}

const ChangesSkeleton = () => (
  <div className="grid min-h-36 content-evenly phone:min-h-80">
    {(['xl', 'lg', 'lg', 'md'] as const).map((width, nth) => (
      <Skeleton key={nth} width={width} />
    ))}
  </div>
)

export const changesPanel: PanelModule = {
  name: 'changes',
  title: m.changes_title,
  View: ChangesPanel,
  files: { none: 'Its rows are in the files of the breakdowns' },
}
