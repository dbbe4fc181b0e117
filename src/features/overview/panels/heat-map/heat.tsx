import { useMemo } from 'react'
import type { HeatCell } from '#/contract/figures/answers.ts'
import { valueLabel } from '#/domain/contact-list/dimension-labels.ts'
import { useLater } from '#/features/overview/data/use-later.ts'
import { useAddress, useOverview, useReport } from '#/features/overview/data/use-overview.ts'
import { metricName } from '#/domain/figures/figure-labels.ts'
import type { HeatMetric } from '#/features/overview/search.ts'
import { timeOf } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { HeatGrid, HeatLegend } from '#/ui/data/heat-grid.tsx'
import { BlocksGrid, Margins } from './coarse.tsx'
import { HOURS, occurrencesIn, weekOf, type Week } from '#/domain/figures/week.ts'
import { grainOf, greatestOf, hoursWithContacts, levelOf } from './rows.ts'
import { HeatSkeleton } from './view.tsx'
import { useUnreadWeekdays, useWeek } from './use-week.ts'
import { inFull, shortly } from './labels.ts'

const NO_CELLS: readonly HeatCell[] = []

/** Heat map or table, at the finest grain that has enough calls. */
export const Heat = ({ metric, isTable }: { metric: HeatMetric; isTable: boolean }) => {
  const { heat = NO_CELLS } = useReport('heat')
  const { question } = useOverview('question')
  const week = useMemo(() => weekOf(heat, occurrencesIn(question)), [heat, question])
  const grain = useMemo(() => grainOf(metric, week), [metric, week])
  const later = useLater()
  if (heat.length === 0) return <p className="py-2 text-13 text-text-3">{m.breakdown_nothing()}</p>
  if (isTable) return later ? <later.HeatTable week={week} metric={metric} /> : <HeatSkeleton />
  if (grain === 'blocks') return <BlocksGrid week={week} metric={metric} />
  return grain === 'margins' ? <Margins week={week} metric={metric} /> : <Grid week={week} metric={metric} />
}

const Grid = ({ week, metric }: { week: Week; metric: HeatMetric }) => {
  const { change } = useOverview('change')
  const { isPhone, weekdays, hours, press } = useWeek(metric, week)
  const greatest = greatestOf(metric, week)
  const unread = useUnreadWeekdays()
  const written = useAddress('weekday', 'hour', 'hour_of_week')
  const cellAt = (weekday: number, hour: number) => {
    const counts = week.at(weekday, hour)
    const hourOfWeek = String(weekday * HOURS + hour)
    return {
      level: levelOf(metric, counts, greatest),
      isPartial: unread.has(weekday),
      name: inFull(metric, valueLabel('hour_of_week', hourOfWeek), counts),
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

  const { first, last } = hoursWithContacts(week)
  const label = m.heat_grid({ metric: metricName(metric) })
  return (
    <>
      {isPhone ? (
        <HeatGrid
          label={label}
          heads="above"
          // A phone has no room for nights without contacts.
          rows={hours.slice(first, last + 1)}
          columns={weekdays}
          cell={(row, weekday) => cellAt(weekday, first + row)}
          onCell={(row, weekday) => pressCell(weekday, first + row)}
          onRow={(row) => pressHour(first + row)}
          onColumn={pressWeekday}
        />
      ) : (
        // 24 columns of 24 pixels, also on the smallest desk.
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
      {isPhone && last - first + 1 < HOURS && (
        <p className="mt-1.5 text-12 text-text-3">
          {m.heat_hours_with_contacts({ from: timeOf(first * 60), to: timeOf((last + 1) * 60) })}
        </p>
      )}
      {greatest === null ? (
        <p className="mt-1.5 text-12 text-text-3">{m.heat_all_too_few()}</p>
      ) : (
        <HeatLegend
          least={shortly(metric, 0)}
          most={shortly(metric, greatest)}
          hatched={metric === 'contacts' ? undefined : m.heat_too_few()}
          partial={unread.size > 0 ? m.trend_unread() : undefined}
        />
      )}
    </>
  )
}
