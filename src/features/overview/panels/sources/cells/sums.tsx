import type { DealCounts } from '#/contract/figures/answers.ts'
import { counted, formatMoney, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Absent } from '#/ui/data/absent.tsx'
import { cutText } from '#/ui/data/cut-text.ts'
import { useTree } from '#/features/overview/panels/sources/tree.ts'

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
