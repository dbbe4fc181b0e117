import type { Counts } from '#/contract/figures/counts.ts'
import type { UnreturnedCall, ReportRow, ObjectInactivity } from '#/contract/figures/answers.ts'
import type { KnownExpiryForecast, ExpiryForecast } from './expiry-forecast.ts'
import { areReal, chanceOfShares } from './significance.ts'
import { compareVerdict, TOO_FEW } from './verdicts.ts'
import { wilson, type RateRange } from './wilson.ts'

/** Earlier callers have probably found another company. */
export const CALL_BACK_DAYS = 7
export const STOPS_SOON_DAYS = 7
export const FINDINGS_SHOWN = 3

export interface ObjectAtRisk {
  readonly oid: string
  readonly title: string
  readonly daily: number
  readonly silence: ObjectInactivity | null
  readonly runway: ExpiryForecast | null
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
      readonly target: number
      readonly contacts: number
      readonly rate: RateRange
      readonly others: RateRange
    }
  | {
      readonly is: 'silent_object'
      readonly object: ObjectAtRisk
      readonly silence: ObjectInactivity
      readonly missing: number
    }
  | { readonly is: 'stopping_object'; readonly object: ObjectAtRisk; readonly runway: KnownExpiryForecast }
)
export type FindingKind = Finding['is']

export interface FindingsInput {
  readonly figures: Counts
  readonly sources: readonly ReportRow[]
  readonly waiting: readonly Pick<UnreturnedCall, 'isFirstTime'>[]
  readonly objects: readonly ObjectAtRisk[]
}

const without = (whole: Counts, part: Counts, name: keyof Counts) => whole[name] - part[name]

const chanceBeside = (
  source: ReportRow,
  whole: Counts,
  part: 'missed' | 'target',
  of: 'calls' | 'contacts',
): number | null =>
  source.value === null || source[of] < TOO_FEW
    ? null
    : chanceOfShares(
        { part: source[part], whole: source[of] },
        { part: without(whole, source, part), whole: without(whole, source, of) },
      )

/** A source with clearly more missed calls than the others: the ranges do not overlap. */
const missedSource = (source: ReportRow, whole: Counts, targetRate: number): Finding[] => {
  const rate = wilson(source.missed, source.calls)
  const others = wilson(without(whole, source, 'missed'), without(whole, source, 'calls'))
  if (source.value === null || !rate || !others || source.calls < TOO_FEW || rate.low <= others.high)
    return []
  const excess = source.missed - source.calls * others.rate
  return [
    {
      is: 'missed_source',
      source: source.value,
      missed: source.missed,
      calls: source.calls,
      rate,
      others,
      cost: excess * targetRate,
    },
  ]
}

const stopSource = (source: ReportRow, whole: Counts): Finding[] => {
  const { verdict, own, others } = compareVerdict(source, whole)
  if (source.value === null || verdict !== 'stop' || !own.range || !others?.range) return []
  const { contacts, target } = source
  return [
    {
      is: 'stop_source',
      source: source.value,
      target,
      contacts,
      rate: own.range,
      others: others.range,
      cost: contacts * (others.range.rate - own.range.rate),
    },
  ]
}

const missingOf = ({ look, usual, usualSince, contacts }: ObjectInactivity): number =>
  look === 'pause' ? usualSince : usual - contacts

const silentObject = (object: ObjectAtRisk, targetRate: number): Finding[] => {
  const { silence } = object
  // With many objects one is always unusual, so only clear silence is reported.
  if (silence?.verdict !== 'silent') return []
  const missing = missingOf(silence)
  return [{ is: 'silent_object', object, silence, missing, cost: missing * targetRate }]
}

/** A week without tracking is lost unless the user acts; nearer ends cost more. An object without contacts loses nothing. */
const stoppingObject = (object: ObjectAtRisk, targetRate: number): Finding[] => {
  const { runway, daily } = object
  if (daily === 0 || runway === null || runway.state === 'unknown') return []
  const lost = STOPS_SOON_DAYS - Math.max(runway.daysLeft, 0)
  return lost < 0 ? [] : [{ is: 'stopping_object', object, runway, cost: daily * lost * targetRate }]
}

/**
 * Objects that stop soon, nearest first, before contacts are loaded; the cost is 0 here.
 * @param since `YYYY-MM-DD`: objects stopped before have no contacts to lose
 */
export const stoppingFindings = (objects: readonly ObjectAtRisk[], since: string): Finding[] =>
  objects
    .flatMap((object) => {
      const { runway } = object
      const isSoon =
        runway !== null &&
        runway.state !== 'unknown' &&
        runway.daysLeft <= STOPS_SOON_DAYS &&
        runway.day >= since
      return isSoon ? [{ is: 'stopping_object', object, runway, cost: 0 } as const] : []
    })
    .toSorted((a, b) => a.runway.daysLeft - b.runway.daysLeft)

/** Findings for today: sources to stop first, then by cost; empty: nothing to do. */
export const findings = ({ figures, sources, waiting, objects }: FindingsInput): Finding[] => {
  // Corrected together, since of many sources one is always unusual.
  const real = areReal([
    ...sources.map((source) => chanceBeside(source, figures, 'missed', 'calls')),
    ...sources.map((source) => chanceBeside(source, figures, 'target', 'contacts')),
  ])
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
      ...(real[nth] ? missedSource(source, figures, targetRate) : []),
      ...(real[sources.length + nth] ? stopSource(source, figures) : []),
    ]),
    ...objects.flatMap((object) => [
      ...silentObject(object, targetRate),
      ...stoppingObject(object, targetRate),
    ]),
  ]
  const isFirst = ({ is }: Finding) => Number(is === 'stop_source')
  return all.toSorted((a, b) => isFirst(b) - isFirst(a) || b.cost - a.cost)
}
