import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { blankToNull } from '#/server/metrics/columns/encode.ts'
import { listedCall, type ListedCallRead } from '#/contract/call.ts'
import { dayNumber } from '#/contract/day.ts'
import { parseWallClock } from '#/i18n/format.ts'

/* A stored day: raw records, so that later versions can parse them better, with the objects' titles. */

const deflate = promisify(deflateRaw)
const inflateChunks = promisify(inflateRaw)
const [LEAST_CHUNK, MOST_CHUNK] = [2 ** 14, 2 ** 22]
const RATIO = 16
/** In one chunk if possible: each chunk is a turn of the event loop. */
const inflate = (bytes: Uint8Array) =>
  inflateChunks(bytes, { chunkSize: Math.min(Math.max(bytes.length * RATIO, LEAST_CHUNK), MOST_CHUNK) })

/**
 * Raw deflate, which browsers can decompress directly.
 * @param level 9 for data written once and sent often
 */
export const pack = async (bytes: Uint8Array, level = 6): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await deflate(bytes, { level }))
/** A copy: what is inflated lies in a chunk that may be three times as long. */
export const unpack = async (bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await inflate(bytes))

/** An empty text takes no bytes. */
export const packText = async (text: string): Promise<Uint8Array<ArrayBuffer>> =>
  text === '' ? new Uint8Array() : pack(new TextEncoder().encode(text))
export const unpackText = async (bytes: Uint8Array): Promise<string> =>
  bytes.length === 0 ? '' : (await inflate(bytes)).toString('utf8')

export interface StoredDay {
  readonly records: readonly unknown[]
  readonly titles: readonly (readonly [oid: string, title: string])[]
}

export const EMPTY_DAY: StoredDay = { records: [], titles: [] }

export const packDay = (day: StoredDay): Promise<Uint8Array<ArrayBuffer>> => packText(JSON.stringify(day))

export const unpackDay = async (bytes: Uint8Array): Promise<StoredDay> =>
  // Written by packDay.
  JSON.parse(await unpackText(bytes)) as StoredDay

interface ContactIdentity {
  readonly key: string
  readonly id: number
}

const isObject = (raw: unknown): raw is Readonly<Record<string, unknown>> =>
  typeof raw === 'object' && raw !== null

export const identityOf = (raw: unknown): ContactIdentity | null => {
  if (!isObject(raw)) return null
  const id = listedCall.shape.id.lenient.safeParse(raw['id'])
  if (!id.success) return null
  return { key: `${listedCall.shape.obj_oid.lenient.parse(raw['obj_oid'] ?? null)} ${id.data}`, id: id.data }
}

export const callsOf = ({ records }: StoredDay): ListedCallRead[] =>
  records.flatMap((raw) => {
    const parsed = listedCall.lenient.safeParse(raw)
    return parsed.success ? [parsed.data] : []
  })

export const dateOfRecord = (raw: unknown): string | null => {
  const date = isObject(raw) ? raw['date'] : null
  return typeof date === 'string' ? date : null
}

/** The record's own day (G6); null: unreadable. */
export const dayOfRecord = (raw: unknown): number | null => {
  const day = parseWallClock(dateOfRecord(raw))?.day
  return day === undefined ? null : dayNumber(day)
}

export const ownerOfRecord = (raw: unknown): string | null => {
  const oid = isObject(raw) ? raw['obj_oid'] : null
  return typeof oid === 'string' && oid !== '' ? oid : null
}

export const objectOf = (raw: unknown): string | null => {
  const oid = isObject(raw) ? (raw['obj_oid'] ?? null) : null
  return blankToNull(
    typeof oid === 'string' && oid.isWellFormed() ? oid : listedCall.shape.obj_oid.lenient.parse(oid),
  )
}
