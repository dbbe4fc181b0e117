import type { ReportMetricId } from '#/analytics/report-metrics.ts'

/** What may become of a contact, each counted by itself. */
export const FUNNEL_STEPS = [
  'contacts',
  'reached',
  'target',
  'deals',
] as const satisfies readonly ReportMetricId[]
