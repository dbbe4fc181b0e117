import * as z from 'zod/mini'
import { clientPrefix } from '../endpoint.ts'
import '../field.ts'

/* Notes that people pin to a day, such as a new campaign. Stored by our own server: the API has none. */

export const CHART_NOTE_MAX = 280
export const CHART_NOTES_MAX = 1_000
const REACHES = ['object', 'client', 'all'] as const
/** Scope of a note: one object, this client, or all clients of the agency. */
export type NoteReach = (typeof REACHES)[number]

const chartNote = z.object({
  id: z.string(),
  day: z.string(),
  reach: z.enum(REACHES),
  oid: z.nullable(z.string()),
  text: z.string(),
  at: z.int(),
  who: z.nullable(z.string()),
})
export type ChartNote = z.infer<typeof chartNote>

/** `GET …/notes`: all notes that apply to this account or client, newest day first. */
export const chartNotesAnswer = z.object({ notes: z.array(chartNote) })

/** `POST …/notes` */
export const addNoteBody = z.strictObject({
  day: z.string(),
  reach: z.enum(REACHES),
  oid: z.nullable(z.string()),
  text: z.string(),
})
export type AddNoteBody = z.infer<typeof addNoteBody>
export const addedNote = z.object({ note: chartNote })

/** Below `/api`. */
export const notesPath = (client: string | null): string => `${clientPrefix(client)}/notes`
