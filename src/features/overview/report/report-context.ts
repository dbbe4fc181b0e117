import type { Changes } from '#/analytics/figures/changes.ts'
import type { Report } from '#/analytics/figures/report.ts'
import type { ChartNote } from '#/contract/chart-notes/chart-notes.ts'
import type { ExportContext } from '#/features/overview/export/conditions.ts'
import type { ReportedFigures } from '#/domain/report/reported-figures.ts'
import type { ReportedPlan } from './plan-line.ts'

export interface ReportContext extends ExportContext, Omit<ReportedFigures, 'hidden'> {
  readonly report: Report
  /** Null: no plan, or not loaded. */
  readonly plan: ReportedPlan | null
  /** Null: no comparison, or not loaded. */
  readonly changes: Changes | null
  /** Newest day first. */
  readonly chartNotes: readonly ChartNote[]
  /** Null: unknown. */
  readonly owner: string | null
  readonly by: { readonly agency: string | null; readonly person: string | null }
  readonly now: Date
}
