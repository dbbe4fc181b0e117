import { Panel, type PanelModule, Undated } from '#/features/overview/panels/panel.tsx'
import { useHidden } from '#/features/overview/data/use-hidden.ts'
import { useBelow } from '#/features/overview/data/use-later.ts'
import { useTableSwitch } from '#/features/overview/data/table-switch.tsx'
import { useAddress, useOverview } from '#/features/overview/data/use-overview.ts'
import type { Exportable } from '#/features/overview/export/panel-file.ts'
import { ExportMenu } from '#/features/overview/export/export-menu.tsx'
import { metricName } from '#/domain/figures/figure-labels.ts'
import { HEAT_METRICS } from '#/features/overview/search.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Choice } from '#/ui/control/choice.tsx'
import type { HeatChoice } from './file.tsx'
import { Skeleton } from '#/ui/state/skeleton.tsx'

export const HeatSkeleton = () => (
  <div className="grid h-55 content-between py-4">
    {Array.from({ length: 7 }, (_, weekday) => (
      <Skeleton key={weekday} />
    ))}
  </div>
)

const HEAT_FILE: Exportable<HeatChoice> = {
  name: 'heat-map',
  isDrawn: true,
  usual: { metric: HEAT_METRICS[0] },
  file: () => import('./file.tsx').then(({ heatFile }) => heatFile),
}

const HeatMap = () => {
  const { replace } = useOverview('replace')
  const { heat_metric } = useAddress('heat_metric')
  const [isTable, tableSwitch] = useTableSwitch('heat_map')
  const hidden = useHidden()
  const below = useBelow()
  const metrics = HEAT_METRICS.filter((one) => !hidden.metric(one))
  const metric = metrics.find((one) => one === heat_metric) ?? HEAT_METRICS[0]
  return (
    <Panel
      title={m.heat_map()}
      actions={
        <>
          {tableSwitch}
          <ExportMenu panel={HEAT_FILE} choice={{ metric }} title={m.heat_map()} />
        </>
      }
      skeleton={<HeatSkeleton />}
    >
      {() =>
        below === null ? (
          <HeatSkeleton />
        ) : (
          <>
            <Choice
              label={m.heat_metric()}
              value={metric}
              options={metrics.map((value) => ({ value, label: metricName(value) }))}
              onChange={(value) => replace({ heat_metric: value === HEAT_METRICS[0] ? undefined : value })}
              className="mb-2"
            />
            <below.Heat metric={metric} isTable={isTable} />
            <Undated />
          </>
        )
      }
    </Panel>
  )
}

export const heatMapPanel: PanelModule = {
  name: 'heat-map',
  title: m.heat_map,
  View: HeatMap,
  files: [HEAT_FILE],
}
