import * as z from 'zod/mini'
import { clientPrefix } from '../endpoint.ts'
import { DAY_MINUTES } from '../day.ts'
import { isMailbox, RECIPIENTS_MAX } from '../delivery/recipients.ts'
import { hookTrouble } from '../delivery/webhook.ts'
import '../field.ts'
import {
  ALERT_KINDS,
  AT_MOST,
  CLIENTS_OF_ALERT_MAX,
  EARLIER_PLAN,
  limitsOf,
  MIN_CALLS,
  OBJECTS_MAX,
  READINGS,
} from './alert-kinds.ts'
import { missedDay, missedDayLabels } from './missed-day.ts'

const count = z.int()
const instant = z.int()
const minuteOfDay = z.int().check(z.gte(0), z.lt(DAY_MINUTES))

export const alertRule = z.strictObject({
  kind: z.enum(ALERT_KINDS),
  /**
   * Minutes, a percentage or days, by kind; null: none. Earlier alerts on plans have targets here, used when
   * nothing is planned.
   */
  threshold: z.nullable(count),
  /** Days with fewer calls are skipped; null: not about calls. */
  min_calls: z.nullable(count),
  /** Consecutive bad evaluations before it notifies. */
  readings: count,
  /** An agency's clients by id; null: all, or the account itself. */
  clients: z.nullable(z.array(z.string().check(z.maxLength(128))).check(z.maxLength(CLIENTS_OF_ALERT_MAX))),
  objects: z.nullable(z.array(z.string().check(z.maxLength(128)))),
  to: z.array(z.string()),
  webhook: z.nullable(z.string()),
  at_most: z.enum(AT_MOST),
  quiet: z.nullable(z.strictObject({ from: minuteOfDay, to: minuteOfDay })),
  language: z.enum(['en', 'ru']),
  zone: z.string().check(z.maxLength(64)),
  is_on: z.boolean(),
})
export type AlertRule = z.infer<typeof alertRule>

const alert = z.object({
  ...alertRule.shape,
  id: z.string(),
  version: count,
  at: instant,
  who: z.nullable(z.string()),
  looked_at: z.nullable(instant),
  fired_at: z.nullable(instant),
})
export type Alert = z.infer<typeof alert>

/** An incident of an alert, or of its preview. Numbers depend on the kind: see `src/server/metrics/alerts`. */
export const incident = z.object({
  /** Unique within alert and client: notified once until it has recovered. */
  subject: z.string(),
  at: instant,
  oid: z.nullable(z.string()),
  value: z.number(),
  of: z.nullable(z.number()),
  usual: z.nullable(z.number()),
  /** For missed rates; absent in earlier versions. */
  missed_day: z.optional(missedDay),
})
export type Incident = z.infer<typeof incident>

export const alertDelivery = z.object({
  sent: count,
  failed: z.array(z.object({ to: z.string(), reason: z.string(), said: z.nullable(z.string()) })),
  again: z.nullable(instant),
})
export type AlertDelivery = z.infer<typeof alertDelivery>

const incidentRun = z.object({
  id: z.string(),
  alert: z.string(),
  kind: z.enum(ALERT_KINDS),
  client: z.nullable(z.string()),
  at: instant,
  firings: z.array(incident),
  delivery: z.nullable(alertDelivery),
})
/** Incidents of one client in one message. */
export type IncidentRun = z.infer<typeof incidentRun>

/** `GET /api/alerts` */
export const alertsAnswer = z.object({
  alerts: z.array(alert),
  runs: z.array(incidentRun),
  unseen: count,
  /** Alerts that are on but no longer evaluated, with a code. */
  stalled: z.array(z.object({ alert: z.string(), reason: z.string() })),
  mail_from: z.nullable(z.string()),
  webhook_hosts: z.array(z.string()),
})
export type AlertsAnswer = z.infer<typeof alertsAnswer>

/** `POST /api/alerts`, and `PUT /api/alerts/:id` with the version that was seen. */
export const saveAlertBody = z.strictObject({ version: z.int().check(z.gte(0)), rule: alertRule })
export const savedAlert = z.object({ alert })

/** `POST …/alerts/preview`: what a rule would have reported for one client. */
export const previewBody = z.strictObject({
  rule: alertRule,
  about: z.string().check(z.maxLength(300)),
})

