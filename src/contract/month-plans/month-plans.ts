import * as z from 'zod/mini'
import '../field.ts'

/*
 * What people of an account plan for a month: contacts, target contacts, spend. In Callboard: the API can keep none of it.
 * Our own server's, so a shape that is not the one below is a defect.
 */

/** More contacts than are ever planned in a month, and more than is ever paid in one. */
export const PLANNED_MAX = { contacts: 10_000_000, target: 10_000_000, spend: 1e12 } as const
export const PLAN_FIELDS = ['contacts', 'target', 'spend'] as const
export type PlanField = (typeof PLAN_FIELDS)[number]

const planned = z.nullable(z.number())

const monthPlan = z.object({
  /** `YYYY-MM` */
  month: z.string(),
  /** Null: of all objects. */
  oid: z.nullable(z.string()),
  /** Counts the writes, from 1. */
  version: z.int(),
  /** Null: not planned. */
  contacts: planned,
  target: planned,
  /** Without a currency: the API has none. */
  spend: planned,
  /** Of the last write, milliseconds since 1970. */
  at: z.int(),
  who: z.nullable(z.string()),
})
export type MonthPlan = z.infer<typeof monthPlan>

/** `GET …/month-plans`: the newest month first. */
export const monthPlansAnswer = z.object({ plans: z.array(monthPlan) })

/** `PUT …/month-plans`: writes the whole plan of a month. */
export const savePlanBody = z.strictObject({
  month: z.string(),
  oid: z.nullable(z.string()),
  /** The version that the page shows, 0: none. If there is a later one nothing is written. */
  version: z.int().check(z.gte(0)),
  contacts: planned,
  target: planned,
  spend: planned,
})
export type SavePlanBody = z.infer<typeof savePlanBody>
/** Answer to a write; on a conflict (409) the error comes with the current version. */
export const savedPlan = z.object({ plan: monthPlan })

/** `GET /month-plans/kept`: how many months there are, for the settings page. */
export const plansKept = z.object({ months: z.int() })

/** Below `/api`. @param client null: the account that is signed in itself */
export const plansPath = (client: string | null): string =>
  client === null ? '/month-plans' : `/clients/${encodeURIComponent(client)}/month-plans`
