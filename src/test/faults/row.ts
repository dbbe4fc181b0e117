import type { FaultName } from '#/server/faults.ts'

export const PANEL_KINDS = [
  'a long list',
  'a short list',
  'a board of clients and its form',
  'panels of figures',
  'a record',
  'a record with forms',
  'a worklist',
  'a list of checks',
  'an answer as it came',
  'a wall',
  'a list of our own',
  'a dialog',
  'settings',
] as const

/** Failures around an open page. */
export type Befalls =
  | 'offline'
  | 'captive'
  | 'sign-in-in-front'
  | 'between'
  | 'server-fails'
  | 'new-build'
  | 'wrong-clock'

export interface FaultRow {
  readonly id: string
  readonly fault: string
  readonly seen: string
  readonly named?: readonly string[]
  /** For fault-matrix.test.tsx. */
  readonly puts?: readonly FaultName[]
  /** Shown without an error. */
  readonly bears?: readonly FaultName[]
  /** For fault-around.test.tsx. */
  readonly befalls?: Befalls
}
