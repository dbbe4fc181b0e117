import { momentAt } from '#/contract/day.ts'
import { formatDay, timeOf } from '#/i18n/format.ts'

export const momentLabel = (instant: string): string => {
  const { day, minute } = momentAt(Date.parse(instant), null)
  return `${formatDay(day)}, ${timeOf(minute)}`
}
