/** Of the six parallel requests of a session (G19): the rest is left to its user. */
const FOREGROUND_LIMIT = 4
const IN_THE_BACKGROUND = 2

/**
 * Limits the archive's parallel requests per key, however many accounts it reads with it: an agency's clients
 * share one key. Background work gets fewer, and queues last.
 */
export const createConcurrencyLimits = () => {
  const queues = new Map<
    string,
    { running: number; waiting: { isRequested: () => boolean; begin: () => void }[] }
  >()

  const next = (key: string) => {
    const queue = queues.get(key)
    if (!queue) return
    for (;;) {
      const at = queue.waiting.findIndex(({ isRequested }) => isRequested())
      const isFree = queue.running < (at >= 0 ? FOREGROUND_LIMIT : IN_THE_BACKGROUND)
      const [one] = isFree ? queue.waiting.splice(Math.max(at, 0), 1) : []
      if (!one) break
      queue.running++
      one.begin()
    }
    if (queue.running === 0 && queue.waiting.length === 0) queues.delete(key)
  }

  /** @param isRequested whether it is foreground work; evaluated when a place may be free */
  return async <T>(key: string, isRequested: () => boolean, work: () => Promise<T>): Promise<T> => {
    const queue = queues.get(key) ?? { running: 0, waiting: [] }
    queues.set(key, queue)
    await new Promise<void>((resolve) => {
      queue.waiting.push({ isRequested, begin: resolve })
      next(key)
    })
    try {
      return await work()
    } finally {
      queue.running--
      next(key)
    }
  }
}

export type ConcurrencyLimits = ReturnType<typeof createConcurrencyLimits>
