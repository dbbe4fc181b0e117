import { queryOptions } from '@tanstack/react-query'
import { endpoints } from '#/contract/endpoints.ts'
import { callApi, type Scope } from './client.ts'
import { keyOf } from './keys.ts'

/**
 * `GET /v1/payment/plans/<plan_name>` (API document 4.5): a plan of today's price list, `not-found` for one that is not
 * on it. Ask only for a name that `isPathValue` allows.
 */
export const planQuery = (scope: Scope, name: string) =>
  queryOptions({
    queryKey: keyOf(scope, 'plan', { name }),
    queryFn: ({ signal }) => callApi(endpoints.plan, { scope, values: { plan_name: name }, signal }),
    staleTime: 5 * 60_000,
  })
