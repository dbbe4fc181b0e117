import type { TimelineNote } from '#/contract/timeline-notes/timeline-notes.ts'
import type { Overview } from '#/features/overview/data/use-overview.ts'
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
