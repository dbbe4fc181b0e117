import { queryOptions } from '@tanstack/react-query'
import type { MonthPlan } from '#/contract/month-plans/month-plans.ts'
import type { Scope } from '#/api/client.ts'
import { keyOf } from '#/api/keys.ts'

/** What is planned for months of an account or client, the newest month first. What reads the answer comes with the first question. */
export const monthPlansQuery = (scope: Scope) =>
  queryOptions({
    queryKey: keyOf(scope, 'month_plans'),
    queryFn: async ({ signal }): Promise<readonly MonthPlan[]> =>
      (await import('#/api/month-plans/month-plans.ts')).readPlans(scope, signal),
    staleTime: 60_000,
  })
