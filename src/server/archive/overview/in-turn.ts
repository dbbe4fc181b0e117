import type { ArchiveCounter } from '#/server/archive/counting/counting.ts'
import type { CountingContext } from '#/server/archive/counting/calls.ts'
import type { ArchiveStore, SegmentDays } from '#/server/archive/store/store.ts'
import { failure } from '#/server/http/failure.ts'
import { MOST_CONTACTS, type OverviewCall } from './count.ts'
import type { AskedQuestion } from './question.ts'
import { createTurns, type Waiter } from './turns.ts'

/** Contacts that one question may pass over, each once for each of its sets of days and levels: half a second or so. */
const MOST_PASSED = 100_000_000

export type OverviewQuestion = Extract<OverviewCall['question'], { readonly account: string }>

/** Counts the overview of contacts that are too many for a browser. */
export interface OverviewCounter {
  /**
   * One question after the other: each takes a processor, and perhaps a gigabyte.
   * @returns JSON of the answer
   * @throws Failure `request_too_large` for more contacts, more work, or a longer answer than one question may have;
   *   `rate_limited` while too many wait; what the thread throws; the signal's reason
   */
  readonly ask: (question: OverviewQuestion, context: CountingContext & { waiter: Waiter }) => Promise<string>
  /** Nothing of these accounts stays in memory. */
  readonly forget: (accounts: readonly string[]) => Promise<void>
  readonly close: () => Promise<void>
}

/** How often a question passes over its contacts. */
const passesOf = (asked: AskedQuestion | null): number =>
  asked?.name === 'day_sets' ? asked.question.sets.length * (1 + asked.question.levels.length) : 1

export const createOverviewCounter = (
  counter: ArchiveCounter,
  store: Pick<ArchiveStore, 'map'>,
): OverviewCounter => {
  const turns = createTurns()
  let hasCounted = false

  const contactsOf = async (account: string, days: SegmentDays | null) =>
    days === null ? 0 : (await store.map(account, days)).reduce((sum, { contacts }) => sum + contacts, 0)

  return {
    ask: async (question, { waiter, ...context }) => {
      const { account, days, comparedDays, asked } = question
      const contacts = (await contactsOf(account, days)) + (await contactsOf(account, comparedDays))
      if (contacts > MOST_CONTACTS || contacts * passesOf(asked) > MOST_PASSED)
        throw failure('request_too_large')
      hasCounted = true
      const answer = await turns.take(waiter, context.signal, () =>
        counter.count('overview', question, context),
      )
      if (answer === null) throw failure('request_too_large')
      return answer
    },
    forget: async (accounts) => {
      if (hasCounted) await counter.count('overview', { forget: accounts })
    },
    close: counter.close,
  }
}
