import type { Changes } from '#/analytics/figures/changes.ts'
import type { Report } from '#/analytics/figures/report.ts'
import type { ChartNote } from '#/contract/chart-notes/chart-notes.ts'
import type { ExportContext } from '#/features/overview/export/conditions.ts'
import type { ReportedFigures } from '#/domain/report/reported-figures.ts'
import type { ReportedPlan } from './plan-line.ts'

/** What a report is made of. */
export interface ReportContext extends ExportContext, Omit<ReportedFigures, 'hidden'> {
  readonly report: Report
  /** Null: nothing is planned for the month that the days end in, or it has not come yet. */
  readonly plan: ReportedPlan | null
  /** Why there are more or fewer contacts; null: nothing is compared, or it has not come yet. */
  readonly changes: Changes | null
  /** What people have pinned to these days, the newest day first. */
  readonly chartNotes: readonly ChartNote[]
  /** Whose contacts these are; null when unknown. */
  readonly owner: string | null
  /** Who made it: the agency, and the person. */
  readonly by: { readonly agency: string | null; readonly person: string | null }
  readonly now: Date
}
