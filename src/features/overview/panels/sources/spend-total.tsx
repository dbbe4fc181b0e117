import { paidFor } from '#/analytics/spend/spending.ts'
import type { ReportRow, SpendCosts } from '#/contract/figures/answers.ts'
import { useAddress } from '#/features/overview/data/use-overview.ts'
import { FigureButton } from '#/features/overview/receipt/figure-button.tsx'
import { daysPaidLabel } from '#/domain/costs/days-paid.ts'
import { formatCost } from '#/domain/figures/figure-labels.ts'
import { costReceipt, plannedLabel } from '#/features/overview/spend/cost-receipt.tsx'
import type { Costs } from '#/domain/costs/costs.ts'
import { SHARE_DAYS } from '#/analytics/spend/planned-cost.ts'
import { counted, formatMoney, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { useTree } from './tree.ts'

const NAMES_SHOWN = 3

const NOT_PLANNED = {
  reading: m.spend_planned_unread,
  unread: m.spend_planned_unread,
  no_target: m.spend_planned_no_target,
} as const satisfies Record<NonNullable<SpendCosts['notPlanned']>, unknown>

export const SpendTotal = ({ costs, rows }: { costs: Costs; rows: readonly ReportRow[] }) => {
  const { campaign } = useAddress('campaign')
  const { view } = useTree()
  const { spending, blocked, planned } = costs
  const { notPlanned } = spending
  // The total ignores the panel's own filters, as its rows do.
  const paid = paidFor(spending, campaign === undefined ? {} : { campaign })
  const paidDays = typeof paid === 'string' ? null : daysPaidLabel(paid, spending)
  const withContacts = new Set(rows.map(({ value }) => value))
  const idle = spending.parts.filter(({ source, part }) => !withContacts.has(source) && part > 0)
  const idleNames = [...new Set(idle.map(({ source }) => source))]
  const spent = new Set(spending.parts.map(({ source }) => source))
  const without = rows.filter(({ value }) => value !== null && !spent.has(value)).length
  return (
    <div className="grid gap-0.5 py-2 pl-7 text-13 text-text-2 phone:pb-0 phone:pl-0">
      {blocked === null ? (
        <>
          {typeof paid !== 'string' && (
            // A div: the receipt's dialog may not be inside a paragraph.
            <div>
              {m.spend_total_words()}{' '}
              <FigureButton
                metric="spend"
                figures={{ spend: paid.sum }}
                more={costReceipt(paid, spending, null)}
                className="font-strong text-text phone:-my-2"
              />
              {without > 0 && `, ${m.spend_without(counted(without))}`}
              {paidDays !== null && `. ${paidDays}`}
            </div>
          )}
          {notPlanned && <p>{NOT_PLANNED[notPlanned]({ days: formatNumber(SHARE_DAYS) })}</p>}
          {planned !== null && (
            <details>
              <summary className="w-fit rounded-1 hover:text-text phone:py-2">
                {m.spend_planned_line({ cost: formatCost(planned.cost) })}
              </summary>
              <p className="pb-1">{plannedLabel(planned)}.</p>
              <p>{m.spend_planned_beside()}</p>
            </details>
          )}
          {idleNames.length > 0 && campaign === undefined && (
            <p className="text-warning">
              {m.spend_idle({
                amount: formatMoney(idle.reduce((sum, { part }) => sum + part, 0)),
                names: [
                  ...idleNames.slice(0, NAMES_SHOWN),
                  ...(idleNames.length > NAMES_SHOWN ? ['…'] : []),
                ].join(', '),
              })}
            </p>
          )}
        </>
      ) : (
        view === 'cost' && <p>{blocked}</p>
      )}
      {spending.unsplit > 0 && <p>{m.spend_unsplit({ amount: formatMoney(spending.unsplit) })}</p>}
    </div>
  )
}
