import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { callsPageQuery, contactsOn } from '#/api/calls.ts'
import { claimOf } from '#/api/pages.ts'
import { activeObjectsQuery, objectsQuery, type ObjectList } from '#/api/objects.ts'
import { isReadable } from '#/contract/field.ts'
import type { ObjRead } from '#/contract/object.ts'
import { useOverview } from '#/features/overview/data/use-overview.ts'
import { hasNothing, isOwnSettled } from '#/domain/figures/unread-days.ts'
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

const isWithout = (list: ObjectList | undefined): boolean =>
  list?.objects.length === 0 && list.gaps.length === 0

/**
 * Steps a new account lacks; null: it has objects or contacts; undefined: unknown yet. Polled once a minute while
 * the tab is visible, only if the overview is empty.
 */
export const useFirstRun = (): FirstRunState | null | undefined => {
  const { scope } = useSignedIn()
  const {
    state,
    progress,
    failure,
    refresh: refreshFigures,
  } = useOverview('state', 'progress', 'failure', 'refresh')
  const isEmpty =
    state !== null && isOwnSettled(state) && state.shortfall === null && state.current.loaded === 0
  const known = progress ?? state
  const isBare = known === null || hasNothing(known)
  // Today asks for these anyway; the others matter only without them.
  const active = useQuery(activeObjectsQuery(scope))
  const every = { staleTime: CHECK_INTERVAL_MS, refetchInterval: CHECK_INTERVAL_MS } as const
  const objects = useQuery({
    ...objectsQuery(scope, undefined),
    ...every,
    enabled: isEmpty || (isBare && isWithout(active.data)),
  })
  const contacts = useQuery({
    ...callsPageQuery(scope, null, { period: 'all' }, 1),
    ...every,
    enabled: isEmpty,
  })
  const total = contacts.data && (claimOf(contactsOn(contacts.data)).total ?? contacts.data.calls.length)
  const isWithoutObjects = isBare && isWithout(objects.data) && !total
  const isNew = isWithoutObjects || (isEmpty && objects.data !== undefined && total === 0)
  const hasBegun = isEmpty && total !== undefined && total > 0
  // The first contact has arrived: refresh the overview.
  const refresh = useEffectEvent(() => refreshFigures())
  const wasNew = useRef(false)
  useEffect(() => {
    if (hasBegun && wasNew.current) refresh()
    wasNew.current = isNew
  }, [hasBegun, isNew])
  if (isNew)
    return {
      objects: objects.data?.objects.filter(isReadable) ?? [],
      checkedAt: Math.max(objects.dataUpdatedAt, contacts.dataUpdatedAt),
      isChecking: objects.isFetching || contacts.isFetching,
      checkNow: () => {
        void objects.refetch()
        void contacts.refetch()
      },
    }
  const query = isWithout(active.data) ? objects : active
  return isBare && failure === null && query.isPending ? undefined : null
}
