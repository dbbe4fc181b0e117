import { MINUTE_MS } from '#/contract/day.ts'
import { RetryableError } from '#/server/schedule/run-failures.ts'
import { toJobError } from './run-as.ts'

/** Others wait for the place of a run that reads. */
const IN_TIME_MS = 15 * MINUTE_MS

/**
 * Reads for a run within limits of time.
 * @throws RetryableError
 */
export const readInTime = async <T>(
  signal: AbortSignal,
  read: (signal: AbortSignal) => Promise<T>,
  ms = IN_TIME_MS,
): Promise<T> => {
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(ms)])
  try {
    return await read(inTime)
  } catch (error) {
    if (inTime.aborted && !signal.aborted) throw new RetryableError('service_failed', null, { cause: error })
    throw toJobError(error)
  }
}
