import type { ArchiveCounter } from '#/server/archive/counting/counting.ts'
import type { CountingContext } from '#/server/archive/counting/calls.ts'
import type { ArchiveStore, SegmentDays } from '#/server/archive/store/store.ts'
import { failure } from '#/server/http/failure.ts'
import { addedDays, MOST_CONTACTS, type FiguresCall } from './count.ts'
import { createTurns, type Waiter } from './turns.ts'

export type AccountFiguresQuestion = Extract<FiguresCall['question'], { readonly account: string }>
type Counted = NonNullable<FiguresCall['answer']>
export const createFiguresCounter = (counter: ArchiveCounter, store: Pick<ArchiveStore, 'totals'>) => {
  const turns = createTurns()
  const shared = createShared<Counted | null>()
  let hasCounted = false

  const contactsOf = async (account: string, days: SegmentDays | null) =>
    days === null ? 0 : (await store.totals(account, days)).contacts

  return {
    /**
     * Runs one question at a time: each takes a processor and up to a gigabyte. Equal questions share a run.
     * @throws Failure `request_too_large` for too many contacts, too much work or too long an answer;
     * `rate_limited` while too many wait; `counting_timeout`; the signal's reason
     */
    ask: async (
      question: AccountFiguresQuestion,
      { waiter, signal, tell: report }: CountingContext & { waiter: Waiter },
    ) => {
      const { account, days, comparedDays } = question
      const stretches = [days, comparedDays, addedDays(question)]
      const counts = await Promise.all(stretches.map((of) => contactsOf(account, of)))
      const contacts = counts.reduce((a, b) => a + b, 0)
      if (contacts > MOST_CONTACTS) throw failure('request_too_large')
      hasCounted = true
      const key = JSON.stringify({ ...question, hidden: [...question.hidden].toSorted() })
      const answer = await shared.take(key, { signal, tell: report }, (context) =>
        turns.take(waiter, context.signal, () => counter.count('figures', question, context)),
      )
      if (answer?.isTooSlow) throw failure('counting_timeout')
      if (answer === null || answer.text === null) throw failure('request_too_large')
      return { ...answer, text: answer.text }
    },
    forget: async (accounts: readonly string[]): Promise<void> => {
      if (hasCounted) await counter.count('figures', { forget: accounts })
    },
    close: counter.close,
  }
}
export type FiguresCounter = ReturnType<typeof createFiguresCounter>

interface Work<T> {
  readonly answer: Promise<T>
  readonly left: AbortController
  readonly listeners: Set<CountingContext['tell']>
  progress: Parameters<CountingContext['tell']> | null
}

/** Shares work between equal requests; it is aborted when the last one leaves. */
const createShared = <T>() => {
  const running = new Map<string, Work<T>>()

  const begin = (key: string, work: (context: CountingContext) => Promise<T>): Work<T> => {
    const left = new AbortController()
    const listeners: Work<T>['listeners'] = new Set()
    const report: CountingContext['tell'] = (...progress) => {
      one.progress = progress
      for (const listener of listeners) listener(...progress)
    }
    const answer = work({ signal: left.signal, tell: report }).finally(() => {
      if (running.get(key) === one) running.delete(key)
    })
    const one: Work<T> = { answer, left, listeners, progress: null }
    running.set(key, one)
    return one
  }

  return {
    /** @throws the work's errors; the signal's reason */
    take: async (
      key: string,
      { signal, tell: report }: CountingContext,
      work: (context: CountingContext) => Promise<T>,
    ): Promise<T> => {
      signal.throwIfAborted()
      const one = running.get(key) ?? begin(key, work)
      const leaving = Promise.withResolvers<never>()
      const leave = () => leaving.reject(signal.reason)
      const listener: typeof report = (...progress) => report(...progress)
      one.listeners.add(listener)
      if (one.progress !== null) report(...one.progress)
      signal.addEventListener('abort', leave, { once: true })
      try {
        return await Promise.race([one.answer, leaving.promise])
      } finally {
        signal.removeEventListener('abort', leave)
        one.listeners.delete(listener)
        if (one.listeners.size === 0 && running.get(key) === one) {
          running.delete(key)
          one.left.abort(signal.reason)
        }
      }
    },
  }
}
