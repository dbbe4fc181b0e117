import * as z from 'zod/mini'
import { clientIssue } from '#/contract/archive/client-issues.ts'
import { accountIssues } from '#/server/metrics/alerts/issues.ts'
import {
  evaluateNow,
  replay,
  REPLAYED_DAYS,
  type Replay,
  type ReplayedRule,
  type TimedIncident,
} from '#/server/metrics/alerts/replay.ts'
import type { AlertFacts, AlertDay, PlannedMonth } from '#/server/metrics/alerts/facts.ts'
import type { AlertState } from '#/server/metrics/alerts/readings.ts'
import { countMissedDay } from '#/server/metrics/alerts/missed-day.ts'
import { clocksOf, createDataset, type Dataset } from '#/server/metrics/columns/dataset.ts'
import { appendSegment } from '#/server/metrics/columns/segment.ts'
import { NORM_WEEKS } from '#/server/metrics/evaluation/inactivity.ts'
import { DAY_MS, MINUTE_MS } from '#/contract/day.ts'
import { obj, type ObjRead } from '#/contract/object.ts'
import type { ObjectWeek } from '#/contract/working-hours/working-hours.ts'
import { endOfDay, firstOpenDay, lastBegunDay } from '#/server/archive/reading/clock.ts'
import { knownUntil } from '#/server/archive/reading/due.ts'
import { unpack } from '#/server/archive/store/stored-day.ts'
import type { ArchiveStore, DayRecord, SegmentDays } from '#/server/archive/store/store.ts'

interface EvaluatedAccount {
  readonly account: string
  readonly handled: readonly (readonly [contact: string, at: number])[]
  readonly plans: readonly PlannedMonth[]
  readonly weeks?: readonly ObjectWeek[]
  readonly now: number
}

interface AlertQuestion extends EvaluatedAccount {
  readonly rule: ReplayedRule & { readonly objects: readonly string[] | null }
}

export interface ReplayAlertCall {
  readonly question: AlertQuestion
  readonly answer:
    | (Pick<Replay, 'days'> & {
        readonly fired: number
        readonly messages: number
        readonly last: TimedIncident | null
        /** Title of the last incident's object; null: all objects, or unknown. */
        readonly title: string | null
      })
    | null
}

export interface EvaluateAlertCall {
  readonly question: AlertQuestion & {
    readonly state: AlertState
    readonly since: number
    readonly evaluatedAt: number | null
    readonly changedAt: number
  }
  /** Null: nothing to judge yet. */
  readonly answer: {
    readonly state: AlertState
    readonly incidents: readonly TimedIncident[]
    readonly titles: ReadonlyMap<string, string>
    readonly clocks: readonly number[]
  } | null
}

type EvaluationStore = Pick<ArchiveStore, 'map' | 'segments' | 'objects' | 'drift'>

/** Days of an evaluation: the replay, one evaluation before, and the norm of the first. */
export const EVALUATED_DAYS = REPLAYED_DAYS + 7 * NORM_WEEKS + 14

const alertDayOf = (record: DayRecord, now: number): AlertDay => {
  const isOpen = record.day >= firstOpenDay(now)
  return {
    isComplete:
      record.state === 'complete' &&
      record.gaps.length === 0 &&
      (isOpen || knownUntil(record) >= endOfDay(record.day)),
    isFailed: record.state === 'incomplete' || record.gaps.length > 0,
    unreadable: record.unreadable,
    hasFormerCallers: record.hasFormerCallers,
  }
}

const minuteOfInstant = (instant: number) => Math.floor(instant / MINUTE_MS)

const untilOf = (map: readonly DayRecord[], now: number): number | null => {
  const newest = map.filter(({ day, state }) => state === 'complete' && day <= lastBegunDay(now)).at(-1)
  if (!newest) return null
  return Math.min(knownUntil(newest), endOfDay(newest.day), now)
}

/** All stored contacts that are dated within the days, of all objects. */
export const datasetOfDays = async (
  store: Pick<ArchiveStore, 'segments'>,
  account: string,
  { first, last }: SegmentDays,
): Promise<Dataset> => {
  const data = createDataset()
  for (const { bytes } of await store.segments(account, { first, last }))
    appendSegment(data, await unpack(bytes), { oid: null, days: (day) => day >= first && day <= last })
  return data
}

/**
 * @param evaluatedDays number of last days
 * @param objects null: all
 * @returns null: no complete day
 */
