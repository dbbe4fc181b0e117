import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { callsPageQuery, contactsOn } from '#/api/calls.ts'
import { claimOf } from '#/api/pages.ts'
import { objectsQuery } from '#/api/objects.ts'
import { isReadable } from '#/contract/field.ts'
import type { ObjRead } from '#/contract/object.ts'
import { useOverview } from '#/features/overview/data/use-overview.ts'
import { isOwnSettled } from '#/domain/figures/unread-days.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'

const CHECK_INTERVAL_MS = 60_000

export interface FirstRunState {
  /** None: the first is still to be created. */
  readonly objects: readonly ObjRead[]
  /** Epoch milliseconds of the last request. */
  readonly checkedAt: number
  readonly isChecking: boolean
  readonly checkNow: () => void
}

/**
 * Steps a new account lacks; null: it has contacts, or unknown. Polled once a minute while the tab is visible,
 * only if the overview is empty.
 */
export const useFirstRun = (): FirstRunState | null => {
  const { scope } = useSignedIn()
  const { state, refresh: refreshFigures } = useOverview('state', 'refresh')
  const isEmpty =
    state !== null && isOwnSettled(state) && state.shortfall === null && state.current.loaded === 0
  const every = {
    staleTime: CHECK_INTERVAL_MS,
    refetchInterval: CHECK_INTERVAL_MS,
    enabled: isEmpty,
  } as const
  const objects = useQuery({ ...objectsQuery(scope, undefined), ...every })
  const contacts = useQuery({ ...callsPageQuery(scope, null, { period: 'all' }, 1), ...every })
  const total = contacts.data && (claimOf(contactsOn(contacts.data)).total ?? contacts.data.calls.length)
  const isNew = isEmpty && objects.data !== undefined && total === 0
  const hasBegun = isEmpty && total !== undefined && total > 0
  // The first contact has arrived: refresh the overview.
  const refresh = useEffectEvent(() => refreshFigures())
  const wasNew = useRef(false)
  useEffect(() => {
    if (hasBegun && wasNew.current) refresh()
    wasNew.current = isNew
  }, [hasBegun, isNew])
  return isNew
    ? {
        objects: objects.data.objects.filter(isReadable),
        checkedAt: Math.max(objects.dataUpdatedAt, contacts.dataUpdatedAt),
        isChecking: objects.isFetching || contacts.isFetching,
        checkNow: () => {
          void objects.refetch()
          void contacts.refetch()
        },
      }
    : null
}
