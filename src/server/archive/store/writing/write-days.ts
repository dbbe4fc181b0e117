import type { Kysely } from 'kysely'
import { chunksOf } from '#/server/database/statements.ts'
import { HOUR_MS } from '#/contract/day.ts'
import { changeVersion, nextVersion } from '#/server/archive/store/account-numbers.ts'
import type { DaySum } from '#/server/metrics/columns/day-sums.ts'
import type { ArchiveTables } from '#/server/archive/store/schema.ts'
import { writeSums } from '#/server/archive/store/sums.ts'
import {
  identityOf,
  pack,
  packDay,
  type StoredDay,
  ownerOfRecord,
} from '#/server/archive/store/stored-day.ts'
import {
  CALLERS_RULE,
  learnCountries,
  readCallers,
  type KnownCountries,
} from '#/server/archive/store/callers.ts'
import { readStoredDay } from '#/server/archive/store/read-records.ts'
import { textIndexOf } from '#/server/archive/store/texts/text-index.ts'

/*
 * Replaces whole days in one transaction: map, records, columns, contact index and removed contacts. Whatever
 * the reading order, a contact exists once: where it was read last.
 */

type Write = Kysely<ArchiveTables>

/** Builds columns from records, and months from days. */
export interface SegmentMaker {
  readonly ofDay: (day: StoredDay) => Uint8Array
  readonly sumsOf: (bytes: Uint8Array) => readonly DaySum[]
  /**
   * Joins days, newest first. Null: a contact's date is not the day it is listed under, which only a
   * single-day segment can represent.
   */
  readonly join: (
    days: readonly { readonly first: number; readonly last: number; readonly bytes: Uint8Array }[],
  ) => Uint8Array | null
}

export interface FaultyRecords {
  readonly oid: string | null
  readonly unreadable: number
  readonly doubled: number
}

