import type { ReadDay } from '#/server/archive/store/writing/write-days.ts'

/** One transaction writes so many contacts, or one day of more: others wait no longer than that takes. */
const MOST_AT_ONCE = 1_000
/** With so many contacts waiting to be written no more pages are asked for: they are in memory. */
const MOST_WAITING = 3_000

const contactsOf = (days: readonly ReadDay[]) => days.reduce((sum, { records }) => sum + records.length, 0)

/** The first of some days, no more than one transaction writes. */
const batchOf = (days: readonly ReadDay[]): readonly ReadDay[] => {
  let contacts = 0
  const end = days.findIndex(({ records }, nth) => (contacts += records.length) > MOST_AT_ONCE && nth > 0)
  return end < 0 ? days : days.slice(0, end)
}

/**
 * Writes days in the order in which they are read, while the next pages come. What gathers during one write is the next
 * one: a transaction costs as much as some days in it.
 */
export const createDayWriter = (write: (days: readonly ReadDay[]) => Promise<void>) => {
  let waiting: readonly ReadDay[] = []
  let writing: Promise<void> | null = null
  let failed: { readonly error: unknown } | null = null

  const writeAll = async () => {
    try {
      while (waiting.length > 0) {
        const days = batchOf(waiting)
        waiting = waiting.slice(days.length)
        await write(days)
      }
    } catch (error) {
      // Nothing is written after it: days come newest first, without one missing.
      failed = { error }
    }
    writing = null
  }

  const settled = async (): Promise<void> => {
    await writing
    if (failed) throw failed.error
  }

  return {
    /** Resolves when there is room for more. @throws what `write` did */
    add: async (days: readonly ReadDay[]): Promise<void> => {
      if (failed) throw failed.error
      if (days.length === 0) return
      waiting = [...waiting, ...days]
      writing ??= writeAll()
      if (contactsOf(waiting) > MOST_WAITING) await settled()
    },
    /** Resolves when all is written. @throws what `write` did */
    settled,
  }
}
