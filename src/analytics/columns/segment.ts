import { MINUTE_MS, NO_DAY } from '#/contract/day.ts'
import { ABSENT, codesFor, makeRoom, type Codes } from './dictionary.ts'
import { DIMENSIONS, type Dimension } from './dimensions.ts'
import {
  learnClock,
  makeRoomForRows,
  mergeDeal,
  NO_OBJECT,
  NO_OFFSET,
  type Dataset,
  type DealFacts,
} from './dataset.ts'

/*
 * A dataset's rows as bytes that need nothing else: a short head in JSON (dictionaries, deals, titles), then the
 * columns one after the other. They are kept and sent compressed; wide numbers are written byte by byte ("planes"), since
 * high bytes that hardly change then lie together.
 */

/** The first byte: bytes of another version are refused, not guessed at. */
const VERSION = 1

/** What can be told from a day and a minute, or from another column, is not kept. */
const DERIVED = ['weekday', 'hour', 'hour_of_week'] as const satisfies readonly Dimension[]
const isDerived = (name: Dimension): name is (typeof DERIVED)[number] =>
  (DERIVED as readonly Dimension[]).includes(name)
const KEPT = DIMENSIONS.filter((name) => !isDerived(name))

/** One deal of the dictionary `deal`, as {@link Dataset.deals} has it. */
type DealRow = readonly [
  status: string | null,
  crm: string | null,
  price: number | null,
  seen: number,
  seenId: number,
]

interface Head {
  readonly rows: number
  /** By column the texts of its dictionary, the absent one left out. */
  readonly values: Readonly<Record<string, readonly string[]>>
  /** By code, the absent one left out. */
  readonly deals: readonly DealRow[]
  readonly titles: readonly (readonly [oid: string, title: string])[]
}

type Wide = Uint16Array | Int16Array | Int32Array | Uint32Array | Uint8Array

const bytesOf = ({ buffer, byteOffset, byteLength }: Wide | Float64Array) =>
  new Uint8Array(buffer, byteOffset, byteLength)

/** All first bytes, then all second ones, … */
const toPlanes = (column: Wide): Uint8Array => {
  const { BYTES_PER_ELEMENT: width, length } = column
  const bytes = bytesOf(column)
  const planes = new Uint8Array(bytes.length)
  for (let byte = 0; byte < width; byte++)
    for (let row = 0; row < length; row++) planes[byte * length + row] = bytes[row * width + byte]!
  return planes
}

/** Puts planes back into a column of the same width. */
const fromPlanes = (planes: Uint8Array, column: Wide): void => {
  const { BYTES_PER_ELEMENT: width, length } = column
  const bytes = bytesOf(column)
  for (let byte = 0; byte < width; byte++)
    for (let row = 0; row < length; row++) bytes[row * width + byte] = planes[byte * length + row]!
}

/** The difference to the value of the row before: neighbours are near each other. Wraps around, as the column does. */
const toDeltas = <C extends Uint16Array | Int32Array>(column: C): C => {
  const deltas = column.slice() as C
  for (let row = deltas.length - 1; row > 0; row--) deltas[row] = deltas[row]! - deltas[row - 1]!
  return deltas
}
const fromDeltas = (column: Uint16Array | Int32Array): void => {
  for (let row = 1; row < column.length; row++) column[row] = column[row]! + column[row - 1]!
}

/** Ids are numbers beyond 32 bits: their low and high halves. */
const idHalves = (ids: Float64Array): readonly [low: Int32Array, high: Int32Array] => {
  const low = new Int32Array(ids.length)
  const high = new Int32Array(ids.length)
  ids.forEach((id, row) => {
    low[row] = id % 2 ** 32
    high[row] = Math.floor(id / 2 ** 32)
  })
  return [toDeltas(low), toDeltas(high)]
}

