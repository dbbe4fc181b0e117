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
  /** The service sent a page again, or another than the one asked for: only what came before is here (G1). */
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
        const { objs, meta } = await callApi(endpoints.objects, {
          scope,
          query: { status, page: page > 1 ? page : undefined },
          signal,
        })
        const known = seen.size
        const fresh = objs.filter((object) => {
          if (object instanceof Unreadable) return true
          const isNew = !seen.has(object.oid)
          seen.add(object.oid)
          return isNew
        })
        if (page > 1 && objs.length > 0 && seen.size === known) return { objects, repeated: true }
        objects.push(...fresh)
        const { total_pages: pages, current_page: current } = meta?.pagination ?? {}
        if (objs.length === 0 || page >= (pages ?? 1)) break
        if ((current ?? page) !== page) return { objects, repeated: true }
      }
      return { objects, repeated: false }
    },
    staleTime: 30_000,
  })

/**
 * `GET /v2/objs/<oid_or_alias>` (API document 4.2). What an alias brings is the answer to its oid as well: a page that
 * goes on to the oid does not ask again.
 */
export const objectQuery = (scope: Scope, oid: string) => {
  const keyOf = (one: string) => [scope.principal, scope.client, 'object', { oid: one }] as const
  return queryOptions({
    queryKey: keyOf(oid),
    queryFn: async ({ signal, client }): Promise<ObjRead> => {
      const { obj } = await callApi(endpoints.object, { scope, values: { oid }, signal })
      if (obj.oid !== oid) client.setQueryData<ObjRead>(keyOf(obj.oid), obj)
      return obj
    },
    staleTime: 30_000,
  })
}

/** `GET /v2/objs/<oid>/filters`: candidate values of the journal's filters (API document 4.4). */
export const objectFiltersQuery = (scope: Scope, oid: string) =>
  queryOptions({
    queryKey: [scope.principal, scope.client, 'object_filters', { oid }],
    queryFn: ({ signal }) => callApi(endpoints.object_filters, { scope, values: { oid }, signal }),
    staleTime: 5 * 60_000,
  })
