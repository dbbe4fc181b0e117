import { queryOptions } from '@tanstack/react-query'
import { endpoints } from '#/contract/endpoints.ts'
import { Unreadable } from '#/contract/field.ts'
import type { ObjRead } from '#/contract/object.ts'
import type { ObjectStatusFilter } from '#/contract/call-filters.ts'
import { callApi, type Scope } from './client.ts'

/** Hard cap on the pages of one object list: a service that lies about its totals must not keep us asking. */
const MAX_PAGES = 100

export interface ObjectList {
  readonly objects: readonly (ObjRead | Unreadable)[]
  /** The service sent the same page again: only what came before is here (G1). */
  readonly repeated: boolean
}

/** `GET /v2/objs/`, all pages one after another: the list is sorted and searched as a whole. */
export const objectsQuery = (scope: Scope, status: ObjectStatusFilter | undefined) =>
  queryOptions({
    queryKey: [scope.principal, scope.client, 'objects', { status: status ?? null }],
    queryFn: async ({ signal }): Promise<ObjectList> => {
      const objects: (ObjRead | Unreadable)[] = []
      const seen = new Set<string>()
      for (let page = 1; page <= MAX_PAGES; page++) {
        const answer = await callApi(endpoints.objects, {
          client: scope.client,
          query: { status, page: page > 1 ? page : undefined },
          signal,
        })
        const before = seen.size
        for (const object of answer.objs) {
          if (object instanceof Unreadable) objects.push(object)
          else if (!seen.has(object.oid)) {
            seen.add(object.oid)
            objects.push(object)
          }
        }
        const pagination = answer.meta?.pagination
        if (page > 1 && seen.size === before && answer.objs.length > 0) return { objects, repeated: true }
        if (answer.objs.length === 0 || !pagination || page >= (pagination.total_pages ?? 1)) break
      }
      return { objects, repeated: false }
    },
    staleTime: 30_000,
  })

/** `GET /v2/objs/<oid_or_alias>` (API document 4.2). */
export const objectQuery = (scope: Scope, oid: string) =>
  queryOptions({
    queryKey: [scope.principal, scope.client, 'object', { oid }],
    queryFn: async ({ signal }) =>
      (await callApi(endpoints.object, { client: scope.client, values: { oid }, signal })).obj,
    staleTime: 30_000,
  })

/** `GET /v2/objs/<oid>/filters`: candidate values of the journal's filters (API document 4.4). */
export const objectFiltersQuery = (scope: Scope, oid: string) =>
  queryOptions({
    queryKey: [scope.principal, scope.client, 'object_filters', { oid }],
    queryFn: ({ signal }) => callApi(endpoints.object_filters, { client: scope.client, values: { oid }, signal }),
    staleTime: 5 * 60_000,
  })
