import { figureText, metricName } from '#/domain/figures/figure-labels.ts'
import type { HeatMetric } from '#/features/overview/search.ts'
import { formatNumber, timeOf, weekdayName } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { classNames } from '#/ui/class-names.ts'
import { Absent } from '#/ui/data/absent.tsx'
import { rowClass, Table, Td, Th } from '#/ui/table/table.tsx'
import { HOURS, WEEKDAYS, type CellCounts, type Week } from '#/domain/figures/week.ts'
import { callsBehind, cellState } from './rows.ts'
import { contactsInFull, meanText } from './labels.ts'

export const HeatTable = ({ week, metric }: { week: Week; metric: HeatMetric }) => (
  <Table edge="none" aria-label={m.heat_grid({ metric: metricName(metric) })} className="text-12">
    <thead>
      <tr>
        <Th className="px-1">{m.overview_by_hour()}</Th>
        {Array.from({ length: WEEKDAYS }, (_, weekday) => (
          <Th key={weekday} numeric className="px-1">
            {weekdayName(weekday)}
          </Th>
        ))}
      </tr>
    </thead>
    <tbody>
      {Array.from({ length: HOURS }, (_, hour) => (
        <tr key={hour} className={classNames('h-6', rowClass())}>
          <th scope="row" className="border-b border-line px-1 font-normal text-text-3 tabular-nums">
            {timeOf(hour * 60)}
          </th>
          {Array.from({ length: WEEKDAYS }, (_, weekday) => (
            <Td key={weekday} numeric className="px-1">
              <TableValue metric={metric} counts={week.at(weekday, hour)} />
            </Td>
          ))}
        </tr>
      ))}
    </tbody>
  </Table>
)

const TableValue = ({ metric, counts }: { metric: HeatMetric; counts: CellCounts }) => {
  if (metric === 'contacts') return <span title={contactsInFull(counts)}>{meanText(counts)}</span>
  const says = cellState(metric, counts)
  if (says === 'none') return <Absent reason={m.heat_no_calls()} />
  if (says === 'too_few')
    return <Absent reason={m.heat_too_few_of({ shown: formatNumber(callsBehind(metric, counts) ?? 0) })} />
  return figureText(metric, counts)
}
