import { DAY_MINUTES, dayNumber } from '#/contract/day.ts'
import type { UnreturnedCall, ReportRow } from '#/contract/figures/answers.ts'
import { wilson } from './wilson.ts'

/** Minutes on the caller's object's clock; ignoring offsets errs by hours only. */
export const utcMinute = ({
  day,
  minute,
  offset,
}: Pick<UnreturnedCall, 'day' | 'minute' | 'offset'>): number =>
  dayNumber(day) * DAY_MINUTES + minute - (offset ?? 0)

type SourceRow = Pick<ReportRow, 'value' | 'contacts' | 'target'>

/** Lower bound of each source's target rate, so that a source with few contacts is not first by chance. */
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

/**
 * Orders by the chance of the caller's source ({@link sourceChances}), halved with each day since the call.
 * @param sources of the same days
 */
export const callBackOrder = <C extends UnreturnedCall>(
  callers: readonly C[],
  sources: readonly SourceRow[],
): C[] => {
  const chanceOf = sourceChances(sources)
  // In logarithms halving subtracts one per day, whatever day it is.
  const score = (one: UnreturnedCall) => Math.log2(chanceOf(one.source)) + utcMinute(one) / DAY_MINUTES
  return callers
    .map((one) => ({ one, points: score(one), at: utcMinute(one) }))
    .toSorted(
      (a, b) =>
        // Without targets all chances are equal, and the newest is first.
        (a.points === b.points ? 0 : b.points - a.points) ||
        b.at - a.at ||
        a.one.caller.localeCompare(b.one.caller),
    )
    .map(({ one }) => one)
}
