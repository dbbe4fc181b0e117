import { DAY_MINUTES, NO_DAY } from '#/contract/day.ts'
import { objectOffset, type Dataset } from '#/server/metrics/columns/dataset.ts'
import { leaveOut, type Selection } from '#/server/metrics/columns/select.ts'
import type { ClockMoment } from '#/contract/figures/questions.ts'

/**
 * The present moment by an object's own clock, that of its newest contacts (G6), else by the clock of `now`.
 * @param loaded where its contacts may be
 */
export const ownNow =
  (now: ClockMoment, ...loaded: readonly Dataset[]) =>
  (oid: string | null): Pick<ClockMoment, 'day' | 'minute'> => {
    const offset = loaded.map((data) => objectOffset(data, oid)).find((one) => one !== null) ?? null
    const ahead = offset === null || now.offset === null ? 0 : offset - now.offset
    const at = now.day * DAY_MINUTES + now.minute + ahead
    const day = Math.floor(at / DAY_MINUTES)
    return { day, minute: at - day * DAY_MINUTES }
  }

/** Whether a row is of its object's last days, including today. */
export const inLastDays = (data: Dataset, now: ClockMoment, days: number): ((row: number) => boolean) => {
  const { codes, values } = data.by.object
  const nowOf = ownNow(now, data)
  const first = Int32Array.from(values, (oid) => nowOf(oid).day - days + 1)
  return (row) => data.day[row]! !== NO_DAY && data.day[row]! >= first[codes[row]!]!
}

export const ofLastDays = (data: Dataset, selection: Selection, now: ClockMoment, days: number): Selection =>
  leaveOut(selection, inLastDays(data, now, days))
