import type { LineProblem, SpendQuestion } from '#/features/overview/spend/reading/read-spend.ts'
import { SPENT_NAME_MAX } from '#/contract/preferences.ts'
import { formatNumber, formatShortDay, formatShortDays } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { cutText } from '#/ui/data/cut-text.ts'
import type { SpendSpan } from '#/analytics/spend/amounts.ts'
import { joinDays } from '#/analytics/spend/month.ts'
import { daysOfAmount } from '#/analytics/spend/spending.ts'
import type { SheetRows } from '#/features/overview/spend/reading/sheet.ts'

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

/** "until Nov 21"; null: the whole month. */
export const amountDaysLabel = (month: string, spans: readonly SpendSpan[]): string | null => {
  if (spans.length === 0 || spans.some(({ days }) => days === null)) return null
  const stretches = joinDays(spans.map(({ days }) => daysOfAmount({ month, days })))
  const [{ from, to }] = stretches as [(typeof stretches)[number]]
  if (stretches.length === 1 && from.endsWith('-01') && from !== to)
    return m.spend_until_day({ day: formatShortDay(to) })
  return m.spend_only_days({ days: stretches.map(formatShortDays).join(', ') })
}

const OPEN = {
  amount: m.spend_needs_columns,
  source: m.spend_needs_source,
  order: m.spend_needs_order,
  unit: m.spend_needs_unit,
  millionths: m.spend_needs_millionths,
} as const satisfies Record<SpendQuestion, () => string>

export const openQuestionLabel = (question: SpendQuestion): string => OPEN[question]()

const NAME_SHOWN = 40

/** Header of a column, else its first value. */
export const columnName = (rows: SheetRows, header: number | null, index: number): string => {
  const named = header === null ? undefined : rows[header]?.[index]?.trim()
  const value = rows.slice((header ?? -1) + 1).find((row) => (row[index] ?? '').trim() !== '')?.[index]
  const number = m.spend_column_nameless({ number: formatNumber(index + 1) })
  return named ? cutText(named, NAME_SHOWN) : `${number}: ${cutText(value?.trim() ?? '–', NAME_SHOWN)}`
}
