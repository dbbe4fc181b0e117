import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { usualOffset } from '#/analytics/usual-offset.ts'
import { callsPageQuery, type CallsPage } from '#/api/calls.ts'
import type { Scope } from '#/api/client.ts'
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

/**
 * Most common offset of objects (G6) from the newest contacts, so that it is independent of the period; else from
 * counted contacts.
 */
export const useContactsClock = (
  scope: Scope,
  oid: string | null,
): {
  readonly offset: number | null
  /** No more to learn before contacts load. */
  readonly isAsked: boolean
} => {
  const { data: learned } = useQuery<number>(learnedClockQuery(scope, oid))
  const { data, isPending } = useQuery({ ...newestContactsQuery(scope, oid), select: clockOnPage })
  return { offset: data ?? learned ?? null, isAsked: !isPending }
}

export const useLearnedClock = (scope: Scope, oid: string | null, state: ReadingState | null): void => {
  const queryClient = useQueryClient()
  const offset = state?.clocks[0]
  useEffect(() => {
    if (offset !== undefined) queryClient.setQueryData(learnedClockQuery(scope, oid).queryKey, offset)
  }, [queryClient, scope, oid, offset])
}

/**
 * Today by object; main offset if unknown, this device's without contacts.
 * @param oid null: all objects
 */
export const useObjectDays = (scope: Scope, oid: string | null): ((oid: string) => string) => {
  const { data: page } = useQuery(newestContactsQuery(scope, oid))
  const now = useQuarterHour()
  return (of) => dayAt(now, page ? (usualOffset(offsetsOn(page, of)) ?? clockOnPage(page)) : null)
}
