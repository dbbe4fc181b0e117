import { useQuery } from '@tanstack/react-query'
import { type CallsPage, contactKey, contactsOn, isNewestFirst, newestCallsQuery } from '#/api/calls.ts'
import type { Scope } from '#/api/client.ts'
import { claimOf } from '#/api/pages.ts'
import type { CallFilters } from '#/contract/call-filters.ts'
import { isReadable } from '#/contract/field.ts'
import type { ContactRows } from '#/domain/contact-list/use-contact-rows.ts'

/**
 * Number of contacts newer than the list, polled once a minute while the tab is visible, for newest-first lists
 * of a current period. Only counted: rows must not move under the pointer.
 * @param today on the contacts' clock
 */
export const useNewContacts = (
  scope: Scope,
  oid: string | null,
  filters: CallFilters,
  { first, isPrevious, updatedAt }: ContactRows,
  today: string,
): number => {
  const isLive = isNewestFirst(filters) && !isPast(filters, today) && first !== null && !isPrevious
  const { data } = useQuery({
    ...newestCallsQuery(scope, oid, filters, first ?? undefined, updatedAt),
    enabled: isLive,
  })
  return isLive && data ? newOnTop(first, data) : 0
}

export const isPast = ({ period, date_to }: CallFilters, today: string): boolean =>
  period === 'custom' && date_to !== undefined && date_to < today

/** Contacts above the known ones; by totals if more than a page. */
export const newOnTop = (first: CallsPage, newest: CallsPage): number => {
  const known = new Set(first.calls.filter(isReadable).map(contactKey))
  const rows = newest.calls.filter(isReadable)
  const above = rows.findIndex((call) => known.has(contactKey(call)))
  if (above !== -1) return above
  const [before, now] = [claimOf(contactsOn(first)).total, claimOf(contactsOn(newest)).total]
  return Math.max(rows.length, before === null || now === null ? 0 : now - before)
}
