export interface ScheduleTable {
  id: string
  /** The owner, whose offline access it uses. */
  principal: string
  kind: string
  what: string
  timing: string
  zone: string
  next_due: number | null
  paused: string | null
  version: number
  created: number
  changed: number
  /** When it was deleted; cleared by a restore, and removed after some days. */
  deleted: number | null
}

/** `waiting`: for its time or a retry; `held`: leased by a server until `held_until`. */
type RunState = 'waiting' | 'held' | 'done' | 'failed'

export interface RunTable {
  schedule: string
  /** Epoch milliseconds: the due time, or that of the request. */
  due: number
  /** 1: requested by a person ("Send now", "Send again"). */
  is_asked: number
  /** 1: no server was running at its time. */
  is_late: number
  state: RunState
  tries: number
  try_at: number
  holder: string | null
  held_until: number
  began: number | null
  ended: number | null
  reason: string | null
  said: string | null
  result: string | null
}

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

interface StepTable {
  schedule: string
  due: number
  step: string
  /** 0: begun, with an unknown outcome. */
  is_done: number
  at: number
}

export interface DeliveryTables {
  schedules: ScheduleTable
  schedule_runs: RunTable
  schedule_steps: StepTable
}
