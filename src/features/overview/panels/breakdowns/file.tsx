import { TOO_FEW } from '#/analytics/evaluation/verdicts.ts'
import type { TableName } from '#/contract/figures/answers.ts'
import { changesToFile } from '#/features/overview/changes/changes-file.ts'
import { answered, type PanelFile } from '#/features/overview/export/panel-file.ts'
import { MOST_DRAWN, rowsPicture } from '#/features/overview/export/picture/rows-drawing.tsx'
import { figureText, metricName } from '#/domain/figures/figure-labels.ts'
import { formatPercent } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import {
  BY_CONTACTS,
  changedRows,
  longestOf,
  nameOf,
  shownBreakdownRows,
  type BreakdownSpec,
  type ChangedRow,
} from './rows.ts'
import { dimensionName } from '#/domain/contact-list/dimension-labels.ts'
import { countColumns, shareCell, type PanelColumn } from '#/features/overview/export/table.ts'

const breakdownColumns = (
  spec: BreakdownSpec,
  rows: readonly ChangedRow[],
  contacts: number,
  hidden: ReadonlySet<string>,
  { hasWon, isCompared }: { readonly hasWon: boolean; readonly isCompared: boolean },
): readonly PanelColumn<ChangedRow>[] => {
  const [count, ...others] = countColumns<ChangedRow>(
    rows,
    spec.isOfAnswered ? new Set([...hidden, 'status']) : hidden,
    hasWon,
  )
  return [
    { name: dimensionName(spec.by), width: 36, value: (row) => nameOf(spec, row) },
    ...(count ? [count] : []),
    ...(isCompared
      ? [{ name: m.overview_change(), value: ({ changed }: ChangedRow) => changed?.change ?? null }]
      : []),
    {
      name: m.breakdown_share_title(),
      kind: 'share',
      value: (row) => shareCell(contacts === 0 ? null : row.contacts / contacts),
    },
    ...others,
  ]
}

/** All values that match the filters, most contacts first. */
export const breakdownFile = (
  spec: BreakdownSpec & { readonly by: TableName },
): PanelFile<null, ChangedRow> => ({
  isCompared: true,
  whole: async (context) => {
    const { report, question } = context.overview
    const { filters, won } = question
    const [table, changes] = await Promise.all([
      answered(context, 'table', { dimension: spec.by, filters, won, limit: null }),
      changesToFile(context, 'contacts', spec.by),
    ])
    return report === undefined
      ? {}
      : { report: { ...report, tables: { ...report.tables, [spec.by]: table } }, ...changes }
  },
  rows: ({ report, changes }) =>
    shownBreakdownRows(
      { rows: changedRows(report.tables[spec.by].rows, changes?.split?.rows ?? [], BY_CONTACTS) },
      Infinity,
    ),
  columns: (rows, { report, overview, hidden }) =>
    breakdownColumns(spec, rows, report.tables[spec.by].contacts, hidden, {
      hasWon: overview.question.won.length > 0,
      isCompared: overview.comparedDays !== null,
    }),
  picture: {
    unnarrowedBy: [spec.by],
    draw: ({ report, hidden }) => {
      const table = report.tables[spec.by]
      const longest = longestOf(table.rows)
      const hasTarget = !hidden.has('target')
      return rowsPicture({
        note: metricName('contacts'),
        columns: [m.breakdown_contacts(), m.breakdown_share(), ...(hasTarget ? [m.breakdown_target()] : [])],
        rows: shownBreakdownRows(table, MOST_DRAWN).map((row) => ({
          key: row.value ?? '~',
          name: nameOf(spec, row),
          isNameless: row.value === null,
          // Contacts without a value often outnumber all others and would dwarf the bars.
          mark: row.value === null ? null : { bar: row.contacts / longest },
          cells: [
            figureText('contacts', row) ?? '–',
            formatPercent(table.contacts === 0 ? 0 : row.contacts / table.contacts),
            ...(hasTarget
              ? [row.contacts < TOO_FEW ? m.overview_export_few() : (figureText('target_rate', row) ?? '–')]
              : []),
          ],
        })),
      })
    },
  },
})
