import * as z from 'zod'
import { CHANGE_DIMENSIONS, CHANGE_METRICS } from '#/contract/figures/changes.ts'
import { DIMENSIONS } from '#/contract/figures/dimensions.ts'
import type { FiguresName } from '#/contract/figures/answers.ts'
import type { SentQuestion } from '#/contract/figures/questions.ts'
import { FIGURES_ROWS_MAX } from '#/contract/figures/rows-max.ts'
import { isPathValue } from '#/contract/endpoint.ts'
import { NO_DAY } from '#/contract/day.ts'

/*
 * The questions that pages may ask. The server adds the moment, coverage, aliases and won statuses; values of
 * these from earlier pages are ignored.
 */

const MOST_FILTERS = 24
const MOST_VALUES = 10_000
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
const counted = z.object({
  filters: z.array(filter).max(MOST_FILTERS),
  raw: z.exactOptional(z.boolean()),
})
/** A client cannot choose a larger answer. */
const mostRows = z.literal(FIGURES_ROWS_MAX).default(FIGURES_ROWS_MAX)
const tree = counted.extend({ levels: z.array(dimension).max(MOST_LEVELS), mostRows })
const compared = counted.extend({
  days,
  comparedDays: days.nullable(),
  comparedMonths: z.exactOptional(z.int().min(-1200).max(1200).nullable()),
})
const report = compared.extend({ bucket: z.enum(['day', 'week', 'month']) })
/** "All" is one more than the maximum, which tells whether there are too many. */
const rows = z
  .number()
  .min(0)
  .transform((limit) => Math.min(limit, FIGURES_ROWS_MAX + 1))

const QUESTIONS = {
  report,
  report_rest: report,
  changes: compared.extend({
    metric: z.enum(CHANGE_METRICS),
    by: z.enum(CHANGE_DIMENSIONS).nullable(),
    limit: z.exactOptional(rows),
  }),
  table: counted.extend({ dimension, limit: rows.nullable(), mostRows }),
  tree,
  costs: counted.extend({ days, today: day, isCompared: z.exactOptional(z.boolean()) }),
  forecast: counted.extend({ days, today: day }),
  call_backs: counted,
  not_through: counted,
  reached_later: counted,
  rows: counted.extend({ limit: rows }),
  today: counted.extend({ days, comparedDays: days.nullable(), today: z.exactOptional(day) }),
  deal_statuses: counted,
} as const satisfies { readonly [A in FiguresName]: z.ZodType<SentQuestion<A>> }

export type FiguresQuestion = {
  readonly [A in FiguresName]: { readonly name: A; readonly question: SentQuestion<A> }
}[FiguresName]

const oid = z
  .string()
  .refine((text) => isPathValue('oid', text))
  .nullable()
const followedDays = { oid, days, comparedDays: days.nullable() }

/** The body of a progress request; `after`: answer once the version differs, or after a moment. */
export const readingBody = z.object({ ...followedDays, after: z.exactOptional(z.string().max(100)) })

export const figuresNames = Object.keys(QUESTIONS) as FiguresName[]

/** The body of a question; `version`: that of the answer that the page has. */
export const figuresBody = <A extends FiguresName>(name: A) =>
  z.object({
    ...followedDays,
    question: QUESTIONS[name] as unknown as z.ZodType<SentQuestion<A>>,
    version: z.exactOptional(z.string().max(100)),
  })
