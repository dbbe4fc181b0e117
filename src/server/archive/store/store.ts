import { sql, type Kysely } from 'kysely'
import * as z from 'zod'
import type { Gap } from '#/api/pages.ts'
import type { TextSearch } from '#/analytics/texts/text-search.ts'
import { migrate } from '#/server/database/database.ts'
import { archiveHistory } from '#/server/database/migrations/archive.ts'
import { accountFactsOf } from './account-facts.ts'
import { changeVersion, createNumbers, type AccountNumbers } from './account-numbers.ts'
import { CALLERS_RULE, countriesIn, FORMER_CALLERS } from './callers.ts'
import { housekeeping } from './maintenance/housekeeping.ts'
import { leasesOf } from './leases.ts'
import { writesHere, type HeavyWrites } from './writing/heavy-writes.ts'
import { EMPTY_DAY, type StoredDay } from './stored-day.ts'
import { probesOf } from './probes.ts'
import type { ArchiveTables } from './schema.ts'
import type { DayState, FaultyRecords, ReadDay, SegmentMaker } from './writing/write-days.ts'
import { sumsOf } from './sums.ts'
import { readStoredDay } from './read-records.ts'
import { textIndexOf, type TextMatch } from './texts/text-index.ts'

export interface DayRecord {
  readonly day: number
  readonly readAt: number
  readonly syncedAt: number | null
  readonly triedAt: number
  readonly tries: number
  readonly contacts: number
  readonly unreadable: number
  readonly doubled: number
  readonly faulty: readonly FaultyRecords[]
  readonly state: DayState
  readonly gaps: readonly z.infer<typeof gaps>[number][]
  /** Contacts missing by the service's total; 0: none or unknown. */
  readonly missing: number
  readonly isDue: boolean
  /** Parsed by an older rule: callers may be merged or split wrongly. */
  readonly hasFormerCallers: boolean
}

export interface SegmentDays {
  readonly first: number
  readonly last: number
}

const NONE = '[]'
const GAPS = [
  'failed',
  'repeated',
  'changed',
  'short',
  'capped',
  'unreadable',
  'doubled',
] as const satisfies readonly Gap[]
const gaps = z.array(z.enum(GAPS))
const faulty = z.array(z.object({ oid: z.string().nullable(), unreadable: z.number(), doubled: z.number() }))

const segmentsOf = (
  database: Kysely<ArchiveTables>,
  writes: HeavyWrites,
  { known, transact }: AccountNumbers,
) => ({
  /**
   * Days that have columns, newest first; a month may exceed the requested days. Rewritten segments differ in version or size.
   */
  segmentDays: async (
    account: string,
    { first, last }: SegmentDays,
  ): Promise<readonly (SegmentDays & { version: number; size: number })[]> => {
    const number = await known(account)
    if (number === null) return []
    const rows = await database
      .selectFrom('archive_segments')
      .select(['first_day', 'last_day', 'version', sql<number>`length(bytes)`.as('size')])
      .where('account', '=', number)
      .where('last_day', '>=', first)
      .where('first_day', '<=', last)
      .orderBy('first_day', 'desc')
      .execute()
    return rows.map(({ first_day, last_day, version, size }) => ({
      first: first_day,
      last: last_day,
      version,
      size,
    }))
  },

  /** The columns that contain a day, deflated. Null: empty or not stored. */
  segment: async (account: string, day: number): Promise<(SegmentDays & { bytes: Uint8Array }) | null> => {
    const number = await known(account)
    if (number === null) return null
    const row = await database
      .selectFrom('archive_segments')
      .selectAll()
      .where('account', '=', number)
      .where('first_day', '<=', day)
      .where('last_day', '>=', day)
      .executeTakeFirst()
    return row ? { first: row.first_day, last: row.last_day, bytes: row.bytes } : null
  },

  /** All columns of these days as of one moment, deflated, newest first. */
  segments: async (
    account: string,
    { first, last }: SegmentDays,
  ): Promise<readonly (SegmentDays & { bytes: Uint8Array })[]> => {
    const rows = await database
      .selectFrom('archive_segments')
      .selectAll()
      .where('account', '=', (await known(account)) ?? 0)
      .where('last_day', '>=', first)
      .where('first_day', '<=', last)
      .orderBy('first_day', 'desc')
      .execute()
    return rows.map((row) => ({ first: row.first_day, last: row.last_day, bytes: row.bytes }))
  },

  /** Joins a month's days into one segment: fewer bytes and pieces. */
  joinSegments: async (account: string, { first, last }: SegmentDays): Promise<void> => {
    const number = await known(account)
    if (number === null) return
    await transact(number, (write) => writes.joinSegments(write, number, { first, last }))
  },
})

