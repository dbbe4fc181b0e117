import { setInterval } from 'node:timers'
import type { ArchiveStore } from '#/server/archive/store/store.ts'

/** A crashed server's days are free again after this time. */
export const LEASE_MS = 12_000
const RENEW_MS = 4_000

/** Another server has taken over these days: this one stalled, or the clock changed. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

export const createLeases = (
  store: Pick<ArchiveStore, 'claim' | 'release' | 'renew'>,
  account: string,
  holder: string,
  now: () => number,
) => {
  let held: ReadonlySet<number> = new Set()
  let claimedAt = 0
  let timer: NodeJS.Timeout | null = null

  /** Dated before the request, so that our lease never outlasts the database's. */
  const dated = async (
    ask: (lease: { holder: string; now: number; ms: number }) => Promise<ReadonlySet<number>>,
  ) => {
    const at = now()
    const mine = await ask({ holder, now: at, ms: LEASE_MS })
    claimedAt = at
    return mine
  }

  const renew = async () => {
    const before = held
    const mine = await dated((lease) => store.renew(account, [...before], lease))
    if (held === before && mine.size < before.size) held = mine
    if (mine.size < before.size) throw new LeaseLost()
  }

  const rest = () => {
    if (timer) clearInterval(timer)
    timer = null
  }

  const release = async (): Promise<void> => {
    rest()
    if (held.size === 0) return
    held = new Set()
    await store.release(account, null, holder)
  }

  return {
    /**
     * Claims free days, and releases all others.
     * @returns the claimed days
     */
    hold: async (days: Iterable<number>): Promise<ReadonlySet<number>> => {
      const wanted = new Set(days)
      const left = [...held].filter((day) => !wanted.has(day))
      if (left.length > 0) await store.release(account, left, holder)
      held = wanted.size > 0 ? await dated((lease) => store.claim(account, [...wanted], lease)) : wanted
      // Renews while waiting for an answer; a lost lease surfaces at the next page.
      if (held.size > 0) timer ??= setInterval(() => void renew().catch(() => undefined), RENEW_MS).unref()
      else rest()
      return held
    },
    /**
     * Call before each request and write.
     * @throws LeaseLost
     */
    keep: async (days: Iterable<number>): Promise<void> => {
      for (const day of days) if (!held.has(day)) throw new LeaseLost()
      // A clock that was set back makes the age unknown.
      if (now() >= claimedAt + RENEW_MS || now() < claimedAt) await renew()
    },
    release,
  }
}

export type Leases = ReturnType<typeof createLeases>