/** `POST /api/alerts/webhook`: the signing secret of an address, always the same. */
export const webhookBody = z.strictObject({ webhook: z.string() })
export const webhookSecret = z.object({ secret: z.string() })

/** `POST /api/alerts/try`: sends a test mail or post at once. */
export const tryAlertBody = z.strictObject({
  to: z.array(z.string()),
  webhook: z.nullable(z.string()),
  language: z.enum(['en', 'ru']),
})
export const triedAlert = z.object({
  results: z.array(
    z.object({
      to: z.string(),
      reason: z.nullable(z.string()),
      said: z.nullable(z.string()),
    }),
  ),
})
export type TriedAlert = z.infer<typeof triedAlert>

export const mailPreview = z.object({
  subject: z.string(),
  lines: z.array(z.string()),
  /** Its object; absent in earlier versions. */
  oid: z.optional(z.string()),
  missed_day: z.optional(missedDayLabels),
})
export type MailPreview = z.infer<typeof mailPreview>

export const alertPreview = z.object({
  why: z.nullable(z.enum(['not_kept', 'hidden', 'no_plan'])),
  days: z.array(
    z.object({
      day: z.string(),
      /** Null: skipped or not stored. */
      value: z.nullable(z.number()),
      fired: count,
    }),
  ),
  fired: count,
  /** Number of messages at this frequency. Not `messages`: a contact's field of that name is masked in presentation mode. */
  message_count: count,
  /** The last incident; null: none, so the example is made up. */
  last: z.nullable(incident),
  mail: z.nullable(mailPreview),
})
export type AlertPreview = z.infer<typeof alertPreview>

export const alertsPath = '/alerts'
export const alertPath = (id: string): string => `${alertsPath}/${encodeURIComponent(id)}`
export const alertPreviewPath = (client: string | null): string =>
  `${clientPrefix(client)}${alertsPath}/preview`

export const wrongAddress = (addresses: readonly string[]): string | null =>
  addresses.find((one) => !isMailbox(one)) ?? null

export type RuleField =
  | 'threshold'
  | 'min_calls'
  | 'readings'
  | 'clients'
  | 'objects'
  | 'to'
  | 'webhook'
  | 'at_most'
  | 'quiet'

export const wrongInRule = (rule: AlertRule): Partial<Record<RuleField, string>> => {
  const limits = limitsOf(rule.kind)
  const within = (value: number | null, range: { readonly min: number; readonly max: number } | null) =>
    range === null ? value === null : value !== null && value >= range.min && value <= range.max
  const between = ({ min, max }: { readonly min: number; readonly max: number }) => `must be ${min} to ${max}`
  const wrong: Partial<Record<RuleField, string>> = {}
  const isEarlierPlan = rule.kind === 'plan_behind' && within(rule.threshold, EARLIER_PLAN)
  if (!isEarlierPlan && !within(rule.threshold, limits.threshold))
    wrong.threshold = limits.threshold ? between(limits.threshold) : 'must be null'
  const calls = rule.kind === 'missed_rate' ? MIN_CALLS : null
  if (!within(rule.min_calls, calls)) wrong.min_calls = calls ? between(calls) : 'must be null'
  if (!within(rule.readings, limits.hasReadings ? READINGS : { min: 1, max: 1 }))
    wrong.readings = between(limits.hasReadings ? READINGS : { min: 1, max: 1 })
  if (limits.isDaily && rule.at_most !== 'daily') wrong.at_most = 'must be daily'
  if (rule.clients?.length === 0) wrong.clients = 'must name one'
  if (rule.objects !== null) {
    if (rule.objects.length === 0 || rule.objects.length > OBJECTS_MAX)
      wrong.objects = `must be 1 to ${OBJECTS_MAX}`
    if (rule.clients !== null && rule.clients.length !== 1) wrong.objects = 'must be of one client'
  }
  const address = wrongAddress(rule.to)
  if (address !== null) wrong.to = 'must be email addresses'
  if (rule.to.length > RECIPIENTS_MAX) wrong.to = `must be at most ${RECIPIENTS_MAX}`
  if (rule.quiet !== null && rule.quiet.from === rule.quiet.to) wrong.quiet = 'must leave some hours'
  if (rule.webhook !== null && hookTrouble(rule.webhook) !== null) wrong.webhook = 'must be an https address'
  return wrong
}
