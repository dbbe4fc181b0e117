import { dayNumber } from '#/contract/day.ts'
import type { UnreturnedCall } from '#/analytics/columns/unreturned-calls.ts'
import type { Report } from '#/analytics/figures/report.ts'
import type { ReportRow } from '#/analytics/figures/tables.ts'
import { wilson } from './wilson.ts'

const DAY_MINUTES = 1440

/** When it was on the caller's object's clock, in minutes; the clocks' own offsets make hours of difference, no more. */
export const utcMinute = ({
  day,
  minute,
  offset,
}: Pick<UnreturnedCall, 'day' | 'minute' | 'offset'>): number =>
  dayNumber(day) * DAY_MINUTES + minute - (offset ?? 0)

type SourceRow = Pick<ReportRow, 'value' | 'contacts' | 'target'>

/**
 * What a contact of each source is at least likely to be a target one: the lower end of its rate's range, so that a source
 * with few contacts is not the best by chance.
 */
export const sourceChances = (sources: readonly SourceRow[]): ((source: string | null) => number) => {
  const low = (hits: number, trials: number) => wilson(hits, trials)?.low ?? 0
  const sum = (of: (row: SourceRow) => number) => sources.reduce((total, row) => total + of(row), 0)
  const usual = low(
    sum(({ target }) => target),
    sum(({ contacts }) => contacts),
  )
  const chances = new Map(sources.map(({ value, contacts, target }) => [value, low(target, contacts)]))
  return (source) => chances.get(source) ?? usual
}

/** A chance after so many minutes: half of it with every day. */
export const chanceAfter = (chance: number, minutes: number): number =>
  chance * 2 ** (-Math.max(minutes, 0) / DAY_MINUTES)

/**
 * Whom to call back first: the chance of the caller's source ({@link sourceChances}), halved with every day since the call.
 * @param sources of the same days
 */
export const callBackOrder = <C extends UnreturnedCall>(
  callers: readonly C[],
  sources: readonly SourceRow[],
): C[] => {
  const chanceOf = sourceChances(sources)
  // As logarithms: halving with every day is one less with every day, whatever day it is now.
  const score = (one: UnreturnedCall) => Math.log2(chanceOf(one.source)) + utcMinute(one) / DAY_MINUTES
  return callers
    .map((one) => ({ one, points: score(one), at: utcMinute(one) }))
    .toSorted(
      (a, b) =>
        // Where nothing is target all have the same chance, and the newest is first.
        (a.points === b.points ? 0 : b.points - a.points) ||
        b.at - a.at ||
        a.one.caller.localeCompare(b.one.caller),
    )
    .map(({ one }) => one)
}

/** The callers of a report in that order. */
export const callersOf = ({
  unreturnedCalls,
  tables,
}: Pick<Report, 'unreturnedCalls'> & {
  readonly tables: Pick<Report['tables'], 'source'>
}): UnreturnedCall[] => callBackOrder(unreturnedCalls, tables.source.rows)

/**
 * Minutes since a caller's last try, if it was today on the clock of its own object; null on any other day, and where one
 * of the clocks is unknown.
 * @param now day and minute on a clock of `offset` minutes east of UTC
 */
export const minutesSince = (
  caller: UnreturnedCall,
  now: { readonly day: number; readonly minute: number } | null,
  offset: number | null,
): number | null => {
  if (now === null || offset === null || caller.offset === null) return null
  const utc = now.day * DAY_MINUTES + now.minute - offset
  const isToday = Math.floor((utc + caller.offset) / DAY_MINUTES) === dayNumber(caller.day)
  const since = utc - utcMinute(caller)
  return isToday && since >= 0 ? since : null
}
