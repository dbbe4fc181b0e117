import { clockRange } from '#/domain/period/clock-range.ts'
import { missingLabel } from '#/domain/figures/gap-labels.ts'
import { saveFile } from '#/domain/files/save-file.ts'
import { madeLines, tableBlob } from '#/domain/files/table-blob.ts'
import { formatOffset } from '#/i18n/format.ts'
import { getLocale } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import {
  conditionLabel,
  conditionsOf,
  contactsLine,
  madeLabel,
  type ExportContext,
  objectLabel,
} from '#/features/overview/export/conditions.ts'
import {
  panelTable,
  type Exportable,
  type PanelFile,
  type PanelFormat,
  type PanelSubject,
} from '#/features/overview/export/panel-file.ts'
import { lightColours, standAlone } from '#/features/overview/export/picture/stand-alone.ts'
import type { ReactElement } from 'react'
import { Frame } from '#/features/overview/export/picture/frame.tsx'
import type { Filter } from '#/contract/figures/questions.ts'
import { filterValueLabel } from '#/domain/contact-list/dimension-labels.ts'
import { briefName, clientPart, fitName } from '#/domain/files/file-name.ts'
import type { Overview } from '#/features/overview/data/use-overview.ts'

/**
 * `sever-group-callboard-overview-sources-dental-yandex-direct-2026-10-24_2026-11-21` without extension: client,
 * panel, object unless all, filters, days, and whether data is missing.
 * @param filters that the file's rows obey
 */
export const overviewFileName = (
  panel: string,
  overview: Pick<Overview, 'search' | 'days' | 'objectTitle'>,
  { object, client }: { readonly object: string | null; readonly client: string | null },
  filters: readonly Filter[],
  isComplete: boolean,
): string => {
  const { search, days, objectTitle } = overview
  const start = `${clientPart(client)}callboard-overview-${panel}`
  const shown = search.object === undefined ? '' : `-${briefName(objectLabel(overview, object)) || 'object'}`
  const words = filters.map((filter) => filterValueLabel(filter, objectTitle))
  const end = `${days.from}_${days.to}`
  return `${fitName(start + shown, words, end)}${isComplete ? '' : '-incomplete'}`
}

export interface Exported<Choice> {
  readonly panel: Exportable<Choice>
  readonly choice: Choice
  readonly title: string
}

/**
 * Makes a panel's file from loaded data and downloads it.
 * @returns its name. @throws Error if the file could not be made
 */
export const exportPanel = async <Choice,>(
  { panel, choice, title }: Exported<Choice>,
  format: PanelFormat,
  context: ExportContext,
): Promise<string> => {
  const { overview, client } = context
  const { state, offset, report } = overview
  const clocks = clockRange(state?.clocks ?? [])
  if (report === undefined) throw new Error('Nothing is loaded that could be exported')
  const file = await panel.file()
  const missing = state === null ? null : missingLabel(state, file.isCompared === true)
  const note = missing === null ? null : `${m.export_incomplete()}: ${missing}`
  const now = new Date()
  const own = file.filters?.(choice)
  const filters = own ?? overview.question.filters
  const fileName = `${overviewFileName(panel.name, overview, context, filters, note === null)}.${format}`
  if (format === 'svg') {
    const made = `${m.overview_export_source()} · ${m.overview_export_made({ time: madeLabel(now) })}`
    const source = note === null ? [made] : [note, made]
    const svg = standAlone(pictureOf(file, choice, title, { ...context, report }, source), lightColours())
    saveFile(new Blob([svg], { type: 'image/svg+xml' }), fileName)
    return fileName
  }
  const { columns, rows, about } = await panelTable(file, choice, { ...context, report })
  const made = await tableBlob({
    format,
    client,
    title,
    columns,
    rows,
    note,
    about: [
      ...(client === null ? [] : [{ name: m.overview_export_client(), value: client }]),
      { name: m.overview_export_what(), value: title },
      ...conditionsOf({ ...context, client: null }, filters),
      contactsLine(own ? rows.length : report.figures.contacts),
      ...about,
      {
        name: m.export_offset(),
        value: clocks?.isMixed ? clocks.words : offset === null ? null : formatOffset(offset),
      },
      { name: m.export_completeness(), value: note ?? m.export_complete() },
      { name: m.overview_export_rates(), value: m.overview_export_rates_words() },
      ...madeLines(now),
    ],
    locale: getLocale(),
  })
  saveFile(made, fileName)
  return fileName
}

/**
 * A panel's image with all its context.
 * @param source lines: missing data, source and time
 * @throws Error if the panel has no chart
 */
export const pictureOf = <Choice,>(
  { picture }: PanelFile<Choice>,
  choice: Choice,
  title: string,
  loaded: PanelSubject,
  source: readonly string[],
): ReactElement => {
  if ('none' in picture) throw new Error(picture.none)
  const { drawing, ...drawn } = picture.draw(loaded, choice)
  const filters = loaded.overview.question.filters.filter(
    ({ by }) => !picture.unnarrowedBy.some((one) => one === by),
  )
  return (
    <Frame {...drawn} title={title} conditions={conditionLabel(loaded, filters)} source={source}>
      {drawing}
    </Frame>
  )
}
