import type { Kysely } from 'kysely'
import { chunksOf } from '#/server/database/statements.ts'
import { HOUR_MS } from '#/contract/day.ts'
import { changeVersion, nextVersion } from '#/server/archive/store/account-numbers.ts'
import type { DaySum } from '#/analytics/columns/day-sums.ts'
import type { ArchiveTables } from '#/server/archive/store/schema.ts'
import { writeSums } from '#/server/archive/store/sums.ts'
import { identityOf, pack, type StoredDay, ownerOfRecord } from '#/server/archive/store/stored-day.ts'
import {
  CALLERS_RULE,
  learnCountries,
  readCallers,
  type SaidCountries,
} from '#/server/archive/store/callers.ts'
import { keptDay } from '#/server/archive/store/read-records.ts'
import { writeRecords } from './write-records.ts'

/*
 * Days are replaced whole: the map's row, the records, the columns, the index of contacts and what is gone, in one
 * transaction. Whatever order days are read in, a contact stands once: where it was read last.
 */

/** Within a transaction. */
type Write = Kysely<ArchiveTables>

/** How columns are made of records, and months of days. */
export interface SegmentMaker {
  readonly ofDay: (day: StoredDay) => Uint8Array
  /** What is added up of a day. */
  readonly sumsOf: (bytes: Uint8Array) => readonly DaySum[]
  /**
   * Days, the newest first, as one. Null: some contact does not say the day it is listed under, which only a segment of
   * that day knows.
   */
  readonly join: (
    days: readonly { readonly first: number; readonly last: number; readonly bytes: Uint8Array }[],
  ) => Uint8Array | null
}

/** Records of one object that are not contacts of their own. */
export interface FaultyRecords {
  readonly oid: string | null
  readonly unreadable: number
  readonly doubled: number
}

/** A day as it was just read. */
export interface ReadDay extends StoredDay {
  readonly day: number
  /** When the reading began; milliseconds since 1970. */
  readonly readAt: number
  readonly faulty: readonly FaultyRecords[]
  /** The day was whole before, and what has come since was added to it; absent: it is being read. */
  readonly tailAt?: number
  /** Where the objects are that its contacts are of, as far as the service has said. */
  readonly countries?: SaidCountries
}

export type DayState = 'reading' | 'complete' | 'incomplete'

const keyed = (records: readonly unknown[]) =>
  new Map(
    records.flatMap((raw) => {
      const identity = identityOf(raw)
      return identity ? [[identity.key, { id: identity.id, raw }] as const] : []
    }),
  )

const idsOf = (contacts: ReadonlyMap<string, { readonly id: number }>): ReadonlySet<number> =>
  new Set([...contacts.values()].map(({ id }) => id))

/**
 * A month's segment becomes days again, each made of its records: a row cannot be taken out of one without leaving its
 * texts behind, and a contact whose date cannot be read says no day.
 * @param callers by which rule its records' callers were read
 */
export const splitMonth = async (
  write: Write,
  columns: SegmentMaker,
  account: number,
  { first, last }: { first: number; last: number },
  callers: number,
) => {
  await write
    .deleteFrom('archive_segments')
    .where('account', '=', account)
    .where('first_day', '=', first)
    .execute()
  const version = await nextVersion(write, account)
  for (let day = first; day <= last; day++) {
    const kept = await keptDay(write, account, day)
    if (kept.records.length === 0) continue
    const bytes = await pack(columns.ofDay(kept))
    await write
      .insertInto('archive_segments')
      .values({ account, first_day: day, last_day: day, bytes, version, callers })
      .execute()
  }
}

/** The segment that holds a day: its own, or a month's. */
const segmentOf = (write: Write, account: number, day: number) =>
  write
    .selectFrom('archive_segments')
    .select(['first_day as first', 'last_day as last', 'callers'])
    .where('account', '=', account)
    .where('first_day', '<=', day)
    .where('last_day', '>=', day)
    .executeTakeFirst()

