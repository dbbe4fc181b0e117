import * as z from 'zod/mini'
import { clientIssue } from '#/contract/archive/client-issues.ts'
import { accountIssues } from '#/server/metrics/alerts/issues.ts'
import { NORM_WEEKS } from '#/server/metrics/evaluation/inactivity.ts'
import { DAY_MS, MINUTE_MS } from '#/contract/day.ts'
import { factsOf, titleOf, type EvaluatedAccount, type EvaluationStore } from './evaluate-account.ts'

/** Regardless of rights: `issuesFor` leaves out issues that depend on hidden fields. */
export const foundIssues = z.object({
  asOf: z.number(),
  issues: z.array(
    z.extend(z.omit(clientIssue, { client: true }), { cost: z.number(), chance: z.nullable(z.number()) }),
  ),
  waiting: z.nullable(z.number()),
  ends: z.nullable(z.object({ day: z.string(), daysLeft: z.number() })),
})
export type FoundIssues = z.infer<typeof foundIssues>

export interface FindIssuesCall {
  readonly question: EvaluatedAccount
  /** Null: no complete day. */
  readonly answer: FoundIssues | null
}

/** Today and the weeks of its norm, and a day for time zones. */
const EVALUATED_DAYS = 7 * NORM_WEEKS + 2
/** How far back annotations matter, in milliseconds. */
export const ISSUE_WINDOW_MS = EVALUATED_DAYS * DAY_MS

export const findIssues = async (
  store: EvaluationStore,
  question: FindIssuesCall['question'],
): Promise<FindIssuesCall['answer']> => {
  const facts = await factsOf(store, question, EVALUATED_DAYS, null)
  if (facts === null) return null
  const { issues, ...rest } = accountIssues(facts, facts.until)
  return {
    ...rest,
    issues: issues.map((issue) => ({
      ...issue,
      object: issue.oid === null ? null : titleOf(facts, issue.oid),
    })),
    asOf: facts.until * MINUTE_MS,
  }
}
