import type { IssueKind } from '#/contract/archive/client-issues.ts'
import type { AlertKind } from '#/contract/alerts/alert-kinds.ts'
import { MINUTE_MS } from '#/contract/day.ts'
import { evaluatorOf } from '#/server/metrics/alerts/rules.ts'
import { troubleOf } from '#/server/database/database.ts'
import type { Annotations } from '#/server/annotations/store.ts'
import type { MonthPlans } from '#/server/month-plans/store.ts'
import type { Archive } from '#/server/archive/archive.ts'
import { AccountForgotten } from '#/server/archive/store/account-numbers.ts'
import { foundIssues, ISSUE_WINDOW_MS, type FoundIssues } from './evaluate-account.ts'
import { handledContacts, plannedFor } from './inputs.ts'

/* Issues are stored with what they rest on, so that they are evaluated again only after a change, by whichever server. */

export interface IssueSources {
  readonly archive: Pick<Archive, 'store' | 'count' | 'now' | 'onTrouble'>
  readonly annotations: Pick<Annotations, 'since' | 'states'>
  readonly plans: Pick<MonthPlans, 'of' | 'states'>
}

export interface KnownIssues {
  readonly account: string
  /** When objects were read; null: never. */
  readonly objectsAt: number | null
  /** The last ones, current or not; null: none, or nothing to evaluate. */
  readonly found: FoundIssues | null
  readonly isCurrent: boolean
  readonly epoch: number
  readonly basis: string
}

/** What only depends on time changes slowly. */
const HELD_MS = 5 * MINUTE_MS
const ALL_PLANS = { kind: 'plan_behind', threshold: null, objects: null } as const
const NOTHING_HIDDEN: ReadonlySet<string> = new Set()

/** Of earlier versions may be unreadable: evaluated again. */
const readIssues = (text: string): FoundIssues | null | undefined =>
  text === 'null' ? null : foundIssues.safeParse(JSON.parse(text)).data

/** What is stored of these accounts, in their order. */
export const knownIssues = async (
  { archive, annotations, plans }: IssueSources,
  accounts: readonly string[],
): Promise<readonly KnownIssues[]> => {
  const now = archive.now()
  const [stored, marked, planned] = await Promise.all([
    archive.store.issues(accounts),
    annotations.states(accounts),
    plans.states(accounts),
  ])
  return accounts.map((account) => {
    const storedValue = stored.get(account)
    // Nothing was ever read: there is nothing to evaluate.
    if (storedValue === undefined)
      return { account, objectsAt: null, found: null, isCurrent: true, epoch: 0, basis: '' }
    const { objectsAt, epoch, version } = storedValue
    const basis = JSON.stringify([version, objectsAt, marked.get(account), planned.get(account)])
    const found = storedValue.found === null ? undefined : readIssues(storedValue.found)
    const isCurrent =
      found !== undefined && storedValue.basis === basis && Math.abs(now - storedValue.foundAt) < HELD_MS
    return { account, objectsAt, found: found ?? null, isCurrent, epoch, basis }
  })
}

/** Evaluates an account and stores its issues. */
export const evaluateIssues = async (
  { archive, annotations, plans }: IssueSources,
  { account, epoch, basis }: KnownIssues,
): Promise<FoundIssues | null> => {
  const now = archive.now()
  const found = await archive.count('issues', {
    account,
    handled: await handledContacts(annotations, account, now - ISSUE_WINDOW_MS),
    plans: await plannedFor(plans, account, ALL_PLANS, NOTHING_HIDDEN, now),
    now,
  })
  try {
    await archive.store.keepIssues(account, epoch, { basis, foundAt: now, found: JSON.stringify(found) })
  } catch (error) {
    if (error instanceof AccountForgotten) return null
    const trouble = troubleOf(error)
    if (trouble === null) throw error
    archive.onTrouble(trouble)
  }
  return found
}

const EVALUATED_AS = {
  quiet: 'silent',
  missed_rate: 'missed_rate',
  waiting: 'waiting',
  expires: 'stops',
  plan_behind: 'plan_behind',
  unread: 'trouble',
  not_updated: 'trouble',
  not_read: 'trouble',
} as const satisfies Record<IssueKind, AlertKind>

/** Without what rests on hidden fields (G12). */
export const issuesFor = (
  { issues, waiting, ...rest }: FoundIssues,
  hidden: ReadonlySet<string>,
): FoundIssues => {
  const isSeen = (kind: IssueKind) => !evaluatorOf(EVALUATED_AS[kind]).needs.some((name) => hidden.has(name))
  return {
    ...rest,
    issues: issues.filter(({ kind, by }) => isSeen(kind) && !(by === 'target' && hidden.has('target'))),
    waiting: isSeen('waiting') ? waiting : null,
  }
}
