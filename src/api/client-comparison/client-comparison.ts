import { queryOptions, type QueryClient } from '@tanstack/react-query'
import {
  archiveClientComparison,
  CLIENT_COMPARISON_PATH,
  type ArchiveClientComparison,
  type ClientComparisonQuestion,
  type RolledUpAccount,
} from '#/contract/archive/client-comparison.ts'
import { MINUTE_MS, type DayRange } from '#/contract/day.ts'
import { parse, send } from '#/api/client.ts'
import { keyOf, ofAccount } from '#/api/keys.ts'

/** Figures while days are read. */
const READING_MS = 3_000

export interface ClientComparisonAsked {
  readonly days: DayRange
  /** Those of the days that are compared, and with which; null: nothing is. */
  readonly compared: { readonly current: DayRange; readonly previous: DayRange } | null
}

/** Whether its figures are of a part, and the rest is being read. */
export const isComing = ({ is, is_reading }: RolledUpAccount): boolean => is_reading && is !== 'whole'

const ask = async (
  principal: string,
  question: ClientComparisonQuestion,
  signal?: AbortSignal,
): Promise<ArchiveClientComparison> =>
  parse(
    archiveClientComparison,
    await send('POST', CLIENT_COMPARISON_PATH, {
      scope: ofAccount(principal),
      body: question,
      ...(signal && { signal }),
    }),
  )

/**
 * Figures of clients; our server reads what it has not stored of those that are named.
 * @param clients null: all of which anything is stored
 */
export const clientComparisonQuery = (
  principal: string,
  { days, compared }: ClientComparisonAsked,
  clients: readonly string[] | null,
) =>
  queryOptions({
    queryKey: keyOf(ofAccount(principal), 'client_comparison', { days, compared, clients }),
    queryFn: ({ signal }) =>
      ask(principal, { days, compared, clients: clients && [...clients], is_update: false }, signal),
    staleTime: MINUTE_MS,
    refetchInterval: ({ state }) =>
      state.data?.accounts.some(({ is_reading }) => is_reading) ? READING_MS : false,
    retry: false,
  })

/** Has our server read what has come since, and what it could not read, of some of the clients. */
export const updateComparison = async (
  queryClient: QueryClient,
  principal: string,
  asked: ClientComparisonAsked,
  all: readonly string[],
  some: readonly string[],
): Promise<void> => {
  const { accounts } = await ask(principal, { ...asked, clients: [...some], is_update: true })
  const fresh = new Map(accounts.map((account) => [account.client, account]))
  const { queryKey } = clientComparisonQuery(principal, asked, all)
  // An answer that is on its way is from before.
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(
    queryKey,
    (before) =>
      before && { accounts: before.accounts.map((account) => fresh.get(account.client) ?? account) },
  )
}
