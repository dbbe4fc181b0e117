import type { DayRange } from '#/contract/day.ts'
import type { TimelineNote } from '#/contract/chart-notes/chart-notes.ts'

/** Notes that stand at days of some objects, of the newest day first. @param oid null: of all objects */
export const notesAt = (
  notes: readonly TimelineNote[],
  { from, to }: DayRange,
  oid: string | null,
): readonly TimelineNote[] =>
  notes
    .filter((note) => note.day >= from && note.day <= to)
    .filter((note) => oid === null || note.oid === null || note.oid === oid)
