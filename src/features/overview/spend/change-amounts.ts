import {
  amountsOf,
  type MonthDays,
  type SpendOwner,
  type SpendPlace,
  type SpendSpan,
} from '#/analytics/spend/amounts.ts'
import { daysInMonth } from '#/analytics/spend/month.ts'
import { SPEND_SPANS_MAX, type Spent } from '#/contract/preferences.ts'

/** New amounts of a place; empty: no spend. */
export interface SpendChange extends SpendPlace {
  readonly to: readonly SpendSpan[]
}

export const limitKey = ({ source, campaign, month }: SpendPlace): string =>
  JSON.stringify([source, campaign, month])

const toStored = (month: string, spans: readonly SpendSpan[]): Spent['months'][string] | null => {
  const [first, ...others] = spans
  if (first === undefined) return null
  const stored = spans.map(({ amount, days }) => ({
    amount,
    ...(days ?? { first: 1, last: daysInMonth(month) }),
  }))
  return others.length > 0 ? stored : first.days === null ? first.amount : stored[0]!
}

/**
 * Applies changes to the saved spend. Idempotent: changes carry new values, not differences. Rows without a month are dropped.
 */
export const withSpend = (
  saved: readonly Spent[],
  owner: SpendOwner,
  changes: readonly SpendChange[],
): Spent[] => {
  const rows = new Map<string, Spent>()
  const rowKey = (row: SpendOwner & Omit<SpendPlace, 'month'>) =>
    JSON.stringify([row.client, row.object, row.source, row.campaign])
  for (const row of saved) {
    const before = rows.get(rowKey(row))
    rows.set(rowKey(row), { ...row, months: { ...before?.months, ...row.months } })
  }
  for (const { source, campaign, month, to } of changes) {
    const { client, object } = owner
    const row = { client, object, source, campaign }
    const { [month]: _before, ...months } = rows.get(rowKey(row))?.months ?? {}
    const stored = toStored(month, to)
    rows.set(rowKey(row), { ...row, months: stored === null ? months : { ...months, [month]: stored } })
  }
  return [...rows.values()].filter(({ months }) => Object.keys(months).length > 0)
}

export const byPlace = <Amount extends SpendPlace>(
  amounts: readonly Amount[],
): ReadonlyMap<string, readonly Amount[]> => Map.groupBy(amounts, limitKey)

export const undoOf = (
  saved: readonly Spent[],
  owner: SpendOwner,
  changes: readonly SpendChange[],
): SpendChange[] => {
  const before = byPlace(amountsOf(saved, owner))
  return changes.map(({ source, campaign, month }) => {
    const was = before.get(limitKey({ source, campaign, month })) ?? []
    return { source, campaign, month, to: was.map(({ amount, days }) => ({ amount, days })) }
  })
}

/** In hundredths, since binary fractions do not add up exactly. */
export const toHundredths = (amount: number): number => Math.round(amount * 100) / 100

export const sumOfAmounts = (amounts: readonly Pick<SpendSpan, 'amount'>[]): number =>
  toHundredths(amounts.reduce((sum, { amount }) => sum + amount, 0))

export const daysOrNull = (month: string, first: number, last: number): MonthDays | null =>
  first === 1 && last === daysInMonth(month) ? null : { first, last }

/** First and last day of all spans; null (a whole month) if any is. */
export const hullOf = (spans: readonly SpendSpan[]): MonthDays | null => {
  const days = spans.map((span) => span.days)
  return days.some((one) => one === null)
    ? null
    : {
        first: Math.min(...days.map((one) => one!.first)),
        last: Math.max(...days.map((one) => one!.last)),
      }
}

const isSameRate = (a: number, ofDays: number, b: number, andDays: number) =>
  Math.abs(a / ofDays - b / andDays) < 1e-9

/** Merges amounts of a place: same days are added, neighbours with equal daily cost are joined. */
export const joinSpans = (month: string, spans: readonly SpendSpan[]): SpendSpan[] => {
  const all = { first: 1, last: daysInMonth(month) }
  const joined: { amount: number; first: number; last: number }[] = []
  const sameDays = Map.groupBy(spans, ({ days }) => JSON.stringify(days ?? all))
  const groups = [...sameDays.values()].map((group) => ({
    ...(group[0]!.days ?? all),
    amount: sumOfAmounts(group),
  }))
  for (const span of groups.toSorted((a, b) => a.first - b.first || a.last - b.last)) {
    const before = joined.at(-1)
    const days = (one: MonthDays) => one.last - one.first + 1
    if (before?.last === span.first - 1 && isSameRate(before.amount, days(before), span.amount, days(span))) {
      before.amount = toHundredths(before.amount + span.amount)
      before.last = span.last
    } else joined.push({ ...span })
  }
  const stored: SpendSpan[] = joined.map(({ amount, first, last }) => ({
    amount,
    days: daysOrNull(month, first, last),
  }))
  return stored.length > SPEND_SPANS_MAX ? [{ amount: sumOfAmounts(stored), days: hullOf(stored) }] : stored
}

const without = (month: string, { amount, days }: SpendSpan, taken: readonly SpendSpan[]): SpendSpan[] => {
  const all = { first: 1, last: daysInMonth(month) }
  const own = days ?? all
  const isTaken = (day: number) =>
    taken.some((one) => day >= (one.days ?? all).first && day <= (one.days ?? all).last)
  const left = Array.from({ length: own.last - own.first + 1 }, (_, index) => own.first + index).filter(
    (day) => !isTaken(day),
  )
  const pieces: { first: number; last: number }[] = []
  for (const day of left) {
    const piece = pieces.at(-1)
    if (piece?.last === day - 1) piece.last = day
    else pieces.push({ first: day, last: day })
  }
  const length = own.last - own.first + 1
  return pieces.map(({ first, last }) => ({
    amount: left.length === length ? amount : toHundredths((amount * (last - first + 1)) / length),
    days: daysOrNull(month, first, last),
  }))
}

/** Replaces amounts on the new ones' days; amounts on other days stay. */
export const replaceDays = (
  month: string,
  before: readonly SpendSpan[],
  next: readonly SpendSpan[],
): SpendSpan[] => joinSpans(month, [...before.flatMap((span) => without(month, span, next)), ...next])