const formerCallersOf = (
  database: Kysely<ArchiveTables>,
  writes: HeavyWrites,
  { known, transact }: AccountNumbers,
) => ({
  /**
   * Parses one outdated segment's callers again, newest first, of accounts with known countries.
   * @param account null: any
   * @returns the segment's days; null: nothing to do
   */
  readFormerCallers: async (account: string | null): Promise<SegmentDays | null> => {
    const number = account === null ? null : ((await known(account)) ?? 0)
    const row = await database
      .selectFrom('archive_segments')
      .select(['account', 'first_day', 'last_day'])
      .where('callers', '=', FORMER_CALLERS)
      .$if(number !== null, (query) => query.where('account', '=', number!))
      .where((on) =>
        on.exists(
          on
            .selectFrom('archive_countries')
            .select('oid')
            .whereRef('archive_countries.account', '=', 'archive_segments.account'),
        ),
      )
      .orderBy('first_day', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!row) return null
    const days = { first: row.first_day, last: row.last_day }
    await transact(row.account, (write) => writes.readCallers(write, row.account, days))
    return days
  },
})

const INDEXED_AT_ONCE = 50

const textsOf = (
  database: Kysely<ArchiveTables>,
  writes: HeavyWrites,
  { known, transact }: AccountNumbers,
) => {
  const index = textIndexOf(database)
  return {
    findTexts: async (
      account: string,
      days: SegmentDays,
      search: TextSearch,
    ): Promise<readonly TextMatch[]> => {
      const number = await known(account)
      return number === null ? [] : index.find(database, number, days, search)
    },

    /**
     * Indexes some days of earlier versions.
     * @returns how many there were
     */
    indexSome: async (signal?: AbortSignal): Promise<number> => {
      const unwritten = await index.unwritten(database, INDEXED_AT_ONCE)
      for (const { account, day } of unwritten) {
        if (signal?.aborted) break
        await transact(account, (write) => writes.indexTexts(write, account, day))
      }
      return unwritten.length
    },

    /**
     * After removals, drops deleted words from the database's index; others can read and write meanwhile.
     * @param signal aborts it
     */
    tidyTexts: (signal: AbortSignal): Promise<void> => index.tidy(database, signal),
  }
}

interface Settlement {
  readonly state: 'complete' | 'incomplete'
  readonly gaps: DayRecord['gaps']
  readonly missing?: number
  readonly readAt: number
  readonly triedAt: number
}

