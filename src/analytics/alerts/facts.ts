import { objectOffset, NO_OFFSET, type Dataset } from '#/analytics/columns/dataset.ts'
import type { ObjRead } from '#/contract/object.ts'
import { DAY_MINUTES } from '#/contract/alerts/alert-kinds.ts'

/** How a day is held. */
export interface HeldForAlerts {
  /** All of its contacts are here, as far as it is over. */
  readonly isWhole: boolean
  /** The service was asked and did not give all of it. */
  readonly isFailed: boolean
  /** Records that could not be read. */
  readonly unreadable: number
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
  /** Null: all objects. */
  readonly chosen: ReadonlySet<string> | null
}

/** What of a rule the judgement needs. */
export interface JudgedRule {
  readonly threshold: number | null
  readonly min_calls: number | null
}

export const oidOf = ({ by }: Dataset, row: number): string | null =>
  by.object.values[by.object.codes[row]!] ?? null

export const isChosen = ({ chosen }: AlertFacts, oid: string | null): boolean =>
  chosen === null || (oid !== null && chosen.has(oid))

export const clockOf = ({ data, offset }: AlertFacts, oid: string | null): number =>
  objectOffset(data, oid) ?? offset

/** When a contact came, in minutes since 1970 by UTC. */
export const momentOfRow = (facts: AlertFacts, row: number): number => {
  const { data } = facts
  const offset = data.offset[row] === NO_OFFSET ? clockOf(facts, oidOf(data, row)) : data.offset[row]!
  return data.day[row]! * DAY_MINUTES + data.minute[row]! - offset
}

/** Day since 1970, and minute of it. */
export const wallOfMoment = (moment: number, offset: number) => {
  const wall = moment + offset
  const day = Math.floor(wall / DAY_MINUTES)
  return { day, minute: wall - day * DAY_MINUTES }
}
