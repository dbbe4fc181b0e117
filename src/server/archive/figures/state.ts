import { createHash } from 'node:crypto'
import { mergedDays } from '#/analytics/days.ts'
import type { ArchiveState } from '#/contract/archive/shapes.ts'
import { dayNumber } from '#/contract/day.ts'
import type { DaysProgress, ReadingState } from '#/contract/figures/reading.ts'
import { createQuestion } from '#/server/archive/reading/questions/question.ts'
import type { ArchiveStore } from '#/server/archive/store/store.ts'
import type { ContactFacts } from './count.ts'
import { isOver, type FollowedReading } from './followed.ts'
import type { AccountFiguresQuestion } from './in-turn.ts'

export type SeenContacts = Pick<
  AccountFiguresQuestion,
  'account' | 'oid' | 'hidden' | 'presentation' | 'workingHours' | 'chosen'
>

/** The state of days as far as it is known without counting. */
export interface FiguresState {
  readonly is: ReadingState['is']
  /** Changes whenever figures may differ. */
  readonly version: string
  /** Changes with the aliases, won statuses and spend of the account. */
  readonly rules: string
  readonly current: ArchiveState
  readonly compared: ArchiveState | null
}

export const digestOf = (facts: unknown): string =>
  createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 22)

export const figuresState = async (
  store: Pick<ArchiveStore, 'map'>,
  { seen, rules }: { readonly seen: SeenContacts; readonly rules: string },
  one: FollowedReading,
): Promise<FiguresState> => {
  const { account, oid, hidden, presentation } = seen
  const { days, comparedDays, reading } = one
  const maps = await Promise.all(
    [days, ...(comparedDays ? [comparedDays] : [])].map((of) => store.map(account, of)),
  )
  // Nothing is awaited from here on: reading could end in between, and one version would name two states.
  const current = reading.stateOf(maps[0]!, one.current)
  const compared = comparedDays && reading.stateOf(maps[1]!, one.compared ?? createQuestion(comparedDays))
  const requested = [oid, [...hidden].toSorted(), presentation, days, comparedDays, rules]
  const version = digestOf([maps, requested, one.isStopped, current, compared])
  const hasFailed = current.is === 'failed' || compared?.is === 'failed'
  const is = one.isStopped ? 'stopped' : !isOver(one) ? 'loading' : hasFailed ? 'failed' : 'loaded'
  return { is, version, rules, current, compared }
}

export const hasAllContacts = ({ is, current, compared }: FiguresState): boolean =>
  is === 'loaded' && current.unread.length === 0 && !compared?.unread.length

const numbered = (unread: ArchiveState['unread']) =>
  mergedDays(unread.map((range) => ({ first: dayNumber(range.date_from), last: dayNumber(range.date_to) })))

/**
 * The state that an answer is based on.
 * @param oid null: all objects
 */
export const readingStateOf = (
  { is, version, rules, current, compared }: FiguresState,
  facts: ContactFacts,
  oid: string | null,
): ReadingState => {
  const progressOf = (state: ArchiveState, nth: 0 | 1): DaysProgress => {
    const { loaded, total } = state
    const unread = numbered(state.unread)
    if (oid === null) return { loaded, total, unread }
    const own = facts.rows[nth] ?? 0
    return { loaded: own, total: total !== null && loaded >= total ? own : null, unread }
  }
  return {
    is,
    version,
    rules,
    current: progressOf(current, 0),
    compared: compared && progressOf(compared, 1),
    asOf: current.as_of,
    oldest: current.oldest,
    shortfall: current.shortfall,
    comparedShortfall: compared?.shortfall ?? null,
    error: current.error ?? compared?.error ?? null,
    now: facts.now,
    clocks: [...facts.clocks],
    objectTitles: facts.objectTitles.map(([object, title]) => [object, title]),
  }
}
