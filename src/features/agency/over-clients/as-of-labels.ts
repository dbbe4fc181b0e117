import { currentTime } from '#/api/transport/server-facts.ts'
import { dayAt } from '#/contract/day.ts'
import { clockTime, formatDay } from '#/i18n/format.ts'

/** `14:03`, with its day where it is not today's; by this device's clock: it is about this page and not about a contact. */
export const asOfWords = (at: number): string => {
  const day = dayAt(at, null)
  return day === dayAt(currentTime(), null) ? clockTime(at) : `${formatDay(day)}, ${clockTime(at)}`
}
