import type { LineProblem } from '#/features/overview/spend/reading/read-spend.ts'
import { SPENT_NAME_MAX } from '#/contract/preferences.ts'
import { formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { cutText } from '#/ui/data/cut-text.ts'

const WORDS = {
  no_source: m.spend_problem_no_source,
  long_name: m.spend_problem_long_name,
  no_month: m.spend_problem_no_month,
  month_unknown: m.spend_problem_month_unknown,
  no_amount: m.spend_problem_no_amount,
  no_number: m.spend_problem_no_number,
  negative: m.spend_problem_negative,
  too_big: m.spend_problem_too_big,
} as const satisfies Record<LineProblem, (inputs: { text: string; limit: string }) => string>

const SHOWN = 60

export const problemLabel = (problem: LineProblem, text: string): string =>
  WORDS[problem]({ text: cutText(text, SHOWN), limit: formatNumber(SPENT_NAME_MAX) })
