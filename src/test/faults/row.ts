import type { FaultName } from '#/server/faults.ts'

/** Kinds of panel: panels.ts has one of each. */
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

/** What comes between an open page and our server, or ends what it lives on. */
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
  /** What else begins the names of tests that prove it: those of docs/security.md. */
  readonly named?: readonly string[]
  /** Faults of the service that fault-matrix.test.tsx puts on a panel of each kind. */
  readonly puts?: readonly FaultName[]
  /** Those of which it shows what it can: nothing has failed. */
  readonly bears?: readonly FaultName[]
  /** What befalls the page that is open, as fault-around.test.tsx does it to a panel of each kind. */
  readonly befalls?: Befalls
}
