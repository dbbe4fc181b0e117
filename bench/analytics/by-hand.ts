import { flatEngine, QUERY, type Engine, type Group, type Histograms } from './engine.ts'
import { flatten, HISTOGRAMS, NUMBERS, TEXTS, type Flat } from './flat.ts'

/*
 * The reference: columns and loops written for these very questions and nothing else.
 */

type Value = string | number | null

export const createByHand = (): Engine =>
  flatEngine(flatten, (rows) => {
    const { length } = rows
    const columns = Object.fromEntries(
      [...TEXTS, ...NUMBERS].map((name) => {
        const codes = new Map<Value, number>()
        const values: Value[] = []
        const column = new Uint32Array(length)
        const isCoded = name !== 'id' && name !== 'day' && name !== 'duration'
        for (let row = 0; row < length; row++) {
          const value = rows[row]![name]
          if (!isCoded) {
            column[row] = Number(value)
            continue
          }
          let code = codes.get(value)
          if (code === undefined) {
            codes.set(value, (code = values.length))
            values.push(value)
          }
          column[row] = code
        }
        return [name, { column, values, codes }]
      }),
    ) as Record<keyof Flat, { column: Uint32Array; values: Value[]; codes: Map<Value, number> }>
    const day = columns.day.column
    const duration = new Int32Array(columns.duration.column)

    return {
      query: () => {
        const { first, last } = QUERY.days
        const [status, kind, source] = [columns.status, columns.kind, columns.source]
        const [wantedStatus, wantedKind] = [status.codes.get(QUERY.status)!, kind.codes.get(QUERY.kind)!]
        const width = source.values.length
        const counts = new Uint32Array((last - first + 1) * width)
        const sums = new Float64Array(counts.length)
        for (let row = 0; row < length; row++) {
          if (status.column[row] !== wantedStatus || kind.column[row] !== wantedKind) continue
          if (day[row]! < first || day[row]! > last) continue
          const group = (day[row]! - first) * width + source.column[row]!
          counts[group]!++
          sums[group]! += duration[row]!
        }
        const groups: Group[] = []
        for (const [group, count] of counts.entries())
          if (count > 0)
            groups.push({
              day: first + Math.floor(group / width),
              source: String(source.values[group % width]),
              count,
              sum: sums[group]!,
              average: sums[group]! / count,
            })
        return groups
      },
      clear: () => {},
      brush: ({ first, last }) => {
        const shown = new Uint8Array(length)
        for (let row = 0; row < length; row++) shown[row] = day[row]! >= first && day[row]! <= last ? 1 : 0
        return Object.fromEntries(
          HISTOGRAMS.map((name) => {
            const { column, values } = columns[name]
            const counts = new Uint32Array(values.length)
            for (let row = 0; row < length; row++) counts[column[row]!]! += shown[row]!
            return [name, new Map(values.map((value, code) => [value, counts[code]!]))]
          }),
        ) as unknown as Histograms
      },
      top: (count) => {
        const longest = new Int32Array(count).fill(-1)
        for (let row = 0; row < length; row++) {
          if (duration[row]! <= longest[0]!) continue
          longest[0] = duration[row]!
          longest.sort()
        }
        return [...longest].toReversed()
      },
      bytes: () => null,
    }
  })
