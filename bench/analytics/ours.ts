import { byBucket, byDimension, byPair, countBy } from '#/analytics/columns/aggregate.ts'
import { bucketsOf } from '#/analytics/period.ts'
import { append, createDataset, type Dataset } from '#/analytics/columns/dataset.ts'
import { DIMENSIONS } from '#/analytics/columns/dimensions.ts'
import { select } from '#/analytics/columns/select.ts'
import { QUERY, type Engine, type Group, type Histograms } from './engine.ts'
import { HISTOGRAMS } from './flat.ts'

const isNumber = (name: string) => name === 'status' || name === 'hour' || name === 'weekday'

/** Bytes of the columns, without the room they keep for rows to come. */
export const bytesOf = (data: Dataset): number => {
  const columns = [
    data.day,
    data.minute,
    data.duration,
    data.id,
    data.trait,
    ...DIMENSIONS.map((name) => data.by[name].codes),
  ]
  return columns.reduce((sum, { BYTES_PER_ELEMENT }) => sum + BYTES_PER_ELEMENT * data.rows, 0)
}

/** The app's own columns and passes, from contacts as the API gives them. Its counts are twelve, where one is asked for. */
export const createOurs = (): Engine & { readonly data: Dataset } => {
  const data = createDataset()
  return {
    data,
    take: (calls) => {
      const start = performance.now()
      append(data, calls)
      return performance.now() - start
    },
    finish: () => {},
    query: () => {
      const { first, last } = QUERY.days
      const selection = select(data, [
        { by: 'status', values: [String(QUERY.status)] },
        { by: 'kind', values: [QUERY.kind] },
        { by: 'day', first, last },
      ])
      const days = byBucket(data, bucketsOf(first, last, 'day'), last)
      const sources = byDimension(data, 'source')
      const counts = countBy(data, selection, byPair(data, days, sources))
      const groups: Group[] = []
      for (let group = 0; group < counts.contacts.length; group++) {
        const [count, sum] = [counts.contacts[group]!, counts.talk_seconds[group]!]
        if (count === 0) continue
        const source = String(data.by.source.values[group % sources.size])
        groups.push({
          day: first + Math.floor(group / sources.size),
          source,
          count,
          sum,
          average: sum / count,
        })
      }
      return groups
    },
    clear: () => {},
    brush: ({ first, last }) => {
      const selection = select(data, [{ by: 'day', first, last }])
      return Object.fromEntries(
        HISTOGRAMS.map((name) => {
          const { contacts } = countBy(data, selection, byDimension(data, name))
          const { values } = data.by[name]
          return [
            name,
            new Map(
              values.map((value, code) => [
                value !== null && isNumber(name) ? Number(value) : value,
                contacts[code]!,
              ]),
            ),
          ]
        }),
      ) as unknown as Histograms
    },
    top: (count) => {
      const longest = new Int32Array(count).fill(-1)
      for (let row = 0; row < data.rows; row++) {
        if (data.duration[row]! <= longest[0]!) continue
        longest[0] = data.duration[row]!
        longest.sort()
      }
      return [...longest].toReversed()
    },
    bytes: () => null,
  }
}
