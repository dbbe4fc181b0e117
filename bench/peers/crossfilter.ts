import crossfilter from 'crossfilter2'
import { flatEngine, QUERY, type Engine, type Histograms } from '../analytics/engine.ts'
import { flatten, HISTOGRAMS, type Flat } from '../analytics/flat.ts'

interface Sums {
  count: number
  sum: number
}

/** It answers by moving what a filter has changed, so that all its dimensions are there before the first question. */
export const createCrossfilter = (): Engine =>
  flatEngine(flatten, (rows) => {
    const all = crossfilter(rows.slice())
    const day = all.dimension(({ day }: Flat) => day)
    const status = all.dimension(({ status }: Flat) => status)
    const kind = all.dimension(({ kind }: Flat) => kind ?? '')
    const duration = all.dimension(({ duration }: Flat) => duration)
    const sources = [...new Set(rows.map(({ source }) => source))]
    const sourceOf = new Map(sources.map((source, index) => [source, index]))
    const dayAndSource = all.dimension(
      ({ day, source }: Flat) => day * sources.length + sourceOf.get(source)!,
    )
    const shown = HISTOGRAMS.map((name) => [name, all.dimension((row: Flat) => row[name] ?? '')] as const)
    /** Groups are kept up with every filter: those of the other question would be work for nothing. */
    let histograms = shown.map(([name, dimension]) => [name, dimension.group()] as const)
    let isBrushing = true
    return {
      query: () => {
        if (isBrushing) for (const [, group] of histograms) group.dispose()
        isBrushing = false
        day.filterRange([QUERY.days.first, QUERY.days.last + 1])
        status.filter(QUERY.status)
        kind.filter(QUERY.kind)
        const group = dayAndSource.group().reduce(
          (sums: Sums, row: Flat) => {
            sums.count++
            sums.sum += row.duration
            return sums
          },
          (sums: Sums, row: Flat) => {
            sums.count--
            sums.sum -= row.duration
            return sums
          },
          (): Sums => ({ count: 0, sum: 0 }),
        )
        const answer = group
          .all()
          .filter(({ value }) => value.count > 0)
          .map(({ key, value: { count, sum } }) => ({
            day: Math.floor(key / sources.length),
            source: sources[key % sources.length] ?? '',
            count,
            sum,
            average: sum / count,
          }))
        group.dispose()
        for (const dimension of [day, status, kind]) dimension.filterAll()
        return answer
      },
      clear: () => {
        day.filterAll()
      },
      brush: ({ first, last }) => {
        if (!isBrushing) histograms = shown.map(([name, dimension]) => [name, dimension.group()] as const)
        isBrushing = true
        day.filterRange([first, last + 1])
        return Object.fromEntries(
          histograms.map(([name, group]) => [
            name,
            new Map(group.all().map(({ key, value }) => [key === '' ? null : key, value])),
          ]),
        ) as unknown as Histograms
      },
      top: (count) => duration.top(count).map((row) => row.duration),
      bytes: () => null,
    }
  })
