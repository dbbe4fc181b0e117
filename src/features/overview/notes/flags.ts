import type { ChartNote } from '#/contract/chart-notes/chart-notes.ts'
import type { DayRange } from '#/contract/day.ts'
import { notesAt } from '#/domain/chart-notes/notes-at.ts'
import { acrossOf } from '#/ui/chart/plot.ts'

/** One flag under the axis: the notes of a place, and of those that stand too close to it for a flag of their own. */
export interface TrendFlag {
  /** From 0 to 100 of the axis. */
  readonly across: number
  readonly days: DayRange
  /** The newest day first. */
  readonly notes: readonly ChartNote[]
}

/**
 * Flags under the places of an axis, from left to right.
 * @param notes the newest day first
 * @param room no two flags are nearer to each other, in per cent of the axis
 */
export const flagsOf = (
  notes: readonly ChartNote[],
  buckets: readonly { readonly days: DayRange }[],
  room: number,
): readonly TrendFlag[] => {
  const flags: TrendFlag[] = []
  for (const [index, { days }] of buckets.entries()) {
    const here = notesAt(notes, days, null)
    if (here.length === 0) continue
    const across = acrossOf(index, buckets.length)
    const last = flags.at(-1)
    if (last && across - last.across < room)
      flags[flags.length - 1] = {
        across: last.across,
        days: { from: last.days.from, to: days.to },
        notes: [...here, ...last.notes],
      }
    else flags.push({ across, days, notes: here })
  }
  return flags
}
