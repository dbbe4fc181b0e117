/** Countable facts of contacts, which all metrics are computed from. */
export const COUNTS = [
  'contacts',
  'calls',
  'answered',
  'missed',
  'first_time',
  'repeated',
  'target',
  /** Contacts marked as not target; unmarked ones are in neither count. */
  'not_target',
  'answered_target',
  'missed_first_time',
  /** Answered calls with a duration, and their seconds. */
  'timed',
  'talk_seconds',
] as const
export type Count = (typeof COUNTS)[number]
export type Counts = Readonly<Record<Count, number>>
