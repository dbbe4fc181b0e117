import type { ChartNote } from '#/contract/chart-notes/chart-notes.ts'
import type { DayRange } from '#/contract/day.ts'
import { notesAt } from '#/domain/notes-at.ts'
import { acrossOf } from '#/ui/chart/plot.ts'

/** A flag under the axis, with notes of days too close for separate flags. */
export interface TrendFlag {
  readonly across: number
  readonly days: DayRange
  readonly notes: readonly ChartNote[]
}

/**
 * Flags from left to right.
 * @param notes newest day first
 * @param room minimum distance, percent of the axis
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
