import { ALERT_KINDS, type AlertKind } from '#/contract/alerts/alert-kinds.ts'

export interface AlertsSearch {
  /** Saved view of a new report. */
  readonly email_view?: string
  /** Kind of a new alert on the object. */
  readonly alert?: AlertKind
  readonly object?: string
  /** Saved view that the new alert was made from. */
  readonly view?: string
}

const VALUE_MAX = 128
const text = (raw: unknown) =>
  typeof raw === 'string' && raw !== '' && raw.length <= VALUE_MAX ? raw : undefined

export const readAlertsSearch = (raw: Readonly<Record<string, unknown>>): AlertsSearch => {
  const emailed = text(raw['email_view'])
  if (emailed !== undefined) return { email_view: emailed }
  const alert = ALERT_KINDS.find((kind) => kind === raw['alert'])
  if (alert === undefined) return {}
  const [object, view] = [text(raw['object']), text(raw['view'])]
  return { alert, ...(object !== undefined && { object }), ...(view !== undefined && { view }) }
}
