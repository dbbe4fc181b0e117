import { DAY_MINUTES, MINUTE_MS, NO_DAY } from '#/contract/day.ts'
import { ABSENT, codesFor, makeRoom, type Codes } from './dictionary.ts'
import { DIMENSIONS, type Dimension } from '#/contract/figures/dimensions.ts'
import { statusOf } from './reached.ts'
import { isReach } from '#/analytics/reach.ts'
import {
  learnClock,
  makeRoomForRows,
  mergeDeal,
  NO_DURATION,
  NO_OBJECT,
  NO_OFFSET,
  setIds,
  type Dataset,
  type DealFacts,
} from './dataset.ts'

/*
 * A dataset's rows in a self-contained format: a JSON header (dictionaries, deals, titles), then the columns.
 * Wide numbers are written byte by byte ("planes"), which compresses better.
 */

/** The first byte; unknown versions are refused. */
const VERSION = 3
/** Callers parsed by an older rule that took every number for a Russian one. Read, never written, as is the one before. */
const BY_DIGITS = 2
/** Raw minutes and durations, numbers in dictionaries as strings, deals by row. */
const FORMER = 1

/** Derived from day and minute or other columns, so not stored. */
const DERIVED = ['weekday', 'hour', 'hour_of_week'] as const satisfies readonly Dimension[]
const isDerived = (name: Dimension): name is (typeof DERIVED)[number] =>
  (DERIVED as readonly Dimension[]).includes(name)
const STORED_DIMENSIONS = DIMENSIONS.filter((name) => !isDerived(name))

type DealRow = readonly [
  status: string | null,
  crm: string | null,
  price: number | null,
  seen: number,
  seenId: number,
]

/** Deals by column, which compresses better. `seen` and `seenId` are deltas. */
interface DealColumns {
  readonly status: readonly (string | null)[]
  readonly crm: readonly (string | null)[]
  readonly price: readonly (number | null)[]
  readonly seen: readonly number[]
  readonly seenId: readonly number[]
}

/** Placeholder of a number that is stored in a column: callers are most of a segment. */
const NUMBER = 0
const WITH_PLUS = 1
type Placeholder = typeof NUMBER | typeof WITH_PLUS

interface Head {
  readonly rows: number
  readonly values: Readonly<Record<string, readonly (string | Placeholder)[]>>
  /** By code, without the absent value; a list in the oldest version. */
  readonly deals: DealColumns | readonly DealRow[]
  readonly titles: readonly (readonly [oid: string, title: string])[]
}

type Wide = Uint16Array | Int16Array | Int32Array | Uint32Array | Uint8Array

const bytesOf = ({ buffer, byteOffset, byteLength }: Wide | Float64Array) =>
  new Uint8Array(buffer, byteOffset, byteLength)

const toPlanes = (column: Wide): Uint8Array => {
  const { BYTES_PER_ELEMENT: width, length } = column
  const bytes = bytesOf(column)
  const planes = new Uint8Array(bytes.length)
  for (let byte = 0; byte < width; byte++)
    for (let row = 0; row < length; row++) planes[byte * length + row] = bytes[row * width + byte]!
  return planes
}

const fromPlanes = (planes: Uint8Array, column: Wide): void => {
  const { BYTES_PER_ELEMENT: width, length } = column
  const bytes = bytesOf(column)
  for (let byte = 0; byte < width; byte++)
    for (let row = 0; row < length; row++) bytes[row * width + byte] = planes[byte * length + row]!
}

/** Deltas to the row before, wrapping around. */
const toDeltas = <C extends Uint16Array | Int32Array>(column: C): C => {
  const deltas = column.slice() as C
  for (let row = deltas.length - 1; row > 0; row--) deltas[row] = deltas[row]! - deltas[row - 1]!
  return deltas
}
const fromDeltas = (column: Uint16Array | Int32Array): void => {
  for (let row = 1; row < column.length; row++) column[row] = column[row]! + column[row - 1]!
}

