import { changesToFile } from '#/features/overview/changes/changes-file.ts'
import { answered, type PanelFile } from '#/features/overview/export/panel-file.ts'
import { MOST_DRAWN, rowsPicture } from '#/features/overview/export/picture/rows-drawing.tsx'
import { rankedSources } from '#/domain/costs/evaluated-sources.ts'
import { figureText, metricName } from '#/domain/figures/figure-labels.ts'
import { formatPercent } from '#/i18n/format.ts'
import { getLocale } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { shownLevels } from './columns.ts'
import { lineColumns } from './file-columns.ts'
import { NAMELESS } from './nameless.ts'
import { sourceLines, type SourceLine, type SourcesChoice, topOf } from './lines.ts'

/** The whole tree, one line per node with its level. */
export const sourcesFile: PanelFile<SourcesChoice, SourceLine> = {
  isCompared: true,
  whole: async (context) => {
    const { filters, won } = context.overview.question
    const [tree, changes] = await Promise.all([
      answered(context, 'tree', { levels: shownLevels(context.hidden), filters, won }),
      changesToFile(context, 'contacts', 'source'),
    ])
    return { tree, ...changes }
  },
  rows: ({ report, tree, hidden, changes }, choice) =>
    sourceLines(tree ?? topOf(report), changes?.split?.rows ?? [], shownLevels(hidden), choice, getLocale()),
  columns: (lines, { hidden, overview }, { costs }) =>
    lineColumns(lines, hidden, costs, {
      hasWon: overview.question.won.length > 0,
      isCompared: overview.comparedDays !== null,
    }),
  picture: {
    unnarrowedBy: ['source'],
    draw: ({ report }, { order }) => {
      const { ranked, scale, average } = rankedSources(report.tables.source, order, getLocale())
      return rowsPicture({
        note: m.sources_target_range(),
        columns: [metricName('contacts'), metricName('target_rate'), m.overview_export_range()],
        average,
        rows: ranked.slice(0, MOST_DRAWN).map(({ row, target }) => ({
          key: row.value ?? '~',
          name: row.value ?? NAMELESS.source(),
          isNameless: row.value === null,
          mark: target && { low: target.low / scale, rate: target.rate / scale, high: target.high / scale },
          cells: [
            figureText('contacts', row) ?? '–',
            target ? formatPercent(target.rate) : m.overview_export_few(),
            target ? `${Math.round(target.low * 100)}–${Math.round(target.high * 100)}` : '',
          ],
        })),
      })
    },
  },
}
