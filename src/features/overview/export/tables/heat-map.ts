import { weekdayName } from '#/i18n/format.ts'
import type { Filter } from '#/analytics/columns/select.ts'
import type { HeatCell } from '#/analytics/worker/report.ts'
import type { ExportContext } from '#/features/overview/export/conditions.ts'
import { rateColumns, tableOf, type Column, type ExportTable } from '#/features/overview/export/table.ts'
import { HOURS, WEEKDAYS, weekOf } from '#/features/overview/panels/heat-map/cells.ts'
import { metricName } from '#/features/overview/receipt/figure-words.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { answered } from './answered.ts'

/** Whether what narrows by the clock lets an hour of the week through. */
const isLetThrough = (filters: readonly Filter[], weekday: number, hour: number): boolean => {
  const own = { weekday, hour, hour_of_week: weekday * HOURS + hour }
  return filters.every(
    (filter) =>
      !(filter.by === 'weekday' || filter.by === 'hour' || filter.by === 'hour_of_week') ||
      filter.values.includes(String(own[filter.by])) !== (filter.except === true),
  )
}

/** The hours of the week that the filters let through, one a line, those without contacts too. */
export const heatTable = async (context: ExportContext): Promise<ExportTable> => {
  const { filters, won } = context.overview.question
  const { rows } = await answered(context, 'table', { dimension: 'hour_of_week', filters, won, limit: null })
  const undated = rows.find(({ value }) => value === null)?.contacts ?? 0
  const week = weekOf(
    rows.flatMap(({ value, ...counts }) =>
      value === null
        ? []
        : [{ ...counts, weekday: Math.floor(Number(value) / HOURS), hour: Number(value) % HOURS }],
    ),
  )
  const cells: HeatCell[] = Array.from({ length: WEEKDAYS * HOURS }, (_, index) => {
    const [weekday, hour] = [Math.floor(index / HOURS), index % HOURS]
    return { ...week.at(weekday, hour), weekday, hour }
  }).filter(({ weekday, hour }) => isLetThrough(filters, weekday, hour))
  const count = (id: 'contacts' | 'calls' | 'answered' | 'missed'): Column<HeatCell> => ({
    name: metricName(id),
    value: (row) => row[id],
  })
  const columns: Column<HeatCell>[] = [
    { name: m.overview_by_weekday(), width: 14, value: ({ weekday }) => weekdayName(weekday, 'long') },
    { name: m.overview_by_hour(), value: ({ hour }) => hour },
    count('contacts'),
    ...(context.hidden.has('status')
      ? []
      : [
          count('calls'),
          count('answered'),
          count('missed'),
          ...rateColumns<HeatCell>(
            'missed_rate',
            ({ missed }) => missed,
            ({ calls }) => calls,
          ),
        ]),
    ...(context.hidden.has('duration')
      ? []
      : [
          {
            name: m.overview_export_seconds({ name: metricName('mean_duration') }),
            value: ({ timed, talk_seconds }: HeatCell) =>
              timed === 0 ? null : Math.round((talk_seconds / timed) * 10) / 10,
          },
        ]),
  ]
  return {
    ...tableOf(columns, cells),
    about: undated === 0 ? [] : [{ name: m.overview_export_undated(), value: undated }],
  }
}
