import { queryOptions } from '@tanstack/react-query'
import type { Scope } from '#/api/client.ts'
import { keyOf, OWN_STATE } from '#/api/keys.ts'
import { normaliseFilters } from '#/contract/archive/filters.ts'
import type { CallFilters } from '#/contract/call-filters.ts'

/** Playback progress of a list, for the lifetime of page and session. */
export interface Listened {
  /** Keys of recordings. */
  readonly heard: ReadonlySet<string>
  /** `position` in seconds. */
  readonly left: { readonly index: number; readonly key: string; readonly position: number } | null
}

const NOTHING: Listened = { heard: new Set(), left: null }

/** In the query cache, so that it is dropped with the account or client. */
export const listenedQuery = (scope: Scope, oid: string | null, filters: CallFilters) =>
  queryOptions<Listened>({
    ...OWN_STATE,
    queryKey: keyOf(scope, 'listening', { oid, filters: normaliseFilters(filters) }),
    initialData: NOTHING,
  })

/** Share from which a recording counts as heard; mostly goodbyes follow. */
const HEARD_SHARE = 0.9

/** @param position and `duration` in seconds; NaN: unknown duration */
export const isHeard = (position: number, duration: number): boolean =>
  duration > 0 && position >= duration * HEARD_SHARE
