import { aliasesOf } from '#/analytics/aliases.ts'
import type { AliasRule, Spent } from '#/contract/preferences.ts'
import { daysIn, type DayRange } from '#/contract/day.ts'
import { amountsOf, type SpendAmount, type SpendOwner } from './amounts.ts'
import { dayOfMonth, daysOfMonth, joinDays, overlap } from './month.ts'

export interface SpendPart extends SpendAmount {
  /** Days within the period, and of the amount; today counts in part. */
  readonly inside: number
  readonly of: number
  /** The amount × inside ÷ of. */
  readonly part: number
}

export const daysOfAmount = ({ month, days }: Pick<SpendAmount, 'month' | 'days'>): DayRange => {
  const whole = daysOfMonth(month)
  if (days === null) return whole
  const to = dayOfMonth(month, days.last)
  return { from: dayOfMonth(month, days.first), to: to < whole.to ? to : whole.to }
}

/** Today, and its passed share (0 to 1). */
export interface UnfinishedDay {
  readonly day: string
  readonly passed: number
}

/** Today's remaining part in days; 0 if the amount ends today, which is already spent. */
const remainingToday = (
  { days }: SpendAmount,
  own: DayRange,
  inside: DayRange,
  now: UnfinishedDay | null,
): number =>
  now !== null && inside.from <= now.day && now.day <= inside.to && (days === null || own.to > now.day)
    ? 1 - now.passed
    : 0

/** An amount's part in a period, spread evenly. Null: no overlap. */
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

/** A group of contacts: undefined matches any value, null matches contacts without one. */
export interface SpendFor {
  readonly source?: string | null
  readonly campaign?: string | null
}

export type NoSpend = 'not_entered' | 'whole_source'

export interface Paid {
  readonly sum: number
  readonly parts: readonly SpendPart[]
  /** Stretches of the period with spend: on other days it is unknown. */
  readonly days: readonly DayRange[]
}

export interface Spending {
  readonly period: DayRange
  readonly parts: readonly SpendPart[]
  /** Spend over all objects, excluded from a single object's report; 0: none. */
  readonly unsplit: number
}

const daysPaid = (amounts: readonly SpendAmount[], period: DayRange): DayRange[] =>
  joinDays(amounts.flatMap((amount) => overlap(daysOfAmount(amount), period) ?? []))

const sumOf = (parts: readonly SpendPart[]): number => parts.reduce((sum, { part }) => sum + part, 0)

const counted = (rules: readonly AliasRule[], by: AliasRule['by']) => {
  const names = aliasesOf(rules, by)
  return (name: string) => names.get(name) ?? name
}

const objectsOf = (saved: readonly Spent[], { client, object }: SpendOwner): readonly (string | null)[] =>
  object === null
    ? [...new Set([null, ...saved.filter((one) => one.client === client).map((one) => one.object)])]
    : [object]

/** Whether anything is entered for a day of the period. */
export const hasSpendIn = (saved: readonly Spent[], owner: SpendOwner, period: DayRange): boolean =>
  objectsOf(saved, owner).some((object) =>
    amountsOf(saved, { client: owner.client, object }).some(
      (amount) => overlap(daysOfAmount(amount), period) !== null,
    ),
  )

/**
 * Spend of a period. For one object only its own amounts; for all objects, those of each and those over all. Names use aliases.
 * @param saved of every client; only the owner's is read
 */
export const spendingOf = (
  saved: readonly Spent[],
  owner: SpendOwner,
  period: DayRange,
  rules: readonly AliasRule[],
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
  return {
    period,
    parts: objectsOf(saved, owner).flatMap(partsOf),
    unsplit: owner.object === null ? 0 : sumOf(partsOf(null)),
  }
}

/** What a group of contacts has cost. Spend belongs to sources: contacts without a source or campaign have none. */
export const paidFor = (
  { parts, period }: Pick<Spending, 'parts' | 'period'>,
  { source, campaign }: SpendFor,
): Paid | NoSpend => {
  if (source === null || campaign === null) return 'not_entered'
  const ofSource = parts.filter((part) => source === undefined || part.source === source)
  const found = ofSource.filter((part) => campaign === undefined || part.campaign === campaign)
  if (found.length > 0) return { sum: sumOf(found), parts: found, days: daysPaid(found, period) }
  return ofSource.some((part) => part.campaign === null) ? 'whole_source' : 'not_entered'
}

/** Whether spend covers every day of its period. */
export const coversAll = (days: readonly DayRange[], { from, to }: DayRange): boolean =>
  days.length === 1 && days[0]!.from === from && days[0]!.to === to

/** Identifies a set of days. */
export const daySetKey = (days: readonly DayRange[]): string => JSON.stringify(days)

/** The sets of days that only a part of the spend covers, each once. */
export const partlyPaid = (spending: Spending): (readonly DayRange[])[] => {
  const sets = new Map<string, readonly DayRange[]>()
  const add = (of: SpendFor) => {
    const paid = paidFor(spending, of)
    if (typeof paid !== 'string' && !coversAll(paid.days, spending.period))
      sets.set(daySetKey(paid.days), paid.days)
  }
  for (const { source, campaign } of spending.parts) {
    add({ source })
    if (campaign !== null) add({ source, campaign })
  }
  return [...sets.values()]
}
