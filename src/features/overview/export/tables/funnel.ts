import { metricOf } from '#/analytics/report-metrics.ts'
import { FUNNEL_STEPS } from '#/features/overview/panels/funnel/funnel-steps.ts'
import { hiddenOf } from '#/features/overview/data/hidden.ts'
import type { ExportContext } from '#/features/overview/export/conditions.ts'
import { shareCell, tableOf, type Column, type ExportTable } from '#/features/overview/export/table.ts'
import { metricName } from '#/features/overview/receipt/figure-words.ts'
import { m } from '#/i18n/paraglide/messages.js'

type Step = (typeof FUNNEL_STEPS)[number]

/** What became of contacts, step by step, and of those it is compared with. */
export const funnelTable = ({ overview: { report }, hidden }: ExportContext): ExportTable => {
  if (report === undefined) return tableOf<Step>([], [])
  const { figures, compared } = report
  const share = (step: Step, of: typeof figures) =>
    shareCell(of.contacts === 0 ? null : (metricOf(step, of) ?? 0) / of.contacts)
  const columns: Column<Step>[] = [
    { name: m.funnel(), width: 24, value: metricName },
    { name: m.overview_export_number(), value: (step) => metricOf(step, figures) },
    { name: m.breakdown_share_title(), kind: 'share', value: (step) => share(step, figures) },
    ...(compared === null
      ? []
      : [
          {
            name: m.overview_export_before({ name: m.overview_export_number() }),
            value: (step: Step) => metricOf(step, compared),
          },
          {
            name: m.overview_export_before({ name: m.breakdown_share_title() }),
            kind: 'share' as const,
            value: (step: Step) => share(step, compared),
          },
        ]),
  ]
  const isHidden = hiddenOf(hidden).metric
  return tableOf(
    columns,
    FUNNEL_STEPS.filter((step) => !isHidden(step)),
  )
}
