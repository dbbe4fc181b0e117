import type { PlanField } from '#/contract/month-plans/month-plans.ts'
import { m } from '#/i18n/paraglide/messages.js'

/** What is planned, in words. */
export const PLANNED_WORDS = {
  contacts: m.pace_contacts,
  target: m.pace_target,
  spend: m.pace_spend,
} as const satisfies Record<PlanField, () => string>
