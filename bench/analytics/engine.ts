import type { ListedCallRead } from '#/contract/call.ts'
import { FIRST_DAY } from './contacts.ts'
import type { Flat, Histogrammed } from './flat.ts'

/** Days since 1970, both included. */
export interface Range {
  readonly first: number
  readonly last: number
}

/** Three filters (answered, first-time, some days), grouped by day and source. */
export const QUERY = {
  status: 2,
  kind: 'first_time',
  days: { first: FIRST_DAY + 60, last: FIRST_DAY + 299 },
} as const

/** One group of the query; its average is the sum divided by the count. */
export interface Group {
  readonly day: number
  readonly source: string
  readonly count: number
  readonly sum: number
  readonly average: number
}

/** Contacts by value, for each of the histograms. */
export type Histograms = Readonly<Record<Histogrammed, ReadonlyMap<string | number | null, number>>>

/** What is measured. Times count only if the answers are equal. */
export interface Engine {
  /** Takes the contacts of a page, and says how many milliseconds of building that was. */
  readonly take: (calls: readonly ListedCallRead[]) => number
  /** Builds what is left to build; what it does not need any more may go. */
  readonly finish: () => Promise<void> | void
  readonly query: () => Promise<readonly Group[]> | readonly Group[]
  /** Takes back what narrowed the question before. */
  readonly clear: () => void
  readonly brush: (range: Range) => Promise<Histograms> | Histograms
  /** The longest durations, in seconds. */
  readonly top: (count: number) => Promise<readonly number[]> | readonly number[]
  /** Bytes that the garbage collector's figures do not have; null: none. */
  readonly bytes: () => number | null
}

/** How an engine begins that takes flat rows: the contacts are read for it, as plainly as possible. */
export const flatEngine = (
  flatten: (call: ListedCallRead) => Flat,
  build: (rows: Flat[]) => Promise<Omit<Engine, 'take' | 'finish'>> | Omit<Engine, 'take' | 'finish'>,
): Engine => {
  const rows: Flat[] = []
  let built: Omit<Engine, 'take' | 'finish'>
  return {
    take: (calls) => {
      const start = performance.now()
      for (const call of calls) rows.push(flatten(call))
      return performance.now() - start
    },
    finish: async () => {
      built = await build(rows)
      // Those that keep rows have copied them.
      rows.length = 0
    },
    query: () => built.query(),
    clear: () => built.clear(),
    brush: (range) => built.brush(range),
    top: (count) => built.top(count),
    bytes: () => built.bytes(),
  }
}
