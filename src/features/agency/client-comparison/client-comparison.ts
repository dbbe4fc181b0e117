import { addDays, daysBetween, daysIn, type DayRange } from '#/contract/day.ts'
import type { Comparison } from '#/analytics/compare.ts'
import { directionsOf, sumEvidence } from '#/analytics/evaluation/significance.ts'
import { TOO_FEW } from '#/analytics/evaluation/verdicts.ts'
import type { Direction } from '#/contract/figures/answers.ts'
import {
  COUNTED,
  figureOf,
  METRICS,
  sumTallies,
  type CountId,
  type MetricId,
  type Tally,
} from '#/analytics/metrics.ts'
import type { ComparedAccount, ClientCounts } from '#/contract/archive/client-comparison.ts'
import type { CallFilters } from '#/contract/call-filters.ts'

export interface ClientComparisonChoice {
  readonly metrics: readonly MetricId[]
  readonly days: DayRange
  /** Null: none, or no complete day in the period. */
  readonly comparison: Comparison | null
  /** Whether changes are shown, even without days to compare. */
  readonly isCompared: boolean
}

/** What a client's figures are made of; null: not known, or incomplete. */
export type CountedClient = Pick<ComparedAccount, 'counts' | 'compared'>

export type Missing = 'not-loaded' | 'not-said'

export interface TallyChange {
  readonly comparison: Comparison
  readonly current: Tally
  readonly previous: Tally
  /** Periods differ in length: compared per day. */
  readonly isPerDay: boolean
  /** Relative change, or the difference of two shares (0.02 = 2 points). Null: nothing to compare with. */
  readonly by: number | null
  /** `same`: not significant. */
  readonly verdict: 'better' | 'worse' | 'same'
}

export interface Figure {
  readonly metric: MetricId
  readonly tally: Tally | Missing
  /** Null: not chosen, or no complete day. */
  readonly change: TallyChange | Missing | null
}

interface Total {
  readonly figure: Figure
  /** Clients included; the others aren't loaded or hide it. */
  readonly clients: number
}

/** The figures of clients, as chosen. */
export interface ClientComparison {
  readonly choice: ClientComparisonChoice
  readonly comparison: Comparison | null
  /** @param client undefined: nothing is known of it */
  readonly figure: (metric: MetricId, client: CountedClient | undefined) => Figure
  readonly total: (metric: MetricId, clients: readonly CountedClient[]) => Total
}

export const isKnown = <T extends object>(value: T | Missing | null): value is T =>
  typeof value === 'object' && value !== null

/** Contacts that pass journal filters; null: hidden by the client. */
export const filteredCount = (counts: ClientCounts, filters: CallFilters): number | null => {
  const { status_filter, repeated_filter, target_filter } = filters
  if (status_filter !== undefined) return counts.statuses && (counts.statuses[status_filter] ?? 0)
  if (repeated_filter !== undefined) return counts.first_time
  return target_filter === undefined ? counts.contacts : counts.target
}

const sumOf = (id: CountId, counts: ClientCounts): number | null =>
  COUNTED[id].reduce<number | null>((sum, filters) => {
    const count = filteredCount(counts, filters)
    return sum === null || count === null ? null : sum + count
  }, 0)

const tallyOf = (metric: MetricId, counts: ClientCounts | null | undefined): Tally | Missing => {
  if (!counts) return 'not-loaded'
  const { part, whole } = METRICS[metric]
  const [found, all] = [sumOf(part, counts), whole && sumOf(whole, counts)]
  return found === null || (whole && all === null) ? 'not-said' : { part: found, whole: all }
}

const changeOf = (
  metric: MetricId,
  direction: Direction,
  comparison: Comparison,
  current: Tally,
  previous: Tally,
): TallyChange => {
  const { whole: isShare, better } = METRICS[metric]
  const isPerDay = !isShare && daysIn(comparison.current) !== daysIn(comparison.previous)
  const [now, before] = isPerDay
    ? [current.part / daysIn(comparison.current), previous.part / daysIn(comparison.previous)]
    : [figureOf(current), figureOf(previous)]
  const by =
    now === null || before === null ? null : isShare ? now - before : before === 0 ? null : now / before - 1
  const goes = by === null || by === 0 ? null : by > 0 ? 'up' : 'down'
  const verdict =
    goes === null || goes !== direction
      ? 'same'
      : (goes === 'up') === (better === 'more')
        ? 'better'
        : 'worse'
  return { comparison, current, previous, isPerDay, by, verdict }
}

