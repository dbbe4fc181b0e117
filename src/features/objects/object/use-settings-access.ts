import { useQuery } from '@tanstack/react-query'
import { agencyQuery, clientsOf } from '#/api/agency.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'

/** Whether an object's settings are shown. Until it is known they are not: they would flash (G12). */
export type SettingsAccess =
  | { readonly state: 'shown' | 'hidden' | 'loading' }
  | { readonly state: 'failed'; readonly error: Error; readonly retry: () => void }

/** Only an agency has a list of clients, and in it those that see statistics only. */
export const useSettingsAccess = (): SettingsAccess => {
  const { scope } = useSignedIn()
  const { data, error, refetch } = useQuery({
    ...agencyQuery(scope.principal),
    enabled: scope.client !== null,
  })
  if (scope.client === null) return { state: 'shown' }
  if (data === undefined)
    return error === null ? { state: 'loading' } : { state: 'failed', error, retry: () => void refetch() }
  const client = clientsOf(data).find((one) => one.client === scope.client)
  return { state: client?.statistics_only ? 'hidden' : 'shown' }
}
