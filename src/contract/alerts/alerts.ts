import * as z from 'zod/mini'
import { isMailbox, RECIPIENTS_MAX } from '../delivery/recipients.ts'
import { hookTrouble } from '../delivery/webhook.ts'
import '../field.ts'
import {
  ALERT_KINDS,
  AT_MOST,
  CLIENTS_OF_ALERT_MAX,
  DAY_MINUTES,
  EARLIER_PLAN,
  limitsOf,
  MIN_CALLS,
  OBJECTS_MAX,
  READINGS,
} from './alert-kinds.ts'
import { missedDay, missedDayWords } from './missed-day.ts'

/*
 * Alerts: what people of an account want to be told of. The API can keep none of it; both ends are ours and of one version.
 */

const count = z.int()
/** Milliseconds since 1970. */
const instant = z.int()
const minuteOfDay = z.int().check(z.gte(0), z.lt(DAY_MINUTES))

/** What an alert is: everything that a person sets. */
export const alertRule = z.strictObject({
  kind: z.enum(ALERT_KINDS),
  /**
   * Minutes, a percentage or days, as the kind counts; null where it has none. An alert on the plan that an earlier version made
   * has target contacts here, for when nothing is planned.
   */
  threshold: z.nullable(count),
  /** Days with fewer calls do not count; null where calls are not what it is about. */
  min_calls: z.nullable(count),
  /** So many times in a row it must be so. */
  readings: count,
  /** Clients of an agency by id; null: all of them, and for who is none the account itself. */
  clients: z.nullable(z.array(z.string().check(z.maxLength(128))).check(z.maxLength(CLIENTS_OF_ALERT_MAX))),
  /** Objects of the one client that is named, or of the account; null: all of them. */
  objects: z.nullable(z.array(z.string().check(z.maxLength(128)))),
  to: z.array(z.string()),
  /** An https address of a host that the operator has named; null: nothing is posted anywhere. */
  webhook: z.nullable(z.string()),
  at_most: z.enum(AT_MOST),
  /** By the object's own clock; it may go over midnight. Null: at any hour. */
  quiet: z.nullable(z.strictObject({ from: minuteOfDay, to: minuteOfDay })),
  language: z.enum(['en', 'ru']),
  /** Where it is morning when what is told once a day is told: the zone of who has set it up. */
  zone: z.string().check(z.maxLength(64)),
  is_on: z.boolean(),
})
export type AlertRule = z.infer<typeof alertRule>

const alert = z.object({
  ...alertRule.shape,
  id: z.string(),
  /** Counts the writes, from 1. */
  version: count,
  at: instant,
  who: z.nullable(z.string()),
  /** When it was looked at last, and when it last told something; null: not yet. */
  looked_at: z.nullable(instant),
  fired_at: z.nullable(instant),
})
export type Alert = z.infer<typeof alert>

/** One thing that an alert told, or would have told. What the numbers are depends on the kind: see `src/analytics/alerts`. */
export const firing = z.object({
  /** What it is about, unique within the alert and its client: it is told once until it has been well. */
  subject: z.string(),
  at: instant,
  oid: z.nullable(z.string()),
  value: z.number(),
  of: z.nullable(z.number()),
  usual: z.nullable(z.number()),
  /** Of a missed rate; earlier versions left it out. */
  missed_day: z.optional(missedDay),
})
export type Firing = z.infer<typeof firing>

/** What came of telling it by mail and webhook. */
export const alertDelivery = z.object({
  /** Mails, and posts to a webhook, that have come about. */
  sent: count,
  /** Whom it has not reached, and why: a code, and what the other side has said. */
  failed: z.array(z.object({ to: z.string(), reason: z.string(), said: z.nullable(z.string()) })),
  /** When those are tried again; null: they are not. */
  again: z.nullable(instant),
})
export type AlertDelivery = z.infer<typeof alertDelivery>

