import { formatOffset } from '#/i18n/format.ts'

export interface ClockRange {
  /** `UTC+1 … +5` */
  readonly words: string
  /** `UTC+1…+5`, where there is little room. */
  readonly short: string
  readonly isMixed: boolean
}

/** From the earliest to the latest of the objects' clocks (G6), which their contacts' dates say; null: none is known. */
export const clockRange = (clocks: readonly number[]): ClockRange | null => {
  if (clocks.length === 0) return null
  const [first, last] = [Math.min(...clocks), Math.max(...clocks)]
  if (first === last) return { words: formatOffset(first), short: formatOffset(first), isMixed: false }
  const [from, to] = [formatOffset(first), formatOffset(last).replace('UTC', '') || '0']
  return { words: `${from} … ${to}`, short: `${from}…${to}`, isMixed: true }
}
