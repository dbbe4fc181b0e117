import type { Counts } from '#/contract/figures/counts.ts'
import type { ObjectInactivity, TodayFacts, UnreturnedCall } from '#/contract/figures/answers.ts'
import type { PlannedCost } from '#/analytics/spend/planned-cost.ts'
import type { KnownExpiryForecast, ExpiryForecast } from './expiry-forecast.ts'
import { evaluateSources, paidTogether, type SourceVerdict } from './source-verdicts.ts'
import type { ComparedVerdict } from './verdicts.ts'
import { wilson, type RateRange } from './wilson.ts'

/** Earlier callers have probably found another company. */
export const CALL_BACK_DAYS = 7
export const STOPS_SOON_DAYS = 7
export const FINDINGS_SHOWN = 3

export interface ObjectAtRisk {
  readonly oid: string
  readonly title: string
  readonly daily: number
  readonly inactivity: ObjectInactivity | null
  readonly expiryForecast: ExpiryForecast | null
}

/** A thing to do today. `cost`: target contacts lost or at risk; findings are ranked by it. */
export type Finding = { readonly cost: number } & (
  | { readonly is: 'not_through'; readonly callers: number; readonly firstTime: number }
  | {
      readonly is: 'missed_source'
      readonly source: string
      readonly missed: number
      readonly calls: number
      readonly rate: RateRange
      readonly others: RateRange
    }
  | {
      readonly is: 'stop_source'
      readonly source: string
      readonly by: ComparedVerdict['by']
      readonly target: number
      readonly contacts: number
      /** Spend, where it is judged by that: the rates are target contacts for one unit of money; else for one contact. */
      readonly amount: number | null
      readonly rate: RateRange
      /** Of the others, or what the plan asks for. */
      readonly others: RateRange
    }
  | {
      readonly is: 'silent_object'
      readonly object: ObjectAtRisk
      readonly inactivity: ObjectInactivity
      readonly missing: number
    }
  | {
      readonly is: 'stopping_object'
      readonly object: ObjectAtRisk
      readonly expiryForecast: KnownExpiryForecast
    }
)
export type FindingKind = Finding['is']

type PricedRow = TodayFacts['sources'][number]

export interface FindingsInput {
  readonly figures: Counts
  readonly sources: readonly PricedRow[]
  readonly planned: PlannedCost | null
  readonly waiting: readonly Pick<UnreturnedCall, 'isFirstTime'>[]
  readonly objects: readonly ObjectAtRisk[]
}

type SourceFinding = Extract<Finding, { is: 'missed_source' | 'stop_source' }>

const missedSource = (
  { value: source, missed, calls }: PricedRow,
  { missed: rate, missesMore }: SourceVerdict,
  whole: Counts,
  targetRate: number,
): SourceFinding[] => {
  const others = wilson(whole.missed - missed, whole.calls - calls)
  if (source === null || !missesMore || rate === null || others === null) return []
  const cost = (missed - calls * others.rate) * targetRate
  return [{ is: 'missed_source', source, missed, calls, rate, others, cost }]
}

const stopSource = (
  { value: source }: PricedRow,
  { beside: { verdict, by, own, others } }: SourceVerdict,
  planned: PlannedCost | null,
): SourceFinding[] => {
  const allowed = by === 'plan' && planned !== null ? exactly(1 / planned.cost) : others?.range
  if (source === null || verdict !== 'stop' || !own.range || !allowed) return []
  const { contacts, target, amount } = own
  return [
    {
      is: 'stop_source',
      source,
      by,
      target,
      contacts,
      amount,
      rate: own.range,
      others: allowed,
      cost: (amount ?? contacts) * (allowed.rate - own.range.rate),
    },
  ]
}
const exactly = (rate: number): RateRange => ({ rate, low: rate, high: rate })

const missingOf = ({ look, usual, usualSince, contacts }: ObjectInactivity): number =>
  look === 'pause' ? usualSince : usual - contacts

const silentObject = (object: ObjectAtRisk, targetRate: number): Finding[] => {
  const { inactivity } = object
  // With many objects one is always unusual, so only clear silence is reported.
  if (inactivity?.verdict !== 'silent') return []
  const missing = missingOf(inactivity)
  return [{ is: 'silent_object', object, inactivity, missing, cost: missing * targetRate }]
}

/** A week without tracking is lost unless the user acts; nearer ends cost more. An object without contacts loses nothing. */
const stoppingObject = (object: ObjectAtRisk, targetRate: number): Finding[] => {
  const { expiryForecast, daily } = object
  if (daily === 0 || expiryForecast === null || expiryForecast.state === 'unknown') return []
  const lost = STOPS_SOON_DAYS - Math.max(expiryForecast.daysLeft, 0)
  return lost < 0 ? [] : [{ is: 'stopping_object', object, expiryForecast, cost: daily * lost * targetRate }]
}

/**
 * Objects that stop soon, nearest first, before contacts are loaded; the cost is 0 here.
 * @param since `YYYY-MM-DD`: objects stopped before have no contacts to lose
 */
export const stoppingFindings = (objects: readonly ObjectAtRisk[], since: string): Finding[] =>
  objects
    .flatMap((object) => {
      const { expiryForecast } = object
      const isSoon =
        expiryForecast !== null &&
        expiryForecast.state !== 'unknown' &&
        expiryForecast.daysLeft <= STOPS_SOON_DAYS &&
        expiryForecast.day >= since
      return isSoon ? [{ is: 'stopping_object', object, expiryForecast, cost: 0 } as const] : []
    })
    .toSorted((a, b) => a.expiryForecast.daysLeft - b.expiryForecast.daysLeft)

/** Findings for today: sources to stop first, then by cost; empty: nothing to do. Sources are judged as everywhere. */
export const findings = ({ figures, sources, planned, waiting, objects }: FindingsInput): Finding[] => {
  const verdicts = evaluateSources(
    sources.map((row) => ({ row, paid: row.paid })),
    figures,
    paidTogether(sources.map(({ paid }) => paid)),
    planned,
  )
  const targetRate = figures.contacts === 0 ? 0 : figures.target / figures.contacts
  const all: Finding[] = [
    ...(waiting.length > 0
      ? [
          {
            is: 'not_through',
            callers: waiting.length,
            firstTime: waiting.filter(({ isFirstTime }) => isFirstTime).length,
            cost: waiting.length * targetRate,
          } as const,
        ]
      : []),
    ...sources.flatMap((source, nth) => [
      ...missedSource(source, verdicts[nth]!, figures, targetRate),
      ...stopSource(source, verdicts[nth]!, planned),
    ]),
    ...objects.flatMap((object) => [
      ...silentObject(object, targetRate),
      ...stoppingObject(object, targetRate),
    ]),
  ]
  const isFirst = ({ is }: Finding) => Number(is === 'stop_source')
  return all.toSorted((a, b) => isFirst(b) - isFirst(a) || b.cost - a.cost)
}