const writeSegment = async (
  write: Write,
  columns: SegmentMaker,
  account: number,
  day: number,
  kept: StoredDay,
  /** By which rule its callers were read; absent: as those that were there. */
  rule?: number,
) => {
  const around = await segmentOf(write, account, day)
  if (around && around.first < around.last) await splitMonth(write, columns, account, around, around.callers)
  if (kept.records.length === 0) {
    await writeSums(write, account, day, [])
    await write
      .deleteFrom('archive_segments')
      .where('account', '=', account)
      .where('first_day', '=', day)
      .execute()
    return
  }
  const segment = columns.ofDay(kept)
  await writeSums(write, account, day, columns.sumsOf(segment))
  const written = {
    bytes: await pack(segment),
    version: await nextVersion(write, account),
    callers: rule ?? around?.callers ?? CALLERS_RULE,
  }
  await write
    .insertInto('archive_segments')
    .values({ account, first_day: day, last_day: day, ...written })
    .onConflict((conflict) => conflict.columns(['account', 'first_day']).doUpdateSet(written))
    .execute()
}

/** @param remaining ids that the day still holds: two objects may have a contact of the same number each */
const unindex = async (
  write: Write,
  account: number,
  day: number,
  ids: readonly number[],
  remaining: ReadonlySet<number>,
) => {
  for (const some of chunksOf(ids.filter((id) => !remaining.has(id))))
    await write
      .deleteFrom('archive_contacts')
      .where('account', '=', account)
      .where('id', 'in', some)
      .where('day', '=', day)
      .execute()
}

