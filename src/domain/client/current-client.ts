import { useQuery } from '@tanstack/react-query'
import { agencyQuery } from '#/api/agency.ts'
import type { ClientRead } from '#/contract/agency.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { accessOf, clientMemoryQuery, type ClientAccess } from './client-access.ts'

export const useClientAccess = (): ClientAccess => {
  const { scope } = useSignedIn()
  const { data: agencies } = useQuery({ ...agencyQuery(scope.principal), enabled: scope.client !== null })
  const { data: memory } = useQuery(clientMemoryQuery(scope.principal))
  return accessOf(scope, agencies, memory)
}

/** Undefined: no clients, or loading. */
export const useCurrentClient = (): ClientRead | undefined => {
  const access = useClientAccess()
  return access.state === 'open' ? access.client : undefined
}
