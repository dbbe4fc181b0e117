import type { Counts } from './aggregate.ts'
import type { NotThrough } from './not-through.ts'
import type { TableRow } from './report.ts'
import { wilson, type RateRange } from './wilson.ts'

/** A level with fewer contacts than this is too small to judge. */
export const TOO_FEW = 15
/** Whoever called longer ago has found somebody else. */
const CALL_BACK_DAYS = 7
/** What stops later is not today's business. */
const STOPS_SOON_DAYS = 7
export const FINDINGS_SHOWN = 3

/** An object that may need somebody today. */
export interface ObjectAtRisk {
  readonly oid: string
  readonly title: string
  /** Contacts that usually come in a day. */
  readonly daily: number
  /** Contacts that are missing since it went silent; null: it did not. */
  readonly silent: { readonly since: number | null; readonly usual: number; readonly chance: number } | null
  /** Days until tracking stops; null: it does not, or nobody knows. */
  readonly stopsIn: number | null
}

/** One thing to do today. `cost`: how many target contacts it may have cost, or is about to; findings are ranked by it. */
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
      readonly is: 'barren_source'
      readonly source: string
      readonly contacts: number
      readonly others: RateRange
    }
  | {
      readonly is: 'silent_object'
      readonly object: ObjectAtRisk
      readonly since: number | null
      readonly usual: number
      readonly chance: number
    }
  | { readonly is: 'stopping_object'; readonly object: ObjectAtRisk; readonly days: number }
)
export type FindingKind = Finding['is']

export interface FindingsInput {
  readonly figures: Counts
  readonly sources: readonly TableRow[]
  readonly notThrough: readonly NotThrough[]
  readonly objects: readonly ObjectAtRisk[]
  /** `YYYY-MM-DD` */
  readonly today: string
}

const without = (whole: Counts, part: Counts, name: keyof Counts) => whole[name] - part[name]

/** A source whose calls are missed more often than all others', by more than chance allows: the ranges do not touch. */
const missedSource = (source: TableRow, whole: Counts, targetRate: number): Finding[] => {
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

/** A source with many contacts and no target one, where the others' rate would have brought some. */
const barrenSource = (source: TableRow, whole: Counts): Finding[] => {
  const rate = wilson(source.target, source.contacts)
  const others = wilson(without(whole, source, 'target'), without(whole, source, 'contacts'))
  if (source.value === null || !rate || !others || source.target > 0) return []
  if (source.contacts < TOO_FEW || rate.high >= others.low) return []
  return [
    {
      is: 'barren_source',
      source: source.value,
      contacts: source.contacts,
      others,
      cost: source.contacts * others.rate,
    },
  ]
}

const objectAtRisk = (object: ObjectAtRisk, targetRate: number): Finding[] => {
  const { silent, stopsIn, daily } = object
  return [
    ...(silent ? [{ is: 'silent_object', object, ...silent, cost: silent.usual * targetRate } as const] : []),
    ...(stopsIn !== null && stopsIn <= STOPS_SOON_DAYS
      ? // A week without tracking is lost if nobody does anything; the nearer, the dearer.
        [
          {
            is: 'stopping_object',
            object,
            days: stopsIn,
            cost: daily * (STOPS_SOON_DAYS - Math.max(stopsIn, 0)) * targetRate,
          } as const,
        ]
      : []),
  ]
}

/** What there is to do today, the dearest first; empty: nothing, and that is worth saying too. */
export const findings = ({ figures, sources, notThrough, objects, today }: FindingsInput): Finding[] => {
  const targetRate = figures.contacts === 0 ? 0 : figures.target / figures.contacts
  const since = Date.parse(today) - CALL_BACK_DAYS * 86_400_000
  const callable = notThrough.filter(({ day }) => Date.parse(day) > since)
  const all: Finding[] = [
    ...(callable.length > 0
      ? [
          {
            is: 'not_through',
            callers: callable.length,
            firstTime: callable.filter(({ isFirstTime }) => isFirstTime).length,
            cost: callable.length * targetRate,
          } as const,
        ]
      : []),
    ...sources.flatMap((source) => [
      ...missedSource(source, figures, targetRate),
      ...barrenSource(source, figures),
    ]),
    ...objects.flatMap((object) => objectAtRisk(object, targetRate)),
  ]
  return all.toSorted((a, b) => b.cost - a.cost)
}
