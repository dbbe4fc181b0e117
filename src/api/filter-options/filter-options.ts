import { queryOptions } from '@tanstack/react-query'
import type { Scope } from '../client.ts'
import { keyOf } from '../keys.ts'

export interface FilterOption<C> {
  readonly code: C
  readonly label: string
}

export interface FilterOptions {
  readonly sources: readonly FilterOption<string>[]
  /** Undocumented statuses with the service's codes and names. */
  readonly statuses: readonly FilterOption<string>[]
  /** Custom statuses by name, combining the codes of all objects. */
  readonly customStatuses: readonly FilterOption<string>[]
  /** Some objects weren't queried or failed: incomplete. */
  readonly partial: boolean
  /** Some queries failed: a retry may help. */
  readonly failed: boolean
}

/** Candidates of Source and Status: one object's (API document 4.4), or the union of the first objects (G9). */
export const filterOptionsQuery = (scope: Scope, oid: string | null) =>
  queryOptions({
    queryKey: keyOf(scope, 'filter_options', { oid }),
    queryFn: async ({ client, signal }): Promise<FilterOptions> =>
      (await import('./read-filter-options.ts')).readFilterOptions(client, scope, oid, signal),
    staleTime: 5 * 60_000,
  })
