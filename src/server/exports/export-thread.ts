import { writeFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { wallClockAt } from '#/contract/day.ts'
import { incompleteNote } from '#/domain/contact-file/incomplete-words.ts'
import type { AboutLine, Cell } from '#/domain/table-file/cell.ts'
import { csvDialect, csvFile, csvRow } from '#/domain/table-file/write-csv.ts'
import { createWorkbook } from '#/domain/table-file/write-xlsx.ts'
import { formatDay, formatOffset } from '#/i18n/format.ts'
import { setLocale } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { presentFiles } from '#/i18n/presenting-masks.ts'
import { createContactRows } from '#/server/contact-files/contact-rows.ts'
import { offsetIn } from '#/server/schedule/due.ts'
import type { ExportJob, FromThread, ToThread } from './export-job.ts'
import { createListLoader, PageMissing, type ListPage } from './list-loader.ts'

/*
 * The thread of one file: judges the pages it is given, turns them into rows as they come, and writes the file. It stays
 * while pages are missing, so that only those are asked for again.
 */

const job = workerData as ExportJob
const tell = (message: FromThread) => parentPort?.postMessage(message)

setLocale(job.language)
if (job.isPresented) presentFiles()

/** The page's answer is a refusal that no other page would escape. */
class ListRefused extends Error {}
class NoRoom extends Error {}

const pages = new Map<number, PromiseWithResolvers<ListPage>>()
let room: PromiseWithResolvers<void> | null = null

const ask = (page: number): Promise<ListPage> => {
  const answer = Promise.withResolvers<ListPage>()
  pages.set(page, answer)
  tell({ is: 'page', page })
  return answer.promise
}

const titles = new Map<string, string | null>()
const statusNames = new Map(job.status_names)
const rows = createContactRows({
  columns: job.columns,
  marks: job.marks,
  object: job.object,
  titles,
  statusNames,
  offsetAt: (at) => offsetIn(job.time_zone, at),
})

const learn = (page: ListPage) => {
  for (const [oid, title] of page.titles) titles.set(oid, title)
  for (const [name, code] of page.statuses) statusNames.set(code, name)
}

const aboutLines = (count: number, note: string | null): readonly AboutLine<Cell>[] => {
  const offset = offsetIn(job.time_zone, job.now)
  return [
    ...job.about,
    { name: m.export_offset(), value: rows.clocks() },
    { name: m.contacts_table(), value: count },
    { name: m.export_completeness(), value: note ?? m.export_complete() },
    ...(job.asOf === null
      ? []
      : [
          {
            name: m.kept_as_of(),
            value: new Date(
              wallClockAt(Date.parse(job.asOf), offsetIn(job.time_zone, Date.parse(job.asOf))),
            ),
          },
        ]),
    ...(job.since === null ? [] : [{ name: m.archive_kept_since(), value: formatDay(job.since) }]),
    { name: m.export_made(), value: new Date(wallClockAt(job.now, offset)) },
    { name: m.export_made_offset(), value: formatOffset(offset) },
  ]
}

const NOTHING_MISSING = { loaded: 0, total: 0, unreadable: 0, doubled: 0, gaps: [] }

/** @param rowOf what is kept of a contact until all have come */
const fileOf = <Row>(
  rowOf: (cells: readonly Cell[]) => Row,
  blobOf: (all: readonly Row[], note: string | null) => Blob,
) => {
  const load = createListLoader<Row>({
    ask,
    take: (calls, page) => {
      learn(page)
      return calls.map((call) => rowOf(rows.row(call)))
    },
  })
  return async () => {
    const loaded = await load((done, total) => tell({ is: 'progress', done, total }))
    const { loaded: came, total, unreadable, doubled, gaps } = loaded.shortfall ?? NOTHING_MISSING
    const shortfall = loaded.shortfall && { loaded: came, total, unreadable, doubled, gaps: [...gaps] }
    const note = incompleteNote({ shortfall, unread: job.unread })
    const blob = blobOf(loaded.rows, note)
    room = Promise.withResolvers()
    tell({ is: 'room', bytes: blob.size })
    await room.promise
    await writeFile(job.file, blob.stream(), { mode: 0o600 })
    tell({ is: 'written', count: loaded.rows.length, shortfall, isComplete: note === null })
  }
}

const csv = () => {
  const dialect = csvDialect(job.language, job.separator, job.numbers_as_text)
  return fileOf(
    (cells) => csvRow(cells, dialect),
    (all, note) =>
      csvFile(
        rows.columns.map(({ name }) => name),
        [all],
        note,
        dialect,
      ),
  )
}

const xlsx = () => {
  const workbook = createWorkbook({
    client: job.client_name,
    title: m.contacts_table(),
    columns: rows.columns,
    locale: job.language,
  })
  return fileOf(workbook.row, (all, note) =>
    workbook.file({ rows: all, note, about: aboutLines(all.length, note) }),
  )
}

const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
const isDiskFull = (error: unknown) =>
  error instanceof Error && 'code' in error && FULL.has(error.code)

const write = job.format === 'csv' ? csv() : xlsx()
const run = async () => {
  try {
    await write()
  } catch (error) {
    if (error instanceof ListRefused || error instanceof PageMissing) tell({ is: 'failed', code: 'page' })
    else if (error instanceof NoRoom) tell({ is: 'failed', code: 'exports_full' })
    else if (isDiskFull(error)) tell({ is: 'failed', code: 'storage_full' })
    else throw error
  }
}

parentPort?.on('message', (message: ToThread) => {
  if (message.is === 'write') void run()
  else if (message.is === 'room') {
    if (message.mayWrite) room?.resolve()
    else room?.reject(new NoRoom())
  } else {
    const { page, answer } = message
    const asked = pages.get(page)
    pages.delete(page)
    if (answer === 'missing') asked?.reject(new PageMissing())
    else if (answer === 'failed') asked?.reject(new ListRefused())
    else asked?.resolve(answer)
  }
})
