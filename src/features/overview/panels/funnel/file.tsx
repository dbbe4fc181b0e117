import type { PanelFile } from '#/features/overview/export/panel-file.ts'
import { rowsPicture } from '#/features/overview/export/picture/rows-drawing.tsx'
import { metricName } from '#/domain/figures/figure-labels.ts'
import { formatNumber, formatPercent } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { funnelColumns } from './columns.ts'
import { funnelSteps, type FunnelStep } from './rows.ts'

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