export interface ReadDay extends StoredDay {
  readonly day: number
  readonly readAt: number
  readonly faulty: readonly FaultyRecords[]
  /** When new contacts were added to a complete day; absent: it is being read. */
  readonly syncedAt?: number
  readonly countries?: KnownCountries
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

export const writeRecords = async (write: Write, account: number, day: number, stored: StoredDay) => {
  const texts = textIndexOf(write)
  if (stored.records.length === 0) {
    for (const table of ['archive_records', ...texts.tables] as const)
      await write.deleteFrom(table).where('account', '=', account).where('day', '=', day).execute()
    return
  }
  const bytes = await packDay(stored)
  await write
    .insertInto('archive_records')
    .values({ account, day, bytes })
    .onConflict((conflict) => conflict.columns(['account', 'day']).doUpdateSet({ bytes }))
    .execute()
  await texts.write(write, account, day, stored)
}

/**
 * Rebuilds days from their records: rows can't be removed from a segment without leaving their texts in it,
 * and a contact with an unreadable date has no day.
 * @param callers rule version of the records' callers
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
    const stored = await readStoredDay(write, account, day)
    if (stored.records.length === 0) continue
    const bytes = await pack(columns.ofDay(stored))
    await write
      .insertInto('archive_segments')
      .values({ account, first_day: day, last_day: day, bytes, version, callers })
      .execute()
  }
}

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
  stored: StoredDay,
  rule?: number,
) => {
  const around = await segmentOf(write, account, day)
  if (around && around.first < around.last) await splitMonth(write, columns, account, around, around.callers)
  if (stored.records.length === 0) {
    await writeSums(write, account, day, [])
    await write
      .deleteFrom('archive_segments')
      .where('account', '=', account)
      .where('first_day', '=', day)
      .execute()
    return
  }
  const segment = columns.ofDay(stored)
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

/** @param remaining ids still in the day, maybe of another object */
const unindex = async (
  write: Write,
  account: number,
  day: number,
  ids: readonly number[],
  remaining: ReadonlySet<number>,
) => {
  for (const chunk of chunksOf(ids.filter((id) => !remaining.has(id))))
    await write
      .deleteFrom('archive_contacts')
      .where('account', '=', account)
      .where('id', 'in', chunk)
      .where('day', '=', day)
      .execute()
}

const index = async (write: Write, account: number, day: number, ids: readonly number[]) => {
  for (const chunk of chunksOf([...new Set(ids)]))
    await write
      .insertInto('archive_contacts')
      .values(chunk.map((id) => ({ account, id, day })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

const daysHolding = async (
  write: Write,
  account: number,
  ids: readonly number[],
  read: ReadonlySet<number>,
): Promise<ReadonlySet<number>> => {
  const days = new Set<number>()
  for (const chunk of chunksOf(ids)) {
    const rows = await write
      .selectFrom('archive_contacts')
      .select('day')
      .distinct()
      .where('account', '=', account)
      .where('id', 'in', chunk)
      .execute()
    for (const { day } of rows) if (!read.has(day)) days.add(day)
  }
  return days
}

/**
 * A contact found on another day so long after its own was read has moved, and its own day becomes due.
 * Sooner, the service lists it on both days, and the newer one counts.
 */
const MOVED_MS = 6 * HOUR_MS

const ofDay = (write: Write, account: number, day: number) =>
  write.updateTable('archive_days').where('account', '=', account).where('day', '=', day)

/**
 * Removes contacts that are on another day now.
 * @returns whether there were any
 */
const giveUp = async (
  write: Write,
  columns: SegmentMaker,
  account: number,
  day: number,
  taken: ReadonlySet<string>,
  takenAt: number,
): Promise<boolean> => {
  const stored = await readStoredDay(write, account, day)
  const leaving = [...keyed(stored.records)].filter(([key]) => taken.has(key))
  if (leaving.length === 0) return false
  const rest = {
    ...stored,
    records: stored.records.filter((raw) => !taken.has(identityOf(raw)?.key ?? '')),
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
  // A contact that is listed on two days must not make both due forever.
  await ofDay(write, account, day)
    .set(({ eb }) => ({ contacts: eb('contacts', '-', leaving.length) }))
    .execute()
  await ofDay(write, account, day)
    .where('read_at', '<=', takenAt - MOVED_MS)
    .set({ is_due: 1 })
    .execute()
  return true
}

/** Contacts that the day no longer has; where they went is unknown, so its neighbours become due. */
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
  elsewhere: ReadonlySet<string>,
) => {
  const { day, readAt, records, faulty } = read
  const before = keyed((await readStoredDay(write, account, day)).records)
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
    tail_at: read.syncedAt ?? null,
    tried_at: readAt,
    contacts: now.size,
    unreadable: records.length - now.size,
    doubled: faulty.reduce((sum, { doubled }) => sum + doubled, 0),
    faulty: JSON.stringify(faulty),
    state: read.syncedAt === undefined ? ('reading' as const) : ('complete' as const),
    gaps: '[]',
    is_due: 0,
  }
  await write
    .insertInto('archive_days')
    .values({ account, day, tries: 0, ...row })
    .onConflict((conflict) => conflict.columns(['account', 'day']).doUpdateSet(row))
    .execute()
}

/** Drops contacts that the service lists on a newer day too, where they count. */
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

/** Contacts of recently read days, which are as reliable as the present ones. */
const recentlyStored = async (
  write: Write,
  account: number,
  days: ReadonlySet<number>,
  now: number,
): Promise<ReadonlyMap<string, number>> => {
  const dayOf = new Map<string, number>()
  for (const day of days) {
    const row = await write
      .selectFrom('archive_days')
      .select('read_at')
      .where('account', '=', account)
      .where('day', '=', day)
      .executeTakeFirst()
    if (!row || row.read_at <= now - MOVED_MS) continue
    for (const key of keyed((await readStoredDay(write, account, day)).records).keys()) dayOf.set(key, day)
  }
  return dayOf
}

/** @returns the changed days */
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
  const takenAt = Math.max(...read.map(({ syncedAt, readAt }) => syncedAt ?? readAt))
  const ids = read.flatMap(({ records }) => [...idsOf(keyed(records))])
  const holding = await daysHolding(write, account, ids, new Set(changed))
  const newer = await recentlyStored(write, account, holding, takenAt)
  const days = read.map((day) => withoutDoubles(day, newer))
  const keys = new Set(days.flatMap(({ records }) => [...keyed(records).keys()]))
  for (const day of days) await writeDay(write, columns, account, day, keys)
  for (const day of holding) if (await giveUp(write, columns, account, day, keys, takenAt)) changed.push(day)
  for (const chunk of chunksOf([...keys]))
    await write
      .deleteFrom('archive_gone')
      .where('account', '=', account)
      .where('contact', 'in', chunk)
      .execute()
  await changeVersion(write, [account])
  return changed
}
