import { answered, type PanelFile } from '#/features/overview/export/panel-file.ts'
import { INNER_WIDTH } from '#/features/overview/export/picture/frame.tsx'
import { metricName } from '#/domain/figures/figure-labels.ts'
import type { HeatMetric } from '#/features/overview/search.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { HeatDrawing, heatHeight, heatPlot } from './picture.tsx'
import { heatOf, heatRows, unreadWeekdays, type HeatRow, valueOf } from './rows.ts'
import { weekdayName } from '#/i18n/format.ts'
import { rateColumns, type PanelColumn } from '#/features/overview/export/table.ts'

const heatColumns = (hidden: ReadonlySet<string>): readonly PanelColumn<HeatRow>[] => {
  const count = (id: 'contacts' | 'calls' | 'answered' | 'missed'): PanelColumn<HeatRow> => ({
    name: metricName(id),
    value: (row) => row[id],
  })
  return [
    { name: m.overview_by_weekday(), width: 14, value: ({ weekday }) => weekdayName(weekday, 'long') },
    { name: m.overview_by_hour(), value: ({ hour }) => hour },
    count('contacts'),
    {
      name: m.heat_contacts_a_day(),
      value: (row) => Math.round((valueOf('contacts', row) ?? 0) * 100) / 100,
    },
    ...(hidden.has('status')
      ? []
      : [
          count('calls'),
          count('answered'),
          count('missed'),
          ...rateColumns<HeatRow>(
            'missed_rate',
            ({ missed }) => missed,
            ({ calls }) => calls,
          ),
        ]),
    ...(hidden.has('duration')
      ? []
      : [
          {
            name: m.overview_export_seconds({ name: metricName('mean_duration') }),
            value: ({ timed, talk_seconds }: HeatRow) =>
              timed === 0 ? null : Math.round((talk_seconds / timed) * 10) / 10,
          },
        ]),
  ]
}

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
