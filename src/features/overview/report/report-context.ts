import type { Filter } from '#/analytics/columns/select.ts'
import type { Changes } from '#/analytics/figures/changes.ts'
import type { Report } from '#/analytics/figures/report.ts'
import type { ChartNote } from '#/contract/chart-notes/chart-notes.ts'
import { dimensionName } from '#/domain/contact-list/dimension-labels.ts'
import type { Overview } from '#/features/overview/data/use-overview.ts'
import type { ExportContext } from '#/features/overview/export/conditions.ts'
import type { CostsBefore } from '#/features/overview/spend/costs-before.ts'
import type { Costs } from '#/features/overview/spend/costs.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { ReportedPlan } from './plan-line.ts'

/** What a report is made of. */
export interface ReportContext extends ExportContext {
  readonly report: Report
  /** Null: no spend has been entered for these days. */
  readonly costs: Costs | null
  /** Null: nothing is compared, or that is not known. */
  readonly costsBefore: CostsBefore | null
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

/** What narrows everything else and not the part it was chosen in, as on the screen: the others stand beside it. */
export const notNarrowed = (
  { question: { filters } }: Overview,
  ...own: readonly Filter['by'][]
): string | null => {
  const by = filters.flatMap((filter) => (own.includes(filter.by) ? [dimensionName(filter.by)] : []))
  return by.length === 0 ? null : m.report_not_narrowed({ by: by.join(', ') })
}

/** Parts of a note, one after the other. */
export const noteOf = (...parts: readonly (string | null)[]): string => parts.filter(Boolean).join(', ')
