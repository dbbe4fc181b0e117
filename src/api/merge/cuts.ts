import type { Entry, Stream } from './stream.ts'

/* Where a place of a merged list is in each of its lists. */

/** How many rows of each list stand before a place of the merged one. */
export type Cut = readonly number[]

export const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)

/** Lists, and which of two of their rows comes first; never equal. */
interface OrderedStreams<R> {
  readonly of: readonly Stream<R>[]
  readonly isBefore: (a: Entry<R>, ofA: number, b: Entry<R>, ofB: number) => boolean
}

/** Takes so many rows from a cut on, or as many as there are. */
export const take = async <R>(
  { of, isBefore }: OrderedStreams<R>,
  from: Cut,
  count: number,
  signal: AbortSignal,
): Promise<{ entries: Entry<R>[]; cut: Cut }> => {
  const cut = [...from]
  const entries: Entry<R>[] = []
  while (entries.length < count) {
    const missing = of.filter((stream, at) => (cut[at] ?? 0) < stream.count() && !stream.at(cut[at] ?? 0))
    if (missing.length > 0) {
      await Promise.all(missing.map((stream) => stream.load(cut[of.indexOf(stream)] ?? 0, signal)))
      continue
    }
    let best: { entry: Entry<R>; at: number } | null = null
    for (const [at, stream] of of.entries()) {
      const index = cut[at] ?? 0
      const entry = index < stream.count() ? stream.at(index) : undefined
      if (entry && (best === null || isBefore(entry, at, best.entry, best.at))) best = { entry, at }
    }
    if (best === null) break
    entries.push(best.entry)
    cut[best.at] = (cut[best.at] ?? 0) + 1
  }
  return { entries, cut }
}

/**
 * A row between two cuts to compare by: in the middle of what is here, at the edge of what is not yet, else in the
 * middle page.
 */
const probeOf = (stream: Stream<unknown>, from: number, to: number): number => {
  const isHere = (index: number) => stream.at(index) !== undefined
  const [first, last] = [isHere(from), isHere(to - 1)]
  const middle = Math.floor((from + to) / 2)
  if (first && last && isHere(middle)) return middle
  const edge = (start: number, step: 1 | -1) => {
    let index = start
    while (index + step >= from && index + step < to && isHere(index + step)) index += step
    return index
  }
  if (first) return edge(from, 1)
  if (last) return edge(to - 1, -1)
  if (isHere(middle)) return edge(middle, 1)
  const { size } = stream
  const page = Math.floor((Math.floor(from / size) + Math.floor((to - 1) / size)) / 2)
  return Math.min(Math.max(page * size + Math.floor(size / 2), from), to - 1)
}

/**
 * Between which two cuts the wanted one must be is halved in one list at least with every round.
 * @param isOver what came meanwhile may have changed where the place is
 * @returns null: it has
 */
export const bisect = async <R>(
  { of, isBefore, isOver }: OrderedStreams<R> & { readonly isOver: () => boolean },
  [from, to]: readonly [Cut, Cut],
  place: number,
  signal: AbortSignal,
): Promise<Cut | null> => {
  const [low, high] = [[...from], [...to]]
  for (;;) {
    const rest = place - sumOf(low)
    const widths = high.map((end, at) => end - (low[at] ?? 0))
    if (rest === 0) return low
    if (rest === sumOf(widths)) return high
    const open = of.flatMap((stream, at) => {
      const start = low[at] ?? 0
      const width = widths[at] ?? 0
      return width > 0 ? [{ stream, at, start, width, probe: probeOf(stream, start, start + width) }] : []
    })
    await Promise.all(
      open
        .filter(({ stream, probe }) => !stream.at(probe))
        .map(({ stream, probe }) => stream.load(probe, signal)),
    )
    if (isOver()) return null
    const probed = open
      .flatMap((one) => {
        const entry = one.stream.at(one.probe)
        return entry ? [{ ...one, entry, upTo: one.probe - one.start + 1 }] : []
      })
      .toSorted((a, b) => (isBefore(a.entry, a.at, b.entry, b.at) ? -1 : 1))
    // Rows that are surely before each of the compared rows, and those that may be.
    let surely = 0
    let mayBe = sumOf(probed.map(({ upTo }) => upTo - 1))
    for (const { at, start, width, probe, upTo } of probed) {
      surely += upTo
      if (surely > rest) high[at] = probe
      else if (mayBe + 1 <= rest) low[at] = start + upTo
      mayBe += width - (upTo - 1)
    }
  }
}
