import { setInterval } from 'node:timers'
import type { ArchiveStore } from '#/server/archive/store/store.ts'

/** A server that is gone holds its days no longer than this. */
export const LEASE_MS = 12_000
const RENEW_MS = 4_000

/** Another server reads these days by now: this one was away for too long, or the clock was changed. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/** The days of an account that this server reads. */
export const createLeases = (
  store: Pick<ArchiveStore, 'claim' | 'release' | 'renew'>,
  account: string,
  holder: string,
  now: () => number,
) => {
  let held: ReadonlySet<number> = new Set()
  let claimedAt = 0
  let timer: NodeJS.Timeout | null = null

  /** It holds from before it was asked for, and counts from when it is there. */
  const dated = async (
    ask: (lease: { holder: string; now: number; ms: number }) => Promise<ReadonlySet<number>>,
  ) => {
    const at = now()
    const mine = await ask({ holder, now: at, ms: LEASE_MS })
    claimedAt = at
    return mine
  }

  /** @throws LeaseLost */
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
    /** Claims those of the days that no other server reads, and releases all others. @returns those that are held */
    hold: async (days: Iterable<number>): Promise<ReadonlySet<number>> => {
      const wanted = new Set(days)
      const left = [...held].filter((day) => !wanted.has(day))
      if (left.length > 0) await store.release(account, left, holder)
      held = wanted.size > 0 ? await dated((lease) => store.claim(account, [...wanted], lease)) : wanted
      // While an answer is waited for, nothing else would do it. What it finds is told at the next page.
      if (held.size > 0) timer ??= setInterval(() => void renew().catch(() => undefined), RENEW_MS).unref()
      else rest()
      return held
    },
    /** Before anything is asked or written. @throws LeaseLost */
    keep: async (days: Iterable<number>): Promise<void> => {
      for (const day of days) if (!held.has(day)) throw new LeaseLost()
      // A clock that was set back says nothing about how long ago it was.
      if (now() >= claimedAt + RENEW_MS || now() < claimedAt) await renew()
    },
    release,
  }
}

export type Leases = ReturnType<typeof createLeases>
