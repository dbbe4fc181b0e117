import PQueue from 'p-queue'
import type { ArchiveCounter } from '#/server/archive/counting/counting.ts'
import type { CountingContext } from '#/server/archive/counting/calls.ts'
import type { ArchiveStore, SegmentDays } from '#/server/archive/store/store.ts'
import { failure } from '#/server/http/failure.ts'
import { MOST_CONTACTS, type OverviewCall } from './count.ts'

/** So many questions wait at most, of everybody together: a page asks a dozen at a time. */
const MOST_WAITING = 500

export type OverviewQuestion = Extract<OverviewCall['question'], { readonly account: string }>

/** Counts the overview of contacts that are too many for a browser. */
export interface OverviewCounter {
  /**
   * One question after the other: each takes a processor, and perhaps a gigabyte.
   * @returns JSON of the answer
   * @throws Failure `request_too_large` for more contacts, or a longer answer, than there is room for; `rate_limited` while too
   *   many wait; what the thread throws; the signal's reason
   */
  readonly ask: (question: OverviewQuestion, context: CountingContext) => Promise<string>
  /** Nothing of these accounts stays in memory. */
  readonly forget: (accounts: readonly string[]) => Promise<void>
  readonly close: () => Promise<void>
}

export const createOverviewCounter = (
  counter: ArchiveCounter,
  store: Pick<ArchiveStore, 'map'>,
): OverviewCounter => {
  const queue = new PQueue({ concurrency: 1 })
  let hasCounted = false

  const contactsOf = async (account: string, days: SegmentDays | null) =>
    days === null ? 0 : (await store.map(account, days)).reduce((sum, { contacts }) => sum + contacts, 0)

  return {
    ask: async (question, context) => {
      const { account, days, comparedDays } = question
      if (queue.size >= MOST_WAITING) throw failure('rate_limited', { headers: { 'Retry-After': '5' } })
      const contacts = (await contactsOf(account, days)) + (await contactsOf(account, comparedDays))
      if (contacts > MOST_CONTACTS) throw failure('request_too_large')
      const { signal } = context
      hasCounted = true
      const answer = await queue.add(() => counter.count('overview', question, context), { signal })
      if (answer === null) throw failure('request_too_large')
      return answer
    },
    forget: async (accounts) => {
      if (hasCounted) await counter.count('overview', { forget: accounts })
    },
    close: async () => {
      queue.clear()
      await counter.close()
    },
  }
}