const halvesOf = (numbers: ArrayLike<number>): readonly [low: Int32Array, high: Int32Array] => [
  Int32Array.from(numbers, (number) => number % 2 ** 32),
  Int32Array.from(numbers, (number) => Math.floor(number / 2 ** 32)),
]
const wholeOf = (low: Int32Array, high: Int32Array): Float64Array<ArrayBuffer> =>
  Float64Array.from(low, (half, at) => high[at]! * 2 ** 32 + (half >>> 0))

const toMinuteSteps = (minutes: Uint16Array): Uint16Array =>
  minutes.map((minute, row) =>
    row === 0 ? minute : (minute - minutes[row - 1]! + DAY_MINUTES) % DAY_MINUTES,
  )
const fromMinuteSteps = (steps: Uint16Array): void => {
  for (let row = 1; row < steps.length; row++) steps[row] = (steps[row]! + steps[row - 1]!) % DAY_MINUTES
}

/** Makes a missing duration 0, the most frequent value. */
const FROM_DURATION = 1

const steps = (numbers: readonly number[]) => numbers.map((number, at) => number - (numbers[at - 1] ?? 0))

const dealColumns = ({ by, deals }: Dataset): DealColumns => {
  const codes = Array.from({ length: by.deal.values.length - 1 }, (_, at) => at + 1)
  return {
    status: codes.map((deal) => deals.statuses.values[deals.status[deal]!]!),
    crm: codes.map((deal) => deals.crms.values[deals.crm[deal]!]!),
    price: codes.map((deal) => (Number.isNaN(deals.price[deal]) ? null : deals.price[deal]!)),
    seen: steps(codes.map((deal) => deals.seenAt[deal]!)),
    seenId: steps(codes.map((deal) => deals.seenId[deal]!)),
  }
}

const dealRows = (deals: Head['deals']): readonly DealRow[] => {
  if (!('seen' in deals)) return deals
  const { status, crm, price, seen, seenId } = deals
  let [at, id] = [0, 0]
  return status.map((one, nth) => {
    at += seen[nth]!
    id += seenId[nth]!
    return [one, crm[nth]!, price[nth]!, at, id]
  })
}

const formerCaller = (digits: string): string => (/^\d{11,15}$/.test(digits) ? `+${digits}` : digits)

/** The number a string represents exactly; null: none. */
const numberIn = (text: string): number | null => {
  if (!/^[1-9]\d*$/.test(text)) return null
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : null
}

/** @returns all rows of a dataset, for {@link appendSegment} */
export const encodeSegment = (data: Dataset): Uint8Array<ArrayBuffer> => {
  const { rows } = data
  const numbers: number[] = []
  const valueOf = (value: string | null) => {
    const hasPlus = value!.startsWith('+')
    const number = numberIn(hasPlus ? value!.slice(1) : value!)
    if (number === null) return value!
    numbers.push(number)
    return hasPlus ? WITH_PLUS : NUMBER
  }
  const head: Head = {
    rows,
    values: Object.fromEntries(
      STORED_DIMENSIONS.map((name) => [name, [...data.by[name].values].slice(1).map(valueOf)]),
    ),
    deals: dealColumns(data),
    titles: [...data.objectTitles],
  }
  const text = new TextEncoder().encode(JSON.stringify(head))
  const [low, high] = halvesOf(data.id.subarray(0, rows))
  const columns = [
    toDeltas(data.day.subarray(0, rows)),
    toMinuteSteps(data.minute.subarray(0, rows)),
    data.offset.subarray(0, rows),
    data.duration.subarray(0, rows).map((seconds) => seconds + FROM_DURATION),
    toDeltas(low),
    toDeltas(high),
    data.trait.subarray(0, rows),
    // Narrows columns whose dictionary has shrunk.
    ...STORED_DIMENSIONS.map((name) => {
      const codes = codesFor(data.by[name].values.length, rows)
      codes.set(data.by[name].codes.subarray(0, rows))
      return codes
    }),
    ...halvesOf(numbers),
  ]
  const bytes = new Uint8Array(5 + text.length + columns.reduce((sum, { byteLength }) => sum + byteLength, 0))
  bytes[0] = VERSION
  new DataView(bytes.buffer).setUint32(1, text.length, true)
  bytes.set(text, 5)
  let at = 5 + text.length
  for (const column of columns) {
    bytes.set(toPlanes(column), at)
    at += column.byteLength
  }
  return bytes
}

