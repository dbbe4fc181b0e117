/* Results of one evaluation of an alert's subjects. Moments are UTC minutes since 1970; each object has its own clock (G6). */

export interface Reading {
  /** Unique within alert and account: notified once until it has recovered. */
  readonly subject: string
  /** `unknown`: days are missing or too few. */
  readonly is: 'bad' | 'well' | 'unknown'
  readonly oid: string | null
  readonly value: number
  readonly of: number | null
  readonly usual: number | null
  /** When it happened, if not at the evaluation. */
  readonly at?: number
}

/** Evaluates all subjects. Null: nothing is known of any. */
export type Evaluation = (moment: number) => readonly Reading[] | null

interface SubjectState {
  readonly bad: number
  readonly isTold: boolean
}
export type AlertState = ReadonlyMap<string, SubjectState>
const NO_STATE: AlertState = new Map()

export interface IncidentReading extends Reading {
  readonly moment: number
}

/**
 * Applies one evaluation. A subject is notified after so many bad evaluations in a row, and again only after
 * a recovery; a missing subject is dropped.
 */
const afterEvaluation = (
  state: AlertState,
  readings: readonly Reading[],
  needed: number,
): { readonly state: AlertState; readonly incidents: readonly Reading[] } => {
  const incidents: Reading[] = []
  const next = new Map<string, SubjectState>()
  for (const reading of readings) {
    const before = state.get(reading.subject) ?? { bad: 0, isTold: false }
    if (reading.is === 'unknown') next.set(reading.subject, before)
    else if (reading.is === 'well') next.set(reading.subject, { bad: 0, isTold: false })
    else {
      const bad = Math.min(before.bad + 1, needed)
      const isNew = !before.isTold && bad >= needed
      if (isNew) incidents.push(reading)
      next.set(reading.subject, { bad, isTold: before.isTold || isNew })
    }
  }
  return { state: next, incidents }
}

export const afterEvaluations = (
  evaluate: Evaluation,
  moments: readonly number[],
  needed: number,
  before: AlertState = NO_STATE,
): { readonly state: AlertState; readonly incidents: readonly IncidentReading[] } => {
  let state = before
  const incidents: IncidentReading[] = []
  for (const moment of moments) {
    const readings = evaluate(moment)
    if (readings === null) continue
    const after = afterEvaluation(state, readings, needed)
    state = after.state
    for (const reading of after.incidents) incidents.push({ ...reading, moment })
  }
  return { state, incidents }
}
