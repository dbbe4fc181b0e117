import {
  DAILY_MINUTE,
  DRAWN_KINDS,
  limitsOf,
  type AlertKind,
  EVALUATION_INTERVAL,
  type AtMost,
  type QuietHours,
} from '#/contract/alerts/alert-kinds.ts'
import type { MissedDay } from '#/contract/alerts/missed-day.ts'
import { DAY_MINUTES, dayText } from '#/contract/day.ts'
import { clockOf, wallClockOf, type AlertFacts, type EvaluatedRule } from './facts.ts'
import { clocksOf } from '#/server/metrics/columns/dataset.ts'
import { evaluationInterval, messagesOf, type NotificationMessage } from './messages.ts'
import {
  afterEvaluations,
  type AlertState,
  type IncidentReading,
  type Evaluation,
  type Reading,
} from './readings.ts'
import { evaluatorOf } from './rules.ts'

export interface ReplayedRule extends EvaluatedRule {
  readonly kind: AlertKind
  readonly readings: number
  readonly at_most: AtMost
  readonly quiet: QuietHours | null
}

export const REPLAYED_DAYS = 30

const HOUR = 60

const momentOn = (facts: AlertFacts, day: number, minute: number): number => {
  const wallClock = day * DAY_MINUTES + minute
  return wallClock - clockOf(facts, null, wallClock - facts.offset)
}

/**
 * Moments of evaluation after one moment up to another: every ten minutes during working hours, hourly, or at
 * nine in the morning by the account's clock.
 */
const evaluationsBetween = (
  facts: AlertFacts,
  { kind, at_most, quiet }: Pick<ReplayedRule, 'kind' | 'at_most' | 'quiet'>,
  after: number,
  until: number,
): number[] => {
  const moments: number[] = []
  if (limitsOf(kind).isDaily || at_most === 'daily') {
    const { day: first } = wallClockOf(after, clockOf(facts, null, after))
    for (let day = first, moment = after; moment <= until; day++) {
      moment = momentOn(facts, day, DAILY_MINUTE)
      if (moment > after && moment <= until) moments.push(moment)
    }
    return moments
  }
  const isAtOnce = at_most === 'at_once'
  const step = isAtOnce ? EVALUATION_INTERVAL.working : HOUR
  const clocks = clocksOf(facts.data)
  for (let at = (Math.floor(after / step) + 1) * step; at <= until; at += step)
    if (!isAtOnce || at % evaluationInterval(quiet, at, clocks) === 0) moments.push(at)
  return moments
}

export interface TimedIncident extends IncidentReading {
  readonly offset: number
  readonly missed_day?: MissedDay
}

const withClocks = (facts: AlertFacts, incidents: readonly IncidentReading[]): TimedIncident[] =>
  incidents.map((one) => ({ ...one, offset: clockOf(facts, one.oid, one.moment) }))

/** Kinds that judge the day before for good: one that could not be read in time is judged later. */
const KINDS_OF_A_DAY: ReadonlySet<AlertKind> = new Set(['missed_rate', 'below_usual', 'trouble'])
const LATE_EVALUATION_DAYS = 7

interface Present {
  readonly moment: number
  /** The last evaluation; null: none. */
  readonly evaluatedAt: number | null
  readonly changedAt: number
}

/** Moments of the present evaluation; none if nothing has been read since the last one. */
const momentsNow = (
  facts: AlertFacts,
  kind: AlertKind,
  { moment, evaluatedAt, changedAt }: Present,
): readonly number[] => {
  // Unread days are no silence.
  const until = Math.min(moment, facts.until)
  if (!limitsOf(kind).isDaily) return evaluatedAt !== null && until <= evaluatedAt ? [] : [until]
  const dayOf = (at: number) => wallClockOf(at, clockOf(facts, null, at)).day
  const today = dayOf(moment)
  if (evaluatedAt !== null && dayOf(evaluatedAt) >= today) return []
  const isTrouble = kind === 'trouble' && facts.days.get(today - 1)?.isFailed === true
  if (dayOf(until) < today && !isTrouble) return []
  if (evaluatedAt === null || !KINDS_OF_A_DAY.has(kind)) return [moment]
  // An alert that was off says nothing of that time.
  const first = Math.max(dayOf(evaluatedAt) + 1, dayOf(changedAt), today - LATE_EVALUATION_DAYS)
  const late = Array.from({ length: Math.max(0, today - first) }, (_, nth) => first + nth)
  return [...late.map((day) => momentOn(facts, day, DAILY_MINUTE)), moment]
}

