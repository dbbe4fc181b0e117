import * as z from 'zod/mini'
import { clientPrefix } from '../endpoint.ts'
import '../field.ts'

/* Hours in which an object's calls are answered. Stored by our own server: the API has no such field. */

const clockTime = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/))

/** By the object's clock. `to` at or before `from` is on the next morning: 00:00 to 00:00 is the whole day. */
const openHours = z.object({ from: clockTime, to: clockTime })
export type OpenHours = z.infer<typeof openHours>

/** Monday first; null: closed. */
const week = z.array(z.nullable(openHours)).check(z.length(7))
export type WeekHours = z.infer<typeof week>

export interface ObjectWeek {
  readonly oid: string
  readonly week: WeekHours
}

const workingHours = z.object({
  oid: z.string(),
  version: z.int(),
  week: z.nullable(week),
  at: z.int(),
  who: z.nullable(z.string()),
})
export type WorkingHours = z.infer<typeof workingHours>

/** `GET …/working-hours` */
export const workingHoursAnswer = z.object({ objects: z.array(workingHours) })

/** `PUT …/working-hours` */
export const saveWorkingHoursBody = z.strictObject({
  oid: z.string(),
  version: z.int().check(z.gte(0)),
  week: z.nullable(week),
})
export type SaveWorkingHoursBody = z.infer<typeof saveWorkingHoursBody>
export const savedWorkingHours = z.object({ hours: workingHours })

/** Below `/api`. */
export const workingHoursPath = (client: string | null): string => `${clientPrefix(client)}/working-hours`
