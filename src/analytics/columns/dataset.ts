import type { ListedCallRead } from '#/contract/call.ts'
import {
  createCallers,
  ABSENT,
  createColumn,
  createDictionary,
  makeRoom,
  type CodedColumn,
  type Dictionary,
} from './dictionary.ts'
import { createClock, type Clock, blankToNull, createEncoders, type Encoders } from './encode.ts'
import { DIMENSIONS, type Dimension } from './dimensions.ts'
import { LONGEST_CALL_SECONDS, NO_DAY } from '#/contract/day.ts'
import { traitOf } from './traits.ts'

/** Stands for a duration the service did not give. */
export const NO_DURATION = -1
/** Stands for one that no call can have: it would make every average and sum absurd. */
export const ABSURD_DURATION = -2

/** Stands for a clock of which it is not known how far it is from UTC. */
export const NO_OFFSET = -(2 ** 15)

/** Where a service does not say whose contact it is. */
export const NO_OBJECT = ''

/** So many of an object's newest contacts say what clock it has, the most of them: one odd record decides nothing. */
const ASKED = 3

/** What a CRM says of its deals (API document 2.7), by the code of the column `deal`. */
interface Deals {
  /** Codes of {@link Deals.statuses}. */
  readonly status: number[]
  readonly statuses: Dictionary
  /** Codes of {@link Deals.crms}. */
  readonly crm: number[]
  readonly crms: Dictionary
  /** In the CRM's own money, of which nothing is known (G28); NaN where it gave none. */
  readonly price: number[]
}

/** The contact that said what is known of a deal. */
interface DealSeen {
  /** Its wall clock in minutes since 1970; 0: it has no date. */
  readonly at: number
  readonly id: number
}

/** What a contact says of a deal. */
export interface DealFacts {
  readonly status: string | null
  readonly crm: string | null
  /** NaN: none given. */
  readonly price: number
  readonly seen: DealSeen
}

/**
 * Contacts as columns. Arrays are longer than `rows`, and are replaced when they grow: do not keep one between questions.
 */
export interface Dataset {
  rows: number
  /** Days since 1970 by the contact's wall clock (G6); NO_DAY where the date cannot be read. */
  day: Uint16Array<ArrayBuffer>
  /** Minute of that day, 0 to 1439. */
  minute: Uint16Array<ArrayBuffer>
  /** Minutes east of UTC of that clock; NO_OFFSET. */
  offset: Int16Array<ArrayBuffer>
  /** Seconds (G7); NO_DURATION, ABSURD_DURATION. */
  duration: Int32Array<ArrayBuffer>
  /** The contact's id, unique in its object. */
  id: Float64Array<ArrayBuffer>
  /** All that is counted of the contact: see traits.ts. */
  trait: Uint8Array<ArrayBuffer>
  readonly by: Readonly<Record<Dimension, CodedColumn>>
  readonly deals: Deals
  /** Of which contact each deal's facts are: the newest one's are kept. */
  readonly dealSeen: DealSeen[]
  /** Titles of objects by oid, as the answers gave them. */
  readonly objectTitles: Map<string, string>
  /** By oid the newest contacts of each object, the newest first: see {@link objectOffset}. */
  readonly objectClocks: Map<string, { readonly at: number; readonly offset: number }[]>
  /** For a dataset of one object: answered contacts of the other objects. No figure counts them. */
  elsewhere: Dataset | null
  /** Records without a usable identifier (G26): no rows, but never forgotten. */
  unreadable: number
  /** No sum of durations can be more than this. */
  secondsBound: number
  /** Another number: there are other rows than before, or it is known of others that they are missing. */
  changes: number
  readonly clock: Clock
  readonly encoders: Encoders
}

const FIRST_CAPACITY = 1024

