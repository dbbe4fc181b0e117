import PQueue from 'p-queue'
import { ApiError, isApiError, retryDelay, shouldRetry } from './error.ts'

/** Of six concurrent requests per session, the rest are for user actions (G19). */
const BULK_PLACES = 4

export interface RequestQueue {
  /**
   * Runs `request` when a slot is free. The slot is released on abort, so `request` must respect the signal.
   * @param priority higher first, then FIFO
   * @throws errors of `request`; ApiError `aborted`
   */
  readonly add: <T>(request: () => Promise<T>, signal: AbortSignal, priority?: number) => Promise<T>
  /**
   * Works through items; the next is chosen when a slot is free, so it may depend on earlier results.
   * @param next undefined: none for now
   * @throws the first error of `work`
   */
  readonly each: <Item>(next: () => Item | undefined, work: (item: Item) => Promise<void>) => Promise<void>
}

export const createRequestQueue = (places = BULK_PLACES): RequestQueue => {
  const queue = new PQueue({ concurrency: places })
  return {
    add: async (request, signal, priority = 0) => {
      try {
        return await queue.add(request, { signal, priority })
      } catch (error) {
        throw signal.aborted && !isApiError(error) ? new ApiError('aborted') : error
      }
    },
    each: async (next, work) => {
      const workOn = async () => {
        for (let item = next(); item !== undefined; item = next()) await work(item)
      }
      await Promise.all(Array.from({ length: places }, () => queue.add(workOn)))
    },
  }
}

/** Milliseconds. @throws ApiError `aborted` */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const giveUp = () => {
      clearTimeout(timer)
      reject(new ApiError('aborted'))
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', giveUp)
      resolve()
    }, ms)
    if (signal.aborted) giveUp()
    else signal.addEventListener('abort', giveUp, { once: true })
  })

/**
 * Retries transient failures, as queries do.
 * @param wait like {@link pause}, with the error and delay
 * @param isRetried by number of failures from 0
 */
export const withRetry = async <T>(
  request: () => Promise<T>,
  signal: AbortSignal,
  wait: (ms: number, signal: AbortSignal, error: unknown) => Promise<void> = pause,
  isRetried: (failures: number, error: unknown) => boolean = shouldRetry,
): Promise<T> => {
  for (let failures = 0; ; failures++) {
    try {
      return await request()
    } catch (error) {
      if (!isRetried(failures, error)) throw error
      await wait(retryDelay(failures, error), signal, error)
    }
  }
}
