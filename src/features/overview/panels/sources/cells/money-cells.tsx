import { daysPaidLabel } from '#/domain/costs/days-paid.ts'
import { TOO_FEW } from '#/analytics/evaluation/verdicts.ts'
import type { ReactNode } from 'react'
import type { CostRange } from '#/analytics/spend/cost.ts'
import { besidePlan, type BesidePlan } from '#/analytics/spend/planned-cost.ts'
import { FigureButton } from '#/features/overview/receipt/figure-button.tsx'
import { formatCost } from '#/domain/figures/figure-labels.ts'
import {
  besidePlanLabel,
  costReceipt,
  plannedInputs,
  rangeSentence,
} from '#/features/overview/spend/cost-receipt.tsx'
import type { Cost } from '#/domain/costs/costs.ts'
import { toDays } from '#/analytics/period.ts'
import { formatNumber, formatPercentChange, counted, formatMoney } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Absent } from '#/ui/data/absent.tsx'
import { Icon } from '#/ui/icon.tsx'
import { Skeleton } from '#/ui/state/skeleton.tsx'
import type { CostColumn } from '#/features/overview/panels/sources/columns.ts'
import type { EvaluatedSource } from '#/domain/costs/evaluated-sources.ts'
import { pathFilters, type Path } from '#/features/overview/panels/sources/levels.ts'
import { useTree } from '#/features/overview/panels/sources/tree.ts'
import type { DealCounts } from '#/contract/figures/answers.ts'
import { cutText } from '#/ui/data/cut-text.ts'

const RANGE = {
  cost_per_first_time: ({ perFirstTime }) => perFirstTime,
  cost_per_target: ({ perTarget }) => perTarget,
  cost_per_deal: ({ perDeal }) => perDeal,
} as const satisfies Partial<
  Record<CostColumn, (cost: Extract<Cost, { perDeal: unknown }>) => CostRange | null>
>

export const CostCell = ({
  column,
  source: { cost },
  path,
  isBrief = false,
  className,
}: {
  column: CostColumn
  source: EvaluatedSource
  path: Path
  /** The figure alone; its range is in the receipt. */
  isBrief?: boolean
  className?: string
}): ReactNode => {
  const { costs } = useTree()
  if (costs?.isAwaited) return <Skeleton width="full" />
  if (costs === null || cost === null) return <Absent reason={m.spend_not_entered()} />
  if (cost.paid === null) return <Absent reason={cost.reason} />
  const { paid, counts, leftOut } = cost
  const { spending } = costs
  const isSpend = column === 'spend'
  const paidDays = daysPaidLabel(paid, spending, m.spend_days_short)
  const [stretch, ...others] = paid.days
  const isRanged = column in RANGE
  const range = isRanged ? RANGE[column as keyof typeof RANGE](cost) : null
  const planned = column === 'cost_per_target' ? costs.planned : null
  const beside = besidePlan(range, planned)
  const receipt = costReceipt(paid, spending, range, isSpend ? 0 : leftOut)
  const figure = (
    <FigureButton
      metric={column}
      figures={{ ...counts, spend: paid.sum }}
      filters={[
        ...pathFilters(path),
        ...(paidDays !== null && stretch ? [{ by: 'day', ...toDays(stretch) } as const] : []),
      ]}
      // A list can't span several date ranges.
      isListed={others.length === 0}
      more={{ ...receipt, inputs: [...receipt.inputs, ...plannedInputs(range, planned)] }}
      className={className}
    />
  )
  if (isSpend)
    return paidDays === null || isBrief ? (
      figure
    ) : (
      <span className="inline-grid justify-items-end py-0.5">
        {figure}
        <span
          className="text-12 text-warning desk:-mt-1"
          title={`${daysPaidLabel(paid, spending) ?? ''}. ${m.spend_days_why()}`}
        >
          {paidDays}
        </span>
      </span>
    )
  if (!isRanged) return cost.perContact === null ? <NoneOfKind /> : figure
  if (range === null) return <TooFew />
  const shown = range.cost === null ? <NoneOfKind /> : figure
  if (isBrief) return shown
  return (
    <span className="inline-grid justify-items-end py-0.5 phone:flex phone:items-baseline phone:gap-2">
      {beside === null ? (
        shown
      ) : (
        <span className="flex items-baseline gap-1.5">
          <PlanSign beside={beside} />
          {shown}
        </span>
      )}
      <RangeLabel range={range} />
    </span>
  )
}

