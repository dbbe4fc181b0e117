import { queryOptions, type QueryClient } from '@tanstack/react-query'
import {
  CLIENT_ISSUES_PATH,
  clientIssuesAnswer,
  type ClientIssuesAnswer,
  type ClientIssuesQuestion,
} from '#/contract/archive/client-issues.ts'
import { MINUTE_MS } from '#/contract/day.ts'
import { parse, send } from '#/api/client.ts'
import { keyOf, ofAccount } from '#/api/keys.ts'

const READING_MS = 3_000

const ask = async (
  principal: string,
  body: ClientIssuesQuestion,
  signal?: AbortSignal,
): Promise<ClientIssuesAnswer> =>
  parse(
    clientIssuesAnswer,
    await send('POST', CLIENT_ISSUES_PATH, { scope: ofAccount(principal), body, ...(signal && { signal }) }),
  )

/** Issues of clients from the archive; missing data is read. */
export const clientIssuesQuery = (principal: string, clients: readonly string[]) =>
  queryOptions({
    queryKey: keyOf(ofAccount(principal), 'client_issues', { clients }),
    queryFn: ({ signal }) => ask(principal, { clients: [...clients], is_update: false }, signal),
    staleTime: MINUTE_MS,
    refetchInterval: ({ state }) =>
      state.data?.clients.some(({ is_reading }) => is_reading) ? READING_MS : 5 * MINUTE_MS,
    retry: false,
  })

export const updateClientIssues = async (
  queryClient: QueryClient,
  principal: string,
  clients: readonly string[],
): Promise<void> => {
  const fresh = await ask(principal, { clients: [...clients], is_update: true })
  const { queryKey } = clientIssuesQuery(principal, clients)
  // A pending answer would be outdated.
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, fresh)
}
