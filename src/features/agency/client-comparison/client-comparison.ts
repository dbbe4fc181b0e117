import { addDays, daysIn, type DayRange } from '#/contract/day.ts'
import type { Comparison } from '#/analytics/compare.ts'
import { directionsOf, sumEvidence } from '#/analytics/evaluation/significance.ts'
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
import type { ComparedEvidence } from '#/contract/archive/client-comparison.ts'
import { normaliseFilters } from '#/contract/archive/filters.ts'
import type { CallFilters } from '#/contract/call-filters.ts'

export interface ClientComparisonChoice {
  readonly metrics: readonly MetricId[]
  readonly days: DayRange
  /** Null: none, or no complete day in the period. */
  readonly comparison: Comparison | null
  /** Whether changes are shown, even without days to compare. */
  readonly isCompared: boolean
}

export interface CountRequest {
  readonly key: string
  readonly filters: CallFilters
}

/** Value null: hidden by the client; time in epoch milliseconds. */
export interface CountAnswer {
  readonly count: number | null
  readonly at: number
}

export type CountAnswers = ReadonlyMap<string, CountAnswer>

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

/** Requests of a choice, and the figures from their answers. */
export interface ClientComparison {
  readonly choice: ClientComparisonChoice
  readonly comparison: Comparison | null
  /** Requests of one client, without duplicates. */
  readonly requests: readonly CountRequest[]
  readonly figure: (metric: MetricId, counts: CountAnswers) => Figure
  readonly total: (metric: MetricId, clients: readonly CountAnswers[]) => Total
}

export const isSaid = <T extends object>(value: T | Missing | null): value is T =>
  typeof value === 'object' && value !== null

const filtersKey = (filters: CallFilters): string => JSON.stringify(normaliseFilters(filters))

export const inDays = (filters: CallFilters, { from, to }: DayRange): CountRequest => {
  const all = { ...filters, period: 'custom', date_from: from, date_to: to } as const
  return { key: filtersKey(all), filters: all }
}

export const countRequests = (count: CountId, days: DayRange): CountRequest[] =>
  COUNTED[count].map((filters) => inDays(filters, days))

interface MetricPlan {
  readonly part: readonly CountRequest[]
  readonly whole: readonly CountRequest[] | null
}

const planOf = (metric: MetricId, days: DayRange): MetricPlan => {
  const { part, whole } = METRICS[metric]
  return { part: countRequests(part, days), whole: whole && countRequests(whole, days) }
}

const sumOf = (requests: readonly CountRequest[], counts: CountAnswers): number | Missing => {
  let sum = 0
  let isComplete = true
  for (const { key } of requests) {
    const answer = counts.get(key)
    if (answer === undefined) return 'not-loaded'
    if (answer.count === null) isComplete = false
    else sum += answer.count
  }
  return isComplete ? sum : 'not-said'
}

const tallyOf = ({ part, whole }: MetricPlan, counts: CountAnswers): Tally | Missing => {
  const found = sumOf(part, counts)
  const all = whole && sumOf(whole, counts)
  if (found === 'not-loaded' || all === 'not-loaded') return 'not-loaded'
  if (found === 'not-said' || all === 'not-said') return 'not-said'
  return { part: found, whole: all }
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

/** Significance by client's counts; null: not compared. */
export type ClientsEvidence = ReadonlyMap<CountAnswers, ComparedEvidence | null>

/** Corrected for all visible figures: multiple tests. */
const directionsIn = (clients: ClientsEvidence, metrics: readonly MetricId[]) => {
  const tests = [...clients].flatMap(([counts, evidence]) =>
    metrics.map((metric) => ({ counts, metric, evidence: evidence?.[metric] ?? null })),
  )
  const directions = directionsOf(tests.map(({ evidence }) => evidence))
  const found = new Map<CountAnswers, Partial<Record<MetricId, Direction>>>()
  for (const [nth, { counts, metric }] of tests.entries())
    found.set(counts, { ...found.get(counts), [metric]: directions[nth]! })
  return (metric: MetricId, counts: CountAnswers): Direction => found.get(counts)?.[metric] ?? null
}

export const createClientComparison = (
  choice: ClientComparisonChoice,
  evidence: ClientsEvidence = new Map(),
): ClientComparison => {
  const comparison = choice.isCompared ? choice.comparison : null
  const plans = new Map(
    choice.metrics.map((metric) => [
      metric,
      {
        main: planOf(metric, choice.days),
        current: comparison && planOf(metric, comparison.current),
        previous: comparison && planOf(metric, comparison.previous),
      },
    ]),
  )
  const requests = [...plans.values()]
    .flatMap(({ main, current, previous }) => [main, current, previous])
    .flatMap((plan) => (plan ? [...plan.part, ...(plan.whole ?? [])] : []))

  type Read = (plan: MetricPlan) => Tally | Missing
  const directionIn = directionsIn(evidence, choice.metrics)
  const figureBy = (metric: MetricId, direction: Direction, read: Read): Figure => {
    const plan = plans.get(metric)
    if (!plan) return { metric, tally: 'not-loaded', change: null }
    const tally = read(plan.main)
    if (!comparison || !plan.current || !plan.previous) return { metric, tally, change: null }
    const [current, previous] = [read(plan.current), read(plan.previous)]
    const change = !isSaid(current)
      ? current
      : !isSaid(previous)
        ? previous
        : changeOf(metric, direction, comparison, current, previous)
    return { metric, tally, change }
  }

  const known = new WeakMap<CountAnswers, Map<MetricId, Figure>>()
  const figure = (metric: MetricId, counts: CountAnswers): Figure => {
    const figures = known.get(counts) ?? new Map<MetricId, Figure>()
    known.set(counts, figures)
    const found =
      figures.get(metric) ?? figureBy(metric, directionIn(metric, counts), (plan) => tallyOf(plan, counts))
    figures.set(metric, found)
    return found
  }

  return {
    choice,
    comparison,
    requests: [...new Map(requests.map((request) => [request.key, request])).values()],
    figure,
    total: (metric, clients) => {
      // Sums exclude incomplete clients, so that they are comparable.
      const whole = clients.filter((counts) => {
        const { tally, change } = figure(metric, counts)
        return isSaid(tally) && (change === null || isSaid(change))
      })
      const read: Read = (plan) =>
        whole.length === 0
          ? 'not-loaded'
          : sumTallies(whole.map((counts) => tallyOf(plan, counts)).filter(isSaid))
      const sums = choice.metrics.map((one) =>
        sumEvidence(whole.flatMap((counts) => evidence.get(counts)?.[one] ?? [])),
      )
      const direction = directionsOf(sums)[choice.metrics.indexOf(metric)] ?? null
      return { figure: figureBy(metric, direction, read), clients: whole.length }
    },
  }
}

/** Null: none. */
export const numberOf = ({ tally }: Figure): number | null => (isSaid(tally) ? figureOf(tally) : null)

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
