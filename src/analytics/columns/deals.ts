import { byNothing, type Grouping } from './aggregate.ts'
import { ofAllRows, type Dataset } from './dataset.ts'
import { ABSENT } from './dictionary.ts'
import { SHOWN, type Selection } from './select.ts'

/** Deals of a set of contacts, each once. */
export interface DealCounts {
  readonly deals: number
  readonly won: number
  /** Sums by CRM, never across them (G28); `unpriced` deals are not in it. */
  readonly sums: readonly { readonly crm: string | null; readonly sum: number; readonly unpriced: number }[]
}

/** {@link DealCounts} by the code of what they are grouped by: see {@link dealsAt}. */
export interface GroupedDeals {
  readonly won: Uint32Array<ArrayBuffer>
  /** By group and CRM. */
  readonly deals: Uint32Array<ArrayBuffer>
  readonly sums: Float64Array<ArrayBuffer>
  readonly unpriced: Uint32Array<ArrayBuffer>
  readonly crms: readonly (string | null)[]
}

/** Rows that have led to a deal, those of one deal beside each other. */
export const rowsByDeal = ofAllRows(({ rows, by }) => {
  const { codes, values } = by.deal
  const starts = new Uint32Array(values.length + 1)
  for (let row = 0; row < rows; row++) starts[codes[row]! + 1]!++
  // Most contacts lead to none.
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
 * Deals by group. One whose contacts are in several groups counts in each: sums over groups may be more than the whole.
 * @param won names of CRM statuses that the person has marked as won (G28)
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
  /** By group, so that a deal counts once in each. */
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

/** The deals of one group. */
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
    sums: ofCrms.toSorted((a, b) => b.sum - a.sum).map(({ crm, sum, unpriced }) => ({ crm, sum, unpriced })),
  }
}

export const countDeals = (
  data: Dataset,
  selection: Selection,
  won: ReadonlySet<string>,
  own = SHOWN,
): DealCounts => dealsAt(dealsBy(data, selection, won, byNothing(data), own), 0)
