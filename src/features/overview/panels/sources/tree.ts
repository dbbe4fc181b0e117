import { createContext, use } from 'react'
import type { Counts } from '#/analytics/columns/traits.ts'
import type { ChangeRow } from '#/analytics/figures/changes.ts'
import type { PaidTally } from '#/analytics/evaluation/verdicts.ts'
import type { SortDirection } from '#/ui/table/table.tsx'
import type { Costs } from '#/domain/costs/costs.ts'
import type { useLater } from '#/features/overview/data/use-later.ts'
import type { SourceView } from './columns.ts'
import type { Fit } from './fit.ts'
import type { SourceColumn } from '#/domain/costs/judged-sources.ts'
import type { Level } from './levels.ts'

/** What all rows of the tree have in common. */
export interface Tree {
  /** Levels this client is shown, the coarsest first. */
  readonly levels: readonly Level[]
  readonly columns: readonly SourceColumn[]
  readonly fit: Fit
  readonly order: { readonly column: SourceColumn; readonly direction: SortDirection }
  /** All sources together. */
  readonly whole: Counts
  /** What was paid for all of them that something was paid for; null: nothing has been entered. */
  readonly paid: PaidTally | null
  /** By source how many contacts more or fewer it has; empty: not known. */
  readonly changes: ReadonlyMap<string | null, ChangeRow>
  /** The share at the right end of the ranges. */
  readonly scale: number
  /** Deals of several CRMs stand in the table: each sum says whose it is. */
  readonly namesCrms: boolean
  /** Not all contacts have come: nothing is judged yet, and the order is that of contacts. */
  readonly isPart: boolean
  /** More contacts are coming: rows stay where they stand. */
  readonly isGrowing: boolean
  /** What the columns are of. */
  readonly view: SourceView
  /** Null: no spend has been entered for these days. */
  readonly costs: Costs | null
  readonly isPhone: boolean
  /** Receipts, and what is paid in all. */
  readonly later: ReturnType<typeof useLater>
  /** Keys of paths that are open. */
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
