import type { LeftOut } from '#/contract/figures/answers.ts'
import type { FigureKey, ReportMetricId } from '#/analytics/report-metrics.ts'
import { formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { SomeFigures } from '#/domain/figures/figure-labels.ts'

interface Reason {
  readonly words: (inputs: { shown: string }) => string
  readonly count: (figures: SomeFigures) => number | null
}

const beyond =
  (key: FigureKey, ...others: readonly FigureKey[]): Reason['count'] =>
  (figures) => {
    let count = figures[key] ?? null
    for (const other of others) {
      const part = figures[other] ?? null
      count = count === null || part === null ? null : count - part
    }
    return count
  }

const NO_CALLS: Reason = { words: m.overview_out_no_call, count: beyond('contacts', 'calls') }
const NOT_ANSWERED: Reason = { words: m.overview_out_not_answered, count: beyond('calls', 'answered') }
const UNTIMED: Reason = { words: m.overview_out_unusable, count: beyond('answered', 'timed') }
const UNMARKED: Reason = {
  words: m.overview_out_unmarked,
  count: beyond('contacts', 'first_time', 'repeated'),
}
const OF_FIRST_TIME: readonly Reason[] = [
  { words: m.overview_out_repeated, count: beyond('repeated') },
  UNMARKED,
]
const OF_TARGET: readonly Reason[] = [
  { words: m.overview_out_not_target, count: beyond('contacts', 'target') },
]
const OF_ANSWERED = [NO_CALLS, NOT_ANSWERED]
const OF_DURATIONS: ReadonlySet<ReportMetricId> = new Set<ReportMetricId>([
  'mean_duration',
  'median_duration',
  'talk_time',
])

const REASONS: Partial<Record<ReportMetricId, readonly Reason[]>> = {
  calls: [NO_CALLS],
  missed_rate: [NO_CALLS],
  answered: [NO_CALLS, NOT_ANSWERED],
  missed: [NO_CALLS, { words: m.overview_out_answered, count: beyond('calls', 'missed') }],
  reached: [{ words: m.funnel_out_missed, count: beyond('missed') }],
  first_time: OF_FIRST_TIME,
  cost_per_first_time: OF_FIRST_TIME,
  repeated: [{ words: m.overview_out_first_time, count: beyond('first_time') }, UNMARKED],
  target: OF_TARGET,
  cost_per_target: OF_TARGET,
  mean_duration: OF_ANSWERED,
  median_duration: OF_ANSWERED,
  talk_time: OF_ANSWERED,
}

/**
 * Sentences on rows that a figure leaves out.
 * @param leftOut of the whole report; null: a part of it
 */
export const leftOutLabels = (
  metric: ReportMetricId,
  figures: SomeFigures,
  leftOut: LeftOut | null,
): string[] => {
  const reasons = (REASONS[metric] ?? []).map(({ words, count }) => ({ words, count: count(figures) }))
  if (OF_DURATIONS.has(metric))
    reasons.push(
      ...(leftOut === null
        ? [{ words: UNTIMED.words, count: UNTIMED.count(figures) }]
        : [
            { words: m.overview_out_untimed, count: leftOut.untimed },
            { words: m.overview_out_absurd, count: leftOut.absurd },
          ]),
    )
  if (leftOut !== null) {
    if (metric === 'not_through')
      reasons.push({ words: m.overview_out_unnumbered, count: leftOut.unnumbered })
    reasons.push({ words: m.overview_out_unreadable, count: leftOut.unreadable })
  }
  return reasons.flatMap(({ words, count }) =>
    count === null || count <= 0 ? [] : [words({ shown: formatNumber(count) })],
  )
}
