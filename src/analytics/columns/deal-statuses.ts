import type { Dataset } from './dataset.ts'
import { ABSENT } from './dictionary.ts'

/** A name that a CRM has for a deal's state, and how many of the loaded deals are in it. */
export interface DealStatus {
  readonly name: string
  readonly deals: number
}

/** Names of the loaded deals' statuses, whatever narrows the report; the most deals first, each deal once. */
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
