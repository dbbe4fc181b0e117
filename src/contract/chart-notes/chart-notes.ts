import * as z from 'zod/mini'
import '../field.ts'

/*
 * Notes that people of an account pin to a day: a new landing page, a campaign that was switched off. In Callboard: the API
 * can keep none of it. Our own server's, so a shape that is not the one below is a defect.
 */

export const TIMELINE_NOTE_MAX = 280
/** Notes of one account or client. */
export const TIMELINE_NOTES_MAX = 1_000
const REACHES = ['object', 'client', 'all'] as const
/** Whose days a note stands at: one object's, all of this client's, or those of all clients of the agency. */
export type NoteReach = (typeof REACHES)[number]

const timelineNote = z.object({
  id: z.string(),
  /** `YYYY-MM-DD`, as contacts carry their days. */
  day: z.string(),
  reach: z.enum(REACHES),
  /** Null: it is not of one object. */
  oid: z.nullable(z.string()),
  text: z.string(),
  /** Milliseconds since 1970. */
  at: z.int(),
  who: z.nullable(z.string()),
})
export type ChartNote = z.infer<typeof timelineNote>

/** `GET …/notes`: all that stand at days of this account or client, the newest day first. */
export const chartNotesAnswer = z.object({ notes: z.array(timelineNote) })

/** `POST …/notes` */
export const addNoteBody = z.strictObject({
  day: z.string(),
  reach: z.enum(REACHES),
  oid: z.nullable(z.string()),
  text: z.string(),
})
export type AddNoteBody = z.infer<typeof addNoteBody>
export const addedNote = z.object({ note: timelineNote })

/** `GET …/notes/kept`: how many there are, for the settings page. */
export const notesKept = z.object({ notes: z.int() })

/** Below `/api`. @param client null: the account that is signed in itself */
export const notesPath = (client: string | null): string =>
  client === null ? '/notes' : `/clients/${encodeURIComponent(client)}/notes`