const SIGNS = {
  dearer: { tone: 'text-missed', icon: 'arrow-up-right' },
  cheaper: { tone: 'text-answered', icon: 'arrow-down-right' },
  open: { tone: 'text-text-3', icon: null },
} as const

const PlanSign = ({ beside }: { beside: BesidePlan }) => {
  const { tone, icon } = SIGNS[beside.is]
  return (
    <span title={besidePlanLabel(beside)} className={`inline-flex items-center gap-1 text-12 ${tone}`}>
      {icon && <Icon name={icon} size={14} />}
      <span aria-hidden="true">{formatPercentChange(beside.by)}</span>
      <span className="sr-only">{besidePlanLabel(beside)}</span>
    </span>
  )
}

const NoneOfKind = () => <Absent reason={m.spend_none_of_kind()} />

const TooFew = () => (
  <span
    title={m.sources_too_few() + m.sources_too_few_under({ least: formatNumber(TOO_FEW) })}
    className="inline-flex min-h-6 items-center gap-1.5 text-text-3 phone:min-h-10"
  >
    <Icon name="partial" size={14} />
    {m.sources_too_few()}
  </span>
)

const RangeLabel = ({ range }: { range: CostRange }) => (
  <span title={rangeSentence(range)} className="text-12 text-text-3 tabular-nums desk:-mt-1">
    {range.high === null
      ? m.spend_from({ low: formatCost(range.low) })
      : `${formatCost(range.low)}–${formatCost(range.high)}`}
  </span>
)

const CRM_NAME_SHOWN = 24

type Sum = DealCounts['sums'][number]

const nameOf = ({ crm }: Sum): string => cutText(crm ?? m.col_crm(), CRM_NAME_SHOWN)

const unpricedLabel = ({ unpriced }: Sum): string | null =>
  unpriced === 0 ? null : m.sources_unpriced(counted(unpriced))

/**
 * Deal sums by CRM without currency (G28): the largest on one line, so that rows are equally high, with the CRM's
 * name and the number of others if there are several.
 */
export const Sums = ({ sums }: { sums: readonly Sum[] }) => {
  const { namesCrms, fit, isPhone } = useTree()
  // Deals without prices are of unknown worth, not 0.
  const [first, ...others] = sums.filter(({ sum }) => sum !== 0).toSorted((a, b) => b.sum - a.sum)
  if (first === undefined) return <Absent reason={m.sources_no_sum()} />
  const more = formatNumber(others.length)
  const all = [first, ...others].map((sum) => {
    const unpriced = unpricedLabel(sum)
    return `${nameOf(sum)} ${formatMoney(sum.sum)}${unpriced === null ? '' : ` (${unpriced})`}`
  })
  return (
    <span className="inline-flex max-w-full items-baseline justify-end gap-1" title={all.join('\n')}>
      {namesCrms && fit.namesCrms && (
        <bdi className="max-w-20 min-w-0 truncate text-12 text-text-3">{nameOf(first)}</bdi>
      )}
      <span className="whitespace-nowrap">{formatMoney(first.sum)}</span>
      {others.length > 0 && (
        <span className="text-12 whitespace-nowrap text-text-3">
          {isPhone ? m.summary_more_crms({ shown: more }) : `+${more}`}
          <span className="sr-only">: {all.slice(1).join(', ')}</span>
        </span>
      )}
    </span>
  )
}
