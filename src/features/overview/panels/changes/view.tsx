import { Panel, type PanelModule } from '#/features/overview/panels/panel.tsx'
import { useHidden } from '#/features/overview/data/use-hidden.ts'
import { useLater } from '#/features/overview/data/use-later.ts'
import { useAddress, useOverview } from '#/features/overview/data/use-overview.ts'
import { FigureMenu } from '#/features/overview/changes/figure-menu.tsx'
import { CHANGES_METRICS } from '#/features/overview/search.ts'
import { dayNumber } from '#/contract/day.ts'
import { formatShortDays } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { Skeleton } from '#/ui/state/skeleton.tsx'

const ChangesPanel = () => {
  const { comparedDays, replace } = useOverview('comparedDays', 'replace')
  const { changes_metric: chosen } = useAddress('changes_metric')
  const hidden = useHidden()
  const later = useLater()
  const metrics = CHANGES_METRICS.filter((one) => !hidden.metric(one))
  const metric = metrics.find((one) => one === chosen) ?? CHANGES_METRICS[0]
  if (comparedDays === null) return null
  return (
    <div className="border-t border-line phone:border-t-0">
      <Panel
        title={m.changes_title()}
        note={
          <span className="inline-flex flex-wrap items-center gap-x-2">
            <FigureMenu
              metrics={metrics}
              metric={metric}
              onChoose={(one) => replace({ changes_metric: one === CHANGES_METRICS[0] ? undefined : one })}
            />
            <span className="phone:hidden">
              {m.changes_compared({ days: formatShortDays(comparedDays) })}
            </span>
          </span>
        }
        actions={later && <later.AllChangesLink metric={metric} />}
        skeleton={<ChangesSkeleton />}
      >
        {() =>
          later === null ? (
            <ChangesSkeleton />
          ) : (
            <later.ChangesBlock metric={metric} skeleton={<ChangesSkeleton />} />
          )
        }
      </Panel>
    </div>
  )
}

/** With fewer days, contacts are usually too few for a significant part: the answer is one sentence. */
const DAYS_WITH_PARTS = 21

const ChangesSkeleton = () => {
  const { days } = useOverview('days')
  const hasParts = dayNumber(days.to) - dayNumber(days.from) + 1 >= DAYS_WITH_PARTS
  return (
    <div
      className={classNames(
        'grid content-evenly',
        hasParts ? 'min-h-25.75 phone:min-h-40.5' : 'min-h-5 phone:min-h-10',
      )}
    >
      <span className="sr-only">{m.loading()}</span>
      <Skeleton width="xl" />
      {hasParts && (['lg', 'lg', 'md'] as const).map((width, nth) => <Skeleton key={nth} width={width} />)}
    </div>
  )
}

export const changesPanel: PanelModule = {
  name: 'changes',
  title: m.changes_title,
  View: ChangesPanel,
  files: { none: '"All changes" has a file of every part' },
}
