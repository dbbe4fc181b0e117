import { queryOptions } from '@tanstack/react-query'
import { endpoints } from '#/contract/endpoints.ts'
import { pathOf } from '#/contract/endpoint.ts'
import { parse, send, type Scope } from './client.ts'
import { ApiError } from './error.ts'
import { keyOf } from './keys.ts'

/** `GET /v1/payment/plans/<plan_name>` (API document 4.5); `not-found` if delisted. Requires `isPathValue(name)`. */
export const planQuery = (scope: Scope, name: string) =>
  queryOptions({
    queryKey: keyOf(scope, 'plan', { name }),
    queryFn: async ({ signal }) => {
      const path = pathOf(endpoints.plan, { plan_name: name }, scope.client)
      const raw = await send('GET', path, { scope, signal })
      // Our server answers null for the service's 404.
      if (raw === null) throw new ApiError('not-found')
      return parse(endpoints.plan.answer.lenient, raw)
    },
    staleTime: 5 * 60_000,
  })
