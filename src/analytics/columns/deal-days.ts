import { NO_DAY } from '#/contract/day.ts'
import { bucketsByDay } from './aggregate.ts'
import { ofAllRows, type Dataset } from './dataset.ts'
import { rowsByDeal } from './deals.ts'
import { SHOWN, type Selection } from './select.ts'

/**
 * How many deals began in each bucket: a deal is of the day of its first contact that is shown, so that it counts once.
 * Those that only contacts without a date led to are in none.
 * @param starts first days of the buckets, rising; the last bucket ends with `last`
 * @param own marks under which rows are counted as well: see `ownMark`
 */
export const dealsBegun = (
  data: Dataset,
  selection: Selection,
  starts: readonly number[],
  last: number,
  own = SHOWN,
): number[] => {
  const { codes, values } = data.by.deal
  const days = new Uint16Array(values.length).fill(NO_DAY)
  for (const row of rowsByDeal(data)) {
    const deal = codes[row]!
    if ((selection[row]! & ~own) === SHOWN && data.day[row]! < days[deal]!) days[deal] = data.day[row]!
  }
  const bucketOf = bucketsByDay(starts, last)
  const begun = starts.map(() => 0)
  for (const day of days) if (bucketOf[day]! < begun.length) begun[bucketOf[day]!]!++
  return begun
}

/** The newest day that has come, whatever is filtered; null: none has. */
export const newestDay = ofAllRows(({ day, rows }): number | null => {
  let newest = -1
  for (let row = 0; row < rows; row++) if (day[row]! > newest && day[row] !== NO_DAY) newest = day[row]!
  return newest === -1 ? null : newest
})
