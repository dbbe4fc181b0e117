import { dayNumber } from '#/contract/day.ts'
import { archiveColumns } from '#/api/archive.ts'
import type { Scope } from '#/api/client.ts'
import type { RollUpAsked } from './client-comparison.ts'

const daysAsked = ({ days, compared }: RollUpAsked) => ({
  first: dayNumber(compared && compared.from < days.from ? compared.from : days.from),
  last: dayNumber(days.to),
})

/**
 * Has our server read what it does not hold of these days, and waits until it does. Rejects with ApiError.
 * @param isRetry days that could not be read not long ago are tried again at once
 * @returns false: it keeps nothing
 */
export const readIntoArchive = async (
  scope: Scope,
  asked: RollUpAsked,
  signal: AbortSignal,
  isRetry = false,
): Promise<boolean> => {
  const frames = archiveColumns(scope, daysAsked(asked), signal, false, { isRetry })
  let next = await frames.next()
  while (!next.done) next = await frames.next()
  return next.value
}

/** Has our server begin to read what it does not hold of these days: it goes on by itself. */
export const beginArchive = async (scope: Scope, asked: RollUpAsked, signal: AbortSignal): Promise<void> => {
  const frames = archiveColumns(scope, daysAsked(asked), signal)
  await frames.next()
  await frames.return(false)
}
