import { ALERT_KINDS, type AlertKind } from '#/contract/alerts/alert-kinds.ts'

/** The dialog that an address opens, filled in. */
export interface AlertsSearch {
  /** A new report of this saved view. */
  readonly email_view?: string
  /** A new alert of this kind, on the one object. */
  readonly alert?: AlertKind
  readonly object?: string
}

const VALUE_MAX = 128
const text = (raw: unknown) =>
  typeof raw === 'string' && raw !== '' && raw.length <= VALUE_MAX ? raw : undefined

/** What is unknown or invalid is left out. */
export const readAlertsSearch = (raw: Readonly<Record<string, unknown>>): AlertsSearch => {
  const view = text(raw['email_view'])
  if (view !== undefined) return { email_view: view }
  const alert = ALERT_KINDS.find((kind) => kind === raw['alert'])
  const object = text(raw['object'])
  return alert === undefined ? {} : { alert, ...(object !== undefined && { object }) }
}
