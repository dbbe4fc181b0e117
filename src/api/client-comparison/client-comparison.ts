import { queryOptions, type QueryClient } from '@tanstack/react-query'
import {
  archiveClientComparison,
  CLIENT_COMPARISON_PATH,
  type ArchiveClientComparison,
  type ClientComparisonQuestion,
  type ComparedAccount,
} from '#/contract/archive/client-comparison.ts'
import { MINUTE_MS, type DayRange } from '#/contract/day.ts'
import { parse, send } from '#/api/client.ts'
import { keyOf, ofAccount } from '#/api/keys.ts'

const READING_MS = 3_000

export interface ClientComparisonRequest {
  readonly days: DayRange
  /** Periods of figures with changes; null: none. */
  readonly compared: { readonly current: DayRange; readonly previous: DayRange } | null
}

/** Partial figures, the rest is being read. */
export const isComing = ({ is, is_reading }: ComparedAccount): boolean => is_reading && is !== 'whole'

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
 * Figures of clients; missing data of named ones is read.
 * @param clients null: all stored ones
 */
export const clientComparisonQuery = (
  principal: string,
  { days, compared }: ClientComparisonRequest,
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

export const updateComparison = async (
  queryClient: QueryClient,
  principal: string,
  request: ClientComparisonRequest,
  all: readonly string[],
  updated: readonly string[],
): Promise<void> => {
  const { accounts } = await ask(principal, { ...request, clients: [...updated], is_update: true })
  const fresh = new Map(accounts.map((account) => [account.client, account]))
  const { queryKey } = clientComparisonQuery(principal, request, all)
  // A pending answer would be outdated.
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(
    queryKey,
    (before) =>
      before && { accounts: before.accounts.map((account) => fresh.get(account.client) ?? account) },
  )
}
