import { metricOf, type ReportMetricId } from '#/analytics/report-metrics.ts'
import type { Figures, Report } from '#/contract/figures/answers.ts'
import { hiddenOf } from '#/domain/figures/hidden-figures.ts'

const STEPS = ['contacts', 'reached', 'target', 'deals'] as const satisfies readonly ReportMetricId[]

/** A step, and what the period's contacts came to before. */
export interface FunnelStep {
  readonly metric: (typeof STEPS)[number]
  readonly count: number
  /** Share of all contacts; null: none. */
  readonly share: number | null
  /** Null: no comparison. */
  readonly before: { readonly count: number; readonly share: number | null } | null
}

const countOf = (metric: FunnelStep['metric'], figures: Figures) => {
  const count = metricOf(metric, figures) ?? 0
  return { count, share: figures.contacts === 0 ? null : count / figures.contacts }
}

export const funnelSteps = (
  { figures, compared }: Pick<Report, 'figures' | 'compared'>,
  hidden: ReadonlySet<string>,
): readonly FunnelStep[] =>
  STEPS.filter((metric) => !hiddenOf(hidden).metric(metric)).map((metric) => ({
    metric,
    ...countOf(metric, figures),
    before: compared && countOf(metric, compared),
  }))
