import { archiveContactsQuestion, type ArchiveContactsQuestion } from '#/contract/archive/contacts.ts'
import { isCustomStatus } from '#/contract/call-filters.ts'
import { dayNumber } from '#/contract/day.ts'
import type { SegmentDays } from '#/server/archive/store/store.ts'
import { isStatusKnown } from './column-filters.ts'

/** What of a question says where and which contacts, and not what they are like. */
type NoFilter = 'date_from' | 'date_to' | 'object' | 'id' | 'offset' | 'limit' | 'order_field' | 'order_way'

/** Contacts by what people have marked, found elsewhere: the thread that finds lists does not know marks. */
export interface MarkedContacts {
  /** The same for the same contacts. */
  readonly key: string
  /** By `contactText`. */
  readonly contacts: readonly string[]
  /** All but these. */
  readonly except: boolean
}

/** A list of contacts as it is found: no page of it yet. Plain data, since it goes to another thread. */
export interface ListQuestion {
  readonly account: string
  readonly days: SegmentDays
  /** Null: all objects. */
  readonly oid: string | null
  readonly id: number | null
  readonly filters: Omit<ArchiveContactsQuestion, NoFilter>
  /** Which contacts pass the filters by what people have marked; null: there are none of these filters. */
  readonly marked: MarkedContacts | null
  /** Null: by date. */
  readonly orderField: 'duration' | null
  readonly orderWay: 'ASC' | 'DESC'
}

/** Which of its contacts are wanted. */
export interface ListWindow {
  readonly offset: number
  readonly limit: number
}

const USUAL_LIMIT = 20

/** Null: it is not what may be asked. */
export const readListQuery = (query: Readonly<Record<string, string>>): ArchiveContactsQuestion | null => {
  if (Object.keys(query).some((name) => !(name in archiveContactsQuestion.shape))) return null
  const { success, data } = archiveContactsQuestion.safeParse(query)
  if (!success) return null
  const { status_filter: status } = data
  // Codes that only an object's own filters tell say nothing of a record.
  return status === undefined || isCustomStatus(status) || isStatusKnown(status) ? data : null
}

export const listQuestionOf = (
  account: string,
  asked: ArchiveContactsQuestion,
): ListQuestion & ListWindow => {
  const { date_from, date_to, object, id, offset, limit, order_field, order_way, ...filters } = asked
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

/** Whether all that is held of the days and the object is asked for, also what cannot be read. */
export const isUnfiltered = ({ id, filters }: ListQuestion): boolean =>
  id === null && Object.values(filters).every((filter) => filter === undefined)
