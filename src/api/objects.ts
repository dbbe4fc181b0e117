import { queryOptions } from '@tanstack/react-query'
import { endpoints } from '#/contract/endpoints.ts'
import type { Unreadable } from '#/contract/field.ts'
import type { ObjRead } from '#/contract/object.ts'
import type { ObjectStatusFilter } from '#/contract/call-filters.ts'
import { OBJECT_STATUS } from '#/contract/codes.ts'
import { callApi, type Scope } from './client.ts'
import { keyOf } from './keys.ts'
import { readPages, type Gap, type Page, type PageList } from './pages.ts'

export interface ObjectList {
  readonly objects: readonly (ObjRead | Unreadable)[]
  /** `repeated`: incomplete, since the service repeats pages (G1). */
  readonly gaps: readonly Gap[]
}

/** Asks for one page of `GET /v2/objs/` (API document 4.2). @param page from 1 */
const fetchObjectsPage = async (
  scope: Scope,
  status: ObjectStatusFilter | undefined,
  page: number,
  signal: AbortSignal,
): Promise<Page<ObjRead>> => {
  const query = { status, page: page > 1 ? page : undefined }
  const { objs, meta } = await callApi(endpoints.objects, { scope, query, signal })
  return { records: objs, pagination: meta?.pagination ?? null }
}

/** All objects of a client, page by page. */
export const loadObjects = (
  scope: Scope,
  status: ObjectStatusFilter | undefined,
  signal: AbortSignal,
): Promise<PageList<ObjRead>> =>
  readPages({
    ask: (page) => fetchObjectsPage(scope, status, page, signal),
    keyOf: ({ oid }) => oid,
  })

/** Complete, as it is sorted and searched here. */
export const objectsQuery = (scope: Scope, status: ObjectStatusFilter | undefined) =>
  queryOptions({
    queryKey: keyOf(scope, 'objects', { status: status ?? null }),
    queryFn: async ({ signal }): Promise<ObjectList> => {
      const { rows, gaps } = await loadObjects(scope, status, signal)
      return { objects: rows, gaps }
    },
    staleTime: 30_000,
  })

export const activeObjectsQuery = (scope: Scope) => objectsQuery(scope, `${OBJECT_STATUS.active}` as const)

/** `GET /v2/objs/<oid_or_alias>` (API document 4.2). An alias's answer is also cached by oid, for the redirect. */
export const objectQuery = (scope: Scope, oid: string) =>
  queryOptions({
    queryKey: keyOf(scope, 'object', { oid }),
    queryFn: async ({ signal, client }): Promise<ObjRead> => {
      const { obj } = await callApi(endpoints.object, { scope, values: { oid }, signal })
      if (obj.oid !== oid) client.setQueryData<ObjRead>(keyOf(scope, 'object', { oid: obj.oid }), obj)
      return obj
    },
    staleTime: 30_000,
  })

export const objectFiltersQuery = (scope: Scope, oid: string) =>
  queryOptions({
    queryKey: keyOf(scope, 'object_filters', { oid }),
    queryFn: ({ signal }) => callApi(endpoints.object_filters, { scope, values: { oid }, signal }),
    staleTime: 5 * 60_000,
  })
