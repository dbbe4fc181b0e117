import { usualOffset } from '#/analytics/usual-offset.ts'
import type { ListedCallRead } from '#/contract/call.ts'
import {
  createNumbered,
  ABSENT,
  createColumn,
  createDictionary,
  makeRoom,
  type CodedColumn,
  type Dictionary,
  type DistinctValues,
} from './dictionary.ts'
import { createClock, type Clock, blankToNull, createEncoders, type Encoders } from './encode.ts'
import { DIMENSIONS, type Dimension } from '#/contract/figures/dimensions.ts'
import { LONGEST_CALL_SECONDS, NO_DAY } from '#/contract/day.ts'
import { traitOf } from './traits.ts'

export const NO_DURATION = -1
/** Longer than any call, which would distort averages and sums. */
export const ABSURD_DURATION = -2

export const NO_OFFSET = -(2 ** 15)

export const NO_OBJECT = ''

/** Newest contacts that decide an object's clock by majority, so that one odd record does not. */
const CLOCK_SAMPLE = 3

/** CRM data of deals (API document 2.7), by the code in column `deal`. */
interface Deals {
  readonly status: number[]
  readonly statuses: Dictionary
  readonly crm: number[]
  readonly crms: Dictionary
  /** In the CRM's unknown currency (G28); NaN: none. */
  readonly price: number[]
  /** Of the contact that these are from: {@link DealSeen}. */
  readonly seenAt: number[]
  readonly seenId: number[]
}

interface DealSeen {
  /** Its wall clock in minutes since 1970; 0: no date. */
  readonly at: number
  readonly id: number
}

export interface DealFacts {
  readonly status: string | null
  readonly crm: string | null
  readonly price: number
  readonly seen: DealSeen
}

/** Dimensions with values that hardly repeat, of {@link createNumbered}. */
type Numbered = 'caller' | 'deal'
type Columns = Readonly<Record<Exclude<Dimension, Numbered>, CodedColumn>> &
  Readonly<Record<Numbered, CodedColumn<DistinctValues>>>

/** Contacts as columns. Arrays are longer than `rows` and replaced when they grow: do not keep references. */
export interface Dataset {
  rows: number
  /** Days since 1970 by the contact's clock (G6); NO_DAY: unreadable. */
  day: Uint16Array<ArrayBuffer>
  /** Minute of that day, 0 to 1439. */
  minute: Uint16Array<ArrayBuffer>
  /** Minutes east of UTC of that clock; NO_OFFSET. */
  offset: Int16Array<ArrayBuffer>
  /** Seconds (G7); NO_DURATION, ABSURD_DURATION. */
  duration: Int32Array<ArrayBuffer>
  /** Unique within an object. Wide once one of them needs it. */
  id: Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>
  /** Everything countable of the contact: see traits.ts. */
  trait: Uint8Array<ArrayBuffer>
  readonly by: Columns
  readonly deals: Deals
  readonly objectTitles: Map<string, string>
  /** Each object's newest contacts, newest first: see {@link objectOffset}. */
  readonly objectClocks: Map<string, { readonly at: number; readonly offset: number }[]>
  /** For a single object's dataset: answered contacts of other objects, in no figure. */
  elsewhere: Dataset | null
  /** Records without a usable identifier (G26), which have no row. */
  unreadable: number
  /** Upper bound of any sum of durations. */
  secondsBound: number
  /** Changes with the rows, or with what is missing. */
  changes: number
  readonly clock: Clock
  readonly encoders: Encoders
}

const FIRST_CAPACITY = 1024

