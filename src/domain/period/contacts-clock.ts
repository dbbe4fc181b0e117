import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { usualOffset } from '#/analytics/usual-offset.ts'
import { archiveClocksQuery } from '#/api/archive.ts'
import { callsPageQuery, type CallsPage } from '#/api/calls.ts'
import type { Scope } from '#/api/client.ts'
import type { ArchiveClocks } from '#/contract/archive/clocks.ts'
import { keyOf, OWN_STATE } from '#/api/keys.ts'
import { NEWEST_CONTACTS } from '#/contract/call-filters.ts'
import { dayAt, HOUR_MS } from '#/contract/day.ts'
import type { ReadingState } from '#/contract/figures/reading.ts'
import { isReadable } from '#/contract/field.ts'
import { parseWallClock } from '#/i18n/format.ts'
import { useQuarterHour } from './use-today.ts'

/** The API tells an object's time zone only by its contacts (G6). */
export const newestContactsQuery = (scope: Scope, oid: string | null) =>
  queryOptions({ ...callsPageQuery(scope, oid, NEWEST_CONTACTS, 1), staleTime: HOUR_MS, retry: false })

/** Offsets of a page's contacts, minutes. @param oid only this object's */
const offsetsOn = ({ calls }: CallsPage, oid?: string): number[] =>
  calls
    .filter(isReadable)
    .flatMap(({ date, obj_oid: of }) =>
      oid === undefined || of === oid ? (parseWallClock(date)?.offset ?? []) : [],
    )

/** Most common offset, minutes east of UTC; null: unknown. */
export const clockOnPage = (page: CallsPage): number | null => {
  const oids = new Set(page.calls.filter(isReadable).flatMap(({ obj_oid }) => obj_oid ?? []))
  return usualOffset([...oids].flatMap((oid) => usualOffset(offsetsOn(page, oid)) ?? []))
}

const learnedClockQuery = (scope: Scope, oid: string | null) => ({
  ...OWN_STATE,
  queryKey: keyOf(scope, 'contacts_clock', { oid }),
})

const ofObject = ({ main, objects }: ArchiveClocks, oid: string | null): number | null =>
  oid === null ? main : (objects.find(([of]) => of === oid)?.[1] ?? null)

/** What our server knows of the clocks; it asks the service for nothing. */
export const useArchiveClock = (
  scope: Scope,
  oid: string | null,
): { readonly offset: number | null; readonly isSettled: boolean } => {
  const { data: learned } = useQuery<number>(learnedClockQuery(scope, oid))
  const { data: known, isPending } = useQuery(archiveClocksQuery(scope))
  const offset = learned ?? (known ? ofObject(known, oid) : null)
  return { offset, isSettled: !isPending || offset !== null }
}

/** The same as far as it is known already. */
export const cachedClock = (queryClient: QueryClient, scope: Scope, oid: string | null): number | null => {
  const known = queryClient.getQueryData(archiveClocksQuery(scope).queryKey)
  const learned = queryClient.getQueryData<number>(learnedClockQuery(scope, oid).queryKey)
  return learned ?? (known ? ofObject(known, oid) : null)
}

/**
 * The clock of most objects (G6), independent of the period: by the contacts that our server has stored; the newest
 * page only while it has none, since one busy object can fill that.
 */
export const useContactsClock = (
  scope: Scope,
  oid: string | null,
): {
  readonly offset: number | null
  /** No more to learn before contacts load. */
  readonly isSettled: boolean
} => {
  const stored = useArchiveClock(scope, oid)
  const { data: newest, isPending } = useQuery({
    ...newestContactsQuery(scope, oid),
    select: clockOnPage,
    enabled: stored.isSettled && stored.offset === null,
  })
  return {
    offset: stored.offset ?? (stored.isSettled ? (newest ?? null) : null),
    isSettled: stored.offset !== null || (stored.isSettled && !isPending),
  }
}

export const useLearnedClock = (scope: Scope, oid: string | null, state: ReadingState | null): void => {
  const queryClient = useQueryClient()
  const offset = state?.now.offset ?? null
  useEffect(() => {
    if (offset !== null) queryClient.setQueryData(learnedClockQuery(scope, oid).queryKey, offset)
  }, [queryClient, scope, oid, offset])
}

/**
 * Today by object; main offset if unknown, this device's without contacts.
 * @param oid null: all objects
 */
export const useObjectDays = (scope: Scope, oid: string | null): ((oid: string) => string) => {
  const { data: known, isPending } = useQuery(archiveClocksQuery(scope))
  const { data: page } = useQuery({
    ...newestContactsQuery(scope, oid),
    enabled: !isPending && !known?.objects.length,
  })
  const { offset: main } = useContactsClock(scope, oid)
  const now = useQuarterHour()
  return (of) =>
    dayAt(now, (known && ofObject(known, of)) ?? (page && usualOffset(offsetsOn(page, of))) ?? main)
}
