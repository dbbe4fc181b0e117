import { failure } from '#/server/http/failure.ts'

export interface Waiter {
  readonly account: string
  /** People of one account share its turns. */
  readonly person: string
}

/** Limits of waiting questions: of all, of an account, of a person. A page asks about a dozen at once. */
const MOST_WAITING = 500
const MOST_OF_ACCOUNT = 150
const MOST_OF_PERSON = 50

interface Waiting extends Waiter {
  readonly begin: () => void
}

/** Runs one at a time, round robin over accounts and within an account over people, so that heavy users wait for themselves. */
export const createTurns = () => {
  let waiting: readonly Waiting[] = []
  let isTaken = false
  let turn = 0
  const accounts = new Map<string, number>()
  const people = new Map<string, number>()

  const isBefore = (a: Waiter, b: Waiter) => {
    const last = (of: Map<string, number>, name: string) => of.get(name) ?? 0
    return (
      (last(accounts, a.account) - last(accounts, b.account) ||
        last(people, a.person) - last(people, b.person)) < 0
    )
  }
  const next = () => {
    const [first, ...others] = waiting
    isTaken = first !== undefined
    if (first === undefined) {
      accounts.clear()
      people.clear()
      return
    }
    const chosen = others.reduce((best, one) => (isBefore(one, best) ? one : best), first)
    waiting = waiting.filter((one) => one !== chosen)
    turn++
    accounts.set(chosen.account, turn)
    people.set(chosen.person, turn)
    chosen.begin()
  }

  /** @throws Failure `rate_limited` while too many wait; the signal's reason */
  const wait = async (waiter: Waiter, signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted()
    const count = (isOf: (one: Waiter) => boolean) => waiting.filter(isOf).length
    if (
      waiting.length >= MOST_WAITING ||
      count(({ account }) => account === waiter.account) >= MOST_OF_ACCOUNT ||
      count(({ person }) => person === waiter.person) >= MOST_OF_PERSON
    )
      throw failure('rate_limited', { headers: { 'Retry-After': '5' } })
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const one: Waiting = { ...waiter, begin: resolve }
    const leave = () => {
      waiting = waiting.filter((other) => other !== one)
      reject(signal.reason)
    }
    waiting = [...waiting, one]
    signal.addEventListener('abort', leave, { once: true })
    if (!isTaken) next()
    await promise.finally(() => signal.removeEventListener('abort', leave))
  }

  return {
    /** @throws as {@link wait}; the work's errors */
    take: async <T>(waiter: Waiter, signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
      await wait(waiter, signal)
      try {
        return await work()
      } finally {
        next()
      }
    },
  }
}
