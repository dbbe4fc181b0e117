import {
  accountIssues,
  type AccountIssues,
  type AccountIssue,
  type EvaluatedIssues,
} from '#/server/metrics/alerts/issues.ts'
import { NORM_WEEKS } from '#/server/metrics/evaluation/inactivity.ts'
import { DAY_MS, MINUTE_MS } from '#/contract/day.ts'
import type { ArchiveStore } from '#/server/archive/store/store.ts'
import {
  factsOf,
  minuteOfInstant,
  titleOf,
  type EvaluatedAccount,
  type EvaluationStore,
} from './evaluate-account.ts'

export interface FindIssuesCall {
  /** `isKept`: only the last known answer, whatever its age. */
  readonly question: EvaluatedAccount & { readonly judged: EvaluatedIssues; readonly isKept?: boolean }
  readonly answer:
    | (Omit<AccountIssues, 'issues'> & {
        readonly issues: readonly (AccountIssue & { readonly object: string | null })[]
        readonly asOf: number
      })
    | null
}

/** Today and the weeks of its norm, and a day for time zones. */
const EVALUATED_DAYS = 7 * NORM_WEEKS + 2
/** How far back annotations matter, in milliseconds. */
export const ISSUE_WINDOW_MS = EVALUATED_DAYS * DAY_MS

type IssuesStore = EvaluationStore & Pick<ArchiveStore, 'version'>

const find = async (
  store: IssuesStore,
  question: FindIssuesCall['question'],
): Promise<FindIssuesCall['answer']> => {
  const facts = await factsOf(store, question, EVALUATED_DAYS, null)
  if (facts === null) return null
  const { issues, ...rest } = accountIssues(facts, facts.until, question.judged)
  return {
    ...rest,
    issues: issues.map((issue) => ({
      ...issue,
      object: issue.oid === null ? null : titleOf(facts, issue.oid),
    })),
    asOf: facts.until * MINUTE_MS,
  }
}

interface Known {
  /** Which archive, question and minutes it is of. */
  readonly state: string
  readonly answer: FindIssuesCall['answer']
}
/** Of 2,500 clients, for pages and for the navigation's badge. */
const MOST_ANSWERS = 5_000
/** What only depends on time changes slowly. */
const HELD_MINUTES = 5
const knownBy = new WeakMap<IssuesStore, Map<string, Known>>()

/** Cached by account and kinds until its archive changes or some minutes pass. Null: no complete day, or not evaluated yet. */
export const findIssues = async (
  store: IssuesStore,
  question: FindIssuesCall['question'],
): Promise<FindIssuesCall['answer']> => {
  const answers = knownBy.get(store) ?? new Map<string, Known>()
  knownBy.set(store, answers)
  const { account, now, isKept = false, ...by } = question
  // Pages and the navigation's badge want different issues.
  const key = JSON.stringify([account, by.judged])
  const before = answers.get(key)
  if (isKept) return before?.answer ?? null
  const stored = await store.objects(account)
  const state = JSON.stringify([
    await store.version(account),
    stored?.readAt,
    Math.floor(minuteOfInstant(now) / HELD_MINUTES),
    by,
  ])
  answers.delete(key)
  const known = before?.state === state ? before : { state, answer: await find(store, question) }
  answers.set(key, known)
  for (const [oldest] of answers) if (answers.size > MOST_ANSWERS) answers.delete(oldest)
  return known.answer
}
