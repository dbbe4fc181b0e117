import type { DayRange } from '#/contract/day.ts'
import type { ChartNote } from '#/contract/chart-notes/chart-notes.ts'

/** Notes of these objects and days, newest day first. @param oid null: all objects */
export const notesAt = (
  notes: readonly ChartNote[],
  { from, to }: DayRange,
  oid: string | null,
): readonly ChartNote[] =>
  notes
    .filter((note) => note.day >= from && note.day <= to)
    .filter((note) => oid === null || note.oid === null || note.oid === oid)
