import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { archiveRollUp, type ArchiveRollUp } from '#/contract/archive/roll-up.ts'
import { archivePath } from '#/contract/archive/shapes.ts'
import { dayNumber, MINUTE_MS, type DayRange } from '#/contract/day.ts'
import { isForService } from '#/api/archive.ts'
import { beginReading, readFromService } from '#/api/figures/figures.ts'
import { parse, send, type Scope } from '#/api/client.ts'
import { keyOf, ofAccount } from '#/api/keys.ts'

/** While something is read. */
const READING_MS = 10_000

export interface RollUpAsked {
  readonly days: DayRange
  /** What as many of the first of these days are compared with; null: with nothing. */
  readonly compared: DayRange | null
}

/** @param clients null: all of which anything is kept */
const askedOf = (principal: string, { days, compared }: RollUpAsked, clients: readonly string[] | null) =>
  queryOptions({
    queryKey: keyOf(ofAccount(principal), 'archive_roll_up', { days, compared, clients }),
    queryFn: async ({ signal }): Promise<ArchiveRollUp | null> => {
      const query = new URLSearchParams({ date_from: days.from, date_to: days.to })
      if (compared) {
        query.set('compare_from', compared.from)
        query.set('compare_to', compared.to)
      }
      for (const client of clients ?? []) query.append('client', client)
      try {
        const answer = await send('GET', `${archivePath(null)}/roll-up?${query}`, {
          scope: ofAccount(principal),
          signal,
        })
        return answer === null ? null : parse(archiveRollUp, answer)
      } catch (cause) {
        if (isForService(cause)) return null
        throw cause
      }
    },
    retry: false,
  })

/** Figures of all clients of which our server keeps anything; null: it cannot answer from what it keeps. */
export const archiveRollUpQuery = (principal: string, asked: RollUpAsked) =>
  queryOptions({
    ...askedOf(principal, asked, null),
    staleTime: MINUTE_MS,
    refetchInterval: ({ state }) =>
      state.data?.accounts.some(({ is, is_reading }) => is_reading && is !== 'whole') ? READING_MS : false,
  })

/** Has one client's figures counted anew, and puts them where all of them are. */
export const recountClient = async (
  queryClient: QueryClient,
  principal: string,
  asked: RollUpAsked,
  client: string,
): Promise<void> => {
  const answer = await queryClient.fetchQuery({
    ...askedOf(principal, asked, [client]),
    staleTime: 0,
    gcTime: 0,
  })
  if (answer === null) return
  queryClient.setQueryData(archiveRollUpQuery(principal, asked).queryKey, (before) => ({
    accounts: [
      ...(before?.accounts ?? []).filter((account) => account.client !== client),
      ...answer.accounts,
    ],
  }))
}

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
