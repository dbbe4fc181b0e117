import type { ExportColumn } from '#/contract/call-fields.ts'
import type { ListedCallRead } from '#/contract/call.ts'
import type { Annotation } from '#/contract/annotations/annotations.ts'
import { contactText } from '#/contract/annotations/contact-text.ts'
import { contactClock, fileColumnView, type FileContext } from '#/domain/contact-file/file-columns.ts'
import type { Cell } from '#/domain/table-file/cell.ts'
import { MINUTE_MS } from '#/contract/day.ts'
import { formatOffset, parseWallClock, shiftedClock } from '#/i18n/format.ts'

/** What the rows of a file of contacts are made of, beside the contacts. */
interface ContactRowsOptions {
  readonly columns: readonly ExportColumn[]
  readonly marks: readonly Annotation[]
  /** The object that all of them are of; null: each says it. */
  readonly object: string | null
  readonly titles: Map<string, string | null>
  readonly statusNames: Map<number, string>
  /** Minutes ahead of UTC of the clock that marks are dated by; absent: this machine's. */
  readonly offsetAt?: (at: number) => number
  /** Contacts are dated by that clock too, not each by its own. */
  readonly isByThatClock?: boolean
}

const minutes = (count: number) => new Date(count * MINUTE_MS).toISOString().slice(11, 16)

/** A date as the service writes it, of the same instant by another clock; what is none stays as it is. */
const shiftedDate = (date: string | null, offsetAt: (at: number) => number): string | null => {
  const own = parseWallClock(date)
  if (own === null || own.offset === null) return date
  const { utc, offset } = shiftedClock(own, offsetAt)
  const sign = (offset ?? 0) < 0 ? '-' : '+'
  return `${new Date(utc).toISOString().slice(0, 19)}${sign}${minutes(Math.abs(offset ?? 0))}`
}

/** Turns contacts into the rows of a file, in the language that is set. */
export const createContactRows = ({
  columns,
  marks,
  object,
  titles,
  statusNames,
  offsetAt,
  isByThatClock = false,
}: ContactRowsOptions) => {
  const views = columns.map(fileColumnView)
  const markOf = new Map(marks.map((mark) => [contactText(mark), mark]))
  const context: FileContext = {
    objectTitle: (oid) => titles.get(oid) ?? null,
    statusName: (code) => (code === null ? undefined : statusNames.get(code)),
    markOf: ({ obj_oid, id }) => markOf.get(contactText({ oid: obj_oid ?? object ?? '', id })),
    ...(offsetAt && { offsetAt }),
  }
  const offsets = new Set<number>()
  return {
    columns: views.map(({ name, width }) => ({ name: name(), width })),
    row: (listed: ListedCallRead): Cell[] => {
      const call =
        isByThatClock && offsetAt ? { ...listed, date: shiftedDate(listed.date, offsetAt) } : listed
      const offset = contactClock(call.date)?.offset
      if (offset !== null && offset !== undefined) offsets.add(offset)
      return views.map((view) => view.read(call, context))
    },
    /** The clocks of the contacts so far, in words. */
    clocks: (): string =>
      [...offsets]
        .toSorted((a, b) => a - b)
        .map(formatOffset)
        .join(', '),
  }
}
