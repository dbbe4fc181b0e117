import { useMemo } from 'react'
import type { Counts } from '#/analytics/columns/traits.ts'
import type { HeatCell } from '#/analytics/worker/report.ts'
import { Panel, type PanelModule } from '#/features/overview/panels/panel.tsx'
import { Undated } from '#/features/overview/panels/undated.tsx'
import { valueWords } from '#/domain/contact-list/dimension-words.ts'
import { useHidden } from '#/features/overview/data/use-hidden.ts'
import { useLater } from '#/features/overview/data/use-later.ts'
import { useTableSwitch } from '#/features/overview/data/table-switch.tsx'
import { useAddress, useQuestion, useReport } from '#/features/overview/data/use-overview.ts'
import type { Exportable } from '#/features/overview/export/panel-file.ts'
import { ExportMenu } from '#/features/overview/export/export-menu.tsx'
import { metricName } from '#/features/overview/receipt/figure-words.ts'
import { HEAT_METRICS, type HeatMetric } from '#/features/overview/search.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Choice } from '#/ui/control/choice.tsx'
import { HeatGrid, HeatLegend } from '#/ui/data/heat-grid.tsx'
import { Skeleton } from '#/ui/state/skeleton.tsx'
import type { HeatChoice } from './file.tsx'
import { BlocksGrid, Margins } from './coarse.tsx'
import { grainOf, greatestOf, HOURS, levelOf, WEEKDAYS, weekOf, type Week } from './rows.ts'
import { useWeek } from './use-week.ts'
import { inFull, shortly } from './words.ts'

const HEAT_FILE: Exportable<HeatChoice> = {
  name: 'heat-map',
  isDrawn: true,
  usual: { metric: HEAT_METRICS[0] },
  file: () => import('./file.tsx').then(({ heatFile }) => heatFile),
}

/** When people get in touch, hour by hour of the week. */
const HeatMap = () => {
  const { look } = useQuestion('look')
  const { heat_metric } = useAddress('heat_metric')
  const [isTable, tableSwitch] = useTableSwitch('heat_map')
  const hidden = useHidden()
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
      {() => (
        <>
          <Choice
            label={m.heat_metric()}
            value={metric}
            options={metrics.map((value) => ({ value, label: metricName(value) }))}
            onChange={(value) => look({ heat_metric: value === HEAT_METRICS[0] ? undefined : value })}
            className="mb-2"
          />
          <Shown metric={metric} isTable={isTable} />
          <Undated />
        </>
      )}
    </Panel>
  )
}

const NO_CELLS: readonly HeatCell[] = []

const Shown = ({ metric, isTable }: { metric: HeatMetric; isTable: boolean }) => {
  const { heat = NO_CELLS } = useReport('heat')
  const week = useMemo(() => weekOf(heat), [heat])
  const grain = useMemo(() => grainOf(metric, week), [metric, week])
  const later = useLater()
  if (heat.length === 0) return <p className="py-2 text-13 text-text-3">{m.breakdown_nothing()}</p>
  if (isTable) return later ? <later.HeatTable week={week} metric={metric} /> : <HeatSkeleton />
  if (grain === 'blocks') return <BlocksGrid week={week} metric={metric} />
  return grain === 'margins' ? <Margins week={week} metric={metric} /> : <Grid week={week} metric={metric} />
}

const Grid = ({ week, metric }: { week: Week; metric: HeatMetric }) => {
  const { change } = useQuestion('change')
  const { isPhone, weekdays, hours, press } = useWeek(metric, week)
  const greatest = greatestOf(metric, week)
  const written = useAddress('weekday', 'hour', 'hour_of_week')
  const cellAt = (weekday: number, hour: number) => {
    const counts: Counts = week.at(weekday, hour)
    const hourOfWeek = String(weekday * HOURS + hour)
    return {
      level: levelOf(metric, counts, greatest),
      name: inFull(metric, valueWords('hour_of_week', hourOfWeek), counts),
      pressed:
        written.hour_of_week === hourOfWeek ||
        (written.weekday === String(weekday) && written.hour === String(hour)),
    }
  }
  const pressCell = (weekday: number, hour: number) =>
    change({
      weekday: undefined,
      hour: undefined,
      hour_of_week: cellAt(weekday, hour).pressed ? undefined : String(weekday * HOURS + hour),
    })
  const pressWeekday = (weekday: number) => press('weekday', weekday)
  const pressHour = (hour: number) => press('hour', hour)

  const label = m.heat_grid({ metric: metricName(metric) })
  return (
    <>
      {isPhone ? (
        <HeatGrid
          label={label}
          heads="above"
          rows={hours}
          columns={weekdays}
          cell={(hour, weekday) => cellAt(weekday, hour)}
          onCell={(hour, weekday) => pressCell(weekday, hour)}
          onRow={pressHour}
          onColumn={pressWeekday}
        />
      ) : (
        // Room for 24 hours of 24 pixels, also on the smallest desk.
        <div className="relative max-[900px]:overflow-x-auto max-[900px]:p-0.5">
          <div className="min-w-164">
            <HeatGrid
              label={label}
              rows={weekdays}
              columns={hours}
              cell={cellAt}
              onCell={pressCell}
              onRow={pressWeekday}
              onColumn={pressHour}
            />
          </div>
        </div>
      )}
      {greatest === null ? (
        <p className="mt-1.5 text-12 text-text-3">{m.heat_all_too_few()}</p>
      ) : (
        <HeatLegend
          least={shortly(metric, 0)}
          most={shortly(metric, greatest)}
          hatched={metric === 'contacts' ? undefined : m.heat_too_few()}
        />
      )}
    </>
  )
}

const HeatSkeleton = () => (
  <div className="grid h-55 content-between py-4">
    {Array.from({ length: WEEKDAYS }, (_, weekday) => (
      <Skeleton key={weekday} />
    ))}
  </div>
)

export const heatMapPanel: PanelModule = {
  name: 'heat-map',
  title: m.heat_map,
  View: HeatMap,
  files: [HEAT_FILE],
}
