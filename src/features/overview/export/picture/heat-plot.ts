import { weekdayName } from '#/i18n/format.ts'
import type { Report } from '#/analytics/worker/report.ts'
import {
  greatestOf,
  HOURS,
  levelOf,
  saysOf,
  WEEKDAYS,
  weekOf,
} from '#/features/overview/panels/heat-map/cells.ts'
import { shortly } from '#/features/overview/panels/heat-map/words.ts'
import { figureText } from '#/features/overview/receipt/figure-words.ts'
import type { HeatMetric } from '#/features/overview/search.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { HeatDrawingProps } from './heat-drawing.tsx'

/** A week as a drawing has it: a row for each weekday, a column for each hour. */
export const heatPlot = (
  { heat }: Pick<Report, 'heat'>,
  metric: HeatMetric,
  namedEvery: number,
): Required<Pick<HeatDrawingProps, 'rows' | 'columns' | 'level' | 'words' | 'legend'>> => {
  const week = weekOf(heat)
  const greatest = greatestOf(metric, week)
  return {
    rows: Array.from({ length: WEEKDAYS }, (_, weekday) => weekdayName(weekday)),
    columns: Array.from({ length: HOURS }, (_, hour) => (hour % namedEvery === 0 ? `${hour}:00` : '')),
    level: (weekday, hour) => levelOf(metric, week.at(weekday, hour), greatest),
    words: (weekday, hour) => {
      const counts = week.at(weekday, hour)
      // Percent signs in every cell would leave no room for the numbers.
      return saysOf(metric, counts) === 'value'
        ? (figureText(metric, counts)?.replace(/[.,]\d(\s*%)$/, '$1') ?? null)
        : null
    },
    legend:
      greatest === null
        ? null
        : {
            least: shortly(metric, 0),
            most: shortly(metric, greatest),
            hatched: metric === 'contacts' ? undefined : m.heat_too_few(),
          },
  }
}
