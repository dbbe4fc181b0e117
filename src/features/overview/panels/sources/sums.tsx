import type { DealCounts } from '#/analytics/columns/deals.ts'
import { counted, formatMoney, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Absent } from '#/ui/data/absent.tsx'
import { cutText } from '#/ui/data/cut-text.ts'
import { useTree } from './tree.ts'

const CRMS_SHOWN = 2
const CRM_NAME_SHOWN = 24

type Sum = DealCounts['sums'][number]

const nameOf = ({ crm }: Sum): string => cutText(crm ?? m.col_crm(), CRM_NAME_SHOWN)

const unpricedWords = ({ unpriced }: Sum): string | null =>
  unpriced === 0 ? null : m.sources_unpriced(counted(unpriced))

/** What deals are worth, CRM by CRM and without a currency (G28): with their names where the table has several. */
export const Sums = ({ sums }: { sums: readonly Sum[] }) => {
  const { namesCrms } = useTree()
  // Deals without any price have an unknown worth, not 0.
  const known = sums.filter(({ sum }) => sum !== 0)
  if (known.length === 0) return <Absent reason={m.sources_no_sum()} />
  const hidden = known.slice(CRMS_SHOWN)
  return (
    <>
      {known.slice(0, CRMS_SHOWN).map((sum) => (
        <span key={sum.crm} className="block" title={unpricedWords(sum) ?? undefined}>
          {namesCrms && <bdi className="mr-1 text-12 text-text-3">{nameOf(sum)}</bdi>}
          {formatMoney(sum.sum)}
        </span>
      ))}
      {hidden.length > 0 && (
        <span
          className="block text-12 text-text-3"
          title={hidden.map((sum) => `${nameOf(sum)} ${formatMoney(sum.sum)}`).join(', ')}
        >
          {m.sources_more_crms({ shown: formatNumber(hidden.length) })}
        </span>
      )}
    </>
  )
}
