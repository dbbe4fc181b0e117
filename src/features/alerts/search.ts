import { ALERT_KINDS, type AlertKind } from '#/contract/alerts/alert-kinds.ts'

export interface AlertsSearch {
  /** Saved view of a new report. */
  readonly email_view?: string
  /** Kind of a new alert on the object. */
  readonly alert?: AlertKind
  readonly object?: string
}

const VALUE_MAX = 128
const text = (raw: unknown) =>
  typeof raw === 'string' && raw !== '' && raw.length <= VALUE_MAX ? raw : undefined

export const readAlertsSearch = (raw: Readonly<Record<string, unknown>>): AlertsSearch => {
  const view = text(raw['email_view'])
  if (view !== undefined) return { email_view: view }
  const alert = ALERT_KINDS.find((kind) => kind === raw['alert'])
  const object = text(raw['object'])
  return alert === undefined ? {} : { alert, ...(object !== undefined && { object }) }
}