/** @returns the rows of a dataset with all that belongs to them, to be read by {@link appendSegment} */
export const encodeSegment = (data: Dataset): Uint8Array<ArrayBuffer> => {
  const { rows, deals } = data
  const head: Head = {
    rows,
    values: Object.fromEntries(KEPT.map((name) => [name, data.by[name].values.slice(1) as string[]])),
    deals: data.by.deal.values.slice(1).map((_, at): DealRow => {
      const deal = at + 1
      const price = deals.price[deal]!
      return [
        deals.statuses.values[deals.status[deal]!]!,
        deals.crms.values[deals.crm[deal]!]!,
        Number.isNaN(price) ? null : price,
        data.dealSeen[deal]!.at,
        data.dealSeen[deal]!.id,
      ]
    }),
    titles: [...data.objectTitles],
  }
  const text = new TextEncoder().encode(JSON.stringify(head))
  const [low, high] = idHalves(data.id.subarray(0, rows))
  const columns = [
    toDeltas(data.day.subarray(0, rows)),
    data.minute.subarray(0, rows),
    data.offset.subarray(0, rows),
    data.duration.subarray(0, rows),
    low,
    high,
    data.trait.subarray(0, rows),
    // A column may be wider than its dictionary needs by now.
    ...KEPT.map((name) => {
      const codes = codesFor(data.by[name].values.length, rows)
      codes.set(data.by[name].codes.subarray(0, rows))
      return codes
    }),
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

/** The columns of a segment, without what it takes to be a dataset. */
export interface SegmentColumns {
  readonly rows: number
  readonly day: Uint16Array
  readonly minute: Uint16Array
  readonly offset: Int16Array
  readonly trait: Uint8Array
  /** By column, as far as it was asked for. */
  readonly codes: Readonly<Record<string, Codes>>
  /** By column the values of its codes, the absent one first. */
  readonly values: (name: Dimension) => readonly (string | null)[]
}

interface Columns extends SegmentColumns {
  readonly head: Head
  readonly duration: Int32Array
  readonly id: Float64Array
}

/** @param isNeeded whether a column of codes is; others are passed over, as are durations and ids where none is asked for */
const columnsOf = (bytes: Uint8Array, isNeeded: (name: Dimension) => boolean, isWhole: boolean): Columns => {
  if (bytes[0] !== VERSION) throw new Error(`a segment of version ${bytes[0] ?? 'none'} cannot be read`)
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
  const duration = read(new Int32Array(rows), isWhole)
  const [low, high] = [read(new Int32Array(rows), isWhole), read(new Int32Array(rows), isWhole)]
  const trait = read(new Uint8Array(rows))
  for (const column of isWhole ? [day, low, high] : [day]) fromDeltas(column)
  const id = isWhole
    ? Float64Array.from(low, (half, row) => high[row]! * 2 ** 32 + (half >>> 0))
    : new Float64Array(0)
  const codes: Record<string, Codes> = {}
  for (const name of KEPT) {
    const isRead = isNeeded(name)
    const column = read(codesFor((head.values[name]?.length ?? 0) + 1, rows), isRead)
    if (isRead) codes[name] = column
  }
  const values = (name: Dimension) => [null, ...(head.values[name] ?? [])]
  return { rows, head, day, minute, offset, duration, id, trait, codes, values }
}

const readColumns = (bytes: Uint8Array): Columns => columnsOf(bytes, () => true, true)

/**
 * Some columns of a segment: what only counts rows needs no dataset, which takes most of the time.
 * @throws Error for bytes that are no segment, or one of another version
 */
export const segmentColumnsOf = (bytes: Uint8Array, names: readonly Dimension[]): SegmentColumns =>
  columnsOf(bytes, (name) => names.includes(name), false)

const dealFacts = ([status, crm, price, at, id]: DealRow): DealFacts => ({
  status,
  crm,
  price: price ?? Number.NaN,
  seen: { at, id },
})

/** No code of the dataset's own yet. */
const UNKNOWN = -1

/** Which rows of a segment are wanted. */
interface Wanted {
  /** Null: all objects. */
  readonly oid: string | null
  /** Asked of each row's day since 1970, NO_DAY among them; null: all. */
  readonly days: ((day: number) => boolean) | null
}

const ALL: Wanted = { oid: null, days: null }

/**
 * Adds the rows of a segment to a dataset, as `append` would have added its contacts. Of a deal it says what the newest
 * contact of the whole segment says.
 * @throws Error for bytes that are no segment, or one of another version; the dataset is as before then
 */
export const appendSegment = (data: Dataset, bytes: Uint8Array, { oid, days } = ALL): void => {
  const { head, day, minute, offset, duration, id, trait, codes } = readColumns(bytes)
  const objects = [null, ...(head.values['object'] ?? [])]
  const isWanted = (row: number) =>
    (oid === null || objects[codes['object']![row]!] === oid) && (days === null || days(day[row]!))
  const rows: number[] = []
  for (let row = 0; row < head.rows; row++) if (isWanted(row)) rows.push(row)

  const first = data.rows
  const capacity = makeRoomForRows(data, first + rows.length)
  rows.forEach((from, nth) => {
    const row = first + nth
    data.day[row] = day[from]!
    data.minute[row] = minute[from]!
    data.offset[row] = offset[from]!
    data.duration[row] = duration[from]!
    data.id[row] = id[from]!
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
  const end = first + rows.length
  const taken = new Uint32Array(rows.length)
  for (const name of DIMENSIONS) {
    const column = data.by[name]
    const own = codes[name]
    if (own === undefined) {
      if (!isDerived(name)) throw new Error(`a segment without ${name}`)
      data.encoders[name]([], data.day.subarray(first, end), data.minute.subarray(first, end), taken)
    } else {
      const texts = head.values[name]!
      // Values of rows that are not wanted are not taken into the dictionary.
      const known = new Int32Array(texts.length + 1).fill(UNKNOWN)
      known[ABSENT] = ABSENT
      rows.forEach((from, nth) => {
        const code = own[from]!
        if (known[code] === UNKNOWN) {
          known[code] = column.code(texts[code - 1]!)
          if (name === 'deal') mergeDeal(data, known[code], dealFacts(head.deals[code - 1]!))
        }
        taken[nth] = known[code]!
      })
    }
    makeRoom(column, capacity)
    column.codes.set(taken, first)
  }
  for (const [object, title] of head.titles)
    if (oid === null || object === oid) data.objectTitles.set(object, title)
  data.rows += rows.length
  data.changes++
}
