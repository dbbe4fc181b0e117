import { ApiError, retryDelay, shouldRetry } from '#/api/error.ts'

/** Of the six requests a session may have in flight, so that whoever reads meanwhile does not wait (G19). */
const IN_FLIGHT = 4

/** Does pieces of work in the order they were given, a few at a time. */
export interface RequestQueue {
  /**
   * Waits for a place, then does `request`. Rejects as it does, or as aborted when the signal says so before its turn.
   */
  readonly add: <T>(request: () => Promise<T>, signal: AbortSignal) => Promise<T>
}

export const createRequestQueue = (places = IN_FLIGHT): RequestQueue => {
  const waiting: (() => void)[] = []
  let free = places
  const place = async () => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }
  /** The place goes from hand to hand: nobody who comes meanwhile is before those who wait. */
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else free++
  }
  return {
    add: async (request, signal) => {
      await place()
      try {
        if (signal.aborted) throw new ApiError('aborted')
        return await request()
      } finally {
        leave()
      }
    },
  }
}

/** What is loaded over many clients shares these places, however many parts of the page load at once (G19). */
export const agencyRequests: RequestQueue = createRequestQueue()

const waitFor = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const give = () => {
      clearTimeout(timer)
      reject(new ApiError('aborted'))
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', give)
      resolve()
    }, ms)
    signal.addEventListener('abort', give, { once: true })
  })

/** Asks again after failures that may pass, as a query would: for requests that are a part of a larger one. */
export const patiently = async <T>(
  request: () => Promise<T>,
  signal: AbortSignal,
  wait: (ms: number, signal: AbortSignal) => Promise<void> = waitFor,
): Promise<T> => {
  for (let failures = 0; ; failures++) {
    try {
      return await request()
    } catch (error) {
      if (!shouldRetry(failures, error)) throw error
      await wait(retryDelay(failures, error), signal)
    }
  }
}
