import { formatOffset } from '#/i18n/format.ts'

export interface ClockRange {
  /** `UTC+1 … +5` */
  readonly words: string
  readonly short: string
  readonly isMixed: boolean
}

/** Range of the objects' offsets by their contacts (G6); null: unknown. */
export const clockRange = (clocks: readonly number[]): ClockRange | null => {
  if (clocks.length === 0) return null
  const [first, last] = [Math.min(...clocks), Math.max(...clocks)]
  if (first === last) return { words: formatOffset(first), short: formatOffset(first), isMixed: false }
  const [from, to] = [formatOffset(first), formatOffset(last).replace('UTC', '') || '0']
  return { words: `${from} … ${to}`, short: `${from}…${to}`, isMixed: true }
}
