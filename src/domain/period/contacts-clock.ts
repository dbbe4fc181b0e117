import { queryOptions, useQuery } from '@tanstack/react-query'
import { usualOffset } from '#/analytics/columns/dataset.ts'
import { callsPageQuery, type CallsPage } from '#/api/calls.ts'
import type { Scope } from '#/api/client.ts'
import { NEWEST_CONTACTS } from '#/contract/call-filters.ts'
import { dayAt, HOUR_MS } from '#/contract/day.ts'
import { isReadable } from '#/contract/field.ts'
import { parseWallClock } from '#/i18n/format.ts'
import { useQuarterHour } from './use-today.ts'

/** The API tells an object's zone nowhere else (G6). */
export const newestContactsQuery = (scope: Scope, oid: string | null) =>
  queryOptions({ ...callsPageQuery(scope, oid, NEWEST_CONTACTS, 1), staleTime: HOUR_MS, retry: false })

/** Minutes east of UTC that a page's contacts say. @param oid only those of this object */
export const offsetsOn = ({ calls }: CallsPage, oid?: string): number[] =>
  calls
    .filter(isReadable)
    .flatMap(({ date, obj_oid: of }) =>
      oid === undefined || of === oid ? (parseWallClock(date)?.offset ?? []) : [],
    )

/** Minutes east of UTC of most contacts on a page; null: none says it. */
export const clockOnPage = (page: CallsPage): number | null => usualOffset(offsetsOn(page))

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
