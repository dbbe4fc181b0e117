import * as z from 'zod'

/* Parts added to pages later, as in the report. */

const sumLine = z.object({
  name: z.string(),
  contacts: z.string(),
  rate: z.string().optional(),
  cells: z.array(z.string()),
})

export const sourceTable = z.object({
  title: z.string(),
  note: z.string(),
  name: z.string(),
  contacts: z.string(),
  /** Null: targets are hidden. */
  range: z.string().nullable(),
  columns: z.array(z.string()),
  verdict: z.string().nullable(),
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

export const missedPart = z.object({
  title: z.string(),
  note: z.string(),
  words: z.string(),
  bars: z.array(z.object({ name: z.string(), words: z.string(), share: z.number(), isMost: z.boolean() })),
})

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
