import type { DayRange } from '#/contract/day.ts'
import type { TimelineNote } from '#/contract/timeline-notes/timeline-notes.ts'
import { notesAt } from '#/domain/timeline-notes/note-words.ts'
import { withoutNumbers } from '#/server/hidden-fields.ts'
import { EMAIL, PHONE } from '#/server/presenting/masks.ts'
import type { StoredSession } from '#/server/session/store.ts'
import type { TimelineNotes } from '#/server/timeline-notes/store.ts'

const MASK = '•••'

/** Without phone numbers and e-mails: what leaves Callboard is read by people who have no account here. */
const withoutPeople = (text: string): string => withoutNumbers(text.replace(EMAIL, MASK).replace(PHONE, MASK))

/** What people have pinned to some days, the newest day first, without what may be a caller's. */
export const pinnedNotes = async (
  timelineNotes: Pick<TimelineNotes, 'of'>,
  { account }: Pick<StoredSession, 'account'>,
  {
    client,
    object,
    days,
  }: { readonly client: string | null; readonly object: string | null; readonly days: DayRange },
): Promise<readonly TimelineNote[]> => {
  const notes = await timelineNotes.of({ principal: account, client })
  return notesAt(notes, days, object).map((note) => ({ ...note, text: withoutPeople(note.text) }))
}
