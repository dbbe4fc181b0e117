import type { Spent } from '#/contract/preferences.ts'

export interface MonthDays {
  readonly first: number
  readonly last: number
}

export interface SpendPlace {
  readonly source: string
  readonly campaign: string | null
  readonly month: string
}

export interface SpendSpan {
  readonly amount: number
  readonly days: MonthDays | null
}

/** A place can have several, for example weekly ones. */
export interface SpendAmount extends SpendPlace, SpendSpan {}

/** Owners are never mixed in one figure. */
export interface SpendOwner {
  /** An agency's client; null: the account itself. */
  readonly client: string | null
  readonly object: string | null
}

const spansOf = (stored: Spent['months'][string]): readonly SpendSpan[] => {
  if (typeof stored === 'number') return [{ amount: stored, days: null }]
  return [stored].flat().map(({ amount, first, last }) => ({ amount, days: { first, last } }))
}

export const amountsOf = (saved: readonly Spent[], owner: SpendOwner): SpendAmount[] =>
  saved.flatMap(({ client, object, source, campaign, months }) =>
    client === owner.client && object === owner.object
      ? Object.entries(months).flatMap(([month, stored]) =>
          spansOf(stored).map((span) => ({ source, campaign, month, ...span })),
        )
      : [],
  )