export interface SegmentColumns {
  readonly rows: number
  readonly day: Uint16Array
  readonly minute: Uint16Array
  readonly offset: Int16Array
  readonly trait: Uint8Array
  readonly codes: Readonly<Record<string, Codes>>
  /** Values by code of a requested column, the absent one first. */
  readonly values: (name: Dimension) => readonly (string | null)[]
}

interface Columns extends SegmentColumns {
  readonly titles: Head['titles']
  readonly deals: readonly DealRow[]
  readonly duration: Int32Array
  readonly id: Float64Array
}

/** @param isNeeded selects code columns; durations and ids are skipped where none is requested */
const columnsOf = (
  bytes: Uint8Array,
  isNeeded: (name: Dimension) => boolean,
  hasAllColumns: boolean,
): Columns => {
  const isFormer = bytes[0] === FORMER
  const isByDigits = isFormer || bytes[0] === BY_DIGITS
  if (bytes[0] !== VERSION && !isByDigits)
    throw new Error(`a segment of version ${bytes[0] ?? 'none'} cannot be read`)
  const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(1, true)
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(5, 5 + length))) as Head
  let at = 5 + length
  const read = <C extends Wide>(column: C, isRead = true): C => {
    const planes = bytes.subarray(at, (at += column.byteLength))
    if (planes.length < column.byteLength) throw new Error('a segment ends too early')
    if (isRead) fromPlanes(planes, column)
    return column
  }
  const { rows } = head
  const day = read(new Uint16Array(rows))
  const [minute, offset] = [read(new Uint16Array(rows)), read(new Int16Array(rows))]
  const duration = read(new Int32Array(rows), hasAllColumns)
  const [low, high] = [read(new Int32Array(rows), hasAllColumns), read(new Int32Array(rows), hasAllColumns)]
  const trait = read(new Uint8Array(rows))
  for (const column of hasAllColumns ? [day, low, high] : [day]) fromDeltas(column)
  if (!isFormer) {
    fromMinuteSteps(minute)
    duration.forEach((stored, row) => void (duration[row] = stored - FROM_DURATION))
  }
  const id = hasAllColumns ? wholeOf(low, high) : new Float64Array(0)
  const codes: Record<string, Codes> = {}
  for (const name of STORED_DIMENSIONS) {
    const isRead = isNeeded(name)
    const column = read(codesFor((head.values[name]?.length ?? 0) + 1, rows), isRead)
    if (isRead) codes[name] = column
  }
  const counts = STORED_DIMENSIONS.map(
    (name) => head.values[name]?.filter((value) => typeof value === 'number').length ?? 0,
  )
  const sum = (parts: readonly number[]) => parts.reduce((all, one) => all + one, 0)
  const halves = [new Int32Array(sum(counts)), new Int32Array(sum(counts))] as const
  const areRead = STORED_DIMENSIONS.some((name, at) => isNeeded(name) && counts[at]! > 0)
  for (const half of halves) read(half, areRead)
  const numbers = wholeOf(...halves)
  const values = (name: Dimension) => {
    let nth = sum(
      counts.slice(
        0,
        STORED_DIMENSIONS.findIndex((one) => one === name),
      ),
    )
    const own = head.values[name] ?? []
    const texts = own.map((value) =>
      typeof value === 'string' ? value : `${value === WITH_PLUS ? '+' : ''}${numbers[nth++]}`,
    )
    return [null, ...(isByDigits && name === 'caller' ? texts.map(formerCaller) : texts)]
  }
  const { titles } = head
  return {
    rows,
    titles,
    deals: dealRows(head.deals),
    day,
    minute,
    offset,
    duration,
    id,
    trait,
    codes,
    values,
  }
}

