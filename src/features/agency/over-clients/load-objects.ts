import { allPages, type AllPages } from '#/api/all-pages.ts'
import { callApi, type Scope } from '#/api/client.ts'
import { endpoints } from '#/contract/endpoints.ts'
import type { ObjRead } from '#/contract/object.ts'
import type { Ask } from './use-client-run.ts'

/** Whose data, how they are asked for, and until when. */
export interface Asking {
  readonly scope: Scope
  readonly ask: Ask
  readonly signal: AbortSignal
}

/** `GET /v2/objs/` (API document 4.2), all pages, each as a request of a run. */
export const loadObjects = ({ scope, ask, signal }: Asking): Promise<AllPages<ObjRead>> =>
  allPages(
    async (page) => {
      const query = { page: page > 1 ? page : undefined }
      const { objs, meta } = await ask(() => callApi(endpoints.objects, { scope, query, signal }), signal)
      return { records: objs, pagination: meta?.pagination ?? null }
    },
    ({ oid }) => oid,
  )
