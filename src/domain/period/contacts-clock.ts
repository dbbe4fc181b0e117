import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { usualOffset } from '#/analytics/columns/dataset.ts'
import { callsPageQuery, type CallsPage } from '#/api/calls.ts'
import type { Scope } from '#/api/client.ts'
import { keyOf, OWN_STATE } from '#/api/keys.ts'
import { NEWEST_CONTACTS } from '#/contract/call-filters.ts'
import { dayAt, HOUR_MS } from '#/contract/day.ts'
import type { ReadingState } from '#/contract/figures/reading.ts'
import { isReadable } from '#/contract/field.ts'
import { parseWallClock } from '#/i18n/format.ts'
import { useQuarterHour } from './use-today.ts'

/** The API tells an object's zone nowhere else (G6). */
export const newestContactsQuery = (scope: Scope, oid: string | null) =>
  queryOptions({ ...callsPageQuery(scope, oid, NEWEST_CONTACTS, 1), staleTime: HOUR_MS, retry: false })

/** Minutes east of UTC that a page's contacts say. @param oid only those of this object */
const offsetsOn = ({ calls }: CallsPage, oid?: string): number[] =>
  calls
    .filter(isReadable)
    .flatMap(({ date, obj_oid: of }) =>
      oid === undefined || of === oid ? (parseWallClock(date)?.offset ?? []) : [],
    )

/** Minutes east of UTC of the clock that most objects on a page have; null: none says it. */
export const clockOnPage = (page: CallsPage): number | null => {
  const oids = new Set(page.calls.filter(isReadable).flatMap(({ obj_oid }) => obj_oid ?? []))
  return usualOffset([...oids].flatMap((oid) => usualOffset(offsetsOn(page, oid)) ?? []))
}

const learnedClockQuery = (scope: Scope, oid: string | null) => ({
  ...OWN_STATE,
  queryKey: keyOf(scope, 'contacts_clock', { oid }),
})

/**
 * The clock that most objects have (G6), by which it is today: as the newest contacts tell it, so that it is the same
 * whatever period is shown; where these cannot be asked for, as those that have been counted do.
 */
export const useContactsClock = (
  scope: Scope,
  oid: string | null,
): {
  /** Minutes east of UTC; null: not known, or there is no contact. */
  readonly offset: number | null
  /** Nothing more will be learned before contacts are loaded. */
  readonly isAsked: boolean
} => {
  const { data: learned } = useQuery<number>(learnedClockQuery(scope, oid))
  const { data, isPending } = useQuery({ ...newestContactsQuery(scope, oid), select: clockOnPage })
  return { offset: data ?? learned ?? null, isAsked: !isPending }
}

/** Remembers the clock of contacts that have been counted. */
export const useLearnedClock = (scope: Scope, oid: string | null, state: ReadingState | null): void => {
  const queryClient = useQueryClient()
  const offset = state?.clocks[0]
  useEffect(() => {
    if (offset !== undefined) queryClient.setQueryData(learnedClockQuery(scope, oid).queryKey, offset)
  }, [queryClient, scope, oid, offset])
}

/**
 * The day it is by each object's own clock; by that of most where the newest contacts have none of it, and by this
 * device's while there is no contact to learn from.
 * @param oid the object the page is about; null: all of them
 */
export const useObjectDays = (scope: Scope, oid: string | null): ((oid: string) => string) => {
  const { data: page } = useQuery(newestContactsQuery(scope, oid))
  const now = useQuarterHour()
  return (of) => dayAt(now, page ? (usualOffset(offsetsOn(page, of)) ?? clockOnPage(page)) : null)
}
