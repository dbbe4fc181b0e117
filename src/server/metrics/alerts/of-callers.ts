import { streaksOf } from '#/server/metrics/columns/call-backs.ts'
import { CALL_BACK_DAYS } from '#/analytics/evaluation/findings.ts'
import { COUNTED_BY } from '#/server/metrics/columns/traits.ts'
import { contactText } from '#/contract/annotations/contact-text.ts'
import { DAY_MINUTES, NO_DAY } from '#/contract/day.ts'
import {
  clockOf,
  hasFormerCallers,
  hasUnreadDay,
  isChosen,
  momentOfRow,
  oidOf,
  wallClockOf,
  type AlertFacts,
  type EvaluatedRule,
} from './facts.ts'
import type { Evaluation, Reading } from './readings.ts'

const MISSED_FIRST_TIME = COUNTED_BY.map((names) => names.includes('missed_first_time'))

/** Contacts arrive late, so the last two days are evaluated again; each event is notified once. */
const LOOKBACK_MINUTES = 2 * DAY_MINUTES

const firstFrom = (sorted: readonly { readonly at: number }[], at: number): number => {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]!.at < at) low = middle + 1
    else high = middle
  }
  return low
}

const eventsAt =
  <E extends { readonly at: number }>(
    events: readonly E[],
    readingOf: (event: E, moment: number) => Reading[],
  ): Evaluation =>
  (moment) => {
    const found: Reading[] = []
    for (let nth = firstFrom(events, moment - LOOKBACK_MINUTES + 1); nth < events.length; nth++) {
      const event = events[nth]!
      if (event.at > moment) break
      found.push(...readingOf(event, moment))
    }
    return found
  }

const dayOf = (facts: AlertFacts, oid: string | null, at: number) =>
  wallClockOf(at, clockOf(facts, oid, at)).day

/** `unknown` where later contacts may be missing: a returned call may be among them. */
const knownFrom = (facts: AlertFacts, oid: string | null, since: number, moment: number): Reading['is'] => {
  return hasUnreadDay(facts, dayOf(facts, oid, since), dayOf(facts, oid, moment)) ? 'unknown' : 'bad'
}

/** Missed calls of first-time callers, each a subject: `value` is one. */
export const missedCallers = (facts: AlertFacts): Evaluation => {
  const { data } = facts
  const events: { at: number; oid: string | null; subject: string }[] = []
  for (let row = 0; row < data.rows; row++) {
    if (!MISSED_FIRST_TIME[data.trait[row]!] || data.day[row] === NO_DAY) continue
    const oid = oidOf(data, row)
    if (!isChosen(facts, oid)) continue
    events.push({
      at: momentOfRow(facts, row),
      oid,
      subject: contactText({ oid: oid ?? '', id: data.id[row]! }),
    })
  }
  events.sort((a, b) => a.at - b.at)
  return eventsAt(events, ({ at, oid, subject }) => [
    { subject, is: knownFrom(facts, oid, at, at), oid, value: 1, of: null, usual: null, at },
  ])
}

/**
 * Callers not reached within so many minutes after their first try: `value` minutes have passed, `of` tries
 * so far. Reached callers do not wait, nor handled ones until they call again, as on "Missed callers".
 */
export const waitingCallers = (facts: AlertFacts, { threshold }: EvaluatedRule): Evaluation => {
  const { data, handled } = facts
  const needed = threshold ?? 0
  const textOf = (row: number) => contactText({ oid: oidOf(data, row) ?? '', id: data.id[row]! })
  const handledAt = (row: number) => handled.get(textOf(row)) ?? Infinity
  const cutWhereHandled = (rows: readonly number[]) => {
    const firsts = rows.flatMap((row, nth) =>
      nth === 0 || handledAt(rows[nth - 1]!) <= momentOfRow(facts, row) ? [nth] : [],
    )
    return firsts.map((first, nth) => rows.slice(first, firsts[nth + 1]))
  }
  const events = streaksOf(data)
    .flatMap(({ rows, reached }) => cutWhereHandled(rows).map((tried) => ({ rows: tried, reached })))
    .filter(({ rows }) => isChosen(facts, oidOf(data, rows.at(-1)!)))
    .map(({ rows, reached }) => {
      const since = momentOfRow(facts, rows[0]!)
      const last = rows.at(-1)!
      return {
        at: since + needed,
        since,
        tries: rows.map((row) => momentOfRow(facts, row)),
        until: Math.min(reached < 0 ? Infinity : momentOfRow(facts, reached), handledAt(last)),
        oid: oidOf(data, last),
        subject: textOf(rows[0]!),
      }
    })
    .toSorted((a, b) => a.at - b.at)
  return eventsAt(events, ({ since, until, tries, oid, subject }, moment) =>
    until <= moment
      ? []
      : [
          {
            subject,
            is: hasFormerCallers(facts, dayOf(facts, oid, since) - CALL_BACK_DAYS, dayOf(facts, oid, moment))
              ? 'unknown'
              : knownFrom(facts, oid, since, moment),
            oid,
            value: moment - since,
            of: tries.filter((at) => at <= moment).length,
            usual: null,
          },
        ],
  )
}
