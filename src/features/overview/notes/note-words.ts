import type { TimelineNote } from '#/contract/timeline-notes/timeline-notes.ts'
import type { Overview } from '#/features/overview/data/use-overview.ts'
import { counted, formatDay, formatShortDay } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'

/** "Anna · Dentika Tverskaya": who has written it, and whose days it stands at. */
export const noteAbout = ({ reach, oid, who }: TimelineNote, objectTitle: Overview['objectTitle']): string =>
  [
    who ?? m.mark_somebody(),
    reach === 'all'
      ? m.timeline_note_for_all()
      : reach === 'object'
        ? objectTitle(oid)
        : m.timeline_note_for_account(),
  ].join(' · ')

/** "Nov 12: New landing page" */
export const noteLine = ({ day, text }: TimelineNote): string =>
  m.timeline_note_at({ day: formatDay(day), text })

/** The same where the year goes without saying. */
export const shortNoteLine = ({ day, text }: TimelineNote): string =>
  m.timeline_note_at({ day: formatShortDay(day), text })

/** The first of some notes in words, and how many more there are. */
export const noteLines = (
  notes: readonly TimelineNote[],
  most: number,
  line: (note: TimelineNote) => string,
): readonly string[] => [
  ...notes.slice(0, most).map(line),
  ...(notes.length > most ? [m.timeline_notes_more(counted(notes.length - most))] : []),
]