const index = async (write: Write, account: number, day: number, ids: readonly number[]) => {
  for (const some of chunksOf([...new Set(ids)]))
    await write
      .insertInto('archive_contacts')
      .values(some.map((id) => ({ account, id, day })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** Days other than those just read that hold one of these ids. */
const daysHolding = async (
  write: Write,
  account: number,
  ids: readonly number[],
  read: ReadonlySet<number>,
): Promise<ReadonlySet<number>> => {
  const days = new Set<number>()
  for (const some of chunksOf(ids)) {
    const rows = await write
      .selectFrom('archive_contacts')
      .select('day')
      .distinct()
      .where('account', '=', account)
      .where('id', 'in', some)
      .execute()
    for (const { day } of rows) if (!read.has(day)) days.add(day)
  }
  return days
}

/**
 * A contact that is found on another day so long after its own was read has moved, and its own day is read again. Sooner,
 * the service lists it on both: it counts on the newer one, as in a list that is read from the top.
 */
const MOVED_MS = 6 * HOUR_MS

const ofDay = (write: Write, account: number, day: number) =>
  write.updateTable('archive_days').where('account', '=', account).where('day', '=', day)

/** Contacts that another day has now leave this one. @returns whether any did */
const giveUp = async (
  write: Write,
  columns: SegmentMaker,
  account: number,
  day: number,
  taken: ReadonlySet<string>,
  takenAt: number,
): Promise<boolean> => {
  const kept = await keptDay(write, account, day)
  const leaving = [...keyed(kept.records)].filter(([key]) => taken.has(key))
  if (leaving.length === 0) return false
  const rest = {
    ...kept,
    records: kept.records.filter((raw) => !taken.has(identityOf(raw)?.key ?? '')),
  }
  await writeRecords(write, account, day, rest)
  await writeSegment(write, columns, account, day, rest)
  await unindex(
    write,
    account,
    day,
    leaving.map(([, { id }]) => id),
    idsOf(keyed(rest.records)),
  )
  // A service that lists a contact on two days at once must not make them take it from each other without end.
  await ofDay(write, account, day)
    .set(({ eb }) => ({ contacts: eb('contacts', '-', leaving.length) }))
    .execute()
  await ofDay(write, account, day)
    .where('read_at', '<=', takenAt - MOVED_MS)
    .set({ is_due: 1 })
    .execute()
  return true
}

/** Contacts a day had and has no longer; where they went is not known, so that the days beside it are read again. */
const markGone = async (
  write: Write,
  account: number,
  { day, readAt }: ReadDay,
  gone: readonly (readonly [key: string, raw: unknown])[],
) => {
  for (const [contact, raw] of gone) {
    const row = { account, contact, day, gone_since: readAt, record: JSON.stringify(raw) }
    await write
      .insertInto('archive_gone')
      .values(row)
      .onConflict((conflict) => conflict.columns(['account', 'contact']).doUpdateSet(row))
      .execute()
  }
  if (gone.length > 0)
    await write
      .updateTable('archive_days')
      .set({ is_due: 1 })
      .where('account', '=', account)
      .where('day', 'in', [day - 1, day + 1])
      .execute()
}

const writeDay = async (
  write: Write,
  columns: SegmentMaker,
  account: number,
  read: ReadDay,
  /** What days read in the same stroke hold. */
  elsewhere: ReadonlySet<string>,
) => {
  const { day, readAt, records, faulty } = read
  const before = keyed((await keptDay(write, account, day)).records)
  const now = keyed(records)
  const left = [...before].filter(([key]) => !now.has(key))
  await unindex(
    write,
    account,
    day,
    left.map(([, { id }]) => id),
    idsOf(now),
  )
  await index(
    write,
    account,
    day,
    [...now].filter(([key]) => !before.has(key)).map(([, { id }]) => id),
  )
  await markGone(
    write,
    account,
    read,
    left.filter(([key]) => !elsewhere.has(key)).map(([key, { raw }]) => [key, raw] as const),
  )
  await writeRecords(write, account, day, read)
  await writeSegment(write, columns, account, day, read, CALLERS_RULE)
  const row = {
    read_at: readAt,
    tail_at: read.tailAt ?? null,
    tried_at: readAt,
    contacts: now.size,
    unreadable: records.length - now.size,
    doubled: faulty.reduce((sum, { doubled }) => sum + doubled, 0),
    faulty: JSON.stringify(faulty),
    state: read.tailAt === undefined ? ('reading' as const) : ('complete' as const),
    gaps: '[]',
    is_due: 0,
  }
  await write
    .insertInto('archive_days')
    .values({ account, day, tries: 0, ...row })
    .onConflict((conflict) => conflict.columns(['account', 'day']).doUpdateSet(row))
    .execute()
}

/** Takes contacts out of a day that was just read: the service lists them on a newer day too, which is where they count. */
const withoutDoubles = (read: ReadDay, newerDay: ReadonlyMap<string, number>): ReadDay => {
  const isDouble = (raw: unknown) => (newerDay.get(identityOf(raw)?.key ?? '') ?? read.day) > read.day
  const doubles = read.records.filter(isDouble)
  if (doubles.length === 0) return read
  const faulty = new Map(read.faulty.map((one) => [one.oid, one]))
  for (const raw of doubles) {
    const oid = ownerOfRecord(raw)
    const { unreadable = 0, doubled = 0 } = faulty.get(oid) ?? {}
    faulty.set(oid, { oid, unreadable, doubled: doubled + 1 })
  }
  return { ...read, records: read.records.filter((raw) => !isDouble(raw)), faulty: [...faulty.values()] }
}

/** Where contacts are that days read not long ago hold: these days are as true as the ones read now. */
const heldLately = async (
  write: Write,
  account: number,
  days: ReadonlySet<number>,
  now: number,
): Promise<ReadonlyMap<string, number>> => {
  const held = new Map<string, number>()
  for (const day of days) {
    const row = await write
      .selectFrom('archive_days')
      .select('read_at')
      .where('account', '=', account)
      .where('day', '=', day)
      .executeTakeFirst()
    if (!row || row.read_at <= now - MOVED_MS) continue
    for (const key of keyed((await keptDay(write, account, day)).records).keys()) held.set(key, day)
  }
  return held
}

/** @returns the days that hold something else now */
export const writeReadDays = async (
  write: Write,
  columns: SegmentMaker,
  account: number,
  came: readonly ReadDay[],
): Promise<readonly number[]> => {
  await learnCountries(
    write,
    account,
    came.flatMap(({ countries = [] }) => countries),
  )
  const read: ReadDay[] = []
  for (const { countries: _, ...day } of came)
    read.push({ ...day, records: await readCallers(write, account, day.records) })
  const changed = read.map(({ day }) => day)
  const takenAt = Math.max(...read.map(({ tailAt, readAt }) => tailAt ?? readAt))
  const ids = read.flatMap(({ records }) => [...idsOf(keyed(records))])
  const holding = await daysHolding(write, account, ids, new Set(changed))
  const newer = await heldLately(write, account, holding, takenAt)
  const days = read.map((day) => withoutDoubles(day, newer))
  const keys = new Set(days.flatMap(({ records }) => [...keyed(records).keys()]))
  for (const day of days) await writeDay(write, columns, account, day, keys)
  for (const day of holding) if (await giveUp(write, columns, account, day, keys, takenAt)) changed.push(day)
  for (const some of chunksOf([...keys]))
    await write
      .deleteFrom('archive_gone')
      .where('account', '=', account)
      .where('contact', 'in', some)
      .execute()
  await changeVersion(write, [account])
  return changed
}
