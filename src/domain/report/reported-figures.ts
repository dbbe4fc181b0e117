import type { Filter } from '#/analytics/columns/select.ts'
import type { Report } from '#/analytics/figures/report.ts'
import type { CostsBefore } from '#/domain/costs/costs-before.ts'
import type { Costs } from '#/domain/costs/costs.ts'
import { dimensionName } from '#/domain/contact-list/dimension-labels.ts'
import { m } from '#/i18n/paraglide/messages.js'

/** What a report says of sources and of what they cost, on whatever it is read. */
export interface ReportedFigures {
  readonly report: Pick<Report, 'figures'> & { readonly tables: Pick<Report['tables'], 'source'> }
  /** What narrows it. */
  readonly filters: readonly Filter[]
  /** Names of fields that must not be shown (G12). */
  readonly hidden: ReadonlySet<string>
  /** Null: no spend has been entered for these days. */
  readonly costs: Costs | null
  /** Null: nothing is compared, or that is not known. */
  readonly costsBefore: CostsBefore | null
}

/** What narrows everything else and not the part it was chosen in, as on the screen: the others stand beside it. */
export const notNarrowed = (filters: readonly Filter[], ...own: readonly Filter['by'][]): string | null => {
  const by = filters.flatMap((filter) => (own.includes(filter.by) ? [dimensionName(filter.by)] : []))
  return by.length === 0 ? null : m.report_not_narrowed({ by: by.join(', ') })
}

/** Parts of a note, one after the other. */
export const noteOf = (...parts: readonly (string | null)[]): string => parts.filter(Boolean).join(', ')
