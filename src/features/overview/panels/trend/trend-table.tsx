import { useOverview } from '#/features/overview/data/use-overview.ts'
import { figureText, metricName } from '#/domain/figures/figure-labels.ts'
import type { TrendMetric } from '#/features/overview/search.ts'
import { formatDays } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Absent } from '#/ui/data/absent.tsx'
import { Table, Td, Th, Tr } from '#/ui/table/table.tsx'
import type { TrendBucket } from './rows.ts'
import { bucketLabel, unknownLabel } from './labels.ts'

export const TrendTable = ({ buckets, metric }: { buckets: readonly TrendBucket[]; metric: TrendMetric }) => {
  const { question, comparedDays } = useOverview('question', 'comparedDays')
  return (
    <div className="max-h-96 overflow-auto" tabIndex={0} role="group" aria-label={m.trend()}>
      <Table edge="none" aria-label={m.trend()}>
        <thead>
          <tr>
            <Th className="sticky top-0">{m.trend_days()}</Th>
            <Th numeric className="sticky top-0">
              {metricName(metric)}
            </Th>
            {comparedDays && (
              <Th numeric className="sticky top-0">
                {m.trend_compared()}
              </Th>
            )}
          </tr>
        </thead>
        <tbody>
          {buckets.toReversed().map((bucket) => (
            <Tr key={bucket.days.from}>
              <Td>
                {bucketLabel(bucket, question)}
                {bucket.hasUnread && <span className="text-text-3">, {unknownLabel('unread')}</span>}
              </Td>
              <Td numeric className={bucket.hasUnread ? 'text-text-3' : undefined}>
                {bucket.unknown !== null ? (
                  <Absent reason={unknownLabel(bucket.unknown)} />
                ) : (
                  ((bucket.counts && figureText(metric, bucket.counts)) ?? (
                    <Absent reason={m.overview_share_of_nothing()} />
                  ))
                )}
              </Td>
              {comparedDays && (
                <Td numeric className="text-text-2">
                  {bucket.compared === null ? (
                    <Absent
                      reason={bucket.unknown ? unknownLabel(bucket.unknown) : m.overview_nothing_before()}
                    />
                  ) : (
                    <span title={formatDays(bucket.compared.days)}>
                      {figureText(metric, bucket.compared.counts) ?? '–'}
                    </span>
                  )}
                </Td>
              )}
            </Tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}
