import { failure } from '#/server/http/failure.ts'

/** What waits at most behind the places of one key. */
const MAX_WAITING = 60
/** Seconds after which a page that was turned away may ask again. */
const TURNED_AWAY_S = 2

/** Runs work at most `limit` at a time for each key, in the order of asking (G19). */
export const createSlots = (limit: number) => {
  const queues = new Map<string, { running: number; waiting: (() => void)[] }>()

  /**
   * @throws Failure `rate_limited` when too much waits already; the signal's reason when it aborts before the work has
   * begun
   */
  return async <T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    const queue = queues.get(key) ?? { running: 0, waiting: [] }
    queues.set(key, queue)
    if (queue.running < limit) queue.running++
    else if (queue.waiting.length >= MAX_WAITING)
      throw failure('rate_limited', { headers: { 'Retry-After': String(TURNED_AWAY_S) } })
    else
      // A finished request hands its place to the next one, so `running` stays as it is.
      await new Promise<void>((resolve, reject) => {
        const begin = () => {
          signal.removeEventListener('abort', giveUp)
          resolve()
        }
        const giveUp = () => {
          queue.waiting.splice(queue.waiting.indexOf(begin), 1)
          reject(signal.reason)
        }
        queue.waiting.push(begin)
        signal.addEventListener('abort', giveUp, { once: true })
      })
    try {
      signal.throwIfAborted()
      return await work()
    } finally {
      const next = queue.waiting.shift()
      if (next) next()
      else if (--queue.running === 0) queues.delete(key)
    }
  }
}
