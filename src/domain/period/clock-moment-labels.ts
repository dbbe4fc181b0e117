import { currentTime } from '#/api/transport/server-facts.ts'
import { dayAt, momentAt } from '#/contract/day.ts'
import { formatDay, timeOf } from '#/i18n/format.ts'

/**
 * `14:03`, with the day unless today.
 * @param offset null: this device's
 */
export const clockMomentLabel = (at: number, offset: number | null): string => {
  const { day, minute } = momentAt(at, offset)
  return day === dayAt(currentTime(), offset) ? timeOf(minute) : `${formatDay(day)}, ${timeOf(minute)}`
}