export const createDataset = (capacity = FIRST_CAPACITY): Dataset => {
  const by = Object.fromEntries(
    DIMENSIONS.map((name) => [
      name,
      createColumn(name === 'caller' ? createCallers() : createDictionary(), capacity),
    ]),
  ) as Record<Dimension, CodedColumn>
  return {
    rows: 0,
    day: new Uint16Array(capacity),
    minute: new Uint16Array(capacity),
    offset: new Int16Array(capacity),
    duration: new Int32Array(capacity),
    id: new Float64Array(capacity),
    trait: new Uint8Array(capacity),
    by,
    deals: {
      status: [0],
      statuses: createDictionary(),
      crm: [0],
      crms: createDictionary(),
      price: [Number.NaN],
    },
    dealSeen: [{ at: 0, id: 0 }],
    objectTitles: new Map(),
    objectClocks: new Map(),
    elsewhere: null,
    unreadable: 0,
    secondsBound: 0,
    changes: 0,
    clock: createClock(),
    encoders: createEncoders(by),
  }
}

const grown = <A extends Uint8Array | Uint16Array | Int16Array | Int32Array | Float64Array>(
  array: A,
  capacity: number,
) => {
  const wider = new (array.constructor as new (length: number) => A)(capacity)
  wider.set(array)
  return wider
}

/** @returns for how many rows there is room now: dictionary-coded columns grow as they are written */
export const makeRoomForRows = (data: Dataset, rows: number): number => {
  let capacity = data.day.length
  while (capacity < rows) capacity *= 2
  if (capacity > data.day.length) {
    data.day = grown(data.day, capacity)
    data.minute = grown(data.minute, capacity)
    data.offset = grown(data.offset, capacity)
    data.duration = grown(data.duration, capacity)
    data.id = grown(data.id, capacity)
    data.trait = grown(data.trait, capacity)
  }
  return capacity
}

/**
 * Adds contacts, each its own row. The same contact twice is two rows: the loader brings each once. Column by column:
 * each has its own way to read, which is the same for all rows.
 */
export const append = (data: Dataset, calls: readonly ListedCallRead[]): void => {
  const first = data.rows
  const capacity = makeRoomForRows(data, first + calls.length)
  calls.forEach((call, index) => appendOne(data, call, first + index))
  const days = data.day.subarray(first, first + calls.length)
  const minutes = data.minute.subarray(first, first + calls.length)
  const codes = new Uint32Array(calls.length)
  for (const name of DIMENSIONS) {
    if (name === 'deal')
      calls.forEach((call, at) => (codes[at] = dealOf(data, call, days[at]!, minutes[at]!)))
    else data.encoders[name](calls, days, minutes, codes)
    makeRoom(data.by[name], capacity)
    data.by[name].codes.set(codes, first)
  }
  data.rows += calls.length
  data.changes++
}

const appendOne = (data: Dataset, call: ListedCallRead, row: number) => {
  const { clock } = data
  clock.read(call.date)
  if (clock.offset !== null) learnClock(data, call.obj_oid ?? NO_OBJECT, clock.at, clock.offset)
  const { duration, status } = call
  const isGiven = duration !== null && duration >= 0
  const isTimed = isGiven && duration <= LONGEST_CALL_SECONDS
  data.id[row] = call.id
  data.day[row] = clock.day
  data.minute[row] = clock.minute
  data.offset[row] = clock.offset ?? NO_OFFSET
  data.duration[row] = isTimed ? duration : isGiven ? ABSURD_DURATION : NO_DURATION
  if (isTimed) data.secondsBound += duration
  data.trait[row] = traitOf(status, call.call_type?.id, call.target, isTimed)
}

/** Whatever order they come in. @param at milliseconds since 1970; @param offset minutes east of UTC */
export const learnClock = ({ objectClocks }: Dataset, oid: string, at: number, offset: number): void => {
  let newest = objectClocks.get(oid)
  if (newest === undefined) objectClocks.set(oid, (newest = []))
  else if (newest.length === ASKED && at < newest[ASKED - 1]!.at) return
  const place = newest.findIndex((one) => at >= one.at)
  newest.splice(place === -1 ? newest.length : place, 0, { at, offset })
  newest.length = Math.min(newest.length, ASKED)
}

/** The clock that most of these have, the first of them where as many have another; null: there are none. */
export const usualOffset = (offsets: readonly number[]): number | null =>
  offsets.reduce<{ offset: number | null; times: number }>(
    (usual, offset) => {
      const times = offsets.filter((one) => one === offset).length
      return times > usual.times ? { offset, times } : usual
    },
    { offset: null, times: 0 },
  ).offset

