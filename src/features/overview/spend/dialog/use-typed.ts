import { useState } from 'react'
import { readAmount } from '#/features/overview/spend/reading/amount.ts'
import type { SpendAmount, SpendPlace } from '#/analytics/spend/amounts.ts'
import {
  byPlace,
  hullOf,
  limitKey,
  sumOfAmounts,
  toHundredths,
  type SpendChange,
} from '#/features/overview/spend/change-amounts.ts'
import { daysSoFar } from '#/features/overview/spend/reading/read-spend.ts'
import { formatMoney } from '#/i18n/format.ts'

interface Draft extends SpendPlace {
  readonly text: string
}

/** Drafts of amounts by month, kept when switching months. */
export const useTyped = (amounts: readonly SpendAmount[], today: string) => {
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Draft>>(new Map())
  const [chosen, setChosen] = useState<boolean | null>(null)
  const saved = new Map(
    [...byPlace(amounts)].map(([key, spans]) => {
      const { source, campaign, month } = spans[0]!
      return [key, { source, campaign, month, amount: sumOfAmounts(spans), days: hullOf(spans), spans }]
    }),
  )
  const ofCurrent = [...saved.values()].filter(({ month }) => daysSoFar(month, today) !== null)
  const isSoFar = chosen ?? (ofCurrent.length === 0 || ofCurrent.some(({ days }) => days !== null))
  const daysFor = (month: string) => (isSoFar ? daysSoFar(month, today) : null)
  const isSame = (a: SpendAmount['days'], b: SpendAmount['days']) => JSON.stringify(a) === JSON.stringify(b)
  const textOf = (place: SpendPlace): string => {
    const savedLimit = saved.get(limitKey(place))
    return drafts.get(limitKey(place))?.text ?? (savedLimit ? formatMoney(savedLimit.amount) : '')
  }
  const isEmpty = (text: string) => readAmount(text).is === 'no_amount'
  const changes: SpendChange[] = []
  let wrong = 0
  for (const { source, campaign, month, text } of drafts.values()) {
    const place = { source, campaign, month }
    const before = saved.get(limitKey(place))
    const read = readAmount(text)
    if (isEmpty(text)) {
      if (before) changes.push({ ...place, to: [] })
    } else if (read.is !== 'read') wrong++
    else {
      const days = daysFor(month)
      if (before?.amount !== read.amount || before.spans.length > 1 || !isSame(before.days, days))
        changes.push({ ...place, to: [{ amount: read.amount, days }] })
    }
  }
  // The choice for an unfinished month applies to all its amounts.
  if (chosen !== null)
    for (const { source, campaign, month, amount, days: before } of ofCurrent) {
      const [place, days] = [{ source, campaign, month }, daysFor(month)]
      if (!drafts.has(limitKey(place)) && !isSame(before, days))
        changes.push({ ...place, to: [{ amount, days }] })
    }
  return {
    textOf,
    type: (place: SpendPlace, text: string) => {
      const { source, campaign, month } = place
      setDrafts(new Map(drafts).set(limitKey(place), { source, campaign, month, text }))
    },
    /** Saved amounts without a draft; empty: there is a draft. */
    spansOf: (place: SpendPlace): readonly SpendAmount[] =>
      drafts.has(limitKey(place)) || (chosen !== null && daysSoFar(place.month, today) !== null)
        ? []
        : (saved.get(limitKey(place))?.spans ?? []),
    problemOf: (place: SpendPlace) => {
      const text = drafts.get(limitKey(place))?.text ?? ''
      const read = readAmount(text)
      return read.is === 'read' || read.is === 'no_amount' ? null : { problem: read.is, text }
    },
    /** Total of a month including drafts. */
    totalOf: (month: string): number => {
      const places = new Map<string, SpendPlace>([...saved, ...drafts])
      return [...places.values()].reduce((sum, place) => {
        const read = place.month === month ? readAmount(textOf(place)) : null
        return read?.is === 'read' ? toHundredths(sum + read.amount) : sum
      }, 0)
    },
    places: [...saved.values(), ...drafts.values()] as readonly SpendPlace[],
    changes,
    wrong,
    isSoFar,
    setSoFar: setChosen,
    clear: () => {
      setDrafts(new Map())
      setChosen(null)
    },
  }
}
export type Typed = ReturnType<typeof useTyped>
