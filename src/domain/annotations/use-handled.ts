import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { UnreturnedCall } from '#/analytics/columns/unreturned-calls.ts'
import type { RecentAnnotations } from '#/api/annotations/annotations.ts'
import { keyOf } from '#/api/keys.ts'
import { contactText, isHandled } from '#/contract/annotations/contact-text.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'

const triedText = ({ oid, callId }: Pick<UnreturnedCall, 'oid' | 'callId'>): string =>
  contactText({ oid: oid ?? '', id: callId })

/** Whether a caller is handled; false while annotations load, which is after the page. */
export const useHandled = (): ((caller: Pick<UnreturnedCall, 'oid' | 'callId'>) => boolean) => {
  const { scope } = useSignedIn()
  const { data } = useQuery<RecentAnnotations>({
    queryKey: keyOf(scope, 'recent_marks'),
    queryFn: async ({ client, signal }) =>
      (await import('#/api/annotations/annotations.ts')).readRecentAnnotations(client, scope, signal),
    staleTime: 20_000,
  })
  return useCallback((caller) => isHandled(data?.marks[triedText(caller)]?.outcome ?? null), [data])
}
