import { DAY_MINUTES } from '#/contract/day.ts'
import { clocksOf, NO_OFFSET, objectOffset, type Dataset } from './dataset.ts'

/** Minutes since 1970 by the contact's own clock: to compare within one clock, else {@link instantsIn}. */
export const wallMinute = ({ day, minute }: Record<'day' | 'minute', Uint16Array>, row: number): number =>
  day[row]! * DAY_MINUTES + minute[row]!

const instantsOf = (data: Dataset, usual: number) => {
  const clocks = Int16Array.from(data.by.object.values, (oid) => objectOffset(data, oid) ?? usual)
  return (row: number) => {
    const offset = data.offset[row]!
    return wallMinute(data, row) - (offset === NO_OFFSET ? clocks[data.by.object.codes[row]!]! : offset)
  }
}

/** Minutes east of UTC, as most objects; 0: unknown. */
const usualClock = (data: Dataset): number =>
  clocksOf(data)[0] ?? (data.elsewhere && clocksOf(data.elsewhere)[0]) ?? 0

/**
 * UTC minutes since 1970 of dated contacts by row. Rows beyond the dataset's own are those of `elsewhere`.
 * @param usual clock of objects whose own is unknown
 */
export const instantsIn = (data: Dataset, usual = usualClock(data)): ((row: number) => number) => {
  const own = instantsOf(data, usual)
  const others = data.elsewhere && instantsOf(data.elsewhere, usual)
  return (row) => (row < data.rows ? own(row) : others!(row - data.rows))
}
