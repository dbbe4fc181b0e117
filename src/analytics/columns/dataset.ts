import type { ListedCallRead } from '#/contract/call.ts'
import { callStatusName, CALL_TYPE, MISSED_STATUSES, type CallStatus } from '#/contract/codes.ts'
import { splitUtm } from '#/contract/utm.ts'
import { parseWallClock, phoneDigits } from '#/i18n/format.ts'
import { dayNumber, NO_DAY, weekdayOf } from './calendar.ts'
import { createColumn, createDictionary, write, type Column, type Dictionary } from './dictionary.ts'

/** What contacts are grouped and filtered by, each a dictionary of texts. */
export const DIMENSIONS = [
  'object',
  'source',
  'campaign',
  'search_request',
  'page',
  'region',
  'manager',
  'service',
  'status',
  'channel',
  'kind',
  'target',
  'custom_status',
  'caller',
  'deal',
  'weekday',
  'hour',
  'hour_of_week',
] as const
export type Dimension = (typeof DIMENSIONS)[number]

/** What a contact is, whatever became of it. */
export const CHANNELS = ['call', 'form', 'chat', 'callback', 'sms', 'survey', 'email', 'other'] as const
export type Channel = (typeof CHANNELS)[number]

const CHANNEL = {
  cancel: 'call',
  answer: 'call',
  noanswer: 'call',
  busy: 'call',
  congestion: 'call',
  chanunavail: 'call',
  tmp_unavailable: 'call',
  user_call: 'call',
  catch_form: 'form',
  widget_form: 'form',
  chat: 'chat',
  second_chat: 'chat',
  callback: 'callback',
  sms_incoming: 'sms',
  sms_forward: 'sms',
  feedback: 'survey',
  email_incoming: 'email',
} as const satisfies Record<CallStatus, Channel>

/** What a status means to a count of calls, as bits. A code that is not in the document means nothing to it (G8). */
export const IS_CALL = 1
export const IS_ANSWERED = 2
export const IS_MISSED = 4

export const meaningOf = (code: number | null): number => {
  const name = callStatusName(code)
  if (name === undefined || CHANNEL[name] !== 'call') return 0
  return IS_CALL | (name === 'answer' ? IS_ANSWERED : 0) | (MISSED_STATUSES.has(name) ? IS_MISSED : 0)
}

export const FIRST_TIME = 'first_time'
export const REPEATED = 'repeated'
export const IS_TARGET = 'target'
export const NOT_TARGET = 'not_target'

/** Stands for a duration the service did not give. */
export const NO_DURATION = -1

/** What a CRM says of its deals (API document 2.7), by the code of the column `deal`. */
export interface Deals {
  /** Codes of {@link Deals.statuses}. */
  readonly status: number[]
  readonly statuses: Dictionary
  /** Codes of {@link Deals.crms}. */
  readonly crm: number[]
  readonly crms: Dictionary
  /** In the CRM's own money, of which nothing is known (G28); NaN where it gave none. */
  readonly price: number[]
}

/**
 * Contacts as columns. Arrays are longer than `rows`, and are replaced when they grow: read them anew for each question.
 */
export interface Dataset {
  rows: number
  /** Days since 1970 by the contact's wall clock (G6); NO_DAY where the date cannot be read. */
  day: Uint16Array<ArrayBuffer>
  /** Minute of that day, 0 to 1439. */
  minute: Uint16Array<ArrayBuffer>
  /** Seconds (G7); NO_DURATION where there is none, or none that can be one. */
  duration: Int32Array<ArrayBuffer>
  /** The contact's id, unique in its object. */
  id: Float64Array<ArrayBuffer>
  /** Bits of {@link meaningOf}. */
  meaning: Uint8Array<ArrayBuffer>
  readonly by: Readonly<Record<Dimension, Column>>
  readonly deals: Deals
  /** When each deal's facts were read, so that the newest contact's are kept. */
  readonly dealSeen: number[]
  /** Titles of objects by oid, as the answers gave them. */
  readonly objectTitles: Map<string, string>
  /** Minutes east of UTC of the newest contact: the clock that says what day it is there (G6). */
  newest: { readonly at: number; readonly offset: number } | null
  /** Minutes east of UTC of each object's newest contact, by oid. */
  readonly objectOffsets: Map<string, number>
  /** Records without a usable identifier (G26): no rows, but never forgotten. */
  unreadable: number
}

const FIRST_CAPACITY = 1024

export const createDataset = (capacity = FIRST_CAPACITY): Dataset => ({
  rows: 0,
  day: new Uint16Array(capacity),
  minute: new Uint16Array(capacity),
  duration: new Int32Array(capacity),
  id: new Float64Array(capacity),
  meaning: new Uint8Array(capacity),
  by: Object.fromEntries(DIMENSIONS.map((name) => [name, createColumn(capacity)])) as Record<
    Dimension,
    Column
  >,
  deals: {
    status: [0],
    statuses: createDictionary(),
    crm: [0],
    crms: createDictionary(),
    price: [Number.NaN],
  },
  dealSeen: [0],
  objectTitles: new Map(),
  newest: null,
  objectOffsets: new Map(),
  unreadable: 0,
})

const grown = <A extends Uint8Array | Uint16Array | Int32Array | Float64Array>(
  array: A,
  capacity: number,
) => {
  const wider = new (array.constructor as new (length: number) => A)(capacity)
  wider.set(array)
  return wider
}

