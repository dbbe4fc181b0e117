import { momentAt } from '#/contract/day.ts'
import { formatDay, timeOf } from '#/i18n/format.ts'

/** A moment in the life of our server, not of a contact: by this device's clock. @param instant as `toISOString` writes it */
export const momentWords = (instant: string): string => {
  const { day, minute } = momentAt(Date.parse(instant), null)
  return `${formatDay(day)}, ${timeOf(minute)}`
}
