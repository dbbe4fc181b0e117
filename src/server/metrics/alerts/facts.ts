import { clocksOf, objectOffset, NO_OFFSET, type Dataset } from '#/server/metrics/columns/dataset.ts'
import { wallMinute } from '#/server/metrics/columns/instants.ts'
import type { ObjRead } from '#/contract/object.ts'
import { DAY_MINUTES, NO_DAY } from '#/contract/day.ts'
import type { ObjectWeek } from '#/contract/working-hours/working-hours.ts'

export interface AlertDay {
  /** All contacts until now are here. */
  readonly isComplete: boolean
  readonly isFailed: boolean
  readonly unreadable: number
  /** Callers follow an older rule: two may be one by today's. */
  readonly hasFormerCallers: boolean
}

export interface PlannedMonth {
  readonly month: string
  readonly oid: string | null
  readonly field: 'contacts' | 'target'
  readonly planned: number
}

export interface AlertFacts {
  readonly data: Dataset
  readonly objects: readonly ObjRead[] | null
  /** By day since 1970; other days are not stored. */
  readonly days: ReadonlyMap<number, AlertDay>
  /** Number of differences from the API document by UTC day; days without a check are left out. */
  readonly drift: ReadonlyMap<number, number>
  readonly offset: number
  /** Contacts until then are here: UTC minutes since 1970. */
  readonly until: number
  /** When contacts were marked as handled, by `contactText`. */
  readonly handled: ReadonlyMap<string, number>
  readonly plans: readonly PlannedMonth[]
  readonly weeks?: readonly ObjectWeek[]
  readonly chosen: ReadonlySet<string> | null
}

/** Whether a day could not be read, so that its contacts prove nothing. */
export const hasUnreadDay = ({ days }: Pick<AlertFacts, 'days'>, first: number, last: number): boolean =>
  [...days].some(([day, { isFailed }]) => isFailed && first <= day && day <= last)

/** Whether a day's callers follow an older rule, so that repeat callers can't be matched. */
export const hasFormerCallers = ({ days }: Pick<AlertFacts, 'days'>, first: number, last: number): boolean =>
  [...days].some(([day, held]) => held.hasFormerCallers && first <= day && day <= last)

export interface EvaluatedRule {
  readonly threshold: number | null
  readonly min_calls: number | null
}

export const oidOf = ({ by }: Dataset, row: number): string | null =>
  by.object.values[by.object.codes[row]!] ?? null

export const isChosen = ({ chosen }: AlertFacts, oid: string | null): boolean =>
  chosen === null || (oid !== null && chosen.has(oid))

interface ClockDays {
  readonly days: readonly number[]
  readonly offsets: readonly number[]
}

const clockDays = (counts: ReadonlyMap<number, ReadonlyMap<number, number>>): ClockDays => {
  const sorted = [...counts].toSorted(([a], [b]) => a - b)
  const most = (offsets: ReadonlyMap<number, number>) => [...offsets].toSorted((a, b) => b[1] - a[1])[0]![0]
  return { days: sorted.map(([day]) => day), offsets: sorted.map(([, offsets]) => most(offsets)) }
}

/** By object; null: objects with the account's clock. The API names no zones, so contacts show when clocks changed. */
const clocksThroughTime = (data: Dataset): ReadonlyMap<string | null, ClockDays> => {
  const usual = clocksOf(data)[0]
  const counts = new Map<string | null, Map<number, Map<number, number>>>()
  for (let row = 0; row < data.rows; row++) {
    const offset = data.offset[row]!
    if (offset === NO_OFFSET || data.day[row] === NO_DAY) continue
    const oid = oidOf(data, row)
    const day = Math.floor((wallMinute(data, row) - offset) / DAY_MINUTES)
    for (const key of oid !== null && objectOffset(data, oid) === usual ? [oid, null] : [oid]) {
      const days = counts.get(key) ?? new Map<number, Map<number, number>>()
      counts.set(key, days)
      const offsets = days.get(day) ?? new Map<number, number>()
      days.set(day, offsets.set(offset, (offsets.get(offset) ?? 0) + 1))
    }
  }
  return new Map([...counts].map(([oid, days]) => [oid, clockDays(days)]))
}

const learnt = new WeakMap<AlertFacts, ReturnType<typeof clocksThroughTime>>()

const lastUntil = (days: readonly number[], day: number): number => {
  let [low, high] = [0, days.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (days[middle]! <= day) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Minutes east of UTC of an object's clock at a moment (null: the account's), which clock changes affect. */
export const clockOf = (facts: AlertFacts, oid: string | null, moment: number): number => {
  const { data, offset } = facts
  const now = (oid === null ? null : objectOffset(data, oid)) ?? offset
  const known = learnt.get(facts) ?? clocksThroughTime(data)
  learnt.set(facts, known)
  const clocks = known.get(oid) ?? known.get(null)
  if (clocks === undefined) return now
  const day = Math.floor(moment / DAY_MINUTES)
  // The newest contacts together are the best evidence.
  if (day >= clocks.days.at(-1)!) return now
  return clocks.offsets[Math.max(lastUntil(clocks.days, day), 0)]!
}

export const momentOfRow = (facts: AlertFacts, row: number): number => {
  const { data } = facts
  const wallClock = wallMinute(data, row)
  if (data.offset[row] !== NO_OFFSET) return wallClock - data.offset[row]!
  return wallClock - clockOf(facts, oidOf(data, row), wallClock - facts.offset)
}

export const wallClockOf = (moment: number, offset: number) => {
  const wallClock = moment + offset
  const day = Math.floor(wallClock / DAY_MINUTES)
  return { day, minute: wallClock - day * DAY_MINUTES }
}
