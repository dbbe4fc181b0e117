import {
  monthPlansAnswer,
  plansPath,
  savedPlan,
  type MonthPlan,
  type SavePlanBody,
} from '#/contract/month-plans/month-plans.ts'
import { parse, send, type Scope } from '../client.ts'

/** For `planned-months.ts`. */
export const readPlans = async (scope: Scope, signal: AbortSignal): Promise<readonly MonthPlan[]> =>
  parse(monthPlansAnswer, await send('GET', plansPath(scope.client), { scope, signal })).plans

/** Saves targets. @throws ApiError `plan_changed` (409) on a conflict */
export const savePlan = async (scope: Scope, body: SavePlanBody): Promise<MonthPlan> =>
  parse(savedPlan, await send('PUT', plansPath(scope.client), { scope, body, onceSeen: body.version })).plan
