import PQueue from 'p-queue'
import { ApiError, isApiError, retryDelay, shouldRetry } from './error.ts'

/** Of the six requests a session may have in flight, so that what the user does meanwhile need not wait (G19). */
const BULK_PLACES = 4

/** Does pieces of work a few at a time. */
export interface RequestQueue {
  /**
   * Waits for a place, then does `request`. The place is free again when it ends or when the signal is aborted, so
   * `request` should end with the signal.
   * @param priority higher ones go first; equal ones in the order they were added
   * @throws what `request` does; ApiError `aborted` as soon as the signal says so
   */
  readonly add: <T>(request: () => Promise<T>, signal: AbortSignal, priority?: number) => Promise<T>
  /**
   * Works on items: the next one is taken only when there is a place for it, so that it may depend on what the ones
   * before it brought. The places stay taken until there are no more.
   * @param next undefined: none for now. The place that asked is free; those still at work ask again
   * @throws what `work` does, the first time it does
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

/** Resolves after so many milliseconds. @throws ApiError `aborted` as soon as the signal says so */
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
 * Asks again after failures that may pass, as a query would: for requests that are a part of a larger one.
 * @param wait like {@link pause}; it is told what failed, and how long to wait: what the service asked for, if it did
 * @param isRetried of the failures so far, from 0, and the last of them
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
