import { queryOptions } from '@tanstack/react-query'
import {
  addedNote,
  notesCount,
  notesPath,
  chartNotesAnswer,
  type AddNoteBody,
  type ChartNote,
} from '#/contract/chart-notes/chart-notes.ts'
import { parse, send, unlessGone, type Scope } from '../client.ts'
import { keyOf, ofAccount } from '../keys.ts'

/** Others see a note within a minute. */
const LOOK_EVERY_MS = 60_000

/** Every note that stands at days of an account or client, the newest day first; others' come by themselves. */
export const chartNotesQuery = (scope: Scope) =>
  queryOptions({
    queryKey: keyOf(scope, 'timeline_notes'),
    queryFn: async ({ signal, client, queryKey }): Promise<readonly ChartNote[]> => {
      const background = client.getQueryData(queryKey) !== undefined
      return parse(
        chartNotesAnswer,
        await send('GET', notesPath(scope.client), { scope, signal, background }),
      ).notes
    },
    refetchInterval: LOOK_EVERY_MS,
    staleTime: LOOK_EVERY_MS,
  })

/** @param known ids of the notes there are */
export const addNote = async (
  scope: Scope,
  body: AddNoteBody,
  known: readonly string[],
): Promise<ChartNote> =>
  parse(addedNote, await send('POST', notesPath(scope.client), { scope, body, onceSeen: known })).note

export const deleteNote = async (scope: Scope, id: string): Promise<void> => {
  await send('DELETE', `${notesPath(scope.client)}/${encodeURIComponent(id)}`, { scope }).catch(
    unlessGone(() => null),
  )
}

/** How many notes an account and its clients have. */
export const notesKeptQuery = (principal: string) =>
  queryOptions({
    queryKey: keyOf(ofAccount(principal), 'kept_count', { of: 'notes' }),
    queryFn: async ({ signal }): Promise<number> =>
      parse(notesCount, await send('GET', `${notesPath(null)}/kept`, { scope: ofAccount(principal), signal }))
        .notes,
  })

/** Deletes every note of an account and its clients. */
export const forgetNotes = async (principal: string): Promise<void> => {
  await send('DELETE', notesPath(null), { scope: ofAccount(principal) })
}
