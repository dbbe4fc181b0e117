import { dayAt, momentAt } from '#/contract/day.ts'
import { currentTime } from '#/api/transport/server-facts.ts'
import { formatShortDay, timeOf } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'

/** "Today, 13:54", "Nov 17, 09:00", by this device's clock. */
export const whenText = (instant: number): string => {
  const { day, minute } = momentAt(instant, null)
  const time = timeOf(minute)
  return day === dayAt(currentTime(), null)
    ? m.alerts_today({ time })
    : m.alerts_on_day({ day: formatShortDay(day), time })
}
