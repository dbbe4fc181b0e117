import type { HideableMetric } from '#/features/overview/data/hidden.ts'

export interface Card {
  readonly metric: HideableMetric
  /** A second figure, smaller, under the first. */
  readonly beside?: HideableMetric
}

/** What the days add up to, on the screen as on paper. */
export const CARDS: readonly Card[] = [
  { metric: 'contacts' },
  { metric: 'calls', beside: 'mean_duration' },
  { metric: 'missed_rate' },
  { metric: 'first_time', beside: 'callers' },
  { metric: 'target_rate' },
  { metric: 'deals' },
]
