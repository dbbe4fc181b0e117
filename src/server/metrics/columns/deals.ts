import type { DealCounts, DealStatus } from '#/contract/figures/answers.ts'
import { NO_DAY } from '#/contract/day.ts'
import { bucketsByDay, byNothing, type Grouping } from './aggregate.ts'
import { ofAllRows, type Dataset } from './dataset.ts'
import { SHOWN, type Selection } from './select.ts'
import { ABSENT } from './dictionary.ts'

export interface GroupedDeals {
  readonly won: Uint32Array<ArrayBuffer>
  readonly deals: Uint32Array<ArrayBuffer>
  readonly sums: Float64Array<ArrayBuffer>
  readonly unpriced: Uint32Array<ArrayBuffer>
  readonly crms: readonly (string | null)[]
}

const rowsByDeal = ofAllRows(({ rows, by }) => {
  const { codes, values } = by.deal
  const starts = new Uint32Array(values.length + 1)
  for (let row = 0; row < rows; row++) starts[codes[row]! + 1]!++
  starts[ABSENT + 1] = 0
  for (let deal = 1; deal < starts.length; deal++) starts[deal]! += starts[deal - 1]!
  const ordered = new Uint32Array(starts.at(-1)!)
  for (let row = 0; row < rows; row++) {
    const deal = codes[row]!
    if (deal !== ABSENT) ordered[starts[deal]!++] = row
  }
  return ordered
})

/**
 * Deals by group. A deal with contacts in several groups counts in each, so groups may exceed the total.
 * @param won names of CRM statuses marked as won (G28)
 */
export const dealsBy = (
  data: Dataset,
  selection: Selection,
  won: ReadonlySet<string>,
  { codes, size }: Grouping,
  own = SHOWN,
): GroupedDeals => {
  const { status, statuses, crm, crms, price } = data.deals
  const isWon = statuses.values.map((name) => name !== null && won.has(name))
  const width = crms.values.length
  const groups: GroupedDeals = {
    won: new Uint32Array(size),
    deals: new Uint32Array(size * width),
    sums: new Float64Array(size * width),
    unpriced: new Uint32Array(size * width),
    crms: crms.values,
  }
  const counted = new Uint32Array(size)
  for (const row of rowsByDeal(data)) {
    if ((selection[row]! & ~own) !== SHOWN) continue
    const group = codes[row]!
    const deal = data.by.deal.codes[row]!
    if (group >= size || counted[group] === deal) continue
    counted[group] = deal
    const cell = group * width + crm[deal]!
    groups.deals[cell]!++
    if (isWon[status[deal]!]) groups.won[group]!++
    if (Number.isNaN(price[deal])) groups.unpriced[cell]!++
    else groups.sums[cell]! += price[deal]!
  }
  return groups
}

export const dealsAt = ({ won, deals, sums, unpriced, crms }: GroupedDeals, code: number): DealCounts => {
  const ofCrms = crms
    .map((crm, index) => {
      const cell = code * crms.length + index
      return { crm, deals: deals[cell]!, sum: sums[cell]!, unpriced: unpriced[cell]! }
    })
    .filter((one) => one.deals > 0)
  return {
    deals: ofCrms.reduce((sum, one) => sum + one.deals, 0),
    won: won[code]!,
    // By name on ties: independent of loading order.
    sums: ofCrms
      .toSorted((a, b) => b.sum - a.sum || ((a.crm ?? '') < (b.crm ?? '') ? -1 : 1))
      .map(({ crm, sum, unpriced }) => ({ crm, sum, unpriced })),
  }
}

export const countDeals = (
  data: Dataset,
  selection: Selection,
  won: ReadonlySet<string>,
  own = SHOWN,
): DealCounts => dealsAt(dealsBy(data, selection, won, byNothing(data), own), 0)

/**
 * Deals begun per bucket, each on the day of its first shown contact; undated ones are in none.
 * @param starts first days of the buckets, rising; the last bucket ends with `last`
 * @param own ignored marks: see `ownMark`
 */
export const dealsBegun = (
  data: Dataset,
  selection: Selection,
  starts: readonly number[],
  last: number,
  own = SHOWN,
): number[] => {
  const { codes, values } = data.by.deal
  const days = new Uint16Array(values.length).fill(NO_DAY)
  for (const row of rowsByDeal(data)) {
    const deal = codes[row]!
    if ((selection[row]! & ~own) === SHOWN && data.day[row]! < days[deal]!) days[deal] = data.day[row]!
  }
  const bucketOf = bucketsByDay(starts, last)
  const begun = starts.map(() => 0)
  for (const day of days) if (bucketOf[day]! < begun.length) begun[bucketOf[day]!]!++
  return begun
}

/** Statuses of all loaded deals, most frequent first. */
export const dealStatuses = (data: Dataset): DealStatus[] => {
  const { codes, values } = data.by.deal
  const { status, statuses } = data.deals
  const isHere = new Uint8Array(values.length)
  for (let row = 0; row < data.rows; row++) isHere[codes[row]!] = 1
  const deals = new Map<string, number>()
  for (let deal = ABSENT + 1; deal < values.length; deal++) {
    const name = statuses.values[status[deal]!]
    if (isHere[deal] === 1 && name !== null && name !== undefined) deals.set(name, (deals.get(name) ?? 0) + 1)
  }
  return [...deals]
    .map(([name, count]) => ({ name, deals: count }))
    .toSorted((a, b) => b.deals - a.deals || a.name.localeCompare(b.name))
}
