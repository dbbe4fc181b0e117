import type { Spent } from '#/contract/preferences.ts'

/** Days of a month by their numbers, both included. */
export interface MonthDays {
  readonly first: number
  readonly last: number
}

/** What is paid for: a source, or one campaign of it, in a month. */
export interface SpendPlace {
  readonly source: string
  /** Null: the source as a whole. */
  readonly campaign: string | null
  /** `YYYY-MM` */
  readonly month: string
}

export interface SpendAmount extends SpendPlace {
  readonly amount: number
  /** The days of the month it is for; null: all. */
  readonly days: MonthDays | null
}

/** Whose spend: no amount of one is ever shown with another. */
export interface SpendOwner {
  /** The agency's client; null: the account itself. */
  readonly client: string | null
  /** Null: not told apart by object. */
  readonly object: string | null
}

/** A place, and what is to stand there; null: nothing. */
export interface SpendChange extends SpendPlace {
  readonly to: Pick<SpendAmount, 'amount' | 'days'> | null
}

export const placeKey = ({ source, campaign, month }: SpendPlace): string =>
  JSON.stringify([source, campaign, month])

/** Everything an owner has entered. */
export const amountsOf = (saved: readonly Spent[], owner: SpendOwner): SpendAmount[] =>
  saved.flatMap(({ client, object, source, campaign, months }) =>
    client === owner.client && object === owner.object
      ? Object.entries(months).map(([month, kept]) =>
          typeof kept === 'number'
            ? { source, campaign, month, amount: kept, days: null }
            : {
                source,
                campaign,
                month,
                amount: kept.amount,
                days: { first: kept.first, last: kept.last },
              },
        )
      : [],
  )

/**
 * What is saved with an owner's places changed. It says what is to be, not by how much it differs, so that doing it twice
 * does the same. Rows without a month are left out.
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
    const kept =
      to === null ? {} : { [month]: to.days === null ? to.amount : { amount: to.amount, ...to.days } }
    rows.set(rowKey(row), { ...row, months: { ...months, ...kept } })
  }
  return [...rows.values()].filter(({ months }) => Object.keys(months).length > 0)
}

/** What puts places back as they were. */
export const undoOf = (
  saved: readonly Spent[],
  owner: SpendOwner,
  changes: readonly SpendChange[],
): SpendChange[] => {
  const before = new Map(amountsOf(saved, owner).map((one) => [placeKey(one), one]))
  return changes.map(({ source, campaign, month }) => {
    const was = before.get(placeKey({ source, campaign, month }))
    return { source, campaign, month, to: was ? { amount: was.amount, days: was.days } : null }
  })
}

/** To the hundredth, as amounts are entered: sums of binary fractions are not. */
export const toHundredths = (amount: number): number => Math.round(amount * 100) / 100

/** Both sets of days; null, all of the month, takes any. */
const bothDays = (a: MonthDays | null, b: MonthDays | null): MonthDays | null =>
  a === null || b === null ? null : { first: Math.min(a.first, b.first), last: Math.max(a.last, b.last) }

/** Amounts of one place together. */
export const addUp = (a: SpendAmount, b: Pick<SpendAmount, 'amount' | 'days'>): SpendAmount => ({
  ...a,
  amount: toHundredths(a.amount + b.amount),
  days: bothDays(a.days, b.days),
})
