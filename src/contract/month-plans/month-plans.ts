import * as z from 'zod/mini'
import { clientPrefix } from '../endpoint.ts'
import '../field.ts'

/* Monthly targets: contacts, target contacts, spend. Stored by our own server: the API has none. */

/** Above any real plan. */
export const PLANNED_MAX = { contacts: 10_000_000, target: 10_000_000, spend: 1e12 } as const
export const PLAN_FIELDS = ['contacts', 'target', 'spend'] as const
export type PlanField = (typeof PLAN_FIELDS)[number]

const planned = z.nullable(z.number())

const monthPlan = z.object({
  month: z.string(),
  oid: z.nullable(z.string()),
  version: z.int(),
  contacts: planned,
  target: planned,
  /** Without a currency: the API has none. */
  spend: planned,
  at: z.int(),
  who: z.nullable(z.string()),
})
export type MonthPlan = z.infer<typeof monthPlan>

/** `GET …/month-plans`: newest month first. */
export const monthPlansAnswer = z.object({ plans: z.array(monthPlan) })

/** `PUT …/month-plans`: writes a month's whole plan. */
export const savePlanBody = z.strictObject({
  month: z.string(),
  oid: z.nullable(z.string()),
  version: z.int().check(z.gte(0)),
  contacts: planned,
  target: planned,
  spend: planned,
})
export type SavePlanBody = z.infer<typeof savePlanBody>
export const savedPlan = z.object({ plan: monthPlan })

/** Below `/api`. */
export const plansPath = (client: string | null): string => `${clientPrefix(client)}/month-plans`
