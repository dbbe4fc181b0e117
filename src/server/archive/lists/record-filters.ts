import { listedCall } from '#/contract/call.ts'
import { isCustomStatus, statusCodes } from '#/contract/call-filters.ts'
import { identityOf, objectOf, type StoredDay } from '#/server/archive/store/stored-day.ts'
import { CHANNEL } from '#/contract/figures/dimensions.ts'
import { callStatusName } from '#/contract/codes.ts'
import type { CallerSearch } from '#/contract/phones/caller-search.ts'
import type { ListQuestion } from './question.ts'

/*
 * Filters that columns can't answer, read from the records field by field: parsing whole records would take most of the time.
 */

type StoredRecord = Readonly<Record<string, unknown>>
type RecordFilter = (record: StoredRecord) => boolean

const { shape } = listedCall
const fieldOf = (record: StoredRecord, field: keyof typeof shape): unknown =>
  Object.hasOwn(record, field) ? record[field] : null
const textOf = (record: StoredRecord, field: 'src' | 'request_uri' | 'phone_number_from') => {
  const value = fieldOf(record, field)
  return value === null
    ? null
    : typeof value === 'string' && value.isWellFormed()
      ? value
      : shape[field].lenient.parse(value)
}
const idOf = (raw: unknown): number | null => {
  const id = typeof raw === 'object' && raw !== null && 'id' in raw ? raw.id : null
  return typeof id === 'number' && Number.isSafeInteger(id) ? id : (identityOf(raw)?.id ?? null)
}

const isPart = (text: string | null | undefined, part: string): boolean =>
  text?.toLowerCase().includes(part) ?? false

const customStatusId = (status: unknown): unknown =>
  typeof status === 'object' && status !== null && 'id' in status ? status.id : null

export const recordFilters = (
  { filters }: ListQuestion,
  search: CallerSearch | null,
): readonly RecordFilter[] => {
  const all: RecordFilter[] = []
  const { source_filter, source_text_filter, uri_filter, status_filter } = filters
  if (source_filter !== undefined) all.push((record) => textOf(record, 'src') === source_filter)
  if (source_text_filter !== undefined) {
    const part = source_text_filter.toLowerCase()
    all.push((record) => isPart(shape.source.lenient.parse(fieldOf(record, 'source'))?.title, part))
  }
  if (uri_filter !== undefined) {
    const part = uri_filter.toLowerCase()
    all.push((record) => isPart(textOf(record, 'request_uri'), part))
  }
  // Forms and chats have no number that could be withheld.
  if (search?.isWithheld)
    all.push((record) => {
      const name = callStatusName(shape.status.lenient.parse(fieldOf(record, 'status')))
      return (
        Boolean(textOf(record, 'phone_number_from')?.trim()) ||
        (name !== undefined && CHANNEL[name] === 'call')
      )
    })
  if (status_filter !== undefined && isCustomStatus(status_filter)) {
    const ids = new Set(statusCodes({ status_filter }).map(Number))
    all.push((record) => ids.has(Number(customStatusId(fieldOf(record, 'custom_status')) ?? NaN)))
  }
  return all
}

export const durationOfRecord = (record: StoredRecord): number =>
  shape.duration.lenient.parse(fieldOf(record, 'duration')) ?? 0

/** Finds a contact's record in its day; undefined: the day was replaced meanwhile. */
export type RecordFinder = (oid: string | null, id: number) => StoredRecord | undefined

/** Contact ids are unique only within an object. */
export const recordsById = ({ records }: StoredDay): RecordFinder => {
  const byId = Map.groupBy(records as readonly StoredRecord[], idOf)
  return (oid, id) => {
    const same = byId.get(id)
    return same?.length === 1 ? same[0] : same?.find((record) => objectOf(record) === oid)
  }
}
