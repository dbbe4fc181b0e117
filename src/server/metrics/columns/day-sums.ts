import { segmentColumnsOf } from './segment.ts'
import { COUNTS_FIRST_TIME, COUNTS_TARGET } from './traits.ts'

/** Counts that add up over days: contacts of one day and clock. */
export interface DaySum {
  readonly offset: number
  readonly contacts: number
  readonly first_time: number
  readonly target: number
  /** By the service's number. */
  readonly statuses: ReadonlyMap<number, number>
}

/** Of a single-day segment, whose contacts count on that day whatever they say. */
export const daySumsOf = (bytes: Uint8Array): readonly DaySum[] => {
  const { rows, offset, trait, codes, values } = segmentColumnsOf(bytes, ['status'])
  const numbers = values('status').map((code) => (code === null ? null : Number(code)))
  const sums = new Map<
    number,
    { contacts: number; first_time: number; target: number; statuses: Map<number, number> }
  >()
  for (let row = 0; row < rows; row++) {
    let sum = sums.get(offset[row]!)
    if (!sum) sums.set(offset[row]!, (sum = { contacts: 0, first_time: 0, target: 0, statuses: new Map() }))
    sum.contacts++
    if (COUNTS_FIRST_TIME[trait[row]!]) sum.first_time++
    if (COUNTS_TARGET[trait[row]!]) sum.target++
    const status = numbers[codes['status']![row]!] ?? null
    if (status !== null) sum.statuses.set(status, (sum.statuses.get(status) ?? 0) + 1)
  }
  return [...sums].map(([clock, sum]) => ({ offset: clock, ...sum }))
}
