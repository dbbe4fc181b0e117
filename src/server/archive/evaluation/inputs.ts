import type { PlannedMonth } from '#/server/metrics/alerts/facts.ts'
import { REPLAYED_DAYS } from '#/server/metrics/alerts/replay.ts'
import type { Alert } from '#/contract/alerts/alerts.ts'
import { READINGS, type AlertKind } from '#/contract/alerts/alert-kinds.ts'
import { DAY_MS, dayText } from '#/contract/day.ts'
import type { MonthPlans } from '#/server/month-plans/store.ts'
import type { WorkingHoursStore } from '#/server/working-hours/store.ts'
import { ANNOTATION_WINDOW_MS } from './evaluate-account.ts'
import { contactText, isHandled } from '#/contract/annotations/contact-text.ts'
import type { Annotations, AnnotationCursor } from '#/server/annotations/store.ts'

/* What people have entered that an evaluation takes into account. */

interface RuleSources {
  readonly annotations: Pick<Annotations, 'since'>
  readonly monthPlans: Pick<MonthPlans, 'of'>
  readonly workingHours: Pick<WorkingHoursStore, 'weeks'>
}

const HANDLED_KINDS: ReadonlySet<AlertKind> = new Set<AlertKind>(['waiting', 'missed_rate'])

/**
 * Contacts marked as handled, and when.
 * @param from earlier annotations are left out, milliseconds
 */
export const handledContacts = async (
  annotations: Pick<Annotations, 'since'>,
  account: string,
  from: number,
): Promise<readonly (readonly [contact: string, at: number])[]> => {
  const handled: (readonly [contact: string, at: number])[] = []
  let after: AnnotationCursor | null = null
  do {
    const { marks: found, next } = await annotations.since(account, from, after)
    for (const mark of found)
      if (isHandled(mark.outcome)) handled.push([contactText(mark), mark.outcome_at ?? mark.at])
    after = next
  } while (after !== null)
  return handled
}

/** Months of a replay, and a day for time zones. */
const LOOKBACK_DAYS = REPLAYED_DAYS + READINGS.max + 2

/**
 * Plans of the last thirty days' months, for the alert's objects.
 * @param hidden fields that the recipient may not see
 */
export const plannedFor = async (
  plans: Pick<MonthPlans, 'of'>,
  account: string,
  { kind, threshold, objects }: Pick<Alert, 'kind' | 'threshold' | 'objects'>,
  hidden: ReadonlySet<string>,
  now: number,
): Promise<readonly PlannedMonth[]> => {
  if (kind !== 'plan_behind') return []
  const day = Math.floor(now / DAY_MS)
  const months = new Set(
    Array.from({ length: LOOKBACK_DAYS + 2 }, (_, back) => dayText(day + 1 - back).slice(0, 7)),
  )
  const stored = (await plans.of(account)).filter(
    ({ month, oid }) => months.has(month) && (objects === null || (oid !== null && objects.includes(oid))),
  )
  const isHidden = hidden.has('target')
  const found = stored.flatMap(({ month, oid, contacts, target }): PlannedMonth[] => [
    ...(target === null || isHidden ? [] : [{ month, oid, field: 'target' as const, planned: target }]),
    ...(contacts === null ? [] : [{ month, oid, field: 'contacts' as const, planned: contacts }]),
  ])
  if (threshold === null || isHidden) return found
  // Earlier versions' alerts carry a plan for months without one.
  for (const { month } of found) months.delete(month)
  return [
    ...found,
    ...[...months].map((month): PlannedMonth => ({ month, oid: null, field: 'target', planned: threshold })),
  ]
}

/**
 * For one rule, what it takes into account.
 * @param hidden fields that the recipient may not see
 */
export const ruleInputs = async (
  { annotations, monthPlans, workingHours }: RuleSources,
  account: string,
  rule: Pick<Alert, 'kind' | 'threshold' | 'objects'>,
  hidden: ReadonlySet<string>,
  now: number,
) => ({
  handled: HANDLED_KINDS.has(rule.kind)
    ? await handledContacts(annotations, account, now - ANNOTATION_WINDOW_MS)
    : [],
  plans: await plannedFor(monthPlans, account, rule, hidden, now),
  weeks: rule.kind === 'missed_rate' ? await workingHours.weeks(account) : [],
})
