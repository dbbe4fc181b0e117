import { useMemo, useState } from 'react'
import type { Counts } from '#/analytics/columns/aggregate.ts'
import type { Report } from '#/analytics/worker/report.ts'
import { Panel } from '#/features/overview/breakdowns/panel.tsx'
import { valueWords, weekdayName } from '#/features/overview/data/filter-words.ts'
import { useOverview } from '#/features/overview/data/use-overview.ts'
import { metricName } from '#/features/overview/receipt/figure-words.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { useIsPhone } from '#/ui/use-is-phone.ts'
import { Choice } from '#/ui/control/choice.tsx'
import { IconButton } from '#/ui/control/button.tsx'
import { HeatGrid, HeatLegend, type HeatGridHead } from '#/ui/data/heat-grid.tsx'
import { Skeleton } from '#/ui/state/skeleton.tsx'
import {
  greatestOf,
  HEAT_METRICS,
  HOURS,
  levelOf,
  WEEKDAYS,
  weekOf,
  type HeatMetric,
  type Week,
} from './cells.ts'
import { HeatTable } from './heat-table.tsx'
import { inFull, shortly } from './words.ts'

/** When people get in touch, hour by hour of the week. */
export const HeatMap = () => {
  const [metric, setMetric] = useState<HeatMetric>('contacts')
  const [isTable, setTable] = useState(false)
  return (
    <Panel
      title={m.heat_map()}
      actions={
        <IconButton
          icon="journal"
          label={m.as_table()}
          aria-pressed={isTable}
          onClick={() => setTable(!isTable)}
        />
      }
      skeleton={<HeatSkeleton />}
    >
      {(report) => (
        <>
          <Choice
            label={m.heat_metric()}
            value={metric}
            options={HEAT_METRICS.map((value) => ({ value, label: metricName(value) }))}
            onChange={setMetric}
            className="mb-2"
          />
          <Shown report={report} metric={metric} isTable={isTable} />
        </>
      )}
    </Panel>
  )
}

const Shown = ({ report, metric, isTable }: { report: Report; metric: HeatMetric; isTable: boolean }) => {
  const week = useMemo(() => weekOf(report.heat), [report])
  if (report.heat.length === 0) return <p className="py-2 text-13 text-text-3">{m.breakdown_nothing()}</p>
  return isTable ? <HeatTable week={week} metric={metric} /> : <Grid week={week} metric={metric} />
}

/** Hours that are named where there is no room for all. */
const NAMED_EVERY = 6

const Grid = ({ week, metric }: { week: Week; metric: HeatMetric }) => {
  const { search, change } = useOverview()
  const isPhone = useIsPhone()
  const greatest = greatestOf(metric, week)
  const written = { weekday: search.weekday, hour: search.hour, hour_of_week: search.hour_of_week }

  const weekdays: HeatGridHead[] = Array.from({ length: WEEKDAYS }, (_, weekday) => ({
    words: weekdayName(weekday),
    // Begins with what is written: so a voice can name it.
    name: inFull(metric, weekdayName(weekday), week.ofWeekday(weekday)),
    pressed: written.weekday === String(weekday),
  }))
  const hours: HeatGridHead[] = Array.from({ length: HOURS }, (_, hour) => ({
    words: isPhone || hour % NAMED_EVERY === 0 ? `${hour}:00` : '',
    name: inFull(metric, valueWords('hour', String(hour)), week.ofHour(hour)),
    pressed: written.hour === String(hour),
  }))
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
  // A cell says both; a head only its own, beside the other's.
  const pressCell = (weekday: number, hour: number) =>
    change({
      weekday: undefined,
      hour: undefined,
      hour_of_week: cellAt(weekday, hour).pressed ? undefined : String(weekday * HOURS + hour),
    })
  const pressWeekday = (weekday: number) =>
    change({ hour_of_week: undefined, weekday: weekdays[weekday]?.pressed ? undefined : String(weekday) })
  const pressHour = (hour: number) =>
    change({ hour_of_week: undefined, hour: hours[hour]?.pressed ? undefined : String(hour) })

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
        <HeatGrid
          label={label}
          rows={weekdays}
          columns={hours}
          cell={cellAt}
          onCell={pressCell}
          onRow={pressWeekday}
          onColumn={pressHour}
        />
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
