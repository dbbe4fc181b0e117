import { queryOptions } from '@tanstack/react-query'
import type { MonthPlan } from '#/contract/month-plans/month-plans.ts'
import type { Scope } from '#/api/client.ts'
import { keyOf } from '#/api/keys.ts'

/** Targets by month, newest first. The parser is loaded with the first request. */
export const monthPlansQuery = (scope: Scope) =>
  queryOptions({
    queryKey: keyOf(scope, 'month_plans'),
    queryFn: async ({ signal }): Promise<readonly MonthPlan[]> =>
      (await import('#/api/month-plans/month-plans.ts')).readPlans(scope, signal),
    staleTime: 60_000,
  })
