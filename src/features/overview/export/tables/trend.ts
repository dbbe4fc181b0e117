import { dayCell } from '#/domain/table-file/cell.ts'
import type { Counts } from '#/analytics/columns/traits.ts'
import type { Question } from '#/analytics/worker/report.ts'
import { metricOf } from '#/analytics/report-metrics.ts'
import type { ExportContext } from '#/features/overview/export/conditions.ts'
import { shareCell, tableOf, type Column, type ExportTable } from '#/features/overview/export/table.ts'
import { metricName } from '#/features/overview/receipt/figure-words.ts'
import { bucketsIn, type TrendBucket } from '#/features/overview/panels/trend/buckets.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { answered } from './answered.ts'

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

/** The stretch of days that is chosen as the whole question: there is then nothing beside it. */
const withinStretch = (question: Question): Question => {
  const stretch = question.filters.find((filter) => filter.by === 'day')
  if (stretch?.by !== 'day') return question
  const { days, comparedDays } = question
  const first = Math.max(stretch.first, days.first)
  const last = Math.min(stretch.last, days.last)
  const moved = comparedDays && comparedDays.first - days.first
  return {
    ...question,
    filters: question.filters.filter((filter) => filter !== stretch),
    days: { first, last },
    comparedDays: moved === null ? null : { first: first + moved, last: last + moved },
  }
}

/** The trend bucket by bucket, the oldest first, with what it is compared with. */
export const trendTable = async (context: ExportContext): Promise<ExportTable> => {
  const { overview, hidden } = context
  const question = withinStretch(overview.question)
  const report =
    question === overview.question && overview.report
      ? overview.report
      : await answered(context, 'report', question)
  const buckets = bucketsIn(report, question, overview.known, Infinity)
  const hasBefore = buckets.some(({ compared }) => compared !== null)
  const metrics = METRICS.filter(({ field }) => !hidden.has(field))
  const figures = (
    name: (metric: string) => string,
    counts: (bucket: TrendBucket) => Counts | null,
  ): Column<TrendBucket>[] =>
    metrics.map(({ id }) => ({
      name: name(metricName(id)),
      kind: id.endsWith('rate') ? 'share' : undefined,
      value: (bucket) => {
        const of = counts(bucket)
        const value = of && metricOf(id, of)
        return id.endsWith('rate') ? shareCell(value) : value
      },
    }))
  const columns: Column<TrendBucket>[] = [
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
  const { undated } = report.leftOut
  return {
    ...tableOf(columns, buckets),
    about: undated === 0 ? [] : [{ name: m.overview_export_undated(), value: undated }],
  }
}
