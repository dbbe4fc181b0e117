import { useQuery } from '@tanstack/react-query'
import { agencyQuery, clientsOf } from '#/api/agency.ts'
import type { ClientRead } from '#/contract/agency.ts'
import { useSignedIn } from '#/features/shell/session/use-signed-in.ts'

/** The client whose data the page shows; undefined for who has none, and until the agency's list is here. */
export const useCurrentClient = (): ClientRead | undefined => {
  const { scope } = useSignedIn()
  const { data: agencies } = useQuery({ ...agencyQuery(scope.principal), enabled: scope.client !== null })
  return agencies && clientsOf(agencies).find(({ client }) => client === scope.client)
}
