import type { CountAsRule, Spent } from '#/contract/preferences.ts'
import { daysIn, type DayRange } from '#/contract/day.ts'
import { amountsOf, type SpendAmount, type SpendOwner } from './amounts.ts'
import { dayOfMonth, daysOfMonth, joinDays, overlap } from './month.ts'

/** How much of a month's amount falls into a period. */
export interface SpendPart extends SpendAmount {
  /** Days of it inside the period, out of how many it is for; today counts for the part that has passed. */
  readonly inside: number
  readonly of: number
  /** The amount × inside ÷ of. */
  readonly part: number
}

/** The days an amount is for. */
export const daysOfAmount = ({ month, days }: Pick<SpendAmount, 'month' | 'days'>): DayRange => {
  const whole = daysOfMonth(month)
  if (days === null) return whole
  const to = dayOfMonth(month, days.last)
  return { from: dayOfMonth(month, days.first), to: to < whole.to ? to : whole.to }
}

/** Today, and the share of it that has passed, 0 to 1. */
export interface UnfinishedDay {
  readonly day: string
  readonly passed: number
}

/** The part of today that is still ahead, in days; 0 for an amount that ends today, which is already spent. */
const remainingToday = (
  { days }: SpendAmount,
  own: DayRange,
  inside: DayRange,
  now: UnfinishedDay | null,
): number =>
  now !== null && inside.from <= now.day && now.day <= inside.to && (days === null || own.to > now.day)
    ? 1 - now.passed
    : 0

/** An amount's part in a period: every day of it costs the same. Null: none of its days is inside. */
export const partIn = (
  amount: SpendAmount,
  period: DayRange,
  now: UnfinishedDay | null = null,
): SpendPart | null => {
  const own = daysOfAmount(amount)
  const days = overlap(own, period)
  if (days === null) return null
  const inside = daysIn(days) - remainingToday(amount, own, days, now)
  const of = daysIn(own)
  return { ...amount, inside, of, part: inside === of ? amount.amount : (amount.amount * inside) / of }
}

/** What contacts have in common: undefined is any, null is none. */
export interface SpendFor {
  readonly source?: string | null
  readonly campaign?: string | null
}

/** Why nothing can be said of what some contacts cost. */
export type NoSpend =
  /** Nothing has been entered for them and these days. */
  | 'not_entered'
  /** It was entered for their source as a whole, and not divided among its campaigns. */
  | 'whole_source'

export interface Paid {
  readonly sum: number
  readonly parts: readonly SpendPart[]
  /** Days of the period that any of it is for, stretch by stretch: of contacts on other days it is not known what was paid. */
  readonly days: readonly DayRange[]
}

/** Spend of one period. */
export interface Spending {
  readonly period: DayRange
  readonly parts: readonly SpendPart[]
  /** What was entered over all objects and is in no figure, because the report is of one; 0: nothing was. */
  readonly unsplit: number
  readonly paidFor: (contacts: SpendFor) => Paid | NoSpend
}

/** Days of a period that amounts are for, in order; what touches is one stretch. */
const daysPaid = (amounts: readonly SpendAmount[], period: DayRange): DayRange[] =>
  joinDays(amounts.flatMap((amount) => overlap(daysOfAmount(amount), period) ?? []))

const sumOf = (parts: readonly SpendPart[]): number => parts.reduce((sum, { part }) => sum + part, 0)

const counted = (rules: readonly CountAsRule[], by: CountAsRule['by']) => {
  const names = new Map(rules.filter((rule) => rule.by === by).map(({ raw, as }) => [raw, as]))
  return (name: string) => names.get(name) ?? name
}

/**
 * What has been paid in a period. Of one object only what was entered for it; of all objects what was entered for each
 * and what was entered over all. Names count as the contacts' own do.
 * @param saved of every client: only the owner's client is read
 */
export const spendingOf = (
  saved: readonly Spent[],
  owner: SpendOwner,
  period: DayRange,
  rules: readonly CountAsRule[],
  now: UnfinishedDay | null = null,
): Spending => {
  const sourceOf = counted(rules, 'source')
  const campaignOf = counted(rules, 'campaign')
  const partsOf = (object: string | null) =>
    amountsOf(saved, { client: owner.client, object }).flatMap((amount) => {
      const part = partIn(amount, period, now)
      if (part === null) return []
      const { source, campaign } = amount
      return [
        { ...part, source: sourceOf(source), campaign: campaign === null ? null : campaignOf(campaign) },
      ]
    })
  const objects =
    owner.object === null
      ? new Set([null, ...saved.filter(({ client }) => client === owner.client).map(({ object }) => object)])
      : [owner.object]
  const parts = [...objects].flatMap(partsOf)
  return {
    period,
    parts,
    unsplit: owner.object === null ? 0 : sumOf(partsOf(null)),
    paidFor: ({ source, campaign }) => {
      // Money is paid to a source: contacts without one, or of none of its campaigns, have no spend of their own.
      if (source === null || campaign === null) return 'not_entered'
      const ofSource = parts.filter((part) => source === undefined || part.source === source)
      const found = ofSource.filter((part) => campaign === undefined || part.campaign === campaign)
      if (found.length > 0) return { sum: sumOf(found), parts: found, days: daysPaid(found, period) }
      return ofSource.some((part) => part.campaign === null) ? 'whole_source' : 'not_entered'
    },
  }
}
