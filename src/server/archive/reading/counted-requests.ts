import type { ArchiveStore } from '#/server/archive/store/store.ts'
import { utcDay } from './clock.ts'

/** Counts requests for an account by UTC day; written in batches. */
export const countRequestsOf = (
  store: Pick<ArchiveStore, 'countRequests'>,
  account: string,
  now: () => number,
) => {
  const counted = { requests: 0, unasked: 0 }
  return {
    /** @param isUnasked background work that no user waits for */
    add: (isUnasked: boolean): void => {
      counted.requests++
      if (isUnasked) counted.unasked++
    },
    unasked: () => counted.unasked,
    write: async (): Promise<number> => {
      const spent = { ...counted }
      Object.assign(counted, { requests: 0, unasked: 0 })
      return store.countRequests(account, utcDay(now()), spent)
    },
  }
}

export type RequestCount = ReturnType<typeof countRequestsOf>
