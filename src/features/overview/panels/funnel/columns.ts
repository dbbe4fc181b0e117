import { shareCell, type PanelColumn } from '#/features/overview/export/table.ts'
import { metricName } from '#/domain/figures/figure-labels.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { FunnelStep } from './rows.ts'

export const funnelColumns = (steps: readonly FunnelStep[]): readonly PanelColumn<FunnelStep>[] => [
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
