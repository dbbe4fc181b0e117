import {
  TOO_FEW,
  KEEP_FROM,
  STOP_BELOW,
  STOP_FROM,
  type ComparedVerdict,
  type Verdict,
} from '#/analytics/evaluation/verdicts.ts'
import type { PlannedCost } from '#/analytics/spend/planned-cost.ts'
import { ReceiptContents } from '#/domain/figures/receipt-contents.tsx'
import { VERDICTS } from '#/features/overview/panels/sources/verdict-labels.ts'
import { formatCost } from '#/domain/figures/figure-labels.ts'
import { plannedLabel } from '#/features/overview/spend/cost-receipt.tsx'
import { formatMoney, formatNumber, formatPercent } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'

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
  plan: {
    more: m.verdict_more_plan,
    keep: m.verdict_keep_plan,
    watch: m.verdict_watch_plan,
    stop: m.verdict_stop_plan,
  },
} as const satisfies Record<ComparedVerdict['by'], Record<Verdict, () => string>>

export const verdictMeans = (by: ComparedVerdict['by'], verdict: Verdict): string => MEANS[by][verdict]()

const thresholdLabel = (by: ComparedVerdict['by']): string[] => {
  const rules = RULES[by]
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
  plan: {
    more: m.verdict_rule_more_plan,
    keep: m.verdict_rule_keep_plan,
    watch: m.verdict_rule_watch_plan,
    stop: m.verdict_rule_stop_plan,
  },
} as const
const NOTES = {
  rate: m.verdict_note_rate,
  cost: m.verdict_note_cost,
  plan: m.verdict_note_plan,
} as const satisfies Record<ComparedVerdict['by'], () => string>

/** What a verdict rests on. */
export const verdictNote = (by: ComparedVerdict['by']): string => NOTES[by]()

/** `3 of 27 = 11.1%`, or `118,000 ÷ 3 = 39,333`, with the 95% range. */
export const sideLabel = ({ contacts, target, amount, range }: ComparedVerdict['own']): string => {
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
    cost: target === 0 ? '–' : formatCost(amount / target),
    low: formatCost(1 / range.high),
    high: range.low === 0 ? '∞' : formatCost(1 / range.low),
  })
}

export const VerdictReceipt = ({
  beside: { by, own, others },
  verdict,
  planned,
  onClose,
}: {
  beside: ComparedVerdict
  verdict: Verdict
  planned: PlannedCost | null
  onClose: () => void
}) => (
  <ReceiptContents
    onClose={onClose}
    receipt={{
      title: m.verdict_title(),
      value: VERDICTS[verdict].word(),
      definition: verdictMeans(by, verdict),
      formula: null,
      inputs: [
        { label: m.verdict_own(), value: sideLabel(own) },
        ...(others ? [{ label: m.verdict_others(), value: sideLabel(others) }] : []),
        ...(by === 'plan' && planned ? [{ label: m.spend_planned(), value: plannedLabel(planned) }] : []),
      ],
      rules: [...thresholdLabel(by), verdictNote(by)],
      notes: [],
    }}
  />
)
