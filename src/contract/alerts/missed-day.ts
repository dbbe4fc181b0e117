import * as z from 'zod/mini'
import '../field.ts'
import { dayParameter } from '../call-filters.ts'

const count = z.int().check(z.minimum(0))

/** What an alert on the missed rate has counted of its day. Counts alone: it is kept, and nothing of callers may be in it. */
export const missedDay = z.object({
  /** By the objects' own clocks. */
  day: dayParameter,
  /** Three hours each, from the first with a call to the last; `from` is an hour, 0 to 21. */
  blocks: z
    .array(z.object({ from: count.check(z.maximum(23)), calls: count, missed: count }))
    .check(z.maxLength(8)),
  /** Of so many weeks before is the usual rate. */
  weeks: count,
  /** Minutes east of UTC of the clock of all these calls; null: they have several. */
  offset: z.nullable(z.int()),
  /** Of these calls, those within working hours; null: no object has any. Absent before they could be entered. */
  in_hours: z.optional(z.nullable(z.object({ calls: count, missed: count }))),
  /** People among them who have not been reached since; null: who called is hidden. */
  waiting: z.nullable(count),
})
export type MissedDay = z.infer<typeof missedDay>

const sum = z.object({ hours: z.string(), calls: z.string(), missed: z.string(), rate: z.string() })

/** The same in a mail's words, in its language. */
export const missedDayWords = z.object({
  /** What is watched, for the foot. */
  place: z.string(),
  /** As the alert is called. */
  alert: z.string(),
  /** Null: no caller waits, or it is not known. */
  waiting: z.nullable(z.object({ text: z.string(), button: z.string() })),
  title: z.string(),
  note: z.string(),
  /** Of the four columns before the bars. */
  heads: z.array(z.string()),
  rows: z.array(
    z.object({
      hours: z.string(),
      calls: z.string(),
      missed: z.string(),
      rate: z.string(),
      /** Of the width of the column, 0 to 100. */
      bar: z.number().check(z.minimum(0), z.maximum(100)),
      isAbove: z.boolean(),
    }),
  ),
  sum,
  /** Absent: no object has working hours. */
  in_hours: z.optional(sum),
  /** What red means. */
  red: z.string(),
  journal: z.object({ link: z.string(), rest: z.string() }),
  /** Where its links lead, from the page's root, without the client. */
  paths: z.object({ callBack: z.string(), journal: z.string() }),
})
export type MissedDayWords = z.infer<typeof missedDayWords>