/**
 * Incidents of the present evaluation; each day is judged once.
 * @param since incidents that began before the alert existed are left out
 * @returns null: nothing to judge yet
 */
export const evaluateNow = (
  facts: AlertFacts,
  rule: ReplayedRule,
  state: AlertState,
  { since, ...present }: Present & { readonly since: number },
): { readonly state: AlertState; readonly incidents: readonly TimedIncident[] } | null => {
  const moments = momentsNow(facts, rule.kind, present)
  if (moments.length === 0) return null
  const after = afterEvaluations(evaluatorOf(rule.kind).evaluate(facts, rule), moments, rule.readings, state)
  const incidents = after.incidents.filter(({ at }) => at === undefined || at >= since)
  return { state: after.state, incidents: withClocks(facts, incidents) }
}

interface ReplayedDay {
  readonly day: string
  /** The evaluated number of daily kinds, else the number of incidents. Null: unknown. */
  readonly value: number | null
  readonly fired: number
}

export interface Replay {
  readonly days: readonly ReplayedDay[]
  readonly incidents: readonly TimedIncident[]
  readonly messages: readonly NotificationMessage<TimedIncident>[]
}

const percentOf = (part: number, whole: number | null) =>
  whole === null || whole === 0 ? null : (100 * part) / whole

/** In percent for shares; for a plan, the most that the month may reach of it. */
const shownValue = (kind: AlertKind, { value, of, usual }: Reading) =>
  kind === 'missed_rate' ? percentOf(value, of) : kind === 'plan_behind' ? percentOf(usual ?? 0, of) : value

const valueOfDay = (kind: AlertKind, evaluate: Evaluation, moment: number): number | null => {
  const shown = (evaluate(moment) ?? [])
    .filter(({ is }) => is !== 'unknown')
    .map((reading) => shownValue(kind, reading))
    .filter((value) => value !== null)
  return shown.length === 0 ? null : Math.min(...shown)
}

/** Incidents of the last thirty days, had the alert existed before. */
export const replay = (facts: AlertFacts, rule: ReplayedRule): Replay => {
  const { kind, readings } = rule
  const evaluate = evaluatorOf(kind).evaluate(facts, rule)
  const { until } = facts
  const today = wallClockOf(until, clockOf(facts, null, until)).day
  const first = momentOn(facts, today - REPLAYED_DAYS + 1, 0)
  const between = (after: number, last: number) => evaluationsBetween(facts, rule, after, last)
  // Subjects that were bad before have been notified before.
  const before = afterEvaluations(
    evaluate,
    between(first - 1 - DAY_MINUTES * (readings + 1), first - 1),
    readings,
  )
  const moments = between(first - 1, until)
  const incidents = withClocks(facts, afterEvaluations(evaluate, moments, readings, before.state).incidents)
  const isOfDayBefore = limitsOf(kind).isDaily && kind !== 'stops'
  const dayOf = ({ moment, at }: TimedIncident) => {
    const { day } = wallClockOf(at ?? moment, clockOf(facts, null, at ?? moment))
    return isOfDayBefore && at === undefined ? day - 1 : day
  }
  const days = Array.from({ length: REPLAYED_DAYS }, (_, nth): ReplayedDay => {
    const day = today - REPLAYED_DAYS + 1 + nth - (isOfDayBefore ? 1 : 0)
    const fired = incidents.filter((one) => dayOf(one) === day).length
    const moment = momentOn(facts, day + 1, DAILY_MINUTE)
    const value = !DRAWN_KINDS.has(kind) ? fired : moment > until ? null : valueOfDay(kind, evaluate, moment)
    return { day: dayText(day), value, fired }
  })
  return { days, incidents, messages: messagesOf(incidents, rule) }
}
