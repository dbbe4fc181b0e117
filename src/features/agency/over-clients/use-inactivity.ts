import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { inactivityQuery, updateInactivity, type ClientObjects } from '#/api/client-comparison/inactivity.ts'
import type { ClientRead } from '#/contract/agency.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { useIsClockAsked } from './use-agency-today.ts'

export interface Inactivity {
  /** In the order of the clients; absent: nothing is known yet, or it is the agency's no longer. */
  readonly results: readonly { readonly client: ClientRead; readonly known: ClientObjects | undefined }[]
  /** Nothing is known yet of any. */
  readonly isPending: boolean
  /** Why nothing came; null: it did. */
  readonly error: Error | null
  readonly refetch: () => void
  /** Has our server look at these clients again. */
  readonly update: (clients: readonly ClientRead[]) => void
}

const NO_CLIENTS: readonly ClientRead[] = []

/** What the objects of some clients are judged by. */
export const useInactivity = (clients: readonly ClientRead[] = NO_CLIENTS): Inactivity => {
  const queryClient = useQueryClient()
  const { principal } = useSignedIn().scope
  const names = useMemo(() => clients.map(({ client }) => client).toSorted(), [clients])
  const isClockAsked = useIsClockAsked()
  const { data, isPending, error, refetch } = useQuery({
    ...inactivityQuery(principal, names),
    enabled: isClockAsked && names.length > 0,
  })
  const { mutate } = useMutation({
    mutationFn: (some: readonly ClientRead[]) =>
      updateInactivity(
        queryClient,
        principal,
        names,
        some.map(({ client }) => client),
      ),
  })
  const results = useMemo(
    () => clients.map((client) => ({ client, known: data?.get(client.client) })),
    [clients, data],
  )
  return {
    results,
    isPending: isPending && names.length > 0,
    error,
    refetch: () => void refetch(),
    update: mutate,
  }
}
