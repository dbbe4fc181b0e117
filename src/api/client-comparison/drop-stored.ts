import type { QueryClient } from '@tanstack/react-query'
import type { ArchiveClientComparison } from '#/contract/archive/client-comparison.ts'
import { keysOf, ofAccount } from '#/api/keys.ts'
import type { ClientIssuesAnswer } from '#/contract/archive/client-issues.ts'

/**
 * Removes a lost client's data from answers about several clients.
 * @param isRefused just refused: pending answers may be outdated
 */
export const dropStored = (
  queryClient: QueryClient,
  principal: string,
  isDropped: (client: string) => boolean,
  isRefused: boolean,
): void => {
  const scope = ofAccount(principal)
  const [figures, issues] = [keysOf(scope, 'client_comparison'), keysOf(scope, 'client_issues')]
  for (const queryKey of [figures, issues])
    if (isRefused && queryClient.isFetching({ queryKey }) > 0)
      void queryClient
        .cancelQueries({ queryKey }, { silent: true })
        .then(() => queryClient.invalidateQueries({ queryKey }))
  // Undefined leaves an answer alone, with its error and its age.
  queryClient.setQueriesData<ArchiveClientComparison | null>({ queryKey: figures }, (before) =>
    before?.accounts.some(({ client }) => client !== null && isDropped(client))
      ? { accounts: before.accounts.filter(({ client }) => client === null || !isDropped(client)) }
      : undefined,
  )
  queryClient.setQueriesData<ClientIssuesAnswer>({ queryKey: issues }, (before) => {
    if (!before?.clients.some(({ client }) => isDropped(client))) return undefined
    const issues = before.issues.filter(({ client }) => !isDropped(client))
    return {
      issues,
      total: before.total - (before.issues.length - issues.length),
      clients: before.clients.filter(({ client }) => !isDropped(client)),
    }
  })
}
