import type { Figures, Report } from '#/contract/figures/answers.ts'
import { hiddenOf, type HideableMetric } from '#/domain/figures/hidden-figures.ts'
import { changeOf, type FigureChange } from '#/analytics/figure-change.ts'

interface Card {
  readonly metric: HideableMetric
  /** A smaller figure below the first. */
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

/** Summary cards without hidden fields (G12). */
export const shownCards = (hidden: ReadonlySet<string>): readonly Card[] => {
  const isHidden = hiddenOf(hidden).metric
  return CARDS.filter(({ metric }) => !isHidden(metric)).map(({ metric, beside }) =>
    beside === undefined || isHidden(beside) ? { metric } : { metric, beside },
  )
}

/** A figure of the period and of the comparison. */
export interface SummaryRow extends Card {
  readonly figures: Figures
  /** Null: no comparison, or either period is incomplete. */
  readonly compared: Figures | null
  readonly change: FigureChange | null
  /** Deal sums by CRM, largest first, never across CRMs (G28). */
  readonly sums: Figures['sums']
}

/** Summary figure for screen and report. @param isLoaded all contacts are loaded */
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
