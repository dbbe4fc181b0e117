import type { AlertKind } from '#/contract/alerts/alert-kinds.ts'

export interface AlertTable {
  id: string
  /** The API user who owns the alert; the whole account sees it. */
  account: string
  /** As JSON. */
  rule: string
  version: number
  /** Milliseconds since 1970: made, and written last. */
  since: number
  at: number
  who: string | null
  fired_at: number | null
  /** By which it is looked at; null: it is off. */
  schedule: string | null
}
interface AlertStateTable {
  alert: string
  /** Of an agency; empty: the account itself. */
  client: string
  looked_at: number
  /** What is known of its subjects, as JSON. */
  state: string
  /** Offsets of the client's objects, as JSON; null: none has looked since this is kept. */
  clocks: string | null
}
export interface AlertRunTable {
  id: string
  alert: string
  account: string
  client: string
  kind: AlertKind
  at: number
  /** As JSON. */
  firings: string
  /** What the mail says of each, as JSON. */
  words: string
  /** When a mail may tell of it; null: none does. */
  mail_at: number | null
  /** Due time of the run that tells of it; null: none has begun to. */
  mail_due: number | null
  /** 1: all of it has gone out, by mail and webhook, or never will. */
  is_mailed: number
  is_seen: number
  /** What came of telling it, as JSON; null: nothing has yet. */
  delivery: string | null
}
export interface AlertTables {
  alerts: AlertTable
  alert_states: AlertStateTable
  alert_runs: AlertRunTable
}