/** Minutes east of UTC of an object's clock, as its newest contacts have it (G6); null: none says it. */
export const objectOffset = (
  { objectClocks }: Pick<Dataset, 'objectClocks'>,
  oid: string | null,
): number | null => usualOffset((objectClocks.get(oid ?? NO_OBJECT) ?? []).map(({ offset }) => offset))

/** Several contacts may lead to one deal: it is one, with what the newest of them says of it, whatever order they come in. */
export const mergeDeal = (data: Dataset, deal: number, { status, crm, price, seen }: DealFacts): void => {
  const { deals, dealSeen } = data
  const before = dealSeen[deal]
  if (before && (before.at > seen.at || (before.at === seen.at && before.id > seen.id))) return
  dealSeen[deal] = seen
  deals.status[deal] = deals.statuses.code(status)
  deals.crm[deal] = deals.crms.code(crm)
  deals.price[deal] = price
}

const dealOf = (
  data: Dataset,
  { id, customer_status: record }: ListedCallRead,
  day: number,
  minute: number,
): number => {
  if (record === null || record.id === null) return ABSENT
  const deal = data.by.deal.code(`${record.source ?? ''} ${record.id}`)
  mergeDeal(data, deal, {
    status: blankToNull(record.status),
    crm: blankToNull(record.source),
    price: record.price ?? Number.NaN,
    seen: { at: day === NO_DAY ? 0 : day * 1440 + minute, id },
  })
  return deal
}

/** Takes rows away. @param isDropped asked of each row there is */
export const dropRows = (data: Dataset, isDropped: (row: number) => boolean): void => {
  let kept = 0
  // What stands before the first of them stays where it is.
  while (kept < data.rows && !isDropped(kept)) kept++
  for (let row = kept + 1; row < data.rows; row++) {
    if (isDropped(row)) continue
    data.day[kept] = data.day[row]!
    data.minute[kept] = data.minute[row]!
    data.offset[kept] = data.offset[row]!
    data.duration[kept] = data.duration[row]!
    data.id[kept] = data.id[row]!
    data.trait[kept] = data.trait[row]!
    for (const name of DIMENSIONS) {
      const { codes } = data.by[name]
      codes[kept] = codes[row]!
    }
    kept++
  }
  if (kept === data.rows) return
  data.rows = kept
  data.changes++
}

/** Takes away the rows of the day `first` and later, and those without a day: they are asked for again. */
export const dropFrom = (data: Dataset, first: number): void =>
  dropRows(data, (row) => data.day[row]! >= first)

/** What follows from all rows, whatever narrows a report: computed on demand, once for each change of them. */
export const ofAllRows = <T>(compute: (data: Dataset) => T) => {
  const known = new WeakMap<Dataset, { readonly changes: number; readonly result: T }>()
  return (data: Dataset): T => {
    const before = known.get(data)
    if (before?.changes === data.changes) return before.result
    const result = compute(data)
    known.set(data, { changes: data.changes, result })
    return result
  }
}

/** So many records of these days had no usable identifier. */
export const setUnreadable = (data: Dataset, unreadable: number): void => {
  if (data.unreadable === unreadable) return
  data.unreadable = unreadable
  data.changes++
}

/** The clocks of the objects, minutes east of UTC, that of the most objects first; empty: none is known. */
export const clocksOf = ofAllRows((data): readonly number[] => {
  const { codes, values } = data.by.object
  const contacts = new Uint32Array(values.length)
  for (let row = 0; row < data.rows; row++) contacts[codes[row]!]!++
  const clocks = new Map<number, { objects: number; contacts: number }>()
  values.forEach((oid, code) => {
    const offset = objectOffset(data, oid)
    if (offset === null || contacts[code] === 0) return
    const before = clocks.get(offset) ?? { objects: 0, contacts: 0 }
    clocks.set(offset, { objects: before.objects + 1, contacts: before.contacts + contacts[code]! })
  })
  return [...clocks]
    .toSorted(([a, of], [b, than]) => than.objects - of.objects || than.contacts - of.contacts || a - b)
    .map(([offset]) => offset)
})

/** Rows whose duration is longer than a day, whatever narrows a report. */
export const absurdDurations = ofAllRows(({ duration, rows }): readonly number[] => {
  const absurd: number[] = []
  for (let row = 0; row < rows; row++) if (duration[row] === ABSURD_DURATION) absurd.push(row)
  return absurd
})