const settleDays = async (
  write: Kysely<ArchiveTables>,
  number: number,
  days: SegmentDays,
  how: Settlement,
): Promise<void> => {
  const { state, readAt, triedAt } = how
  const row = {
    read_at: readAt,
    tail_at: null,
    tried_at: triedAt,
    state,
    gaps: JSON.stringify(how.gaps),
    missing: 0,
  }
  const empty = { contacts: 0, unreadable: 0, doubled: 0, faulty: '[]', is_due: 0, tries: 0 }
  await write
    .insertInto('archive_days')
    .values(
      Array.from({ length: days.last - days.first + 1 }, (_, nth) => ({
        account: number,
        day: days.first + nth,
        ...empty,
        ...row,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const requested = write
    .updateTable('archive_days')
    .where('account', '=', number)
    .where('day', '>=', days.first)
    .where('day', '<=', days.last)
  if (state === 'complete') await requested.set({ ...row, is_due: 0, tries: 0 }).execute()
  else {
    // Complete days were not replaced, so they stay as good.
    await requested.set(({ eb }) => ({ tried_at: triedAt, tries: eb('tries', '+', 1) })).execute()
    await requested
      .where('state', '<>', 'complete')
      .set({ ...row, is_due: 0 })
      .execute()
    await requested
      .where('day', '=', days.last)
      .where('state', '<>', 'complete')
      .set({ missing: how.missing ?? 0 })
      .execute()
  }
  // Answers depend on whether days are complete.
  await changeVersion(write, [number])
}

/**
 * The archive's tables. Accounts never share rows.
 * @param options.kind `memory`: nothing is written to disk
 * @param options.writes which thread does the work of writing
 * @throws database errors; the server then runs without the archive
 */
export const createArchiveStore = async (
  database: Kysely<ArchiveTables>,
  columns: SegmentMaker,
  {
    kind = 'disk',
    writes = writesHere(columns),
  }: { readonly kind?: 'disk' | 'memory'; readonly writes?: HeavyWrites } = {},
) => {
  await migrate(database, archiveHistory)
  const numbers = createNumbers(database)
  const { known, numberOf, writeIn } = numbers

  const inDays = (number: number, { first, last }: SegmentDays) =>
    database
      .updateTable('archive_days')
      .where('account', '=', number)
      .where('day', '>=', first)
      .where('day', '<=', last)

  return {
    version: numbers.version,
    epoch: numbers.epoch,
    kind,

    /**
     * Stores days in state `reading`, in one transaction.
     * @param epoch when they were requested; null: any
     * @returns the changed days
     * @throws AccountForgotten
     */
    replaceDays: (
      account: string,
      days: readonly ReadDay[],
      epoch: number | null = null,
    ): Promise<readonly number[]> =>
      writeIn(account, epoch, (write, number) => writes.replaceDays(write, number, days)),

    /**
     * Ends a reading: days without contacts are empty, and all get the state.
     * @param epoch as of `replaceDays`
     * @throws AccountForgotten
     */
    settle: async (
      account: string,
      days: SegmentDays,
      how: Settlement,
      epoch: number | null = null,
    ): Promise<void> => {
      await writeIn(account, epoch, (write, number) => settleDays(write, number, days, how))
    },

    /** Notes that new contacts of these days were read until `syncedAt`. */
    tailed: async (account: string, days: SegmentDays, syncedAt: number): Promise<void> => {
      await inDays(await numberOf(account), days)
        .set({ tail_at: syncedAt })
        .execute()
    },

    makeDue: async (account: string, days: SegmentDays): Promise<void> => {
      await inDays(await numberOf(account), days)
        .set({ is_due: 1 })
        .execute()
    },

    map: async (account: string, { first, last }: SegmentDays): Promise<readonly DayRecord[]> => {
      const number = await known(account)
      if (number === null) return []
      const rows = await database
        .selectFrom('archive_days')
        .selectAll()
        .where('account', '=', number)
        .where('day', '>=', first)
        .where('day', '<=', last)
        .orderBy('day')
        .execute()
      const former = await database
        .selectFrom('archive_segments')
        .select(['first_day', 'last_day'])
        .where('account', '=', number)
        .where('callers', '<', CALLERS_RULE)
        .where('last_day', '>=', first)
        .where('first_day', '<=', last)
        .execute()
      const isFormer = (day: number) =>
        former.some(({ first_day, last_day }) => first_day <= day && day <= last_day)
      return rows.map((row) => ({
        day: row.day,
        readAt: row.read_at,
        syncedAt: row.tail_at,
        triedAt: row.tried_at,
        tries: row.tries,
        contacts: row.contacts,
        unreadable: row.unreadable,
        doubled: row.doubled,
        faulty: row.faulty === NONE ? [] : faulty.parse(JSON.parse(row.faulty)),
        state: row.state,
        gaps: row.gaps === NONE ? [] : gaps.parse(JSON.parse(row.gaps)),
        missing: row.state === 'incomplete' ? row.missing : 0,
        isDue: row.is_due === 1,
        hasFormerCallers: former.length > 0 && row.contacts > 0 && isFormer(row.day),
      }))
    },

    records: async (account: string, day: number): Promise<StoredDay> => {
      const number = await known(account)
      return number === null ? EMPTY_DAY : readStoredDay(database, number, day)
    },

    ...textsOf(database, writes, numbers),

    gone: async (account: string): Promise<readonly { contact: string; day: number; since: number }[]> => {
      const rows = await database
        .selectFrom('archive_gone')
        .select(['contact', 'day', 'gone_since'])
        .where('account', '=', (await known(account)) ?? 0)
        .orderBy('contact')
        .execute()
      return rows.map((row) => ({ contact: row.contact, day: row.day, since: row.gone_since }))
    },

    ...segmentsOf(database, writes, numbers),
    ...sumsOf(database, numbers),
    ...leasesOf(database, numbers),
    ...probesOf(database, numbers),
    ...accountFactsOf(database, numbers),
    ...countriesIn(database, numbers),
    ...formerCallersOf(database, writes, numbers),
    ...housekeeping(database, writes, numbers, kind),
  }
}

export type ArchiveStore = Awaited<ReturnType<typeof createArchiveStore>>