const readColumns = (bytes: Uint8Array): Columns => columnsOf(bytes, () => true, true)

/**
 * Some columns of a segment, for counting; building a dataset would take most of the time.
 * @throws Error for invalid bytes or another version
 */
export const segmentColumnsOf = (bytes: Uint8Array, names: readonly Dimension[]): SegmentColumns =>
  columnsOf(bytes, (name) => names.includes(name), false)

const dealFacts = ([status, crm, price, at, id]: DealRow): DealFacts => ({
  status,
  crm,
  price: price ?? Number.NaN,
  seen: { at, id },
})

const UNKNOWN = -1

interface Wanted {
  readonly oid: string | null
  /** Those of other objects with a talk. */
  readonly isElsewhere?: boolean
  /** By day since 1970 or NO_DAY; null: all. */
  readonly days: ((day: number) => boolean) | null
}

const ALL: Wanted = { oid: null, days: null }

/**
 * Appends a segment's rows, as `append` would. A deal has the data of the whole segment's newest contact.
 * @throws Error for invalid bytes or another version, with the dataset unchanged
 */
export const appendSegment = (
  data: Dataset,
  bytes: Uint8Array,
  { oid, isElsewhere = false, days }: Wanted = ALL,
): void => {
  const segment = readColumns(bytes)
  const { day, minute, offset, duration, id, trait, codes } = segment
  const objects = segment.values('object')
  const statuses = isElsewhere ? segment.values('status').map(statusOf) : []
  const isReachOf = (row: number) =>
    isReach(statuses[codes['status']![row]!], duration[row] !== 0 && duration[row] !== NO_DURATION)
  const isWanted = (row: number) =>
    (oid === null || (objects[codes['object']![row]!] === oid) !== isElsewhere) &&
    (days === null || days(day[row]!)) &&
    (!isElsewhere || isReachOf(row))
  const rows: number[] = []
  for (let row = 0; row < segment.rows; row++) if (isWanted(row)) rows.push(row)

  const first = data.rows
  const capacity = makeRoomForRows(data, first + rows.length)
  rows.forEach((from, nth) => {
    const row = first + nth
    data.day[row] = day[from]!
    data.minute[row] = minute[from]!
    data.offset[row] = offset[from]!
    data.duration[row] = duration[from]!
    data.trait[row] = trait[from]!
    if (duration[from]! > 0) data.secondsBound += duration[from]!
    if (day[from] !== NO_DAY && offset[from] !== NO_OFFSET)
      learnClock(
        data,
        objects[codes['object']![from]!] ?? NO_OBJECT,
        (day[from]! * 1440 + minute[from]! - offset[from]!) * MINUTE_MS,
        offset[from]!,
      )
  })
  setIds(
    data,
    first,
    rows.map((row) => id[row]!),
  )
  const end = first + rows.length
  const taken = new Uint32Array(rows.length)
  for (const name of DIMENSIONS) {
    const column = data.by[name]
    const own = codes[name]
    if (own === undefined) {
      if (!isDerived(name)) throw new Error(`a segment without ${name}`)
      data.encoders[name]([], data.day.subarray(first, end), data.minute.subarray(first, end), taken)
    } else {
      const texts = segment.values(name)
      // Values of other rows stay out of the dictionary.
      const known = new Int32Array(texts.length).fill(UNKNOWN)
      known[ABSENT] = ABSENT
      rows.forEach((from, nth) => {
        const code = own[from]!
        if (known[code] === UNKNOWN) {
          known[code] = column.code(texts[code]!)
          if (name === 'deal') mergeDeal(data, known[code], dealFacts(segment.deals[code - 1]!))
        }
        taken[nth] = known[code]!
      })
    }
    makeRoom(column, capacity)
    column.codes.set(taken, first)
  }
  for (const [object, title] of segment.titles)
    if (oid === null || object === oid) data.objectTitles.set(object, title)
  data.rows += rows.length
  data.changes++
}
