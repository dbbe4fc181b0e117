import { TOO_FEW } from '#/analytics/evaluation/verdicts.ts'
import { clocksOf } from '#/server/metrics/columns/dataset.ts'
import { streaksOf, openCallers } from '#/server/metrics/columns/call-backs.ts'
import { isCall, isMissed } from '#/server/metrics/columns/traits.ts'
import { ownNow } from '#/server/metrics/columns/own-day.ts'
import { forecastExpiry } from '#/analytics/evaluation/expiry-forecast.ts'
import { CALL_BACK_DAYS, STOPS_SOON_DAYS } from '#/analytics/evaluation/findings.ts'
import { chanceOf, evidenceOf } from '#/analytics/evaluation/significance.ts'
import type { ClientIssue } from '#/contract/archive/client-issues.ts'
import { contactText } from '#/contract/annotations/contact-text.ts'
import { dayNumber, dayText, monthStart, NO_DAY } from '#/contract/day.ts'
import { clockOf, hasUnreadDay, momentOfRow, oidOf, wallClockOf, type AlertFacts } from './facts.ts'
import { isDayComplete } from './of-days.ts'
import { silentObjects } from './of-objects.ts'
import { isOfTarget, planBehind } from './of-plans.ts'

/* What needs attention at an account now, by the rules of alerts. Moments are UTC minutes since 1970. */

/** `cost` in contacts a day, comparable across accounts. */
interface AccountIssue extends Omit<ClientIssue, 'client' | 'object'> {
  readonly cost: number
  /** Probability under chance alone, to be corrected over all accounts; null: certain. */
  readonly chance: number | null
}

const NEITHER = { of: null, usual: null, at: null, by: null, chance: null } as const

const doublings = (value: number): number => Math.floor(Math.log2(Math.max(1, value)))

const quiet = (facts: AlertFacts, moment: number): AccountIssue[] =>
  (silentObjects(facts)(moment) ?? []).flatMap(({ is, oid, value, of, usual }) => {
    if (is !== 'bad' || usual === null) return []
    const { day } = wallClockOf(moment, clockOf(facts, oid, moment))
    const missing = usual - value
    return [
      {
        ...NEITHER,
        kind: 'quiet',
        oid,
        value,
        of,
        usual,
        key: `quiet ${dayText(day)} ${oid}`,
        // Of what is shown: a fraction more is no new issue.
        level: doublings(Math.round(missing)),
        cost: missing,
      },
    ]
  })

const WEEK = 7
const WEEKS_BEFORE = 4

/** Missed calls per object in the last seven complete days, against the four weeks before. */
const missedRates = (facts: AlertFacts, moment: number): AccountIssue[] => {
  const { data } = facts
  const byObject = new Map<string, Map<number, { day: number; part: number; whole: number }>>()
  const todays = data.by.object.values.map((oid) => wallClockOf(moment, clockOf(facts, oid, moment)).day)
  for (let row = 0; row < data.rows; row++) {
    const day = data.day[row]!
    const oid = oidOf(data, row)
    const today = todays[data.by.object.codes[row]!]!
    const first = today - WEEK * (1 + WEEKS_BEFORE)
    if (day === NO_DAY || day < first || day >= today || oid === null || !isCall(data.trait[row]!)) continue
    const days = byObject.get(oid) ?? new Map<number, { day: number; part: number; whole: number }>()
    byObject.set(oid, days)
    const tally = days.get(day) ?? { day, part: 0, whole: 0 }
    days.set(day, tally)
    tally.whole++
    if (isMissed(data.trait[row]!)) tally.part++
  }
  const isKnown = (day: number) => isDayComplete(facts, day)
  return [...byObject].flatMap(([oid, days]) => {
    const { day: today } = wallClockOf(moment, clockOf(facts, oid, moment))
    const known = [...days.values()].filter(({ day }) => isKnown(day))
    const sides = [
      known.filter(({ day }) => day >= today - WEEK),
      known.filter(({ day }) => day < today - WEEK),
    ] as const
    const sum = (side: 0 | 1, of: 'part' | 'whole') => sides[side].reduce((all, one) => all + one[of], 0)
    const [missed, calls, missedBefore, callsBefore] = [
      sum(0, 'part'),
      sum(0, 'whole'),
      sum(1, 'part'),
      sum(1, 'whole'),
    ]
    const evidence = evidenceOf(sides[0], sides[1], { isShare: true })
    if (calls < TOO_FEW || callsBefore < TOO_FEW || evidence === null || evidence.excess <= 0) return []
    const usual = (100 * missedBefore) / callsBefore
    const excess = missed - (calls * usual) / 100
    if (excess <= 0) return []
    return [
      {
        ...NEITHER,
        kind: 'missed_rate' as const,
        oid,
        value: missed,
        of: calls,
        usual,
        at: dayText(today - WEEK),
        key: `missed_rate ${oid}`,
        level: Math.floor((10 * missed) / calls),
        cost: excess / WEEK,
        chance: chanceOf(evidence),
      },
    ]
  })
}

const WAITING_FROM = 5
const HOUR = 60

