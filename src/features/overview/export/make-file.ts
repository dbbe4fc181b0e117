import { missingWords } from '#/features/overview/data/gap-words.ts'
import { madeLines } from '#/domain/table-file/made.ts'
import { saveFile } from '#/domain/table-file/save-file.ts'
import { writeTable } from '#/domain/table-file/write-table.ts'
import { formatOffset } from '#/i18n/format.ts'
import { getLocale } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { conditionsOf, contactsLine, type ExportContext } from './conditions.ts'
import { isPicture, type Exported, type ExportFormat } from './exported.ts'
import { overviewFileName } from './file-name.ts'
import { madeWords } from './made-words.ts'
import { pictureOf } from './picture/picture-of.tsx'
import { lightColours, pngOf, standAlone } from './picture/stand-alone.ts'
import type { ExportTable } from './table.ts'
import { breakdownTable } from './tables/breakdown.ts'
import { contactsTable } from './tables/contacts.ts'
import { funnelTable } from './tables/funnel.ts'
import { heatTable } from './tables/heat-map.ts'
import { notThroughTable } from './tables/not-through.ts'
import { sourcesTable } from './tables/sources.ts'
import { minusTable, shiftsTable } from './tables/tools.ts'
import { trendTable } from './tables/trend.ts'

const tableOf = (exported: Exported, context: ExportContext): ExportTable | Promise<ExportTable> => {
  switch (exported.panel) {
    case 'trend':
      return trendTable(context)
    case 'sources':
      return sourcesTable(context, exported)
    case 'heat-map':
      return heatTable(context)
    case 'breakdown':
      return breakdownTable(context, exported)
    case 'funnel':
      return funnelTable(context)
    case 'not-through':
      return notThroughTable(context)
    case 'minus-phrases':
      return minusTable(context)
    case 'contacts':
      return contactsTable(context, exported.filters)
    default:
      return shiftsTable(context, exported.count)
  }
}

/** Panels whose files hold the comparison too. */
const COMPARED: ReadonlySet<Exported['panel']> = new Set<Exported['panel']>(['trend', 'funnel'])

/**
 * Makes a panel's file of what is loaded by now and hands it over as a download.
 * @param title what the panel is called
 * @returns its name. @throws Error where the worker has ended, or the file could not be made
 */
export const exportPanel = async (
  exported: Exported,
  format: ExportFormat,
  title: string,
  context: ExportContext,
): Promise<string> => {
  const { overview } = context
  const { state, offset } = overview
  const missing = state === null ? null : missingWords(state, COMPARED.has(exported.panel))
  const note = missing === null ? null : `${m.export_incomplete()}: ${missing}`
  const now = new Date()
  const fileName = `${overviewFileName(exported, overview, context.object, note === null)}.${format}`
  if (isPicture(format)) {
    const made = `${m.overview_export_source()} · ${m.overview_export_made({ time: madeWords(now) })}`
    const svg = standAlone(
      pictureOf(exported, title, context, note === null ? [made] : [note, made]),
      lightColours(),
    )
    saveFile(format === 'svg' ? new Blob([svg], { type: 'image/svg+xml' }) : await pngOf(svg), fileName)
    return fileName
  }
  const { columns, rows, about = [] } = await tableOf(exported, context)
  const file = await writeTable({
    format,
    title,
    columns,
    rows,
    note,
    about: [
      { name: m.overview_export_what(), value: title },
      ...(exported.panel === 'contacts'
        ? [...conditionsOf(context, exported.filters), contactsLine(rows.length)]
        : [...conditionsOf(context), contactsLine(overview.report?.figures.contacts ?? null)]),
      ...about,
      { name: m.export_offset(), value: offset === null ? null : formatOffset(offset) },
      { name: m.export_completeness(), value: note ?? m.export_complete() },
      { name: m.overview_export_rates(), value: m.overview_export_rates_words() },
      ...madeLines(now),
    ],
    locale: getLocale(),
  })
  saveFile(file, fileName)
  return fileName
}
