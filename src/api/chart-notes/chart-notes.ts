import { queryOptions } from '@tanstack/react-query'
import {
  addedNote,
  notesPath,
  chartNotesAnswer,
  type AddNoteBody,
  type ChartNote,
} from '#/contract/chart-notes/chart-notes.ts'
import { parse, send, unlessGone, type Scope } from '../client.ts'
import { keyOf } from '../keys.ts'

/** Others' notes appear within a minute. */
const POLL_MS = 60_000

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
    refetchInterval: POLL_MS,
    staleTime: POLL_MS,
  })

/** @param known ids of existing notes */
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
