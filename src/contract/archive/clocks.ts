import * as z from 'zod/mini'
import '../field.ts'

/*
 * `GET …/archive/clocks`: clocks of objects with contacts in the last days (G6), from what is stored, in minutes
 * east of UTC.
 */

export const archiveClocks = z.object({
  /** That of most objects; null: nothing is stored, or dates are hidden. */
  main: z.nullable(z.number()),
  /** Pairs: an oid may be `__proto__`. Empty where objects are hidden. */
  objects: z.array(z.tuple([z.string(), z.number()])),
})
export type ArchiveClocks = z.infer<typeof archiveClocks>
