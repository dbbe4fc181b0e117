import { dayCell } from '#/domain/files/cell.ts'
import type { Counts } from '#/contract/figures/counts.ts'
import { metricOf } from '#/analytics/report-metrics.ts'
import { shareCell, type PanelColumn } from '#/features/overview/export/table.ts'
import { metricName } from '#/domain/figures/figure-labels.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { TrendBucket } from './rows.ts'

const METRICS = [
  { id: 'contacts', field: 'id' },
  { id: 'first_time', field: 'call_type' },
  { id: 'calls', field: 'status' },
  { id: 'answered', field: 'status' },
  { id: 'missed', field: 'status' },
  { id: 'missed_rate', field: 'status' },
  { id: 'target', field: 'target' },
  { id: 'target_rate', field: 'target' },
] as const

/** Days and figures of a bucket and its comparison. */
export const trendColumns = (
  buckets: readonly TrendBucket[],
  hidden: ReadonlySet<string>,
): readonly PanelColumn<TrendBucket>[] => {
  const hasBefore = buckets.some(({ compared }) => compared !== null)
  const metrics = METRICS.filter(({ field }) => !hidden.has(field))
  const figures = (
    name: (metric: string) => string,
    counts: (bucket: TrendBucket) => Counts | null,
  ): PanelColumn<TrendBucket>[] =>
    metrics.map(({ id }) => ({
      name: name(metricName(id)),
      kind: id.endsWith('rate') ? 'share' : undefined,
      value: (bucket) => {
        const of = counts(bucket)
        const value = of && metricOf(id, of)
        return id.endsWith('rate') ? shareCell(value) : value
      },
    }))
  return [
    { name: m.filter_date_from(), width: 14, kind: 'day', value: ({ days }) => dayCell(days.from) },
    { name: m.filter_date_to(), width: 14, kind: 'day', value: ({ days }) => dayCell(days.to) },
    ...figures(
      (name) => name,
      ({ counts }) => counts,
    ),
    {
      name: m.overview_export_unfinished(),
      value: ({ isUnfinished }) => (isUnfinished ? m.export_yes() : null),
    },
    ...(buckets.some(({ hasUnread }) => hasUnread)
      ? [
          {
            name: m.overview_export_unread(),
            value: ({ hasUnread }: TrendBucket) => (hasUnread ? m.export_yes() : null),
          },
        ]
      : []),
    ...(hasBefore
      ? [
          {
            name: m.overview_export_before({ name: m.filter_date_from() }),
            width: 14,
            kind: 'day' as const,
            value: ({ compared }: TrendBucket) => compared && dayCell(compared.days.from),
          },
          {
            name: m.overview_export_before({ name: m.filter_date_to() }),
            width: 14,
            kind: 'day' as const,
            value: ({ compared }: TrendBucket) => compared && dayCell(compared.days.to),
          },
          ...figures(
            (name) => m.overview_export_before({ name }),
            ({ compared }) => compared && compared.counts,
          ),
        ]
      : []),
  ]
}
