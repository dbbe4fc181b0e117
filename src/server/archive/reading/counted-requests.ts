import type { ArchiveStore } from '#/server/archive/store/store.ts'
import { utcDay } from './clock.ts'

/** Requests to the service for an account, written down by day (UTC) from time to time and not one by one. */
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
    /** Background requests that are not written down yet. */
    unasked: () => counted.unasked,
    /** @returns the day's background requests */
    write: async (): Promise<number> => {
      const spent = { ...counted }
      Object.assign(counted, { requests: 0, unasked: 0 })
      return store.countRequests(account, utcDay(now()), spent)
    },
  }
}

export type RequestCount = ReturnType<typeof countRequestsOf>
