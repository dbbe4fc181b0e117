import * as z from 'zod'

/* Parts that pages have which were shared since there are any: as the report says them. */

const sumLine = z.object({
  name: z.string(),
  contacts: z.string(),
  rate: z.string().optional(),
  cells: z.array(z.string()),
})

/** What each source brought, how sure that is, what it cost, and what to do with it. */
export const sourceTable = z.object({
  title: z.string(),
  note: z.string(),
  name: z.string(),
  contacts: z.string(),
  /** Null: which contacts are target ones is not shown. */
  range: z.string().nullable(),
  columns: z.array(z.string()),
  verdict: z.string().nullable(),
  /** Of the scale that ranges are drawn on. */
  average: z.number().nullable(),
  cutAfter: z.number().nullable(),
  rows: z.array(
    z.object({
      name: z.string(),
      contacts: z.string(),
      target: z
        .object({
          words: z.string(),
          ends: z.string(),
          low: z.number(),
          rate: z.number(),
          high: z.number(),
        })
        .nullable(),
      tooFew: z.string(),
      missesMore: z.boolean(),
      cells: z.array(z.string()),
      verdict: z.object({ is: z.enum(['more', 'keep', 'watch', 'stop']), word: z.string() }).nullable(),
    }),
  ),
  rest: sumLine.nullable(),
  idle: sumLine.nullable(),
  all: sumLine,
  legend: z.string().nullable(),
})

/** How many calls were missed, whose, and of which sources. */
export const missedPart = z.object({
  title: z.string(),
  note: z.string(),
  words: z.string(),
  bars: z.array(z.object({ name: z.string(), words: z.string(), share: z.number(), isMost: z.boolean() })),
})

/** The week in blocks of hours: how much came, and how much of it was missed. */
export const whenPart = z.object({
  title: z.string(),
  note: z.string(),
  legend: z.string(),
  columns: z.array(z.string()),
  rows: z.array(
    z.object({
      name: z.string(),
      isPartial: z.boolean(),
      cells: z.array(z.object({ share: z.number(), words: z.string().nullable() })),
    }),
  ),
})
