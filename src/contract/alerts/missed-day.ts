import * as z from 'zod/mini'
import '../field.ts'
import { dayParameter } from '../call-filters.ts'

const count = z.int().check(z.minimum(0))

/** Counts of a missed-rate alert's day. It is stored, so it must not contain data of callers. */
export const missedDay = z.object({
  day: dayParameter,
  /** Three-hour blocks from the first to the last with a call; `from` is an hour, 0 to 21. */
  blocks: z
    .array(z.object({ from: count.check(z.maximum(23)), calls: count, missed: count }))
    .check(z.maxLength(8)),
  weeks: count,
  /** Clock of all these calls, minutes east of UTC; null: several. */
  offset: z.nullable(z.int()),
  /** Calls within working hours; null: no working hours. Absent in earlier versions. */
  in_hours: z.optional(z.nullable(z.object({ calls: count, missed: count }))),
  /** Callers not reached since; null: callers are hidden. */
  waiting: z.nullable(count),
})
export type MissedDay = z.infer<typeof missedDay>

const sum = z.object({ hours: z.string(), calls: z.string(), missed: z.string(), rate: z.string() })

/** The same as texts of a mail. */
export const missedDayLabels = z.object({
  place: z.string(),
  alert: z.string(),
  waiting: z.nullable(z.object({ text: z.string(), button: z.string() })),
  title: z.string(),
  note: z.string(),
  heads: z.array(z.string()),
  rows: z.array(
    z.object({
      hours: z.string(),
      calls: z.string(),
      missed: z.string(),
      rate: z.string(),
      /** Percent of the column's width, 0 to 100. */
      bar: z.number().check(z.minimum(0), z.maximum(100)),
      isAbove: z.boolean(),
    }),
  ),
  sum,
  /** Absent: no working hours. */
  in_hours: z.optional(sum),
  red: z.string(),
  journal: z.object({ link: z.string(), rest: z.string() }),
  /** Paths from the root, without the client. */
  paths: z.object({ callBack: z.string(), journal: z.string() }),
})
export type MissedDayLabels = z.infer<typeof missedDayLabels>
