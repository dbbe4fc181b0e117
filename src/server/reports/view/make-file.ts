import type { Annotation } from '#/contract/annotations/annotations.ts'
import type { ExportColumn } from '#/contract/call-fields.ts'
import { listedCall } from '#/contract/call.ts'
import { isReadable, records } from '#/contract/field.ts'
import type { AboutLine, Cell } from '#/domain/files/cell.ts'
import { tableBlob } from '#/domain/files/table-blob.ts'
import { counted, formatNumber } from '#/i18n/format.ts'
import { inLocale, type Locale } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { createContactRows } from '#/server/contact-files/contact-rows.ts'
import { parseSharedJson, type SharedJson } from '#/server/threads/shared-json.ts'

export interface ContactFileJob {
  readonly format: 'csv' | 'xlsx'
  readonly language: Locale
  readonly client: string | null
  readonly columns: readonly ExportColumn[]
  readonly pages: readonly SharedJson[]
  readonly titles: readonly (readonly [oid: string, title: string | null])[]
  readonly annotations: readonly Annotation[]
  /** The common object; null: each contact names its own. */
  readonly object: string | null
  /** All matching contacts; the pages may hold the first ones only. */
  readonly total: number
  readonly unread: string | null
  readonly about: readonly AboutLine<Cell>[]
  readonly maxBytes: number
  readonly isWithoutCallers: boolean
}

export interface ContactFile {
  readonly bytes: Uint8Array
  readonly rows: number
  readonly unreadable: number
}

const listed = records(listedCall).lenient

const EMAIL = /[\p{L}\p{N}_.+-]+(?:@|%40)[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/giu
const withoutEmails = (cell: Cell): Cell => (typeof cell === 'string' ? cell.replace(EMAIL, '•••') : cell)

const TRIES = 6

/** A view's file, as the journal exports it; cut to as many rows as fit. */
export const makeContactFile = async (job: ContactFileJob): Promise<ContactFile> => {
  const { format, language, client, columns, total, maxBytes, isWithoutCallers } = job
  let unreadable = 0
  const { all, rows } = inLocale(language, () => {
    const all = createContactRows({
      columns,
      annotations: job.annotations,
      object: job.object,
      titles: new Map(job.titles),
      statusNames: new Map(),
    })
    const rows = job.pages.flatMap((page) => {
      const read = listed.safeParse(parseSharedJson(page))
      return (read.success ? read.data : []).flatMap((call) => {
        if (!isReadable(call)) {
          unreadable++
          return []
        }
        const cells = all.row(call)
        return [isWithoutCallers ? cells.map(withoutEmails) : cells]
      })
    })
    return { all, rows }
  })
  const noteOf = (count: number) => {
    const why = [
      ...(job.unread === null ? [] : [`${job.unread}.`]),
      ...(count + unreadable < total ? [m.view_mail_note_cut()] : []),
      ...(unreadable > 0 ? [m.export_gap_unreadable(counted(unreadable))] : []),
    ]
    if (why.length === 0) return null
    const part = m.export_part({ shown: formatNumber(count), total: formatNumber(total) })
    return `${m.export_incomplete()}: ${part}. ${why.join(' ')}`
  }
  const write = (count: number) =>
    // Texts are made before any await, since the language is global.
    inLocale(language, () => {
      const note = noteOf(count)
      return tableBlob({
        format,
        client,
        title: m.contacts_table(),
        columns: all.columns,
        rows: rows.slice(0, count),
        note,
        about: [
          ...job.about,
          { name: m.export_offset(), value: all.clocks() },
          { name: m.contacts_table(), value: count },
          { name: m.export_completeness(), value: note ?? m.export_complete() },
        ],
        locale: language,
      })
    })
  let count = rows.length
  for (let tries = 1; ; tries++) {
    const blob = await write(count)
    if (blob.size <= maxBytes)
      return { bytes: new Uint8Array(await blob.arrayBuffer()), rows: count, unreadable }
    if (tries === TRIES || count === 0) return { bytes: new Uint8Array(), rows: 0, unreadable }
    count = Math.floor(count * Math.min(0.9, (0.95 * maxBytes) / blob.size))
  }
}
