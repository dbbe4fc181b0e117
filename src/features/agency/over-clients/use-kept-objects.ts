import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { keptObjectsQuery, type KeptObjects } from '#/api/roll-up/kept-objects.ts'
import type { ClientRead } from '#/contract/agency.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { useIsClockAsked } from './use-agency-today.ts'

const NOTHING: KeptObjects = new Map()
const NO_NAMES: readonly string[] = []

/** What our server keeps of some clients' objects, without a request to the service. */
export const useKeptObjects = (
  clients: readonly ClientRead[] | undefined,
): {
  readonly kept: KeptObjects
  /** Nothing is known yet. */
  readonly isPending: boolean
  /** Our server keeps what is read. */
  readonly isOn: boolean
} => {
  const { scope } = useSignedIn()
  const names = useMemo(() => clients?.map(({ client }) => client).toSorted() ?? NO_NAMES, [clients])
  const isClockAsked = useIsClockAsked()
  const { data, isPending, isError } = useQuery({
    ...keptObjectsQuery(scope.principal, names),
    enabled: isClockAsked && names.length > 0,
  })
  const isOn = !isError && data !== null
  return { kept: data ?? NOTHING, isPending: isOn && isPending && names.length > 0, isOn }
}
