import {
  KEEP_FROM,
  STOP_BELOW,
  STOP_FROM,
  type JudgedBeside,
  type Verdict,
} from '#/analytics/judge/verdicts.ts'
import { TOO_FEW } from '#/analytics/judge/findings.ts'
import { formatCost } from '#/features/overview/receipt/figure-words.ts'
import { formatMoney, formatNumber, formatPercent } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { IconName } from '#/ui/icon.tsx'

export const VERDICTS = {
  more: { word: m.verdict_more, icon: 'arrow-up-right', tone: 'text-answered' },
  keep: { word: m.verdict_keep, icon: 'check', tone: 'text-text-2' },
  watch: { word: m.verdict_watch, icon: 'eye', tone: 'text-warning' },
  stop: { word: m.verdict_stop, icon: 'close', tone: 'text-missed' },
} as const satisfies Record<
  Verdict,
  { readonly word: () => string; readonly icon: IconName; readonly tone: string }
>

const MEANS = {
  rate: {
    more: m.verdict_more_rate,
    keep: m.verdict_keep_rate,
    watch: m.verdict_watch_rate,
    stop: m.verdict_stop_rate,
  },
  cost: {
    more: m.verdict_more_cost,
    keep: m.verdict_keep_cost,
    watch: m.verdict_watch_cost,
    stop: m.verdict_stop_cost,
  },
} as const satisfies Record<JudgedBeside['by'], Record<Verdict, () => string>>

/** What a verdict says, in a sentence. */
export const verdictMeans = (by: JudgedBeside['by'], verdict: Verdict): string => MEANS[by][verdict]()

/** What each verdict takes. */
export const thresholdWords = (by: JudgedBeside['by']): string[] => {
  const rules = by === 'rate' ? RULES.rate : RULES.cost
  return [
    rules.more(),
    rules.keep({ part: formatNumber(KEEP_FROM * 100) }),
    rules.watch(),
    rules.stop({ part: formatNumber(STOP_BELOW * 100), least: formatNumber(STOP_FROM) }),
    m.verdict_rule_few({ least: formatNumber(TOO_FEW) }),
  ]
}
const RULES = {
  rate: {
    more: m.verdict_rule_more,
    keep: m.verdict_rule_keep,
    watch: m.verdict_rule_watch,
    stop: m.verdict_rule_stop,
  },
  cost: {
    more: m.verdict_rule_more_cost,
    keep: m.verdict_rule_keep_cost,
    watch: m.verdict_rule_watch_cost,
    stop: m.verdict_rule_stop_cost,
  },
} as const

/** Why there is no verdict. */
export const noVerdictWords = (why: NonNullable<JudgedBeside['why']>): string =>
  why === 'too_few'
    ? m.sources_too_few() + m.sources_too_few_under({ least: formatNumber(TOO_FEW) })
    : why === 'others_too_few'
      ? m.verdict_others_too_few({ least: formatNumber(TOO_FEW) })
      : m.verdict_too_wide()

/** `3 of 27 = 11.1%`, or `118,000 ÷ 3 = 39,333`, and its 95% range. */
export const sideWords = ({ contacts, target, amount, range }: JudgedBeside['own']): string => {
  const of = { part: formatNumber(target), whole: formatNumber(contacts) }
  if (range === null) return m.verdict_side_bare(of)
  if (amount === null)
    return m.verdict_side_rate({
      ...of,
      rate: formatPercent(range.rate),
      low: formatPercent(range.low),
      high: formatPercent(range.high),
    })
  return m.verdict_side_cost({
    amount: formatMoney(amount),
    part: of.part,
    // More target contacts for the money are a lower cost of one.
    cost: target === 0 ? '–' : formatCost(amount / target),
    low: formatCost(1 / range.high),
    high: range.low === 0 ? '∞' : formatCost(1 / range.low),
  })
}
