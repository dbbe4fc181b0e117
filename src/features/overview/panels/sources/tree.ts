import { createContext, use } from 'react'
import type { Counts } from '#/contract/figures/counts.ts'
import type { ChangeRow } from '#/contract/figures/answers.ts'
import type { PaidTally } from '#/analytics/evaluation/verdicts.ts'
import type { SortDirection } from '#/ui/table/table.tsx'
import type { ShownCosts } from '#/features/overview/spend/use-costs.ts'
import type { useLater } from '#/features/overview/data/use-later.ts'
import type { SourceView } from './columns.ts'
import type { Fit } from './fit.ts'
import type { SourceColumn } from '#/domain/costs/evaluated-sources.ts'
import type { Level } from './levels.ts'

export interface Tree {
  readonly levels: readonly Level[]
  readonly columns: readonly SourceColumn[]
  readonly fit: Fit
  readonly order: { readonly column: SourceColumn; readonly direction: SortDirection }
  readonly whole: Counts
  /** Total spend with amounts; null: none entered. */
  readonly paid: PaidTally | null
  /** Change in contacts by source; empty: unknown. */
  readonly changes: ReadonlyMap<string | null, ChangeRow>
  /** Share at the right end of the range scale. */
  readonly scale: number
  /** Several CRMs: each sum needs its name. */
  readonly namesCrms: boolean
  /** Incomplete contacts: no verdicts, ordered by contacts. */
  readonly isPart: boolean
  /** More contacts are loading: rows keep their place. */
  readonly isGrowing: boolean
  /** Which columns are shown. */
  readonly view: SourceView
  /** Null: no spend in the period. */
  readonly costs: ShownCosts | null
  readonly isPhone: boolean
  readonly later: ReturnType<typeof useLater>
  /** Keys of expanded paths. */
  readonly open: ReadonlySet<string>
  readonly toggleOpen: (path: string) => void
}

const TreeContext = createContext<Tree | null>(null)
export const TreeProvider = TreeContext.Provider

export const useTree = (): Tree => {
  const tree = use(TreeContext)
  if (tree === null) throw new Error('A row of the sources stands outside of their table')
  return tree
}
