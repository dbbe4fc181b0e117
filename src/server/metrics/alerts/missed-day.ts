import { streaksOf } from '#/server/metrics/columns/call-backs.ts'
import { countInHours } from '#/server/metrics/columns/working-hours.ts'
import { wallMinute } from '#/server/metrics/columns/instants.ts'
import { isCall, isMissed } from '#/server/metrics/columns/traits.ts'
import { NORM_WEEKS } from '#/server/metrics/evaluation/inactivity.ts'
import type { MissedDay } from '#/contract/alerts/missed-day.ts'
import { contactText } from '#/contract/annotations/contact-text.ts'
import { dayText } from '#/contract/day.ts'
import { clockOf, isChosen, momentOfRow, oidOf, wallClockOf, type AlertFacts } from './facts.ts'
import { isDayComplete } from './of-days.ts'

const BLOCK_MINUTES = 180

/** Callers missed on a day and not reached by a moment, as on "Missed callers": of one object by its own last call. */
const waitingOf = (facts: AlertFacts, day: number, moment: number): number => {
  const { data, chosen, handled } = facts
  const isPast = (row: number) => momentOfRow(facts, row) <= moment
  const isOurs = (row: number) => isChosen(facts, oidOf(data, row))
  return streaksOf(data).filter(({ rows, reached }) => {
    if (reached >= 0 && isPast(reached)) return false
    const tries = rows.filter(isPast)
    if (!tries.some((row) => data.day[row] === day && isOurs(row))) return false
    const last = (chosen?.size === 1 ? tries.filter(isOurs) : tries).at(-1)!
    const mark = handled.get(contactText({ oid: oidOf(data, last) ?? '', id: data.id[last]! }))
    return mark === undefined || mark > moment
  }).length
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
    if (data.day[row] !== yesterday || !isCall(trait) || !isChosen(facts, oidOf(data, row))) continue
    const block = blocks[Math.floor(data.minute[row]! / BLOCK_MINUTES)]!
    block.calls++
    if (isMissed(trait)) block.missed++
    clocks.add(wallMinute(data, row) - momentOfRow(facts, row))
  }
  const hasCalls = blocks.map(({ calls }) => calls > 0)
  return {
    day: dayText(yesterday),
    blocks: blocks.slice(hasCalls.indexOf(true), hasCalls.lastIndexOf(true) + 1),
    weeks: Array.from({ length: NORM_WEEKS }, (_, week) => yesterday - 7 * (week + 1)).filter((one) =>
      isDayComplete(facts, one),
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