export const createDataset = (capacity = FIRST_CAPACITY): Dataset => {
  const by = {
    ...(Object.fromEntries(
      DIMENSIONS.map((name) => [name, createColumn(createDictionary(), capacity)]),
    ) as Record<Dimension, CodedColumn>),
    caller: createColumn(createNumbered(), capacity),
    deal: createColumn(createNumbered(), capacity),
  }
  return {
    rows: 0,
    day: new Uint16Array(capacity),
    minute: new Uint16Array(capacity),
    offset: new Int16Array(capacity),
    duration: new Int32Array(capacity),
    id: new Uint32Array(capacity),
    trait: new Uint8Array(capacity),
    by,
    deals: {
      status: [0],
      statuses: createDictionary(),
      crm: [0],
      crms: createDictionary(),
      price: [Number.NaN],
      seenAt: [0],
      seenId: [0],
    },
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

const grown = <A extends Uint8Array | Uint16Array | Int16Array | Int32Array | Uint32Array | Float64Array>(
  array: A,
  capacity: number,
) => {
  const wider = new (array.constructor as new (length: number) => A)(capacity)
  wider.set(array)
  return wider
}

/** @returns the new capacity; dictionary columns grow on write */
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

/** @param ids of rows from `first` on, for which there is room */
export const setIds = (data: Dataset, first: number, ids: readonly number[]): void => {
  if (data.id instanceof Uint32Array && ids.some((id) => id !== id >>> 0))
    data.id = Float64Array.from(data.id)
  data.id.set(ids, first)
}

/** Adds contacts, without looking for duplicates. Column by column, since each has its own reader. */
export const append = (data: Dataset, calls: readonly ListedCallRead[]): void => {
  const first = data.rows
  const capacity = makeRoomForRows(data, first + calls.length)
  calls.forEach((call, index) => appendOne(data, call, first + index))
  setIds(
    data,
    first,
    calls.map(({ id }) => id),
  )
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
  data.day[row] = clock.day
  data.minute[row] = clock.minute
  data.offset[row] = clock.offset ?? NO_OFFSET
  data.duration[row] = isTimed ? duration : isGiven ? ABSURD_DURATION : NO_DURATION
  if (isTimed) data.secondsBound += duration
  data.trait[row] = traitOf(status, call.call_type?.id, call.target, isTimed)
}

/**
 * In any order.
 * @param at minutes or milliseconds since 1970, the same for all of a dataset
 * @param offset minutes east of UTC
 */
export const learnClock = (
  { objectClocks }: Pick<Dataset, 'objectClocks'>,
  oid: string,
  at: number,
  offset: number,
): void => {
  let newest = objectClocks.get(oid)
  if (newest === undefined) objectClocks.set(oid, (newest = []))
  else if (newest.length === CLOCK_SAMPLE && at < newest[CLOCK_SAMPLE - 1]!.at) return
  const place = newest.findIndex((one) => at >= one.at)
  newest.splice(place === -1 ? newest.length : place, 0, { at, offset })
  newest.length = Math.min(newest.length, CLOCK_SAMPLE)
}

/** Minutes east of UTC of an object's clock, by its newest contacts (G6); null: unknown. */
export const objectOffset = (
  { objectClocks }: Pick<Dataset, 'objectClocks'>,
  oid: string | null,
): number | null => usualOffset((objectClocks.get(oid ?? NO_OBJECT) ?? []).map(({ offset }) => offset))

/** Merges contacts' data of one deal: the newest contact wins, in any order. */
export const mergeDeal = (
  { deals }: Dataset,
  deal: number,
  { status, crm, price, seen }: DealFacts,
): void => {
  const seenAt = deals.seenAt[deal]
  if (seenAt !== undefined && (seenAt - seen.at || deals.seenId[deal]! - seen.id) > 0) return
  deals.seenAt[deal] = seen.at
  deals.seenId[deal] = seen.id
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

/**
 * Removes rows.
 * @param isDropped called once per row
 */
export const dropRows = (data: Dataset, isDropped: (row: number) => boolean): void => {
  let stored = 0
  // Rows before the first dropped one stay in place.
  while (stored < data.rows && !isDropped(stored)) stored++
  for (let row = stored + 1; row < data.rows; row++) {
    if (isDropped(row)) continue
    data.day[stored] = data.day[row]!
    data.minute[stored] = data.minute[row]!
    data.offset[stored] = data.offset[row]!
    data.duration[stored] = data.duration[row]!
    data.id[stored] = data.id[row]!
    data.trait[stored] = data.trait[row]!
    for (const name of DIMENSIONS) {
      const { codes } = data.by[name]
      codes[stored] = codes[row]!
    }
    stored++
  }
  if (stored === data.rows) return
  data.rows = stored
  data.changes++
}

/** Removes rows from day `first` on and undated ones, to be loaded again. */
export const dropFrom = (data: Dataset, first: number): void =>
  dropRows(data, (row) => data.day[row]! >= first)

/** Cached until the rows change, independent of filters. */
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

export const setUnreadable = (data: Dataset, unreadable: number): void => {
  if (data.unreadable === unreadable) return
  data.unreadable = unreadable
  data.changes++
}

/** Clocks of objects with their contacts, in minutes east of UTC: those of most objects first. */
export const mostObjectsFirst = (
  objects: readonly { readonly offset: number; readonly contacts: number }[],
): readonly number[] => {
  const clocks = new Map<number, { objects: number; contacts: number }>()
  for (const { offset, contacts } of objects) {
    const before = clocks.get(offset) ?? { objects: 0, contacts: 0 }
    clocks.set(offset, { objects: before.objects + 1, contacts: before.contacts + contacts })
  }
  return [...clocks]
    .toSorted(([a, of], [b, than]) => than.objects - of.objects || than.contacts - of.contacts || a - b)
    .map(([offset]) => offset)
}

/** Objects' clocks in minutes east of UTC, most objects first; empty: unknown. */
export const clocksOf = ofAllRows((data): readonly number[] => {
  const { codes, values } = data.by.object
  const contacts = new Uint32Array(values.length)
  for (let row = 0; row < data.rows; row++) contacts[codes[row]!]!++
  return mostObjectsFirst(
    values.flatMap((oid, code) => {
      const offset = objectOffset(data, oid)
      return offset === null || contacts[code] === 0 ? [] : [{ offset, contacts: contacts[code]! }]
    }),
  )
})

/** Rows longer than a day, independent of filters. */
export const absurdDurations = ofAllRows(({ duration, rows }): readonly number[] => {
  const absurd: number[] = []
  for (let row = 0; row < rows; row++) if (duration[row] === ABSURD_DURATION) absurd.push(row)
  return absurd
})
