import type { QueryClient } from '@tanstack/react-query'
import type { ArchiveClientComparison } from '#/contract/archive/client-comparison.ts'
import { keysOf, ofAccount } from '#/api/keys.ts'
import type { ObjectsOfClients } from './inactivity.ts'

/**
 * What our server has told of clients in answers about many of them goes, as everything else of these clients does.
 * @param isRefused just now: an answer that is on its way may be from before
 */
export const dropKept = (
  queryClient: QueryClient,
  principal: string,
  isDropped: (client: string) => boolean,
  isRefused: boolean,
): void => {
  const scope = ofAccount(principal)
  const [figures, objects] = [keysOf(scope, 'client_comparison'), keysOf(scope, 'inactivity')]
  for (const queryKey of [figures, objects])
    if (isRefused && queryClient.isFetching({ queryKey }) > 0)
      void queryClient
        .cancelQueries({ queryKey }, { silent: true })
        .then(() => queryClient.invalidateQueries({ queryKey }))
  queryClient.setQueriesData<ArchiveClientComparison | null>({ queryKey: figures }, (before) =>
    before?.accounts.some(({ client }) => client !== null && isDropped(client))
      ? { accounts: before.accounts.filter(({ client }) => client === null || !isDropped(client)) }
      : before,
  )
  queryClient.setQueriesData<ObjectsOfClients>({ queryKey: objects }, (before) =>
    before && [...before.keys()].some(isDropped)
      ? new Map([...before].filter(([client]) => !isDropped(client)))
      : before,
  )
}
