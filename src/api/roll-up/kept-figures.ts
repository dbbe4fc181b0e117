import { dayNumber } from '#/contract/day.ts'
import type { Scope } from '#/api/client.ts'
import { beginReading, readFromService } from '#/api/figures/figures.ts'
import type { RollUpAsked } from './client-comparison.ts'

const daysAsked = ({ days, compared }: RollUpAsked) => ({
  first: dayNumber(compared && compared.from < days.from ? compared.from : days.from),
  last: dayNumber(days.to),
})

/**
 * Has our server read what it does not hold of these days, and waits until it does. Rejects with ApiError.
 * @param isRetry days that could not be read not long ago are tried again at once
 */
export const readIntoArchive = (
  scope: Scope,
  asked: RollUpAsked,
  signal: AbortSignal,
  isRetry = false,
): Promise<unknown> => readFromService(scope, daysAsked(asked), signal, isRetry)

/** Has our server begin to read what it does not hold of these days: it goes on by itself. */
export const beginArchive = (scope: Scope, asked: RollUpAsked, signal: AbortSignal): Promise<void> =>
  beginReading(scope, daysAsked(asked), signal)
