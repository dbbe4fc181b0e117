import type { DayRange } from '#/contract/day.ts'
import type { ChartNote } from '#/contract/chart-notes/chart-notes.ts'
import { notesAt } from '#/domain/chart-notes/notes-at.ts'
import { withoutNumbers } from '#/server/hidden-fields.ts'
import { withoutContactDetails } from '#/server/privacy-mode/masks.ts'
import type { StoredSession } from '#/server/session/store.ts'
import type { ChartNotes } from '#/server/chart-notes/store.ts'

interface NotedPart {
  readonly client: string | null
  readonly object: string | null
  readonly days: DayRange
}

/** Chart notes of some days, newest first, without phone numbers and e-mails, since readers may have no account. */
export const pinnedNotes = async (
  chartNotes: Pick<ChartNotes, 'of'>,
  { account }: Pick<StoredSession, 'account'>,
  { client, object, days }: NotedPart,
): Promise<readonly ChartNote[]> => {
  const notes = await chartNotes.of({ principal: account, client })
  return notesAt(notes, days, object).map((note) => ({
    ...note,
    text: withoutNumbers(withoutContactDetails(note.text)),
  }))
}