/** Corrected for all visible figures: multiple tests. */
const directionsIn = (clients: readonly CountedClient[], metrics: readonly MetricId[]) => {
  const tests = clients.flatMap((client) => metrics.map((metric) => ({ client, metric })))
  const directions = directionsOf(
    tests.map(({ client, metric }) => client.compared?.evidence[metric] ?? null),
  )
  const found = new Map<CountedClient, Partial<Record<MetricId, Direction>>>()
  for (const [nth, { client, metric }] of tests.entries())
    found.set(client, { ...found.get(client), [metric]: directions[nth]! })
  return (metric: MetricId, client: CountedClient | undefined): Direction =>
    (client && found.get(client)?.[metric]) ?? null
}

/** @param clients whose changes are shown together */
export const createClientComparison = (
  choice: ClientComparisonChoice,
  clients: readonly CountedClient[],
): ClientComparison => {
  const comparison = choice.isCompared ? choice.comparison : null
  const directionIn = directionsIn(clients, choice.metrics)

  type Read = (of: 'counts' | 'current' | 'previous') => Tally | Missing
  const figureBy = (metric: MetricId, direction: Direction, read: Read): Figure => {
    const tally = read('counts')
    if (!comparison) return { metric, tally, change: null }
    const [current, previous] = [read('current'), read('previous')]
    const change = !isKnown(current)
      ? current
      : !isKnown(previous)
        ? previous
        : changeOf(metric, direction, comparison, current, previous)
    return { metric, tally, change }
  }
  const readFrom = (metric: MetricId, client: CountedClient | undefined): Read => {
    return (of) => tallyOf(metric, of === 'counts' ? client?.counts : client?.compared?.[of])
  }
  const figure = (metric: MetricId, client: CountedClient | undefined): Figure =>
    figureBy(metric, directionIn(metric, client), readFrom(metric, client))

  return {
    choice,
    comparison,
    figure,
    total: (metric, clients) => {
      const known = clients.filter((client) => isKnown(figure(metric, client).tally))
      // A change is of the clients that have both sides, so that they are comparable.
      const changed = known.filter((client) => isKnown(figure(metric, client).change))
      const read: Read = (of) => {
        const summed = of === 'counts' ? known : changed
        return summed.length === 0
          ? 'not-loaded'
          : sumTallies(summed.map((client) => readFrom(metric, client)(of)).filter(isKnown))
      }
      const sums = choice.metrics.map((one) =>
        sumEvidence(changed.flatMap(({ compared }) => compared?.evidence[one] ?? [])),
      )
      const direction = directionsOf(sums)[choice.metrics.indexOf(metric)] ?? null
      return { figure: figureBy(metric, direction, read), clients: known.length }
    },
  }
}

/** Whether a share is of too few contacts to be shown or ranked. */
export const isOfTooFew = ({ tally }: Figure): boolean =>
  isKnown(tally) && tally.whole !== null && tally.whole < TOO_FEW

/** By which clients are sorted; null: none, or {@link isOfTooFew}. */
export const rankOf = (figure: Figure): number | null =>
  isKnown(figure.tally) && !isOfTooFew(figure) ? figureOf(figure.tally) : null

/** Longer periods are drawn by week, from the first day. */
const MOST_DAYS = 31

export const stepsOf = ({ from, to }: DayRange): DayRange[] => {
  const step = addDays(from, MOST_DAYS) > to ? 1 : 7
  const steps: DayRange[] = []
  for (let first = from; first <= to; first = addDays(first, step)) {
    const last = addDays(first, step - 1)
    steps.push({ from: first, to: last < to ? last : to })
  }
  return steps
}

/** Contacts of each step; null: not known. */
export const contactsOfSteps = (
  { counts, by_day: byDay }: Pick<ComparedAccount, 'counts' | 'by_day'>,
  days: DayRange,
): (number | null)[] =>
  stepsOf(days).map((step) =>
    counts === null || byDay === null
      ? null
      : byDay
          .slice(daysBetween(days.from, step.from), daysBetween(days.from, step.to) + 1)
          .reduce((sum, one) => sum + one, 0),
  )
