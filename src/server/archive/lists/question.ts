import { archiveContactsQuestion, type ArchiveContactsQuestion } from '#/contract/archive/contacts.ts'
import type { CallField } from '#/contract/call-fields.ts'
import { isCustomStatus } from '#/contract/call-filters.ts'
import { dayNumber } from '#/contract/day.ts'
import type { SegmentDays } from '#/server/archive/store/store.ts'
import { TEXT_FIELDS } from '#/analytics/texts/record-texts.ts'
import { isStatusKnown } from './column-filters.ts'

/** What of a question says where and which contacts, and not what they are like. */
type NoFilter = 'date_from' | 'date_to' | 'object' | 'id' | 'offset' | 'limit' | 'order_field' | 'order_way'

/** A list of contacts as it is found: no page of it yet. Plain data, since it goes to another thread. */
export interface ListQuestion {
  readonly account: string
  readonly days: SegmentDays
  /** Null: all objects. */
  readonly oid: string | null
  readonly id: number | null
  readonly filters: Omit<ArchiveContactsQuestion, NoFilter>
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

/** Fields that an answer says something of, by what was asked: where they are hidden it would say what they are. */
const TOUCHED: Readonly<
  Record<Exclude<keyof ArchiveContactsQuestion, NoFilter> | 'object' | 'order_field', readonly CallField[]>
> = {
  object: ['obj_oid'],
  order_field: ['duration'],
  q: TEXT_FIELDS,
  not_reached: ['phone_number_from', 'status', 'date'],
  has_caller: ['phone_number_from'],
  has_deal: ['customer_status'],
  source: ['source', 'src'],
  campaign: ['utm'],
  search_request: ['search_request'],
  page: ['request_uri'],
  region: ['region'],
  manager: ['managers'],
  service: ['service_name'],
  status: ['status'],
  channel: ['status'],
  kind: ['call_type'],
  target: ['target'],
  custom_status: ['custom_status'],
  deal_status: ['customer_status'],
  weekday: ['date'],
  hour: ['date'],
  hour_of_week: ['date'],
  source_filter: ['src'],
  source_text_filter: ['source'],
  target_filter: ['target'],
  repeated_filter: ['call_type'],
  uri_filter: ['request_uri'],
  from_filter: ['phone_number_from'],
  duration_filter: ['duration'],
  status_filter: ['status', 'custom_status'],
}

/** Whether the answer would tell of a field that is not to be shown (G12). */
export const touchesHidden = (asked: ArchiveContactsQuestion, hidden: ReadonlySet<string>): boolean =>
  // Digits that are found in a talk are the caller's number, a part at a time.
  (hidden.has('phone_number_from') && /\d{3}/.test(asked.q ?? '')) ||
  Object.entries(TOUCHED).some(
    ([name, fields]) =>
      asked[name as keyof typeof TOUCHED] !== undefined && fields.some((field) => hidden.has(field)),
  )

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
    orderField: order_field ?? null,
    orderWay: order_way ?? 'DESC',
    offset: Number(offset ?? 0),
    limit: Number(limit ?? USUAL_LIMIT),
  }
}

/** Whether all that is held of the days and the object is asked for, also what cannot be read. */
export const isUnfiltered = ({ id, filters }: ListQuestion): boolean =>
  id === null && Object.values(filters).every((filter) => filter === undefined)
