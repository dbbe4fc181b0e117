import type { ReactNode } from 'react'
import { TOO_FEW } from '#/analytics/judge/findings.ts'
import type { CostRange } from '#/analytics/spend/cost.ts'
import { FigureButton } from '#/features/overview/receipt/figure-receipt.tsx'
import { formatCost } from '#/features/overview/receipt/figure-words.ts'
import { costReceipt, rangeSentence } from '#/features/overview/spend/cost-receipt.tsx'
import type { Cost } from '#/features/overview/spend/costs.ts'
import { formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Absent } from '#/ui/data/absent.tsx'
import { Icon } from '#/ui/icon.tsx'
import type { CostColumn } from './columns.ts'
import type { Judged } from './rows.ts'
import { pathFilters, type Path } from './levels.ts'

const RANGE = {
  cost_per_first_time: ({ perFirstTime }) => perFirstTime,
  cost_per_target: ({ perTarget }) => perTarget,
  cost_per_deal: ({ perDeal }) => perDeal,
} as const satisfies Partial<
  Record<CostColumn, (cost: Extract<Cost, { perDeal: unknown }>) => CostRange | null>
>

/** What the contacts of a row have cost, or why that is not known. */
export const CostCell = ({
  column,
  judged: { row, cost },
  path,
  isBrief = false,
  className,
}: {
  column: CostColumn
  judged: Judged
  path: Path
  /** The figure alone: its range is in the receipt. */
  isBrief?: boolean
  className?: string
}): ReactNode => {
  if (cost === null || cost.paid === null) return <Absent reason={cost?.reason ?? m.spend_not_entered()} />
  const { paid } = cost
  const isRanged = column in RANGE
  const range = isRanged ? RANGE[column as keyof typeof RANGE](cost) : null
  const figure = (
    <FigureButton
      metric={column}
      figures={{ ...row, spend: paid.sum }}
      filters={pathFilters(path)}
      more={costReceipt(paid, range)}
      className={className}
    />
  )
  if (!isRanged) return column === 'cost_per_contact' && cost.perContact === null ? <NoneOfKind /> : figure
  if (range === null) return <TooFew />
  const shown = range.cost === null ? <NoneOfKind /> : figure
  if (isBrief) return shown
  return (
    <span className="inline-grid justify-items-end py-0.5 phone:flex phone:items-baseline phone:gap-2">
      {shown}
      <RangeWords range={range} />
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

const RangeWords = ({ range }: { range: CostRange }) => (
  <span title={rangeSentence(range)} className="text-12 text-text-3 tabular-nums desk:-mt-1">
    {range.high === null
      ? m.spend_from({ low: formatCost(range.low) })
      : `${formatCost(range.low)}–${formatCost(range.high)}`}
  </span>
)
