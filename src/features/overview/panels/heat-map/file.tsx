import { answered, type PanelFile } from '#/features/overview/export/panel-file.ts'
import { INNER_WIDTH } from '#/features/overview/export/picture/frame.tsx'
import { metricName } from '#/domain/figures/figure-labels.ts'
import type { HeatMetric } from '#/features/overview/search.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { heatColumns } from './columns.ts'
import { HeatDrawing, heatHeight, heatPlot } from './picture.tsx'
import { heatOf, heatRows, unreadWeekdays, type HeatRow } from './rows.ts'

const CELL_HEIGHT = 30
const NAMED_HOURS = 3

export interface HeatChoice {
  readonly metric: HeatMetric
}

export const heatFile: PanelFile<HeatChoice, HeatRow> = {
  whole: async (context) => {
    const { filters, won } = context.overview.question
    const { rows } = await answered(context, 'table', {
      dimension: 'hour_of_week',
      filters,
      won,
      limit: null,
    })
    const { report } = context.overview
    return report === undefined ? {} : { report: { ...report, heat: heatOf(rows) } }
  },
  rows: ({ report, overview }) => heatRows(report.heat, overview.question),
  columns: (_, { hidden }) => heatColumns(hidden),
  about: ({ report: { leftOut } }) =>
    leftOut.undated === 0 ? [] : [{ name: m.overview_export_undated(), value: leftOut.undated }],
  picture: {
    unnarrowedBy: ['weekday', 'hour', 'hour_of_week'],
    draw: ({ report, overview }, { metric }) => {
      const { unread, question } = overview
      const plot = heatPlot(report, question, metric, unreadWeekdays(unread, question.days), NAMED_HOURS)
      return {
        note: metricName(metric),
        height: heatHeight({ rows: plot.rows, cellHeight: CELL_HEIGHT }),
        drawing: <HeatDrawing {...plot} width={INNER_WIDTH} cellHeight={CELL_HEIGHT} />,
      }
    },
  },
}
