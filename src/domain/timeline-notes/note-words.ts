import type { DayRange } from '#/contract/day.ts'
import type { TimelineNote } from '#/contract/timeline-notes/timeline-notes.ts'
import { counted, formatDay, formatShortDay } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'

/** Notes that stand at days of some objects, of the newest day first. @param oid null: of all objects */
export const notesAt = (
  notes: readonly TimelineNote[],
  { from, to }: DayRange,
  oid: string | null,
): readonly TimelineNote[] =>
  notes
    .filter((note) => note.day >= from && note.day <= to)
    .filter((note) => oid === null || note.oid === null || note.oid === oid)

/** "Nov 12: New landing page" */
export const noteLine = ({ day, text }: TimelineNote): string =>
  m.timeline_note_at({ day: formatDay(day), text })

/** The same where the year goes without saying. */
export const shortNoteLine = ({ day, text }: TimelineNote): string =>
  m.timeline_note_at({ day: formatShortDay(day), text })

/** "and 3 more notes"; null: `shown` of them are all. */
export const moreNotesWords = (all: number, shown: number): string | null =>
  all > shown ? m.timeline_notes_more(counted(all - shown)) : null

/** The first of some notes in words, and how many more there are. */
export const noteLines = (
  notes: readonly TimelineNote[],
  most: number,
  line: (note: TimelineNote) => string,
): readonly string[] => {
  const more = moreNotesWords(notes.length, most)
  return [...notes.slice(0, most).map(line), ...(more === null ? [] : [more])]
}
