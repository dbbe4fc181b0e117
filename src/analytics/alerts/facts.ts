import { clocksOf, objectOffset, NO_OFFSET, type Dataset } from '#/analytics/columns/dataset.ts'
import type { ObjRead } from '#/contract/object.ts'
import { DAY_MINUTES } from '#/contract/alerts/alert-kinds.ts'
import { NO_DAY } from '#/contract/day.ts'
import type { ObjectWeek } from '#/contract/working-hours/working-hours.ts'

/** How a day is held. */
export interface HeldForAlerts {
  /** All of its contacts are here, as far as it is over. */
  readonly isWhole: boolean
  /** The service was asked and did not give all of it. */
  readonly isFailed: boolean
  /** Records that could not be read. */
  readonly unreadable: number
  /** Its callers were read by a former rule: one may be two by today's. */
  readonly hasFormerCallers: boolean
}

/** What is planned of one thing. */
export interface PlannedMonth {
  /** `YYYY-MM` */
  readonly month: string
  /** Null: of all objects that are chosen. */
  readonly oid: string | null
  readonly field: 'contacts' | 'target'
  readonly planned: number
}

/** What an alert on one account is judged by. */
export interface AlertFacts {
  readonly data: Dataset
  /** Null: they have not been listed. */
  readonly objects: readonly ObjRead[] | null
  /** By day since 1970; those that are not there are not held. */
  readonly days: ReadonlyMap<number, HeldForAlerts>
  /** In how many places what was read on a day (UTC) differs from the API document; days on which nothing was looked at are left out. */
  readonly drift: ReadonlyMap<number, number>
  /** The account's clock, that of most of its contacts: minutes east of UTC. */
  readonly offset: number
  /** What has come by then is here: minutes since 1970 by UTC. */
  readonly until: number
  /** When people said that there is nothing left to do about a contact, by its text. */
  readonly handled: ReadonlyMap<string, number>
  readonly plans: readonly PlannedMonth[]
  /** Working hours of the objects that have them; absent: they don't matter. */
  readonly weeks?: readonly ObjectWeek[]
  /** Null: all objects. */
  readonly chosen: ReadonlySet<string> | null
}

/** Whether one of the days could not be read: nothing follows from what has come of them. */
export const hasUnreadDay = ({ days }: Pick<AlertFacts, 'days'>, first: number, last: number): boolean =>
  [...days].some(([day, { isFailed }]) => isFailed && first <= day && day <= last)

/** Whether a day's callers still follow the former rule, so that repeat callers can't be matched. */
export const hasFormerCallers = ({ days }: Pick<AlertFacts, 'days'>, first: number, last: number): boolean =>
  [...days].some(([day, held]) => held.hasFormerCallers && first <= day && day <= last)

/** What of a rule the judgement needs. */
export interface JudgedRule {
  readonly threshold: number | null
  readonly min_calls: number | null
}

export const oidOf = ({ by }: Dataset, row: number): string | null =>
  by.object.values[by.object.codes[row]!] ?? null

export const isChosen = ({ chosen }: AlertFacts, oid: string | null): boolean =>
  chosen === null || (oid !== null && chosen.has(oid))

/** Days since 1970 by UTC, in order, and the clock that most contacts of each have. */
interface ClockDays {
  readonly days: readonly number[]
  readonly offsets: readonly number[]
}

const clockDays = (counts: ReadonlyMap<number, ReadonlyMap<number, number>>): ClockDays => {
  const sorted = [...counts].toSorted(([a], [b]) => a - b)
  const most = (offsets: ReadonlyMap<number, number>) => [...offsets].toSorted((a, b) => b[1] - a[1])[0]![0]
  return { days: sorted.map(([day]) => day), offsets: sorted.map(([, offsets]) => most(offsets)) }
}

/** By object, and at null those of the objects that have the account's clock. The API names no zones: contacts tell when clocks changed. */
const clocksThroughTime = (data: Dataset): ReadonlyMap<string | null, ClockDays> => {
  const usual = clocksOf(data)[0]
  const counts = new Map<string | null, Map<number, Map<number, number>>>()
  for (let row = 0; row < data.rows; row++) {
    const offset = data.offset[row]!
    if (offset === NO_OFFSET || data.day[row] === NO_DAY) continue
    const oid = oidOf(data, row)
    const day = Math.floor((data.day[row]! * DAY_MINUTES + data.minute[row]! - offset) / DAY_MINUTES)
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

/** The last of the days that is not after one; −1: all are. */
const lastUntil = (days: readonly number[], day: number): number => {
  let [low, high] = [0, days.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (days[middle]! <= day) low = middle + 1
    else high = middle
  }
  return low - 1
}

/**
 * Minutes east of UTC of an object's clock as it was at a moment, null: of the account's. Before a clock change it is another one
 * than now.
 */
export const clockOf = (facts: AlertFacts, oid: string | null, moment: number): number => {
  const { data, offset } = facts
  const now = (oid === null ? null : objectOffset(data, oid)) ?? offset
  const known = learnt.get(facts) ?? clocksThroughTime(data)
  learnt.set(facts, known)
  const clocks = known.get(oid) ?? known.get(null)
  if (clocks === undefined) return now
  const day = Math.floor(moment / DAY_MINUTES)
  // Its newest contacts together say it best.
  if (day >= clocks.days.at(-1)!) return now
  return clocks.offsets[Math.max(lastUntil(clocks.days, day), 0)]!
}

/** When a contact came, in minutes since 1970 by UTC. */
export const momentOfRow = (facts: AlertFacts, row: number): number => {
  const { data } = facts
  const wall = data.day[row]! * DAY_MINUTES + data.minute[row]!
  if (data.offset[row] !== NO_OFFSET) return wall - data.offset[row]!
  return wall - clockOf(facts, oidOf(data, row), wall - facts.offset)
}

/** Day since 1970, and minute of it. */
export const wallOfMoment = (moment: number, offset: number) => {
  const wall = moment + offset
  const day = Math.floor(wall / DAY_MINUTES)
  return { day, minute: wall - day * DAY_MINUTES }
}
