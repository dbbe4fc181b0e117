import { useQuery } from '@tanstack/react-query'
import { agencyQuery } from '#/api/agency.ts'
import type { ClientRead } from '#/contract/agency.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { accessOf, clientMemoryQuery, type ClientAccess } from './client-access.ts'

/** Whether the page may show the client of its address, and which client that is. */
export const useClientAccess = (): ClientAccess => {
  const { scope } = useSignedIn()
  const { data: agencies } = useQuery({ ...agencyQuery(scope.principal), enabled: scope.client !== null })
  const { data: memory } = useQuery(clientMemoryQuery(scope.principal))
  return accessOf(scope, agencies, memory)
}

/** The client whose data the page shows; undefined for who has none, and until the agency's list is here. */
export const useCurrentClient = (): ClientRead | undefined => {
  const access = useClientAccess()
  return access.state === 'open' ? access.client : undefined
}
