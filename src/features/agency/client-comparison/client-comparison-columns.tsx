import { useMemo } from 'react'
import { METRICS, type MetricId } from '#/analytics/metrics.ts'
import type { ClientColumn } from '#/features/agency/clients/client-column.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { FigureCell, FigureTotal, type FigureCellKind } from './figure-cell.tsx'
import { isSaid, numberOf } from './client-comparison.ts'
import { countsOf, type ClientComparisonState } from './use-client-comparison.ts'

const HEAD = {
  contacts: m.contacts_table,
  first_time: m.rollup_head_first_time,
  missed_rate: m.rollup_head_missed_rate,
  target_rate: m.rollup_head_target_rate,
} as const satisfies Record<MetricId, () => string>

/** Room for a figure, and for its change under it. */
const WIDTH = 112
/** Where there is little room: for a count, and for a rate. */
const [LEAST_COUNT, LEAST_RATE] = [92, 100]

/** The chosen figures as columns of the clients table. */
export const useClientComparisonColumns = (state: ClientComparisonState): readonly ClientColumn[] =>
  useMemo(() => {
    const { rollUp, settled } = state
    const { metrics, isCompared } = rollUp.choice
    const column = (metric: MetricId, kind: FigureCellKind, isFirst: boolean): ClientColumn => {
      const figureIn = (client: string) => rollUp.figure(metric, countsOf(settled, client))
      const isChange = kind === 'change'
      return {
        id: isChange ? 'contacts_change' : metric,
        label: isChange ? m.rollup_change : HEAD[metric],
        isNumeric: true,
        width: WIDTH,
        least: METRICS[metric].whole === null ? LEAST_COUNT : LEAST_RATE,
        isAside: isChange,
        firstDirection: 'descending',
        value: ({ client }) => {
          const figure = figureIn(client)
          if (!isChange) return numberOf(figure)
          return isSaid(figure.change) ? figure.change.by : null
        },
        cell: (client) => <FigureCell {...{ state, client, metric, kind, isFirst }} />,
        words: (client) => <FigureCell {...{ state, client, metric, kind, isFirst }} isShort />,
        total: (clients) => <FigureTotal {...{ state, clients, metric, kind }} />,
      }
    }
    return metrics.flatMap((metric, at) => [
      column(metric, 'figure', at === 0),
      ...(metric === 'contacts' && isCompared ? [column(metric, 'change', false)] : []),
    ])
  }, [state])
