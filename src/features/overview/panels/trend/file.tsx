import type { TrendMetric } from '#/features/overview/search.ts'
import { answered, type PanelFile } from '#/features/overview/export/panel-file.ts'
import { INNER_WIDTH } from '#/features/overview/export/picture/frame.tsx'
import { formatDays } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { LineDrawing } from './line-drawing.tsx'
import { trendColumns } from './columns.ts'
import { trendPlot } from './plot.ts'
import { bucketsIn, withinStretch, type TrendBucket } from './rows.ts'
import { trendNote } from '#/domain/report/trend-note.ts'

const HEIGHT = 320
const LABELS = 10

export interface TrendChoice {
  readonly metric: TrendMetric
}

/** Buckets, oldest first, with the comparison. */
export const trendFile: PanelFile<TrendChoice, TrendBucket> = {
  whole: async (context) => {
    const { overview } = context
    const question = withinStretch(overview.question)
    const { report } = overview
    if (question === overview.question || report === undefined) return {}
    const first = await answered(context, 'report', question)
    return {
      overview: { ...overview, question },
      report: { ...report, ...first, tables: report.tables },
    }
  },
  rows: ({ report, overview: { question, unread } }) => bucketsIn(report, question, unread, Infinity),
  columns: (buckets, { hidden }) => trendColumns(buckets, hidden),
  about: ({ report: { leftOut } }) =>
    leftOut.undated === 0 ? [] : [{ name: m.overview_export_undated(), value: leftOut.undated }],
  isCompared: true,
  picture: {
    unnarrowedBy: ['day'],
    draw: ({ overview }, { metric }) => ({
      note: trendNote(metric, overview.question.bucket),
      keys: [
        { words: formatDays(overview.days), mark: 'line', colour: '--chart-1' },
        ...(overview.comparedDays
          ? [{ words: formatDays(overview.comparedDays), mark: 'dashed', colour: '--chart-compare' } as const]
          : []),
      ],
      height: HEIGHT,
      drawing: <LineDrawing {...trendPlot(overview, metric, LABELS)} width={INNER_WIDTH} height={HEIGHT} />,
    }),
  },
}
