import type { ReportMetricId } from '#/analytics/report-metrics.ts'
import type { Bucket } from '#/contract/figures/questions.ts'
import { metricName } from '#/domain/figures/figure-labels.ts'
import { m } from '#/i18n/paraglide/messages.js'

const BY_BUCKET = {
  day: m.trend_by_day,
  week: m.trend_by_week,
  month: m.trend_by_month,
} as const satisfies Record<Bucket, (inputs: { metric: string }) => string>

/** "Contacts by day" */
export const trendNote = (metric: ReportMetricId, bucket: Bucket): string =>
  BY_BUCKET[bucket]({ metric: metricName(metric) })