const waitingOf = (facts: AlertFacts, moment: number) => {
  const { data, handled } = facts
  const offset = clocksOf(data)[0] ?? 0
  const now = { ...wallClockOf(moment, offset), offset }
  const todays = data.by.object.values.map((oid) => ownNow(now, data)(oid).day)
  const first = Math.min(...todays) - CALL_BACK_DAYS + 1
  if (hasUnreadDay(facts, first, Math.max(...todays)) || !isDayComplete(facts, now.day - 1)) return null
  const open = openCallers(data, now, handled)
  if (open === null) return null
  const since = new Map(
    streaksOf(data)
      .filter(({ reached }) => reached < 0)
      .map(({ rows }) => {
        const last = rows.at(-1)!
        return [
          contactText({ oid: oidOf(data, last) ?? '', id: data.id[last]! }),
          momentOfRow(facts, rows[0]!),
        ]
      }),
  )
  return open.map(({ oid, callId }) => ({
    oid,
    since: since.get(contactText({ oid: oid ?? '', id: callId })) ?? moment,
  }))
}

const waiting = (callers: NonNullable<ReturnType<typeof waitingOf>>, moment: number): AccountIssue[] => {
  const long = callers.filter(({ since }) => moment - since >= HOUR)
  if (long.length < WAITING_FROM) return []
  const objects = new Set(long.map(({ oid }) => oid))
  return [
    {
      ...NEITHER,
      kind: 'waiting',
      oid: objects.size === 1 ? [...objects][0]! : null,
      value: long.length,
      key: 'waiting',
      level: doublings(long.length),
      cost: long.length / CALL_BACK_DAYS,
    },
  ]
}

const endsOf = (facts: AlertFacts, moment: number) =>
  (facts.objects ?? []).flatMap((object) => {
    const today = wallClockOf(moment, clockOf(facts, object.oid, moment)).day
    const known = forecastExpiry(object, dayText(today))
    return known.state === 'unknown' ? [] : [{ oid: object.oid, ...known }]
  })

const expires = (facts: AlertFacts, ends: ReturnType<typeof endsOf>): AccountIssue[] => {
  const { data, days } = facts
  const contacts = new Map<string | null, number>()
  for (let row = 0; row < data.rows; row++) {
    const oid = oidOf(data, row)
    contacts.set(oid, (contacts.get(oid) ?? 0) + 1)
  }
  return ends
    .filter(({ daysLeft }) => Math.abs(daysLeft) <= STOPS_SOON_DAYS)
    .map(({ oid, day, daysLeft, reason }) => ({
      ...NEITHER,
      kind: 'expires',
      oid,
      value: daysLeft,
      at: day,
      by: reason,
      key: `expires ${oid}`,
      level: daysLeft < 0 ? 3 : daysLeft <= 1 ? 2 : daysLeft <= 3 ? 1 : 0,
      // Contacts a day, discounted by the time left.
      cost: (contacts.get(oid) ?? 0) / Math.max(days.size, 1) / (1 + Math.max(daysLeft, 0)),
    }))
}

const behindPlan = (facts: AlertFacts, moment: number): AccountIssue[] =>
  (planBehind(facts)(moment) ?? []).flatMap(({ subject, is, oid, value, of, usual }) => {
    if (is !== 'bad' || of === null) return []
    const today = wallClockOf(moment, clockOf(facts, oid, moment)).day
    const left = dayNumber(monthStart(dayText(today), 1)) - today
    return [
      {
        ...NEITHER,
        kind: 'plan_behind' as const,
        oid,
        value,
        of,
        usual: left,
        by: isOfTarget(subject) ? ('target' as const) : ('contacts' as const),
        key: `plan_behind ${subject}`,
        level: Math.floor((10 * (of - (usual ?? 0))) / of),
        cost: (of - (usual ?? 0)) / 30,
      },
    ]
  })

const unread = (facts: AlertFacts, moment: number): AccountIssue[] => {
  const { day: today } = wallClockOf(moment, facts.offset)
  const failed = [...facts.days]
    .filter(([day, { isFailed }]) => isFailed && day > today - WEEK && day <= today)
    .map(([day]) => day)
  return failed.length === 0
    ? []
    : [
        {
          ...NEITHER,
          kind: 'unread',
          oid: null,
          value: failed.length,
          at: dayText(Math.min(...failed)),
          key: 'unread',
          level: failed.length,
          cost: 0,
        },
      ]
}

export interface AccountIssues {
  readonly issues: readonly AccountIssue[]
  readonly waiting: number | null
  readonly ends: { readonly day: string; readonly daysLeft: number } | null
}

/** @param moment contacts until then are here */
export const accountIssues = (facts: AlertFacts, moment: number): AccountIssues => {
  const callers = waitingOf(facts, moment)
  const ends = endsOf(facts, moment).toSorted((a, b) => a.daysLeft - b.daysLeft)
  const next = ends.find(({ daysLeft }) => daysLeft >= 0)
  return {
    issues: [
      ...quiet(facts, moment),
      ...missedRates(facts, moment),
      ...(callers === null ? [] : waiting(callers, moment)),
      ...expires(facts, ends),
      ...behindPlan(facts, moment),
      ...unread(facts, moment),
    ],
    waiting: callers && callers.length,
    ends: next ? { day: next.day, daysLeft: next.daysLeft } : null,
  }
}
