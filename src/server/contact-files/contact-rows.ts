import type { ExportColumn } from '#/contract/call-fields.ts'
import type { ListedCallRead } from '#/contract/call.ts'
import type { Annotation } from '#/contract/annotations/annotations.ts'
import { contactText } from '#/contract/annotations/contact-text.ts'
import { contactClock, fileColumnView, type FileContext } from '#/domain/contact-file/file-columns.ts'
import type { Cell } from '#/domain/table-file/cell.ts'
import { formatOffset } from '#/i18n/format.ts'

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
}

/** Turns contacts into the rows of a file, in the language that is set. */
export const createContactRows = ({
  columns,
  marks,
  object,
  titles,
  statusNames,
  offsetAt,
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
    row: (call: ListedCallRead): Cell[] => {
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
