import { queryOptions } from '@tanstack/react-query'
import type { Scope } from '#/api/client.ts'
import { keyOf, OWN_STATE } from '#/api/keys.ts'
import { normaliseFilters } from '#/contract/archive/filters.ts'
import type { CallFilters } from '#/contract/call-filters.ts'

/** What the user has heard of a list, and where they stopped; kept as long as the page and the session live. */
export interface Listened {
  /** Keys of recordings. */
  readonly heard: ReadonlySet<string>
  /** `position` in seconds. */
  readonly left: { readonly index: number; readonly key: string; readonly position: number } | null
}

const NOTHING: Listened = { heard: new Set(), left: null }

/** Kept with the answers of the service, so that it goes with them when the account or the client does. */
export const listenedQuery = (scope: Scope, oid: string | null, filters: CallFilters) =>
  queryOptions<Listened>({
    ...OWN_STATE,
    queryKey: keyOf(scope, 'listening', { oid, filters: normaliseFilters(filters) }),
    initialData: NOTHING,
  })

/** From here on a recording counts as heard: what follows is mostly goodbye. */
const HEARD_SHARE = 0.9

/** @param position and `duration` in seconds; a duration that is not known yet is NaN */
export const isHeard = (position: number, duration: number): boolean =>
  duration > 0 && position >= duration * HEARD_SHARE
