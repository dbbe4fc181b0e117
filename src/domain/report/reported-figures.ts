import type { Filter } from '#/contract/figures/questions.ts'
import type { Report } from '#/contract/figures/answers.ts'
import type { CostsBefore } from '#/domain/costs/costs-before.ts'
import type { Costs } from '#/domain/costs/costs.ts'
import { dimensionName } from '#/domain/contact-list/dimension-labels.ts'
import { m } from '#/i18n/paraglide/messages.js'

/** Sources and costs of a report, for screen and paper. */
export interface ReportedFigures {
  readonly report: Pick<Report, 'figures'> & { readonly tables: Pick<Report['tables'], 'source'> }
  readonly filters: readonly Filter[]
  /** Hidden fields (G12). */
  readonly hidden: ReadonlySet<string>
  /** Null: no spend. */
  readonly costs: Costs | null
  /** Null: no comparison, or unknown. */
  readonly costsBefore: CostsBefore | null
}

/** Whether none of these filters apply: a panel ignores its own. */
export const notNarrowed = (filters: readonly Filter[], ...own: readonly Filter['by'][]): string | null => {
  const by = filters.flatMap((filter) => (own.includes(filter.by) ? [dimensionName(filter.by)] : []))
  return by.length === 0 ? null : m.report_not_narrowed({ by: by.join(', ') })
}

export const noteOf = (...parts: readonly (string | null)[]): string => parts.filter(Boolean).join(', ')
