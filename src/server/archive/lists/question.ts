import { archiveContactsQuestion, type ArchiveContactsQuestion } from '#/contract/archive/contacts.ts'
import { isCustomStatus } from '#/contract/call-filters.ts'
import { dayNumber } from '#/contract/day.ts'
import type { SegmentDays } from '#/server/archive/store/store.ts'
import { isStatusKnown } from './column-filters.ts'

/** Parameters that say where and which contacts, not what they are like. */
type NoFilter = 'date_from' | 'date_to' | 'object' | 'id' | 'offset' | 'limit' | 'order_field' | 'order_way'

/** Contacts found by annotations; the thread that finds lists does not know annotations. */
export interface AnnotatedContacts {
  /** Equal for equal contacts. */
  readonly key: string
  readonly contacts: readonly string[]
  readonly except: boolean
}

/** A list without its paging; plain data, since it goes to another thread. */
export interface ListQuestion {
  readonly account: string
  readonly days: SegmentDays
  readonly oid: string | null
  readonly id: number | null
  readonly filters: Omit<ArchiveContactsQuestion, NoFilter>
  readonly marked: AnnotatedContacts | null
  readonly orderField: 'duration' | null
  readonly orderWay: 'ASC' | 'DESC'
}

export interface ListWindow {
  readonly offset: number
  readonly limit: number
}

const USUAL_LIMIT = 20

export const readListQuery = (query: Readonly<Record<string, string>>): ArchiveContactsQuestion | null => {
  if (Object.keys(query).some((name) => !(name in archiveContactsQuestion.shape))) return null
  const { success, data } = archiveContactsQuestion.safeParse(query)
  if (!success) return null
  const { status_filter: status } = data
  // Codes known only from an object's own filters cannot be checked on a record.
  return status === undefined || isCustomStatus(status) || isStatusKnown(status) ? data : null
}

export const listQuestionOf = (
  account: string,
  requested: ArchiveContactsQuestion,
): ListQuestion & ListWindow => {
  const { date_from, date_to, object, id, offset, limit, order_field, order_way, ...filters } = requested
  return {
    account,
    days: { first: dayNumber(date_from), last: dayNumber(date_to) },
    oid: object ?? null,
    id: id === undefined ? null : Number(id),
    filters,
    marked: null,
    orderField: order_field ?? null,
    orderWay: order_way ?? 'DESC',
    offset: Number(offset ?? 0),
    limit: Number(limit ?? USUAL_LIMIT),
  }
}

/** Whether no filter applies, so that unreadable records are listed too. */
export const isUnfiltered = ({ id, filters }: ListQuestion): boolean =>
  id === null && Object.values(filters).every((filter) => filter === undefined)