const firedRun = z.object({
  id: z.string(),
  alert: z.string(),
  kind: z.enum(ALERT_KINDS),
  client: z.nullable(z.string()),
  at: instant,
  firings: z.array(firing),
  /** Null: it is told nowhere but here, or not yet. */
  delivery: z.nullable(alertDelivery),
})
/** What an alert told of one client at once. */
export type FiredRun = z.infer<typeof firedRun>

/** `GET /api/alerts` */
export const alertsAnswer = z.object({
  alerts: z.array(alert),
  /** What they told of late, the newest first. */
  runs: z.array(firedRun),
  /** Those that no user of the account has seen yet. */
  unseen: count,
  /** Alerts that are on and looked at no more, and why: a code. */
  stalled: z.array(z.object({ alert: z.string(), reason: z.string() })),
  /** Whom mail is from; null: none goes out. */
  mail_from: z.nullable(z.string()),
  /** Hosts that webhooks may go to; none: nothing is posted anywhere. */
  webhook_hosts: z.array(z.string()),
})
export type AlertsAnswer = z.infer<typeof alertsAnswer>

/** `POST /api/alerts` and, with the version that was seen, `PUT /api/alerts/:id`. */
export const saveAlertBody = z.strictObject({ version: z.int().check(z.gte(0)), rule: alertRule })
export const savedAlert = z.object({ alert })

/** `POST …/alerts/preview`: what a rule would have told of one client. */
export const previewBody = z.strictObject({
  rule: alertRule,
  /** What the page calls the client, or the account. */
  about: z.string().check(z.maxLength(300)),
})

/** `POST /api/alerts/webhook`: what posts to an address are signed with, the same each time it is asked. */
export const webhookBody = z.strictObject({ webhook: z.string() })
export const webhookSecret = z.object({ secret: z.string() })

/** `POST /api/alerts/try`: sends a mail, or posts something, at once, that says it is a try. */
export const tryAlertBody = z.strictObject({
  to: z.array(z.string()),
  webhook: z.nullable(z.string()),
  language: z.enum(['en', 'ru']),
})
export const triedAlert = z.object({
  results: z.array(
    z.object({
      to: z.string(),
      /** Null: it has got there. */
      reason: z.nullable(z.string()),
      said: z.nullable(z.string()),
    }),
  ),
})
export type TriedAlert = z.infer<typeof triedAlert>

export const mailPreview = z.object({
  subject: z.string(),
  lines: z.array(z.string()),
  /** The one object that it is about; earlier versions left it out. */
  oid: z.optional(z.string()),
  missed_day: z.optional(missedDayWords),
})
export type MailPreview = z.infer<typeof mailPreview>

export const alertPreview = z.object({
  /** Why nothing can be said; null: it can. */
  why: z.nullable(z.enum(['not_kept', 'hidden', 'no_plan'])),
  /** Days of the last thirty on which it would have fired, with what was judged of each. */
  days: z.array(
    z.object({
      day: z.string(),
      /** Null: the day does not count, or is not kept. */
      value: z.nullable(z.number()),
      fired: count,
    }),
  ),
  fired: count,
  /** In so many messages, as often as it may write. Not `messages`: a contact's field of that name is masked while a screen is shown. */
  message_count: count,
  /** The last of them, as it would look; null: there was none, it is made up of what is usual. */
  last: z.nullable(firing),
  mail: z.nullable(mailPreview),
})
export type AlertPreview = z.infer<typeof alertPreview>

export const alertsPath = '/alerts'
export const alertPath = (id: string): string => `${alertsPath}/${encodeURIComponent(id)}`
export const alertPreviewPath = (client: string | null): string =>
  client === null ? `${alertsPath}/preview` : `/clients/${encodeURIComponent(client)}${alertsPath}/preview`

/** The first that is no address; null: all are. */
export const wrongAddress = (addresses: readonly string[]): string | null =>
  addresses.find((one) => !isMailbox(one)) ?? null

/** What is wrong with a rule, by its field; the page has its own words. Empty: nothing is. */
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
