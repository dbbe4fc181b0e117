import type { ChangeDimension, ChangeMetric } from '#/contract/figures/changes.ts'
import { FIGURES_ROWS_MAX } from '#/contract/figures/rows-max.ts'
import { isRate } from '#/analytics/report-metrics.ts'
import type { SplitRow } from '#/contract/figures/answers.ts'
import { explainedByName, partName } from '#/domain/figures/change-part-labels.ts'
import { metricName } from '#/domain/figures/figure-labels.ts'
import type { ExportContext } from '#/features/overview/export/conditions.ts'
import { answered, type PanelFile, type PanelSubject } from '#/features/overview/export/panel-file.ts'
import { shareCell, type PanelColumn } from '#/features/overview/export/table.ts'
import { formatShortDays } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { ChangesChoice } from './changes-page.tsx'
import { changesQuestion } from '#/features/overview/data/job.ts'

/** Tenths of a percentage point in a share. */
const TENTHS = 1_000

const amountColumns = (
  metric: ChangeMetric,
  days: { readonly now: string; readonly before: string },
): readonly PanelColumn<SplitRow>[] =>
  isRate(metric)
    ? (['before', 'now'] as const).map((side) => ({
        name: `${metricName(metric)}, ${days[side]}`,
        kind: 'share' as const,
        value: ({ [side]: { part, whole } }) => shareCell(whole > 0 ? part / whole : null),
      }))
    : (['before', 'now'] as const).map((side) => ({
        name: days[side],
        value: (row) => (row.isCalendar ? null : row[side].part),
      }))

const changeColumns = (metric: ChangeMetric): readonly PanelColumn<SplitRow>[] =>
  isRate(metric)
    ? [
        {
          name: m.changes_share_of(),
          kind: 'share',
          value: ({ effects }) => shareCell((effects?.mix ?? 0) / TENTHS),
        },
        {
          name: m.changes_own_rate(),
          kind: 'share',
          value: ({ effects }) => shareCell((effects?.own ?? 0) / TENTHS),
        },
        { name: m.overview_change(), kind: 'share', value: ({ change }) => shareCell(change / TENTHS) },
      ]
    : [
        { name: m.overview_change(), value: ({ change }) => change },
        {
          name: m.changes_percent(),
          kind: 'share',
          value: ({ percent }) => shareCell(percent),
        },
      ]

/** Empty without a comparison, and while contacts are loading. */
export const changesToFile = async (
  context: ExportContext,
  metric: ChangeMetric,
  by: ChangeDimension | null,
): Promise<Pick<PanelSubject, 'changes'>> => {
  const question = changesQuestion(context.overview, metric, by)
  return question === null || context.overview.state?.is === 'loading'
    ? {}
    : { changes: await answered(context, 'changes', { ...question, limit: FIGURES_ROWS_MAX }) }
}

export const changesFile: PanelFile<ChangesChoice, SplitRow> = {
  isCompared: true,
  whole: (context, { metric, by }) => changesToFile(context, metric, by),
  rows: ({ changes }) => changes?.split?.rows ?? [],
  columns: (_, { overview: { days, comparedDays, objectTitle } }, { metric, by }) => [
    { name: explainedByName(by), width: 36, value: (row) => partName(row, objectTitle) },
    ...amountColumns(metric, {
      now: formatShortDays(days),
      before: comparedDays === null ? '' : formatShortDays(comparedDays),
    }),
    ...changeColumns(metric),
    {
      name: m.changes_assessment(),
      width: 20,
      value: ({ isReal, isCalendar }) =>
        isCalendar ? null : isReal ? m.changes_real() : m.overview_within_chance(),
    },
    {
      name: m.changes_mostly_in(),
      width: 36,
      value: ({ mostly }) => mostly && partName(mostly, objectTitle),
    },
  ],
  about: (_, { metric }) => [{ name: m.changes_figure(), value: metricName(metric) }],
  picture: { none: 'Its bars are drawn beside the numbers' },
}
