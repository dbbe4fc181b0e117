import { failure } from '#/server/http/failure.ts'

/** Queue limit per key. */
const MAX_WAITING = 60
/** Retry-After of a full queue, seconds. */
const TURNED_AWAY_S = 2

/** Limits parallel work per key, in order of arrival (G19). */
export const createConcurrencyLimit = (limit: number) => {
  const queues = new Map<string, { running: number; waiting: (() => void)[] }>()

  /** @throws Failure `rate_limited` when the queue is full; the signal's reason when aborted in the queue */
  return async <T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    const queue = queues.get(key) ?? { running: 0, waiting: [] }
    queues.set(key, queue)
    if (queue.running < limit) queue.running++
    else if (queue.waiting.length >= MAX_WAITING)
      throw failure('rate_limited', { headers: { 'Retry-After': String(TURNED_AWAY_S) } })
    else
      // A finished request passes its place on, so `running` stays.
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
