import type { CallsPage } from '#/api/calls.ts'
import type { MarksByContact } from '#/api/contact-marks/contact-marks.ts'
import { contactText } from '#/contract/contact-marks/contact-text.ts'
import type { Cell } from '#/domain/table-file/cell.ts'
import { madeLines } from '#/domain/table-file/made.ts'
import type { SheetRow } from '#/domain/table-file/sheet-xml.ts'
import { CSV_DIALECTS, csvFile, csvRow } from '#/domain/table-file/write-csv.ts'
import { createWorkbook } from '#/domain/table-file/write-xlsx.ts'
import { wallClockAt } from '#/contract/day.ts'
import { formatDay, formatOffset } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { contactClock, fileColumnView, type FileContext } from '#/domain/contact-file/file-columns.ts'
import type { ExportJob, ExportProgress, ExportResult } from './job.ts'
import type { ArchivedList } from '#/api/archive-list.ts'
import type { LoadedContacts } from '#/api/load-contacts.ts'
import type { Shortfall } from '#/api/pages.ts'
import { createListLoader, type AskPage } from '#/api/merge/list-loader.ts'
import { incompleteNote } from './words.ts'

/** Progress is for eyes: more often would only be in the way of the work. */
const PROGRESS_MS = 200

export interface Export {
  /** Loads, and writes the file; again: only what did not come. Its error, if any, concerns the whole export. */
  readonly run: (signal: AbortSignal) => Promise<ExportResult>
}

/**
 * One export: rows are turned into cells as their pages come, so that only what the file will hold is kept.
 * @param ask one page of a journal
 * @param marks what people have marked, where the file says so
 * @param archived the list as our server has it at hand, in place of the journal's pages; null: it has not
 */
export const createExport = (
  job: ExportJob,
  ask: AskPage,
  report: (progress: ExportProgress) => void,
  archived: ArchivedList | null = null,
  marks: MarksByContact = {},
): Export => {
  const { format, locale } = job
  const fields = job.fields.map(fileColumnView)
  const statusNames = new Map(job.statusNames)
  const titles = new Map<string, string | null>()
  const offsets = new Set<number>()
  const context: FileContext = {
    objectTitle: (oid) => titles.get(oid) ?? null,
    statusName: (code) => (code === null ? undefined : statusNames.get(code)),
    markOf: ({ obj_oid, id }) => marks[contactText({ oid: obj_oid ?? job.oid ?? '', id })],
  }
  const learn = ({ objects, statuses }: CallsPage) => {
    for (const { oid, title } of objects) titles.set(oid, title)
    for (const [name, code] of Object.entries(statuses)) statusNames.set(code, name)
  }

  const noteOf = (shortfall: Shortfall | null) => incompleteNote(shortfall, archived?.state.unread ?? [])
  const columns = fields.map(({ name, width }) => ({ name: name(), width }))
  const csv = ({ chunks, shortfall }: LoadedContacts<string[]>) =>
    csvFile(
      columns.map(({ name }) => name),
      chunks,
      noteOf(shortfall),
      locale,
    )
  const xlsx =
    ({ file }: ReturnType<typeof createWorkbook>) =>
    ({ chunks, shortfall, count }: LoadedContacts<SheetRow[]>) => {
      const clocks = [...offsets].toSorted((a, b) => a - b).map(formatOffset)
      return file({
        rows: chunks.flat(),
        note: noteOf(shortfall),
        about: [
          ...job.about,
          { name: m.export_offset(), value: clocks.join(', ') },
          { name: m.contacts_table(), value: count },
          {
            name: m.export_completeness(),
            value: noteOf(shortfall) ?? m.export_complete(),
          },
          ...(archived?.state.as_of
            ? [{ name: m.kept_as_of(), value: new Date(wallClockAt(Date.parse(archived.state.as_of), null)) }]
            : []),
          ...(archived?.since === undefined
            ? []
            : [{ name: m.archive_kept_since(), value: formatDay(archived.since) }]),
          ...madeLines(new Date()),
        ],
      })
    }

  /** @param rowOf what is kept of a contact until all have come: written at once where it can be, as the next page is on its way */
  const exportOf = <Row>(
    rowOf: (cells: readonly Cell[]) => Row,
    fileOf: (loaded: LoadedContacts<Row[]>) => Blob | Promise<Blob>,
  ): Export => {
    const loader = createListLoader<Row>(job.filters, {
      ask: archived?.ask ?? ask,
      isOne: archived !== null,
      take: (calls, page) => {
        learn(page)
        return calls.map((call) => {
          const offset = contactClock(call.date)?.offset
          if (offset !== null && offset !== undefined) offsets.add(offset)
          return rowOf(fields.map((field) => field.read(call, context)))
        })
      },
    })
    const run: Export['run'] = async (signal) => {
      const start = performance.now()
      let startedWith: number | null = null
      let reported = -Infinity
      const progress = (done: number, total: number, isWriting = false) => {
        const now = performance.now()
        startedWith ??= done
        if (now - reported < PROGRESS_MS && !isWriting) return
        reported = now
        report({ done, total, speed: ((done - startedWith) * 1000) / Math.max(now - start, 1), isWriting })
      }
      const loaded = await loader.load(signal, progress)
      progress(loaded.count, Math.max(loaded.count, loaded.shortfall?.total ?? 0), true)
      return {
        file: await fileOf(loaded),
        fileName: `${job.fileName}${noteOf(loaded.shortfall) === null ? '' : '-incomplete'}.${format}`,
        count: loaded.count,
        shortfall: loaded.shortfall,
        error: loaded.error,
      }
    }
    return { run }
  }
  if (format === 'csv') return exportOf((cells) => csvRow(cells, CSV_DIALECTS[locale]), csv)
  const workbook = createWorkbook({ client: job.client, title: m.contacts_table(), columns, locale })
  return exportOf(workbook.row, xlsx(workbook))
}
