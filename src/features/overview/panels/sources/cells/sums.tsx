import type { DealCounts } from '#/analytics/columns/deals.ts'
import { counted, formatMoney, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Absent } from '#/ui/data/absent.tsx'
import { cutText } from '#/ui/data/cut-text.ts'
import { useTree } from '#/features/overview/panels/sources/tree.ts'

const CRM_NAME_SHOWN = 24

type Sum = DealCounts['sums'][number]

const nameOf = ({ crm }: Sum): string => cutText(crm ?? m.col_crm(), CRM_NAME_SHOWN)

const unpricedWords = ({ unpriced }: Sum): string | null =>
  unpriced === 0 ? null : m.sources_unpriced(counted(unpriced))

/**
 * What deals are worth, CRM by CRM and without a currency (G28): the largest in one line, so that all rows are as high, with
 * its CRM's name where the table has several and how many others there are.
 */
export const Sums = ({ sums }: { sums: readonly Sum[] }) => {
  const { namesCrms, fit } = useTree()
  // Deals without any price have an unknown worth, not 0.
  const [first, ...others] = sums.filter(({ sum }) => sum !== 0).toSorted((a, b) => b.sum - a.sum)
  if (first === undefined) return <Absent reason={m.sources_no_sum()} />
  const all = [first, ...others].map((sum) => {
    const unpriced = unpricedWords(sum)
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
          +{formatNumber(others.length)}
          <span className="sr-only">: {all.slice(1).join(', ')}</span>
        </span>
      )}
    </span>
  )
}
