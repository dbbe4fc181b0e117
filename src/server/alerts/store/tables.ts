import type { AlertKind } from '#/contract/alerts/alert-kinds.ts'

export interface AlertTable {
  id: string
  /** The API user; visible to the whole account. */
  account: string
  rule: string
  version: number
  since: number
  at: number
  who: string | null
  fired_at: number | null
  schedule: string | null
}
interface AlertStateTable {
  alert: string
  /** Of an agency; empty: the account itself. */
  client: string
  looked_at: number
  state: string
  clocks: string | null
}
export interface AlertRunTable {
  id: string
  alert: string
  account: string
  client: string
  kind: AlertKind
  at: number
  firings: string
  words: string
  mail_at: number | null
  mail_due: number | null
  /** 1: nothing is left to send. */
  is_mailed: number
  is_seen: number
  delivery: string | null
}
export interface AlertTables {
  alerts: AlertTable
  alert_states: AlertStateTable
  alert_runs: AlertRunTable
}
