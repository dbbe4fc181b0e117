import { writeFile } from 'node:fs/promises'
import { wallClockAt } from '#/contract/day.ts'
import { incompleteNote } from '#/domain/files/incomplete-labels.ts'
import type { ListedCallRead } from '#/contract/call.ts'
import type { AboutLine, Cell, FileParts } from '#/domain/files/cell.ts'
import { csvDialect, csvFile, csvRow } from '#/domain/files/write-csv.ts'
import { createWorkbook } from '#/domain/files/write-xlsx.ts'
import { formatDay, formatOffset } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { createContactRows } from '#/server/contact-files/contact-rows.ts'
import { offsetIn } from '#/server/schedule/due.ts'
import { addInPool } from './add-in-pool.ts'
import type { ExportJob, WrittenFile } from './export-job.ts'
import { createListLoader, type ExportPage } from './list-loader.ts'

export class NoRoom extends Error {
  override readonly name = 'NoRoom'
}

interface FileHost {
  readonly ask: (page: number) => Promise<ExportPage>
  /**
   * Resolves when so many bytes may be written.
   * @throws NoRoom
   */
  readonly askRoom: (bytes: number) => Promise<void>
  readonly progress: (done: number, total: number) => void
}

const aboutLines = (
  { about, time_zone: zone, asOf, since, now }: ExportJob,
  { clocks, count, note }: { clocks: string; count: number; note: string | null },
): readonly AboutLine<Cell>[] => {
  const momentCell = (at: number) => new Date(wallClockAt(at, offsetIn(zone, at)))
  return [
    ...about,
    { name: m.export_offset(), value: clocks },
    { name: m.contacts_table(), value: count },
    { name: m.export_completeness(), value: note ?? m.export_complete() },
    ...(asOf === null ? [] : [{ name: m.stored_as_of(), value: momentCell(Date.parse(asOf)) }]),
    ...(since === null ? [] : [{ name: m.archive_kept_since(), value: formatDay(since) }]),
    { name: m.export_made(), value: momentCell(now) },
    { name: m.export_made_offset(), value: formatOffset(offsetIn(zone, now)) },
  ]
}

/**
 * Loads a list and writes its file in the current language. Rows are made as pages arrive, so only those are in memory.
 * @returns called again, it requests missing pages
 */
export const createFileWriter = (
  job: ExportJob,
  { ask, askRoom, progress }: FileHost,
): (() => Promise<WrittenFile>) => {
  const titles = new Map<string, string | null>()
  const statusNames = new Map(job.status_names)
  const rows = createContactRows({
    columns: job.columns,
    annotations: job.annotations,
    object: job.object,
    titles,
    statusNames,
    offsetAt: (at) => offsetIn(job.time_zone, at),
    isByThatClock: job.times === 'mine',
  })

  /** @param rowsOf what is held of a page's contacts until the list is complete */
  const writerOf = <Row>(
    rowsOf: (calls: readonly ListedCallRead[]) => Row[],
    partsOf: (all: readonly Row[], count: number, note: string | null) => FileParts | Promise<FileParts>,
  ) => {
    const load = createListLoader<Row>({
      ask,
      take: (calls, page) => {
        for (const [oid, title] of page.titles) titles.set(oid, title)
        for (const [name, code] of page.statuses) statusNames.set(code, name)
        return rowsOf(calls)
      },
    })
    return async () => {
      const loadedList = await load(progress)
      const { rows: all, count, shortfall: missing } = loadedList
      const { loaded, total, unreadable, doubled, gaps } = missing ?? {
        loaded: count,
        total: count,
        unreadable: 0,
        doubled: 0,
        gaps: [],
      }
      const shortfall = missing && { loaded, total, unreadable, doubled, gaps: [...gaps] }
      const note = incompleteNote({ shortfall, unread: job.unread })
      const parts = await partsOf(all, count, note)
      await askRoom(parts.reduce((sum, { length }) => sum + length, 0))
      await writeFile(job.file, parts, { mode: 0o600 })
      return { count, shortfall, isComplete: note === null }
    }
  }

  if (job.format === 'csv') {
    const dialect = csvDialect(job.language, job.separator, job.numbers_as_text)
    const names = rows.columns.map(({ name }) => name)
    const encoder = new TextEncoder()
    return writerOf(
      // Bytes of a page cost the collector nothing, unlike a text for each row.
      (calls) => [encoder.encode(calls.map((call) => csvRow(rows.row(call), dialect)).join(''))],
      (pages, _count, note) => csvFile(names, pages, note, dialect),
    )
  }
  const workbook = createWorkbook(
    {
      client: job.client_name,
      title: m.contacts_table(),
      columns: rows.columns,
      locale: job.language,
    },
    addInPool,
  )
  return writerOf(
    (calls) => calls.map((call) => workbook.row(rows.row(call))),
    (all, count, note) =>
      workbook.file({
        rows: all,
        note,
        about: aboutLines(job, { clocks: rows.clocks(), count, note }),
      }),
  )
}
