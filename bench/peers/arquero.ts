import { desc, from, op } from 'arquero'
import { flatEngine, QUERY, type Engine, type Histograms } from '../analytics/engine.ts'
import { flatten, HISTOGRAMS } from '../analytics/flat.ts'

export const createArquero = (): Engine =>
  flatEngine(flatten, (rows) => {
    const all = from(rows)
    const within = '(d, $) => d.day >= $.first && d.day <= $.last'
    return {
      query: () =>
        all
          .params({ ...QUERY, ...QUERY.days })
          .filter(
            `(d, $) => d.status === $.status && d.kind === $.kind && d.day >= $.first && d.day <= $.last`,
          )
          .groupby('day', 'source')
          .rollup({ count: op.count(), sum: op.sum('duration'), average: op.mean('duration') })
          .objects()
          .map((row) => ({
            day: Number(row['day']),
            source: String(row['source']),
            count: Number(row['count']),
            sum: Number(row['sum']),
            average: Number(row['average']),
          })),
      clear: () => {},
      brush: (range) => {
        const shown = all.params({ ...range }).filter(within)
        return Object.fromEntries(
          HISTOGRAMS.map((name) => [
            name,
            new Map(
              shown
                .groupby(name)
                .count()
                .objects()
                .map((row) => [row[name] as string | number | null, Number(row['count'])]),
            ),
          ]),
        ) as unknown as Histograms
      },
      top: (count) => Array.from(all.orderby(desc('duration')).slice(0, count).array('duration')),
      bytes: () => null,
    }
  })
