import { queryOptions } from '@tanstack/react-query'
import type { CallFilters } from '#/contract/call-filters.ts'
import { contactsOn, fetchCallsPage, normaliseFilters } from './calls.ts'
import type { Scope } from './client.ts'
import { claimOf } from './pages.ts'

const CONTACT_COUNT = 'contact_count'

/** Filters of a contact count as one text: equal filters, equal texts. */
export const filtersKey = (filters: CallFilters): string => JSON.stringify(normaliseFilters(filters))

/**
 * How many contacts of all a client's objects pass the filters: `meta.pagination.total_objects` of one `GET /v2/calls`
 * (API document 2.12, 4.2). Null: the service did not say, or said what cannot be a count. Kept for the visit, asked for
 * anew only on demand.
 */
export const contactCountQuery = (scope: Scope, filters: CallFilters) =>
  queryOptions({
    queryKey: [scope.principal, scope.client, CONTACT_COUNT, filtersKey(filters)],
    queryFn: async ({ signal }): Promise<number | null> => {
      return claimOf(contactsOn(await fetchCallsPage(scope, null, filters, 1, signal))).total
    },
    staleTime: Infinity,
    gcTime: Infinity,
  })

/** What the key of a contact count says; null for keys of anything else. */
export const contactCountOf = (
  queryKey: readonly unknown[],
): { readonly principal: unknown; readonly client: string; readonly filters: string } | null => {
  const [principal, client, endpoint, filters] = queryKey
  return endpoint === CONTACT_COUNT && typeof client === 'string' && typeof filters === 'string'
    ? { principal, client, filters }
    : null
}
