import { dayNumber } from '#/contract/day.ts'
import { TOO_FEW } from '#/analytics/judge/findings.ts'
import type { NotThrough } from '#/analytics/columns/not-through.ts'
import type { Report } from '#/analytics/worker/report.ts'
import type { ReportRow } from '#/analytics/worker/tables.ts'

const DAY_MINUTES = 1440

/** When it was on the caller's object's clock, in minutes; the clocks' own offsets make hours of difference, no more. */
const utcMinute = ({ day, minute, offset }: NotThrough): number =>
  dayNumber(day) * DAY_MINUTES + minute - (offset ?? 0)

/**
 * Whom to call back first: the target rate of the caller's source, halved with every day since the call. A source with few
 * contacts is taken for an average one as far as it has said nothing yet: its rate is that of its own contacts and of
 * {@link TOO_FEW} average ones together.
 * @param sources of the same days
 */
export const callBackOrder = (
  callers: readonly NotThrough[],
  sources: readonly Pick<ReportRow, 'value' | 'contacts' | 'target'>[],
): NotThrough[] => {
  const sum = (of: (row: (typeof sources)[number]) => number) =>
    sources.reduce((total, row) => total + of(row), 0)
  // One hit more than there was: a rate of nothing would make all days alike.
  const usual = (sum(({ target }) => target) + 1) / (sum(({ contacts }) => contacts) + 2)
  const rates = new Map(
    sources.map(({ value, contacts, target }) => [value, (target + TOO_FEW * usual) / (contacts + TOO_FEW)]),
  )
  // As logarithms: halving with every day is one less with every day, whatever day it is now.
  const score = (one: NotThrough) => Math.log2(rates.get(one.source) ?? usual) + utcMinute(one) / DAY_MINUTES
  return callers
    .map((one) => ({ one, points: score(one) }))
    .toSorted((a, b) => b.points - a.points || a.one.caller.localeCompare(b.one.caller))
    .map(({ one }) => one)
}

/** The callers of a report in that order. */
export const callersOf = ({
  notThrough,
  tables,
}: Pick<Report, 'notThrough'> & { readonly tables: Pick<Report['tables'], 'source'> }): NotThrough[] =>
  callBackOrder(notThrough, tables.source.rows)

/**
 * Minutes since a caller's last try, if it was today on the clock of its own object; null on any other day, and where one
 * of the clocks is unknown.
 * @param now day and minute on a clock of `offset` minutes east of UTC
 */
export const minutesSince = (
  caller: NotThrough,
  now: { readonly day: number; readonly minute: number } | null,
  offset: number | null,
): number | null => {
  if (now === null || offset === null || caller.offset === null) return null
  const utc = now.day * DAY_MINUTES + now.minute - offset
  const isToday = Math.floor((utc + caller.offset) / DAY_MINUTES) === dayNumber(caller.day)
  const since = utc - utcMinute(caller)
  return isToday && since >= 0 ? since : null
}
