import { momentAt } from '#/contract/day.ts'
import { formatDay, formatOffset, timeOf } from '#/i18n/format.ts'

/** `Nov 21, 2026, 14:03 (UTC+3)`, by the clock of who made it. */
export const madeWords = (now: Date): string => {
  const { day, minute } = momentAt(now.getTime(), null)
  return `${formatDay(day)}, ${timeOf(minute)} (${formatOffset(-now.getTimezoneOffset())})`
}