const blankToNull = (text: string | null | undefined): string | null => text?.trim() || null

/** The page of a contact: the address without what comes and goes with each visit. */
export const pageOf = (requestUri: string | null): string | null =>
  blankToNull(requestUri?.replace(/[?#].*$/s, ''))

/** A custom status's shape is not documented in a call: its name where it has one, else its id. */
const customStatusOf = (status: unknown): string | null => {
  if (typeof status !== 'object' || status === null) return null
  const { name, id } = status as { name?: unknown; id?: unknown }
  return typeof name === 'string' ? blankToNull(name) : typeof id === 'number' ? String(id) : null
}

/** How a caller is told from others: by digits. Hidden numbers have none, and are not one person. */
const callerOf = (number: string | null): string | null => phoneDigits(number ?? '') || null

/** Adds contacts, each its own row. The same contact twice is two rows: the loader brings each once. */
export const append = (data: Dataset, calls: readonly ListedCallRead[]): void => {
  let capacity = data.day.length
  while (capacity < data.rows + calls.length) capacity *= 2
  if (capacity > data.day.length) {
    data.day = grown(data.day, capacity)
    data.minute = grown(data.minute, capacity)
    data.duration = grown(data.duration, capacity)
    data.id = grown(data.id, capacity)
    data.meaning = grown(data.meaning, capacity)
  }
  for (const call of calls) appendOne(data, call, data.rows++, capacity)
}

const appendOne = (data: Dataset, call: ListedCallRead, row: number, capacity: number) => {
  const clock = parseWallClock(call.date)
  const day = clock === null ? NO_DAY : dayNumber(clock.day)
  const isDated = clock !== null && day !== NO_DAY
  const minute = isDated ? clock.hour * 60 + Number(clock.time.slice(3)) : 0
  if (clock !== null && clock.offset !== null) {
    const at = clock.utc - clock.offset * 60_000
    if (data.newest === null || at >= data.newest.at) data.newest = { at, offset: clock.offset }
    // Contacts come the oldest first.
    if (call.obj_oid !== null) data.objectOffsets.set(call.obj_oid, clock.offset)
  }
  data.id[row] = call.id
  data.day[row] = day
  data.minute[row] = minute
  const { duration } = call
  data.duration[row] = duration !== null && duration >= 0 && duration < 2 ** 31 ? duration : NO_DURATION
  data.meaning[row] = meaningOf(call.status)

  const put = (name: Dimension, value: string | null) => write(data.by[name], row, value, capacity)
  const name = callStatusName(call.status)
  const type = call.call_type?.id
  put('object', blankToNull(call.obj_oid))
  put('source', blankToNull(call.source?.title) ?? blankToNull(call.src))
  put('campaign', blankToNull(splitUtm(call.utm).find((tag) => tag.name === 'campaign')?.value))
  put('search_request', blankToNull(call.search_request))
  put('page', pageOf(call.request_uri))
  put('region', blankToNull(call.region))
  put('manager', blankToNull(call.managers))
  put('service', blankToNull(call.service_name))
  put('status', call.status === null ? null : String(call.status))
  put('channel', name === undefined ? 'other' : CHANNEL[name])
  put('kind', type === CALL_TYPE.COMMON ? FIRST_TIME : type === CALL_TYPE.REPEATED ? REPEATED : null)
  put('target', call.target === null ? null : call.target ? IS_TARGET : NOT_TARGET)
  put('custom_status', customStatusOf(call.custom_status))
  put('caller', callerOf(call.phone_number_from))
  put('deal', dealOf(data, call, isDated ? day * 1440 + minute : 0))
  put('weekday', isDated ? String(weekdayOf(day)) : null)
  put('hour', isDated ? String(clock.hour) : null)
  put('hour_of_week', isDated ? String(weekdayOf(day) * 24 + clock.hour) : null)
}

/** Several contacts may lead to one deal: it is one, with what the newest of them says of it. */
const dealOf = (data: Dataset, { customer_status: record }: ListedCallRead, seen: number): string | null => {
  if (record === null || record.id === null) return null
  const key = `${record.source ?? ''} ${record.id}`
  const { deals, dealSeen } = data
  const deal = data.by.deal.code(key)
  if (deal < dealSeen.length && dealSeen[deal]! > seen) return key
  dealSeen[deal] = seen
  deals.status[deal] = deals.statuses.code(blankToNull(record.status))
  deals.crm[deal] = deals.crms.code(blankToNull(record.source))
  deals.price[deal] = record.price ?? Number.NaN
  return key
}

/** Takes away the rows of the day `first` and later, and those without a day: they are asked for again. */
export const dropFrom = (data: Dataset, first: number): void => {
  let kept = 0
  for (let row = 0; row < data.rows; row++) {
    if (data.day[row]! >= first) continue
    data.day[kept] = data.day[row]!
    data.minute[kept] = data.minute[row]!
    data.duration[kept] = data.duration[row]!
    data.id[kept] = data.id[row]!
    data.meaning[kept] = data.meaning[row]!
    for (const name of DIMENSIONS) {
      const { codes } = data.by[name]
      codes[kept] = codes[row]!
    }
    kept++
  }
  data.rows = kept
}
