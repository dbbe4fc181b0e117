import { m } from '#/i18n/paraglide/messages.js'
import type { CostColumn } from '#/features/overview/panels/sources/columns.ts'
import { CostCell } from './cost-cell.tsx'
import type { Judged } from '#/domain/costs/judged-sources.ts'
import type { Path } from '#/features/overview/panels/sources/levels.ts'
import { useTree } from '#/features/overview/panels/sources/tree.ts'

/** What one of each kind has cost, the target ones first; nothing where nothing was paid, which the sum says. */
export const PhoneCosts = ({ judged, path }: { judged: Judged; path: Path }) => {
  const { columns } = useTree()
  const { cost } = judged
  const [first, ...others] = PHONE_COSTS.filter(({ column }) => columns.includes(column))
  if (first === undefined || !cost?.paid) return null
  // The note about too few contacts is shown once.
  const told = others.filter(({ column }) => column === 'cost_per_contact' || cost.perTarget !== null)
  return (
    <>
      <div className="-mt-3 flex items-center gap-1.5">
        <span className="text-12 text-text-3">{first.name()}</span>
        <CostCell column={first.column} judged={judged} path={path} className="font-strong" />
      </div>
      <div className="-mt-1.5 grid grid-cols-3 gap-x-2">
        {told.map(({ column, name }) => (
          <span key={column} className="grid justify-items-start">
            <span className="text-12 text-text-3">{name()}</span>
            <span className="-mt-2.5 inline-flex min-h-10 items-center">
              <CostCell column={column} judged={judged} path={path} isBrief />
            </span>
          </span>
        ))}
      </div>
    </>
  )
}
const PHONE_COSTS: readonly { readonly column: CostColumn; readonly name: () => string }[] = [
  { column: 'cost_per_target', name: m.spend_phone_target },
  { column: 'cost_per_contact', name: m.spend_phone_contact },
  { column: 'cost_per_first_time', name: m.spend_phone_first_time },
  { column: 'cost_per_deal', name: m.spend_phone_deal },
]
