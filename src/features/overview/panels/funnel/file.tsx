import type { PanelFile } from '#/features/overview/export/panel-file.ts'
import { rowsPicture } from '#/features/overview/export/picture/rows-drawing.tsx'
import { metricName } from '#/domain/figures/figure-labels.ts'
import { formatNumber, formatPercent } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { funnelSteps, type FunnelStep } from './rows.ts'
import { shareCell, type PanelColumn } from '#/features/overview/export/table.ts'

const funnelColumns = (steps: readonly FunnelStep[]): readonly PanelColumn<FunnelStep>[] => [
  { name: m.funnel(), width: 24, value: ({ metric }) => metricName(metric) },
  { name: m.overview_export_number(), value: ({ count }) => count },
  { name: m.breakdown_share_title(), kind: 'share', value: ({ share }) => shareCell(share) },
  ...(steps.every(({ before }) => before === null)
    ? []
    : ([
        {
          name: m.overview_export_before({ name: m.overview_export_number() }),
          value: ({ before }) => before && before.count,
        },
        {
          name: m.overview_export_before({ name: m.breakdown_share_title() }),
          kind: 'share',
          value: ({ before }) => before && shareCell(before.share),
        },
      ] satisfies PanelColumn<FunnelStep>[])),
]

export const funnelFile: PanelFile<null, FunnelStep> = {
  rows: ({ report, hidden }) => funnelSteps(report, hidden),
  columns: funnelColumns,
  isCompared: true,
  picture: {
    unnarrowedBy: [],
    draw: ({ report, hidden }) =>
      rowsPicture({
        note: m.funnel_note(),
        columns: [m.overview_export_number(), m.breakdown_share()],
        rows: funnelSteps(report, hidden).map(({ metric, count, share }) => ({
          key: metric,
          name: metricName(metric),
          mark: { bar: share ?? 0 },
          cells: [formatNumber(count), formatPercent(share ?? 0)],
        })),
      }),
  },
}
