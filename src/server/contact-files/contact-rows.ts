import type { ExportColumn } from '#/contract/call-fields.ts'
import type { ListedCallRead } from '#/contract/call.ts'
import type { Annotation } from '#/contract/annotations/annotations.ts'
import { contactText } from '#/contract/annotations/contact-text.ts'
import { contactClock, fileColumnView, type FileContext } from '#/domain/files/file-columns.ts'
import type { Cell } from '#/domain/files/cell.ts'
import { MINUTE_MS } from '#/contract/day.ts'
import { formatOffset, parseWallClock, shiftedClock } from '#/i18n/format.ts'

interface ContactRowsOptions {
  readonly columns: readonly ExportColumn[]
  readonly annotations: readonly Annotation[]
  readonly object: string | null
  readonly titles: Map<string, string | null>
  readonly statusNames: Map<number, string>
  /** Minutes ahead of UTC of the annotations' clock; absent: this machine's. */
  readonly offsetAt?: (at: number) => number
  /** Contacts use that clock too, not their own. */
  readonly isByThatClock?: boolean
}

const minutes = (count: number) => new Date(count * MINUTE_MS).toISOString().slice(11, 16)

/** The date by another clock, in the service's format; unreadable ones stay. */
const shiftedDate = (date: string | null, offsetAt: (at: number) => number): string | null => {
  const own = parseWallClock(date)
  if (own === null || own.offset === null) return date
  const { utc, offset } = shiftedClock(own, offsetAt)
  const sign = (offset ?? 0) < 0 ? '-' : '+'
  return `${new Date(utc).toISOString().slice(0, 19)}${sign}${minutes(Math.abs(offset ?? 0))}`
}

export const createContactRows = ({
  columns,
  annotations,
  object,
  titles,
  statusNames,
  offsetAt,
  isByThatClock = false,
}: ContactRowsOptions) => {
  const views = columns.map(fileColumnView)
  const markOf = new Map(annotations.map((mark) => [contactText(mark), mark]))
  const context: FileContext = {
    objectTitle: (oid) => titles.get(oid) ?? null,
    statusName: (code) => (code === null ? undefined : statusNames.get(code)),
    // Asked for by six columns of each contact.
    markOf: ({ obj_oid, id }) =>
      markOf.size === 0 ? undefined : markOf.get(contactText({ oid: obj_oid ?? object ?? '', id })),
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
    clocks: (): string =>
      [...offsets]
        .toSorted((a, b) => a - b)
        .map(formatOffset)
        .join(', '),
  }
}