const factsOf = async (
  store: EvaluationStore,
  { account, handled, plans, weeks = [], now }: EvaluatedAccount,
  evaluatedDays: number,
  objects: readonly string[] | null,
): Promise<AlertFacts | null> => {
  const last = lastBegunDay(now)
  const days = { first: last - evaluatedDays, last }
  const map = await store.map(account, days)
  const until = untilOf(map, now)
  if (until === null) return null
  const data = await datasetOfDays(store, account, days)
  const stored = await store.objects(account)
  return {
    data,
    objects:
      stored?.objects.flatMap((raw): ObjRead[] => {
        const parsed = obj.lenient.safeParse(raw)
        return parsed.success ? [parsed.data] : []
      }) ?? null,
    days: new Map(map.map((one) => [one.day, alertDayOf(one, now)])),
    drift: new Map(
      (await store.drift(account, days)).map(({ day, differences }) => [day, differences.length]),
    ),
    offset: clocksOf(data)[0] ?? 0,
    until: minuteOfInstant(until),
    handled: new Map(handled.map(([contact, at]) => [contact, minuteOfInstant(at)])),
    plans,
    weeks,
    chosen: objects && new Set(objects),
  }
}

const titleOf = ({ data, objects }: AlertFacts, oid: string): string | null =>
  data.objectTitles.get(oid) ?? objects?.find((object) => object.oid === oid)?.title ?? null

const explained = (facts: AlertFacts, { kind }: ReplayedRule, incidents: TimedIncident): TimedIncident =>
  kind === 'missed_rate' ? { ...incidents, missed_day: countMissedDay(facts, incidents.moment) } : incidents

export const replayAlert = async (
  store: EvaluationStore,
  question: ReplayAlertCall['question'],
): Promise<ReplayAlertCall['answer']> => {
  const facts = await factsOf(store, question, EVALUATED_DAYS, question.rule.objects)
  if (facts === null) return null
  const { days, incidents, messages } = replay(facts, question.rule)
  const newest = incidents.at(-1)
  const last = newest ? explained(facts, question.rule, newest) : null
  return {
    days,
    fired: incidents.length,
    messages: messages.length,
    last,
    title: last?.oid == null ? null : titleOf(facts, last.oid),
  }
}

export const evaluateAlert = async (
  store: EvaluationStore,
  question: EvaluateAlertCall['question'],
): Promise<EvaluateAlertCall['answer']> => {
  const facts = await factsOf(store, question, EVALUATED_DAYS, question.rule.objects)
  if (facts === null) return null
  const { state, since, evaluatedAt, changedAt, now, rule } = question
  const evaluation = evaluateNow(facts, rule, state, {
    moment: minuteOfInstant(now),
    since: minuteOfInstant(since),
    evaluatedAt: evaluatedAt === null ? null : minuteOfInstant(evaluatedAt),
    changedAt: minuteOfInstant(changedAt),
  })
  if (evaluation === null) return null
  const titles = evaluation.incidents.flatMap(({ oid }) => {
    const title = oid === null ? null : titleOf(facts, oid)
    return oid === null || title === null ? [] : [[oid, title] as const]
  })
  const incidents = evaluation.incidents.map((one) => explained(facts, rule, one))
  return { state: evaluation.state, incidents, titles: new Map(titles), clocks: clocksOf(facts.data) }
}

/** How far back annotations matter, in milliseconds. */
export const ANNOTATION_WINDOW_MS = EVALUATED_DAYS * DAY_MS

/** Regardless of rights: `issuesFor` leaves out issues that depend on hidden fields. */
export const foundIssues = z.object({
  asOf: z.number(),
  issues: z.array(
    z.extend(z.omit(clientIssue, { client: true }), { cost: z.number(), chance: z.nullable(z.number()) }),
  ),
  waiting: z.nullable(z.number()),
  ends: z.nullable(z.object({ day: z.string(), daysLeft: z.number() })),
})
export type FoundIssues = z.infer<typeof foundIssues>

export interface FindIssuesCall {
  readonly question: EvaluatedAccount
  /** Null: no complete day. */
  readonly answer: FoundIssues | null
}

/** Today and the weeks of its norm, and a day for time zones. */
const ISSUE_DAYS = 7 * NORM_WEEKS + 2
/** How far back annotations matter, in milliseconds. */
export const ISSUE_WINDOW_MS = ISSUE_DAYS * DAY_MS

export const findIssues = async (
  store: EvaluationStore,
  question: FindIssuesCall['question'],
): Promise<FindIssuesCall['answer']> => {
  const facts = await factsOf(store, question, ISSUE_DAYS, null)
  if (facts === null) return null
  const { issues, ...rest } = accountIssues(facts, facts.until)
  return {
    ...rest,
    issues: issues.map((issue) => ({
      ...issue,
      object: issue.oid === null ? null : titleOf(facts, issue.oid),
    })),
    asOf: facts.until * MINUTE_MS,
  }
}
