import type { ReadDay } from '#/server/archive/store/writing/write-days.ts'

/** Contacts per transaction (or one larger day), so that other writers wait briefly. */
const MOST_AT_ONCE = 1_000
/** With this many unwritten contacts in memory, no more pages are requested. */
const MOST_WAITING = 3_000

const contactsOf = (days: readonly ReadDay[]) => days.reduce((sum, { records }) => sum + records.length, 0)

const batchOf = (days: readonly ReadDay[]): readonly ReadDay[] => {
  let contacts = 0
  const end = days.findIndex(({ records }, nth) => (contacts += records.length) > MOST_AT_ONCE && nth > 0)
  return end < 0 ? days : days.slice(0, end)
}

/**
 * Writes days in order while the next pages load. Days that arrive during a write form the next batch: a
 * transaction costs as much as several days.
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
      // Nothing is written after an error, so that the newest days have no hole.
      failed = { error }
    }
    writing = null
  }

  const settled = async (): Promise<void> => {
    await writing
    if (failed) throw failed.error
  }

  return {
    /**
     * Resolves when there is room for more.
     * @throws the write's error
     */
    add: async (days: readonly ReadDay[]): Promise<void> => {
      if (failed) throw failed.error
      if (days.length === 0) return
      waiting = [...waiting, ...days]
      writing ??= writeAll()
      if (contactsOf(waiting) > MOST_WAITING) await settled()
    },
    /**
     * Resolves when all is written.
     * @throws the write's error
     */
    settled,
  }
}
