import { useQuery } from '@tanstack/react-query'
import { agencyQuery, clientsOf } from '#/api/agency.ts'
import { clientName } from '#/domain/client/client-name.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'

export type NameOfClient = (client: string | null) => string | null

export const useClientNames = (): NameOfClient => {
  const { session, scope } = useSignedIn()
  const { data: agencies = [] } = useQuery({
    ...agencyQuery(scope.principal),
    enabled: session.user?.is_agency_manager === true,
  })
  const names = new Map(clientsOf(agencies).map((one) => [one.client, clientName(one)]))
  return (client) => (client === null ? null : (names.get(client) ?? client))
}
