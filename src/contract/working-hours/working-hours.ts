import * as z from 'zod/mini'
import '../field.ts'

/*
 * Hours in which an object's calls are answered. Stored by Callboard: the API has no such field.
 * Our own server's, so a shape that is not the one below is a defect.
 */

const clockTime = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/))

/** By the object's own clock. `to` at or before `from` is on the next morning: 00:00 to 00:00 is the whole day. */
const openHours = z.object({ from: clockTime, to: clockTime })
export type OpenHours = z.infer<typeof openHours>

/** Monday first; null: closed. */
const week = z.array(z.nullable(openHours)).check(z.length(7))
export type WeekHours = z.infer<typeof week>

/** What figures are counted by. */
export interface ObjectWeek {
  readonly oid: string
  readonly week: WeekHours
}

const workingHours = z.object({
  oid: z.string(),
  /** Counts the writes, from 1. */
  version: z.int(),
  /** Null: they have been removed. */
  week: z.nullable(week),
  /** Of the last write, milliseconds since 1970. */
  at: z.int(),
  who: z.nullable(z.string()),
})
export type WorkingHours = z.infer<typeof workingHours>

/** `GET …/working-hours`: of each object that has them. */
export const workingHoursAnswer = z.object({ objects: z.array(workingHours) })

/** `PUT …/working-hours` */
export const saveWorkingHoursBody = z.strictObject({
  oid: z.string(),
  /** The version that the page shows, 0: none. If there is a later one nothing is written. */
  version: z.int().check(z.gte(0)),
  week: z.nullable(week),
})
export type SaveWorkingHoursBody = z.infer<typeof saveWorkingHoursBody>
/** Answer to a write; on a conflict (409) the error comes with the current version. */
export const savedWorkingHours = z.object({ hours: workingHours })

/** `GET /working-hours/kept`: how many objects have them, for the settings page. */
export const workingHoursKept = z.object({ objects: z.int() })

/** Below `/api`. @param client null: the account that is signed in itself */
export const workingHoursPath = (client: string | null): string =>
  client === null ? '/working-hours' : `/clients/${encodeURIComponent(client)}/working-hours`
