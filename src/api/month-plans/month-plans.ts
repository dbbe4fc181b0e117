import { queryOptions } from '@tanstack/react-query'
import {
  monthPlansAnswer,
  plansCount,
  plansPath,
  savedPlan,
  type MonthPlan,
  type SavePlanBody,
} from '#/contract/month-plans/month-plans.ts'
import { parse, send, type Scope } from '../client.ts'
import { keyOf, ofAccount } from '../keys.ts'

/** For `planned-months.ts`. */
export const readPlans = async (scope: Scope, signal: AbortSignal): Promise<readonly MonthPlan[]> =>
  parse(monthPlansAnswer, await send('GET', plansPath(scope.client), { scope, signal })).plans

/** Saves targets. @throws ApiError `plan_changed` (409) on a conflict */
export const savePlan = async (scope: Scope, body: SavePlanBody): Promise<MonthPlan> =>
  parse(savedPlan, await send('PUT', plansPath(scope.client), { scope, body, onceSeen: body.version })).plan

export const plansCountQuery = (principal: string) =>
  queryOptions({
    queryKey: keyOf(ofAccount(principal), 'kept_count', { of: 'plans' }),
    queryFn: async ({ signal }): Promise<number> =>
      parse(plansCount, await send('GET', `${plansPath(null)}/kept`, { scope: ofAccount(principal), signal }))
        .months,
  })

export const forgetPlans = async (principal: string): Promise<void> => {
  await send('DELETE', plansPath(null), { scope: ofAccount(principal) })
}
