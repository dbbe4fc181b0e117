import * as z from 'zod/mini'
import { dayParameter } from '../call-filters.ts'
import '../field.ts'

/*
 * Above so many contacts the browser does not get their columns: our server answers the questions of the overview. Both
 * ends are ours and of one version, as in shapes.ts.
 */

/** How many contacts the answer to a question for columns may hold: absent, as many as the server was told. */
export const columnsWanted = z.object({
  /** All of them, or how they stand only. */
  send: z.optional(z.enum(['all', 'states'])),
  /** Days that could not be read not long ago are tried again at once. */
  retry: z.optional(z.literal('1')),
  /** Contacts that the browser has of other days already. */
  beside: z.optional(z.string().check(z.regex(/^\d{1,9}$/))),
})

/** Which contacts facts are asked of: `oid` absent, of all objects. */
export const overviewContacts = z.object({
  date_from: dayParameter,
  date_to: dayParameter,
  compare_from: z.optional(dayParameter),
  compare_to: z.optional(dayParameter),
  oid: z.optional(z.string()),
})

/** What is known of the contacts themselves. */
const overviewFacts = z.object({
  /** Contacts of the period, and of its comparison; null: there is none. */
  rows: z.tuple([z.number(), z.nullable(z.number())]),
  /** Minutes east of UTC of the objects' clocks (G6), that of the most contacts first. */
  clocks: z.array(z.number()),
  object_titles: z.array(z.tuple([z.string(), z.string()])),
})
export type OverviewFacts = z.infer<typeof overviewFacts>

/**
 * A line of the answer to the question for facts, which takes as long as columns are read: how many contacts are there, or
 * the facts, or why there are none, and nothing after.
 */
export const overviewLine = z.union([
  z.object({ loaded: z.number(), total: z.number() }),
  z.object({ facts: overviewFacts }),
  z.object({ error: z.string() }),
])
export type OverviewLine = z.infer<typeof overviewLine>
