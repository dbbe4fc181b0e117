import { useQuery } from '@tanstack/react-query'
import { agencyQuery, clientsOf } from '#/api/agency.ts'
import { usePinnedClients } from '#/domain/client/pinned-clients.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { chooseClients, type ChosenClients } from './choose-clients.ts'

/** The clients that a look over many of them takes; null until the agency's list is here. */
export const useChosenClients = (): ChosenClients | null => {
  const { scope } = useSignedIn()
  const { data: agencies } = useQuery(agencyQuery(scope.principal))
  const { pinned } = usePinnedClients()
  return agencies ? chooseClients(clientsOf(agencies), pinned) : null
}
