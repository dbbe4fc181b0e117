import * as z from 'zod/mini'

/* A schedule: daily, weekly or monthly at a time in a zone, or every so many minutes. */

const clockTime = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/))

export const timing = z.discriminatedUnion('every', [
  z.object({ every: z.literal('day'), at: clockTime }),
  z.object({ every: z.literal('week'), weekday: z.int().check(z.minimum(1), z.maximum(7)), at: clockTime }),
  /** A day that every month has, or the last one. */
  z.object({ every: z.literal('month'), day: z.union([z.int(), z.literal('last')]), at: clockTime }),
  z.object({ every: z.literal('minutes'), minutes: z.int().check(z.minimum(1), z.maximum(1_440)) }),
])
export type Timing = z.infer<typeof timing>

export const LAST_COMMON_DAY = 28

/** Null: valid. `no_such_day`: some month lacks the day. */
export const timingTrouble = (when: Timing): 'no_such_day' | null =>
  when.every === 'month' && when.day !== 'last' && (when.day < 1 || when.day > LAST_COMMON_DAY)
    ? 'no_such_day'
    : null
