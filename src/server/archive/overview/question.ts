import * as z from 'zod'
import { DIMENSIONS } from '#/analytics/columns/dimensions.ts'
import type { AnswerName, Answers } from '#/analytics/worker/answer.ts'
import { OVERVIEW_ROWS_MAX } from '#/contract/archive/rows-max.ts'
import { isPathValue } from '#/contract/endpoint.ts'
import { NO_DAY } from '#/contract/day.ts'
import { COUNT_AS_MAX, COUNTED_NAME_MAX } from '#/contract/preferences.ts'

/*
 * What may be asked of the thread that counts the overview. The browser's own worker takes what the page sends it; here it
 * comes from outside.
 */

/** As many as a selection has marks for. */
const MOST_FILTERS = 24
const MOST_VALUES = 10_000
const MOST_NAMES = 500
const MOST_SETS = 200
const MOST_LEVELS = 4

const text = z.string().max(8_192)
const day = z.int().min(0).max(NO_DAY)
const days = z.object({ first: day, last: day })
const dimension = z.enum(DIMENSIONS)
const filter = z.union([
  z.object({ by: z.literal('day'), first: day, last: day }),
  z.object({
    by: dimension,
    values: z.array(text.nullable()).max(MOST_VALUES),
    except: z.exactOptional(z.boolean()),
  }),
])
const name = z.string().min(1).max(COUNTED_NAME_MAX)
const counted = z.object({
  filters: z.array(filter).max(MOST_FILTERS),
  countAs: z.exactOptional(
    z.array(z.object({ by: z.enum(['source', 'campaign']), raw: name, as: name })).max(COUNT_AS_MAX),
  ),
})
const now = z.object({
  day,
  minute: z.int().min(0).max(1439),
  offset: z.int().min(-1440).max(1440).nullable(),
})
const won = z.array(text).max(MOST_NAMES)
/** What is asked from outside does not say how much of it is answered. */
const mostRows = z.literal(OVERVIEW_ROWS_MAX).default(OVERVIEW_ROWS_MAX)
const tree = counted.extend({ levels: z.array(dimension).max(MOST_LEVELS), won, mostRows })
const report = counted.extend({
  days,
  comparedDays: days.nullable(),
  comparedMonths: z.exactOptional(z.int().min(-1200).max(1200).nullable()),
  bucket: z.enum(['day', 'week', 'month']),
  won,
  now: now.nullable(),
})
/** "All of them" is one more than an answer holds: then there are too many, or these are all. */
const rows = z
  .number()
  .min(0)
  .transform((limit) => Math.min(limit, OVERVIEW_ROWS_MAX + 1))

const QUESTIONS = {
  report,
  report_rest: report,
  table: counted.extend({ dimension, won, limit: rows.nullable(), mostRows }),
  tree,
  day_sets: tree.extend({
    sets: z.array(z.array(days).max(NO_DAY)).max(MOST_SETS),
    isCompared: z.exactOptional(z.boolean()),
  }),
  call_backs: counted.extend({ now }),
  not_through: counted,
  rows: counted.extend({ limit: rows }),
  today: counted.extend({ days, comparedDays: days.nullable(), now, isWhole: z.boolean() }),
  deal_statuses: counted,
} as const satisfies { readonly [A in AnswerName]: z.ZodType<Answers[A]['question']> }

/** One of the overview's questions. */
export type AskedQuestion = {
  readonly [A in AnswerName]: { readonly name: A; readonly question: Answers[A]['question'] }
}[AnswerName]

/** The body of a question: what is asked, about the contacts of which days. */
export const askedOverview = z
  .object({
    name: z.enum(Object.keys(QUESTIONS) as AnswerName[]),
    question: z.unknown(),
    oid: z
      .string()
      .refine((oid) => isPathValue('oid', oid))
      .nullable(),
    days,
    comparedDays: days.nullable(),
  })
  .transform(({ name, question, ...job }, context) => {
    const { success, data } = QUESTIONS[name].safeParse(question)
    if (success) return { ...job, asked: { name, question: data } as AskedQuestion }
    context.addIssue('no such question')
    return z.NEVER
  })
