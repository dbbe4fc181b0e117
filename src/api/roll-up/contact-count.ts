import { queryOptions } from '@tanstack/react-query'
import type { CallFilters } from '#/contract/call-filters.ts'
import { contactsOn, fetchCallsPage } from '#/api/calls.ts'
import type { Scope } from '#/api/client.ts'
import { keyOf } from '#/api/keys.ts'
import { normaliseFilters } from '#/contract/archive/filters.ts'
import { claimOf } from '#/api/pages.ts'

/** Filters of a contact count as one text: equal filters, equal texts. */
export const filtersKey = (filters: CallFilters): string => JSON.stringify(normaliseFilters(filters))

/**
 * How many contacts of all a client's objects pass the filters: `meta.pagination.total_objects` of one `GET /v2/calls`
 * (API document 2.12, 4.2). Null: the service did not say, or said what cannot be a count. Kept for the visit, and
 * requested again only when the user asks.
 */
export const contactCountQuery = (scope: Scope, filters: CallFilters) =>
  queryOptions({
    queryKey: keyOf(scope, 'contact_count', { filters: normaliseFilters(filters) }),
    queryFn: async ({ signal }): Promise<number | null> => {
      return claimOf(contactsOn(await fetchCallsPage(scope, null, filters, 1, signal))).total
    },
    staleTime: Infinity,
    gcTime: Infinity,
  })
