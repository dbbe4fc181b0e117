import type { SpendQuestion } from '#/features/overview/spend/reading/read-spend.ts'
import { m } from '#/i18n/paraglide/messages.js'

const OPEN = {
  amount: m.spend_needs_columns,
  source: m.spend_needs_source,
  order: m.spend_needs_order,
  unit: m.spend_needs_unit,
  millionths: m.spend_needs_millionths,
} as const satisfies Record<SpendQuestion, () => string>

export const openQuestionLabel = (question: SpendQuestion): string => OPEN[question]()
