import { eachDay } from '#/server/archive/reading/due.ts'
import type { SegmentDays } from '#/server/archive/store/store.ts'

/**
 * Runs of days, one after the other: the next one begins while the last pages of the one before are on their way and its
 * days are being written.
 */
export const createRuns = () => {
  let ending: { readonly days: readonly number[]; readonly run: Promise<void> } | null = null

  return {
    /** Days of the run that is ending. */
    inHand: (): ReadonlySet<number> => new Set(ending?.days),
    /**
     * Resolves when the next run may begin. @throws what a run does
     * @param read told when the run before has ended, and how to say that few of its pages are left to be asked for
     */
    begin: async (
      days: SegmentDays,
      read: (before: Promise<void>, onNearEnd: () => void) => Promise<void>,
    ): Promise<void> => {
      const before = ending?.run ?? Promise.resolve()
      const nearEnd = Promise.withResolvers<void>()
      const own = read(before, nearEnd.resolve)
      const bothEnded = async () => {
        for (const one of await Promise.allSettled([before, own]))
          if (one.status === 'rejected') throw one.reason
      }
      const run = bothEnded()
      // Whoever waits for it is told.
      run.catch(() => undefined)
      ending = { days: eachDay(days), run }
      await Promise.race([own, nearEnd.promise])
      await before
    },
    /** Resolves when no run goes on. @throws what it did */
    ended: async (): Promise<void> => {
      const run = ending?.run
      await run
      ending = null
    },
  }
}
