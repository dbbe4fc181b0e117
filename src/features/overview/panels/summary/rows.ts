import type { Figures, Report } from '#/analytics/figures/report.ts'
import { hiddenOf, type HideableMetric } from '#/domain/figures/hidden-figures.ts'
import { changeOf, type FigureChange } from '#/analytics/figure-change.ts'

interface Card {
  readonly metric: HideableMetric
  /** A second figure, smaller, under the first. */
  readonly beside?: HideableMetric
}

const CARDS: readonly Card[] = [
  { metric: 'contacts' },
  { metric: 'calls', beside: 'median_duration' },
  { metric: 'missed_rate' },
  { metric: 'first_time', beside: 'callers' },
  { metric: 'target_rate' },
  { metric: 'deals' },
]

/** The figures that the days add up to, without those of hidden fields (G12). */
export const shownCards = (hidden: ReadonlySet<string>): readonly Card[] => {
  const isHidden = hiddenOf(hidden).metric
  return CARDS.filter(({ metric }) => !isHidden(metric)).map(({ metric, beside }) =>
    beside === undefined || isHidden(beside) ? { metric } : { metric, beside },
  )
}

/** A figure of the period, beside those it is compared with. */
export interface SummaryRow extends Card {
  readonly figures: Figures
  /** Null: nothing is compared with, or not all of either has come: a part beside a whole is no comparison. */
  readonly compared: Figures | null
  readonly change: FigureChange | null
  /** What deals are worth, the largest sum first: one for each CRM and never across them (G28). */
  readonly sums: Figures['sums']
}

/** What the days add up to, on the screen as on paper. @param isLoaded everything has come */
export const summaryRow = (
  card: Card,
  { figures, compared, comparison }: Pick<Report, 'figures' | 'compared' | 'comparison'>,
  isLoaded: boolean,
): SummaryRow => {
  const before = isLoaded ? compared : null
  return {
    ...card,
    figures,
    compared: before,
    change: before && comparison && changeOf(card.metric, figures, before, comparison),
    sums: card.metric === 'deals' ? figures.sums.toSorted((a, b) => b.sum - a.sum) : [],
  }
}
