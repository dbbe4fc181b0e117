import { mergedDays } from '#/analytics/days.ts'
import type { MonthForecast, ForecastField } from '#/analytics/evaluation/forecast.ts'
import { dayText } from '#/contract/day.ts'
import { formatLongDay, formatNumber, formatShortDay } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { LineChart } from '#/ui/chart/line-chart.tsx'
import { marked, roundTicks } from '#/ui/chart/plot.ts'
import { Absent } from '#/ui/data/absent.tsx'
import { Table, Td, Th, Tr } from '#/ui/table/table.tsx'
import { useIsPhone } from '#/ui/use-is-phone.ts'
import type { PlanDay } from './plan-days.ts'
import { PLANNED_WORDS } from '#/domain/plan-labels.ts'

/** Labels that fit side by side in both languages. */
const ROOM = { desk: 7, phone: 4 }

const doneLabel = ({ done, isPartial }: PlanDay) => {
  if (done === null) return null
  return isPartial ? `${formatNumber(done)}, ${m.overview_so_far()}` : formatNumber(done)
}
const planLabels = ({ plan }: PlanDay) => formatNumber(Math.round(plan))
const rangeLabel = ({ low, high }: NonNullable<PlanDay['range']>) =>
  m.forecast_range({ low: formatNumber(low), high: formatNumber(high) })

/** "Friday, November 20: 412, plan 427". */
const dayLabel = (day: PlanDay) => {
  const labels = [
    doneLabel(day),
    day.isUnread ? m.trend_unread() : null,
    day.range && !day.isToday ? rangeLabel(day.range) : null,
    m.forecast_day_plan({ plan: planLabels(day) }),
  ]
  return labels.filter((one) => one !== null).join(', ')
}

const unreadStretches = (days: readonly PlanDay[]) =>
  mergedDays(days.flatMap(({ isUnread }, index) => (isUnread ? [{ first: index, last: index }] : [])))

/** Running total, planned path, and the forecast as a band, never a single line. */
export const PlanLines = ({
  days,
  field,
  forecast,
  planned,
}: {
  days: readonly PlanDay[]
  field: ForecastField
  forecast: MonthForecast
  planned: number
}) => {
  const isPhone = useIsPhone()
  const isWaiting = days.every(({ range }) => range === null) && forecast.band.length > 0
  const ticks = roundTicks(Math.max(planned, isWaiting ? forecast.done : forecast.high), { smallest: 1 })
  const today = days.findIndex(({ isToday }) => isToday)
  const unread = unreadStretches(days)
  return (
    <LineChart
      label={
        isWaiting
          ? m.forecast_chart_waits({ what: PLANNED_WORDS[field](), plan: formatNumber(planned) })
          : m.forecast_chart({
              what: PLANNED_WORDS[field](),
              done: formatNumber(forecast.done),
              plan: formatNumber(planned),
              low: formatNumber(forecast.low),
              high: formatNumber(forecast.high),
            })
      }
      points={days.map(({ done, plan, range, isToday, isPartial }) => ({
        value: done,
        compared: plan,
        partial: isToday || isPartial,
        // The band starts at the current total.
        range: range && (isToday ? [done ?? 0, done ?? 0] : [range.low, range.high]),
      }))}
      ticks={ticks.map((value) => ({ value, words: formatNumber(value) }))}
      places={marked(days.length, isPhone ? ROOM.phone : ROOM.desk).map(({ index, isNamed }) => ({
        index,
        words: !isNamed ? '' : index === today ? m.today() : formatShortDay(dayText(days[index]!.day)),
      }))}
      describe={(index) => `${formatLongDay(dayText(days[index]!.day))}: ${dayLabel(days[index]!)}`}
      tip={(index) => {
        const day = days[index]!
        return {
          place: formatLongDay(dayText(day.day)),
          value:
            day.done !== null
              ? `${PLANNED_WORDS[field]()} ${doneLabel(day)}`
              : day.range
                ? rangeLabel(day.range)
                : '–',
          compared: m.forecast_day_plan({ plan: planLabels(day) }),
        }
      }}
      chosen={null}
      onChoose={nothing}
      blanks={unread.map((stretch) => ({ ...stretch, lines: [m.trend_unread()] }))}
      unfinished={
        today === -1 || isWaiting ? undefined : { index: today, words: formatNumber(days[today]!.done ?? 0) }
      }
    />
  )
}

const nothing = () => {}

export const PlanTable = ({ days, field }: { days: readonly PlanDay[]; field: ForecastField }) => (
  <div className="max-h-96 overflow-auto" tabIndex={0} role="group" aria-label={m.trend_plan()}>
    <Table edge="none" aria-label={m.trend_plan()}>
      <thead>
        <tr>
          <Th className="sticky top-0">{m.trend_days()}</Th>
          <Th numeric className="sticky top-0">
            {PLANNED_WORDS[field]()}
          </Th>
          <Th numeric className="sticky top-0">
            {m.forecast_set()}
          </Th>
          <Th numeric className="sticky top-0">
            {m.forecast_on_this()}
          </Th>
        </tr>
      </thead>
      <tbody>
        {days.map((day) => (
          <Tr key={day.day}>
            <Td>{formatLongDay(dayText(day.day))}</Td>
            <Td numeric>
              {doneLabel(day) ?? <Absent reason={m.trend_to_come()} />}
              {day.isUnread && <span className="block text-12 text-warning">{m.trend_unread()}</span>}
            </Td>
            <Td numeric className="text-text-2">
              {planLabels(day)}
            </Td>
            <Td numeric className="text-text-2">
              {day.range === null ? (
                <Absent reason={day.isPartial ? m.trend_unread() : m.forecast_day_over()} />
              ) : (
                `${formatNumber(day.range.low)}–${formatNumber(day.range.high)}`
              )}
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  </div>
)
