export interface ScheduleTable {
  id: string
  /** Whose it is, and with whose standing permission it runs. */
  principal: string
  kind: string
  /** What the kind makes of it, as JSON. */
  what: string
  /** A `Timing`, as JSON. */
  timing: string
  zone: string
  /** Milliseconds since 1970; null: paused. */
  next_due: number | null
  /** Why it is paused; null: it is not. */
  paused: string | null
  /** Counts the writes, from 1. */
  version: number
  created: number
  changed: number
  /** When it was deleted: undone by taking this away, and gone some days later. */
  deleted: number | null
}

/** `waiting`: for its time or for another try; `held`: a server is at it until `held_until`. */
type RunState = 'waiting' | 'held' | 'done' | 'failed'

export interface RunTable {
  schedule: string
  /** Milliseconds since 1970: the due time, or when a person asked for it. */
  due: number
  /** 1: a person has asked for it ("Send now", "Send again"). */
  is_asked: number
  /** 1: no server was there at its time. */
  is_late: number
  state: RunState
  tries: number
  /** Not before. */
  try_at: number
  holder: string | null
  held_until: number
  began: number | null
  ended: number | null
  /** A code; null: nothing went wrong. */
  reason: string | null
  /** What the other side has said, cut. */
  said: string | null
  /** What the kind tells of it, as JSON. */
  result: string | null
}

/** A run that is not yet claimed. */
export const UNBEGUN = {
  state: 'waiting',
  tries: 0,
  holder: null,
  held_until: 0,
  began: null,
  ended: null,
  reason: null,
  said: null,
  result: null,
} as const satisfies Partial<RunTable>

/** What of a run must not happen twice. */
interface StepTable {
  schedule: string
  due: number
  step: string
  /** 0: begun, and it is not known whether it came about. */
  is_done: number
  /** When it was begun. */
  at: number
}

export interface DeliveryTables {
  schedules: ScheduleTable
  schedule_runs: RunTable
  schedule_steps: StepTable
}
