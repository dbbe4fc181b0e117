import { ABSENT } from '#/server/metrics/columns/dictionary.ts'
import { countInHours } from '#/server/metrics/columns/working-hours.ts'
import { COUNTED_BY } from '#/server/metrics/columns/traits.ts'
import { NORM_WEEKS } from '#/server/metrics/evaluation/inactivity.ts'
import type { MissedDay } from '#/contract/alerts/missed-day.ts'
import { contactText } from '#/contract/annotations/contact-text.ts'
import { dayText, NO_DAY } from '#/contract/day.ts'
import { clockOf, isChosen, momentOfRow, oidOf, wallClockOf, type AlertFacts } from './facts.ts'
import { isDayWhole } from './of-days.ts'

const IS_CALL = COUNTED_BY.map((names) => names.includes('calls'))
const IS_MISSED = COUNTED_BY.map((names) => names.includes('missed'))
const BLOCK_MINUTES = 180

/**
 * Callers missed on a day and not reached by a moment, as on "Missed callers": for one object by its contacts
 * alone, else by all.
 */
const waitingOf = (facts: AlertFacts, day: number, moment: number): number => {
  const { data, chosen, handled } = facts
  const only = chosen?.size === 1 ? chosen : null
  const caller = data.by.caller.codes
  const at = (row: number) => data.day[row]! * 1440 + data.minute[row]!
  const [missed, last] = [new Map<number, number>(), new Map<number, number>()]
  const known: number[] = []
  for (let row = 0; row < data.rows; row++) {
    const oid = oidOf(data, row)
    if (caller[row] === ABSENT || data.day[row] === NO_DAY || data.day[row]! < day) continue
    if (only !== null && (oid === null || !only.has(oid))) continue
    if (momentOfRow(facts, row) > moment) continue
    known.push(row)
    if (!IS_MISSED[data.trait[row]!]) continue
    const latest = (rows: Map<number, number>) => {
      const before = rows.get(caller[row]!)
      if (before === undefined || at(before) <= at(row)) rows.set(caller[row]!, row)
    }
    latest(last)
    if (data.day[row] === day && isChosen(facts, oid)) latest(missed)
  }
  const waiting = new Set(missed.keys())
  // The order within a minute is unknown; a talk in it counts as reached.
  for (const row of known) {
    const before = missed.get(caller[row]!)
    if (before !== undefined && !IS_MISSED[data.trait[row]!] && at(row) >= at(before))
      waiting.delete(caller[row]!)
  }
  for (const one of waiting) {
    const row = last.get(one)!
    const mark = handled.get(contactText({ oid: oidOf(data, row) ?? '', id: data.id[row]! }))
    if (mark !== undefined && mark <= moment) waiting.delete(one)
  }
  return waiting.size
}

/**
 * Missed calls of the day before an evaluation.
 * @param moment UTC minutes since 1970
 */
export const countMissedDay = (facts: AlertFacts, moment: number): MissedDay => {
  const { data } = facts
  const { day } = wallClockOf(moment, clockOf(facts, null, moment))
  const yesterday = day - 1
  const blocks = Array.from({ length: 1440 / BLOCK_MINUTES }, (_, nth) => ({
    from: (nth * BLOCK_MINUTES) / 60,
    calls: 0,
    missed: 0,
  }))
  const clocks = new Set<number>()
  for (let row = 0; row < data.rows; row++) {
    const trait = data.trait[row]!
    if (data.day[row] !== yesterday || !IS_CALL[trait] || !isChosen(facts, oidOf(data, row))) continue
    const block = blocks[Math.floor(data.minute[row]! / BLOCK_MINUTES)]!
    block.calls++
    if (IS_MISSED[trait]) block.missed++
    clocks.add(data.day[row]! * 1440 + data.minute[row]! - momentOfRow(facts, row))
  }
  const some = blocks.map(({ calls }) => calls > 0)
  return {
    day: dayText(yesterday),
    blocks: blocks.slice(some.indexOf(true), some.lastIndexOf(true) + 1),
    weeks: Array.from({ length: NORM_WEEKS }, (_, week) => yesterday - 7 * (week + 1)).filter((one) =>
      isDayWhole(facts, one),
    ).length,
    in_hours: countInHours(
      data,
      facts.weeks ?? [],
      (row) => data.day[row] === yesterday && isChosen(facts, oidOf(data, row)),
    ),
    offset: clocks.size === 1 ? [...clocks][0]! : null,
    waiting: waitingOf(facts, yesterday, moment),
  }
}
