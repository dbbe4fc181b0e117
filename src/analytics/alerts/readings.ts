/*
 * What one look at an alert's subjects finds. A moment is minutes since 1970 by UTC; each object has its own clock (G6).
 */

/** What is said of one subject at one moment. What the numbers are, each kind says where it is judged. */
export interface Reading {
  /** Unique within the alert and its account: it is told once until it has been well. */
  readonly subject: string
  /** `unknown`: the days are not kept, or too few; nothing follows from it. */
  readonly is: 'bad' | 'well' | 'unknown'
  readonly oid: string | null
  readonly value: number
  readonly of: number | null
  readonly usual: number | null
  /** When it happened, where that is not the moment of the look. */
  readonly at?: number
}

/** A look at all subjects of an alert. Null: nothing is known of any, and nothing follows from it. */
export type Look = (moment: number) => readonly Reading[] | null

/** What is remembered of a subject from look to look. */
interface SubjectState {
  /** So many times in a row it was bad. */
  readonly bad: number
  readonly isTold: boolean
}
/** By subject. */
export type AlertState = ReadonlyMap<string, SubjectState>
const NO_STATE: AlertState = new Map()

/** What has begun to be told, and when. */
export interface FoundReading extends Reading {
  readonly moment: number
}

/**
 * One look more. A subject is told when it was bad so many times in a row, and again only after it has been well; one that is
 * not there any more is forgotten.
 */
const afterLook = (
  state: AlertState,
  readings: readonly Reading[],
  needed: number,
): { readonly state: AlertState; readonly told: readonly Reading[] } => {
  const told: Reading[] = []
  const next = new Map<string, SubjectState>()
  for (const reading of readings) {
    const before = state.get(reading.subject) ?? { bad: 0, isTold: false }
    if (reading.is === 'unknown') next.set(reading.subject, before)
    else if (reading.is === 'well') next.set(reading.subject, { bad: 0, isTold: false })
    else {
      const bad = Math.min(before.bad + 1, needed)
      const isNew = !before.isTold && bad >= needed
      if (isNew) told.push(reading)
      next.set(reading.subject, { bad, isTold: before.isTold || isNew })
    }
  }
  return { state: next, told }
}

/** Looks at some moments, one after the other. */
export const afterLooks = (
  look: Look,
  moments: readonly number[],
  needed: number,
  before: AlertState = NO_STATE,
): { readonly state: AlertState; readonly told: readonly FoundReading[] } => {
  let state = before
  const told: FoundReading[] = []
  for (const moment of moments) {
    const readings = look(moment)
    if (readings === null) continue
    const after = afterLook(state, readings, needed)
    state = after.state
    for (const reading of after.told) told.push({ ...reading, moment })
  }
  return { state, told }
}
