import { sql, type Generated, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { isPostgres } from '#/server/database/database.ts'
import { addCallers, type CountryTable } from './callers-table.ts'

/*
 * The tables of `archive.sqlite`. Everything in them was read from the service and can be read again: the file may be
 * deleted while the server is stopped.
 */

interface AccountTable {
  number: Generated<number>
  /** See {@link archiveAccount}. */
  account: string
  /** Another one each time that records are written or removed: what follows from them may be remembered until then. */
  version: Generated<number>
  /** How many times it was forgotten: what was asked for before is not kept after. */
  epoch: Generated<number>
}

/** The map of days: what is held, and how good it is. */
interface DayTable {
  account: number
  /** Days since 1970 by the contacts' own clocks. */
  day: number
  /** When the reading began that brought the day whole; milliseconds since 1970. */
  read_at: number
  /** When what has arrived since was last looked for; null: not since `read_at`. */
  tail_at: number | null
  /** When it was last tried to read the day, and how many times in a row that left it incomplete. */
  tried_at: number
  tries: number
  contacts: number
  unreadable: number
  doubled: number
  /** JSON: of which objects these are. */
  faulty: string
  state: 'reading' | 'complete' | 'incomplete'
  /** JSON: why it is incomplete. */
  gaps: string
  /** Contacts that it lacks by the service's own total. */
  missing: Generated<number>
  /** 1: there is a reason to read it again, whatever its state. */
  is_due: number
}

/** A day's records as the service gave them, newest first. */
interface RecordsTable {
  account: number
  day: number
  /** JSON of {@link StoredDay}, deflated. */
  bytes: Uint8Array
}

/** SegmentMaker for figures, deflated; of one day, or of a closed month. */
interface SegmentTable {
  account: number
  first_day: number
  last_day: number
  bytes: Uint8Array
  /** Of the account, when it was written: what was made of it need not be made again. */
  version: Generated<number>
  /** By which rule its callers were read (callers.ts). */
  callers: Generated<number>
}

/** Statuses of the service by number, as far as they are added up. */
export const SUMMED_STATUSES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17] as const

/** What of a day's segment only has to be added up: a row for each clock of its contacts, mostly one. */
export type SumTable = {
  account: number
  day: number
  /** Minutes east of UTC. */
  clock: number
  contacts: number
  first_time: number
  target: number
} & {
  /** Null: none, which takes no space. */
  [status in `status_${(typeof SUMMED_STATUSES)[number]}`]: number | null
}

/** Which day holds a contact. Ids are unique within an object only: a hit is looked at before it counts. */
interface ContactTable {
  account: number
  id: number
  day: number
}

/** Contacts the service gives no longer. */
interface GoneTable {
  account: number
  /** Object and id. */
  contact: string
  day: number
  gone_since: number
  /** JSON, as it was last given. */
  record: string
}

interface RequestTable {
  account: number
  /** By UTC. */
  day: number
  /** All that the archive has asked. */
  requests: number
  /** Background requests, which have a budget. */
  unasked: number
}

/** Which month was probed when, by counts. */
interface ProbeTable {
  account: number
  /** Its first day. */
  month: number
  /** Milliseconds since 1970. */
  probed_at: number
  /** JSON: what was counted on both sides. */
  counts: string
}

/** Who reads a day: of several servers over one archive one at a time. */
interface LeaseTable {
  account: number
  day: number
  holder: string
  /** Milliseconds since 1970; from then on any server may claim it. */
  until: number
}

/** An account's objects, as far as what is made of contacts needs them. */
interface ObjectsTable {
  account: number
  /** Milliseconds since 1970. */
  read_at: number
  /** 0: the service did not send all of them. */
  is_all: number
  /** JSON: a list of records. */
  objects: string
}

/** The index of a day's texts: there for each day whose records were kept since there is one. */
interface TextTable {
  account: number
  day: number
  /** See texts/packed-day.ts; deflated. Empty: the day has no texts, or all of them are in `archive_words`. */
  bytes: Uint8Array
  /** How many bytes the day has in `archive_words`; null: it was never written there. */
  word_bytes: number | null
}

/** PostgreSQL only: the words of a contact's texts. See texts/word-vectors.ts. */
interface WordTable {
  account: number
  day: number
  id: number
  /** JSON of a text or null: as columns have it. */
  object: string
  /** `tsvector` */
  words: string
}

/** Where what was read differs from the API document: names and types, no values. */
interface DriftTable {
  account: number
  /** Of the reading, by UTC. */
  day: number
  /** JSON of `archiveDrift` (contract/archive/drift.ts). */
  found: string
}

/** What the file is as a whole. */
interface SettingTable {
  /** Of versions that could hash numbers; see maintenance/hashed-store.ts. */
  name: 'phones' | 'phones_key'
  value: string
}

export interface ArchiveTables {
  archive_accounts: AccountTable
  archive_days: DayTable
  archive_records: RecordsTable
  archive_texts: TextTable
  archive_words: WordTable
  archive_segments: SegmentTable
  archive_sums: SumTable
  archive_contacts: ContactTable
  archive_gone: GoneTable
  archive_requests: RequestTable
  archive_objects: ObjectsTable
  archive_countries: CountryTable
  archive_probes: ProbeTable
  archive_drift: DriftTable
  archive_leases: LeaseTable
  archive_settings: SettingTable
}

/** Versioned migrations; a released one is never edited, a change is a new one. */
export const archiveMigrations: Record<string, Migration> = {
  '0001-archive': {
    up: async ({ schema }: Kysely<unknown>) => {
      await schema
        .createTable('archive_accounts')
        .addColumn('number', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('account', 'text', (column) => column.notNull().unique())
        .execute()
      await schema
        .createTable('archive_days')
        .addColumn('account', 'integer', (column) => column.notNull())
        .addColumn('day', 'integer', (column) => column.notNull())
        .addColumn('read_at', 'bigint', (column) => column.notNull())
        .addColumn('tail_at', 'bigint')
        .addColumn('tried_at', 'bigint', (column) => column.notNull())
        .addColumn('tries', 'integer', (column) => column.notNull())
        .addColumn('contacts', 'integer', (column) => column.notNull())
        .addColumn('unreadable', 'integer', (column) => column.notNull())
        .addColumn('doubled', 'integer', (column) => column.notNull())
        .addColumn('faulty', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('gaps', 'text', (column) => column.notNull())
        .addColumn('is_due', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('archive_days_primary', ['account', 'day'])
        .execute()
      await schema
        .createTable('archive_records')
        .addColumn('account', 'integer', (column) => column.notNull())
        .addColumn('day', 'integer', (column) => column.notNull())
        .addColumn('bytes', 'blob', (column) => column.notNull())
        .addPrimaryKeyConstraint('archive_records_primary', ['account', 'day'])
        .execute()
      await schema
        .createTable('archive_segments')
        .addColumn('account', 'integer', (column) => column.notNull())
        .addColumn('first_day', 'integer', (column) => column.notNull())
        .addColumn('last_day', 'integer', (column) => column.notNull())
        .addColumn('bytes', 'blob', (column) => column.notNull())
        .addPrimaryKeyConstraint('archive_segments_primary', ['account', 'first_day'])
        .execute()
      await schema
        .createTable('archive_contacts')
        .addColumn('account', 'integer', (column) => column.notNull())
        .addColumn('id', 'bigint', (column) => column.notNull())
        .addColumn('day', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('archive_contacts_primary', ['account', 'id', 'day'])
        // The key is the row: a third of the bytes.
        .modifyEnd(sql`without rowid`)
        .execute()
      await schema
        .createTable('archive_gone')
        .addColumn('account', 'integer', (column) => column.notNull())
        .addColumn('contact', 'text', (column) => column.notNull())
        .addColumn('day', 'integer', (column) => column.notNull())
        .addColumn('gone_since', 'bigint', (column) => column.notNull())
        .addColumn('record', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('archive_gone_primary', ['account', 'contact'])
        .execute()
      await schema
        .createTable('archive_requests')
        .addColumn('account', 'integer', (column) => column.notNull())
        .addColumn('day', 'integer', (column) => column.notNull())
        .addColumn('requests', 'integer', (column) => column.notNull())
        .addColumn('unasked', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('archive_requests_primary', ['account', 'day'])
        .execute()
    },
  },
  '0002-probes': {
    up: async ({ schema }: Kysely<unknown>) => {
      await schema
        .createTable('archive_probes')
        .addColumn('account', 'integer', (column) => column.notNull())
        .addColumn('month', 'integer', (column) => column.notNull())
        .addColumn('probed_at', 'bigint', (column) => column.notNull())
        .addColumn('counts', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('archive_probes_primary', ['account', 'month'])
        .execute()
      await schema
        .createTable('archive_leases')
        .addColumn('account', 'integer', (column) => column.notNull())
        .addColumn('day', 'integer', (column) => column.notNull())
        .addColumn('holder', 'text', (column) => column.notNull())
        .addColumn('until', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('archive_leases_primary', ['account', 'day'])
        .execute()
      await schema
        .createTable('archive_settings')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('value', 'text', (column) => column.notNull())
        .execute()
    },
  },
  '0003-lists': {
    up: async ({ schema }: Kysely<unknown>) => {
      await schema
        .alterTable('archive_accounts')
        .addColumn('version', 'integer', (column) => column.notNull().defaultTo(0))
        .execute()
    },
  },
  '0004-objects': {
    up: async ({ schema }: Kysely<unknown>) => {
      await schema
        .createTable('archive_objects')
        .addColumn('account', 'integer', (column) => column.primaryKey())
        .addColumn('read_at', 'bigint', (column) => column.notNull())
        .addColumn('is_all', 'integer', (column) => column.notNull())
        .addColumn('objects', 'text', (column) => column.notNull())
        .execute()
    },
  },
  '0005-texts': {
    up: async ({ schema }: Kysely<unknown>) => {
      await schema
        .createTable('archive_texts')
        .addColumn('account', 'integer', (column) => column.notNull())
        .addColumn('day', 'integer', (column) => column.notNull())
        .addColumn('bytes', 'blob', (column) => column.notNull())
        .addPrimaryKeyConstraint('archive_texts_primary', ['account', 'day'])
        .execute()
    },
  },
  '0006-epochs': {
    up: async ({ schema }: Kysely<unknown>) => {
      await schema
        .alterTable('archive_accounts')
        .addColumn('epoch', 'integer', (column) => column.notNull().defaultTo(0))
        .execute()
    },
  },
  '0007-sums': {
    up: async ({ schema }: Kysely<unknown>) => {
      const table = schema
        .createTable('archive_sums')
        .addColumn('account', 'integer', (column) => column.notNull())
        .addColumn('day', 'integer', (column) => column.notNull())
        .addColumn('clock', 'integer', (column) => column.notNull())
        .addColumn('contacts', 'integer', (column) => column.notNull())
        .addColumn('first_time', 'integer', (column) => column.notNull())
        .addColumn('target', 'integer', (column) => column.notNull())
      // Those that there were when this was released: a later one is a migration of its own.
      const statuses = Array.from({ length: 17 }, (_, nth) => `status_${nth + 1}`)
      await statuses
        .reduce((all, name) => all.addColumn(name, 'integer'), table)
        .addPrimaryKeyConstraint('archive_sums_primary', ['account', 'day', 'clock'])
        .execute()
    },
  },
  '0008-drift': {
    up: async ({ schema }: Kysely<unknown>) => {
      await schema
        .createTable('archive_drift')
        .addColumn('account', 'integer', (column) => column.notNull())
        .addColumn('day', 'integer', (column) => column.notNull())
        .addColumn('found', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('archive_drift_primary', ['account', 'day'])
        .execute()
    },
  },
  '0009-words': {
    up: async (database: Kysely<unknown>) => {
      const { schema } = database
      // On both engines, so that tables are moved from one to the other as they are.
      await schema.alterTable('archive_texts').addColumn('word_bytes', 'bigint').execute()
      if (!isPostgres(database)) return
      await schema
        .createTable('archive_words')
        .addColumn('account', 'integer', (column) => column.notNull())
        .addColumn('day', 'integer', (column) => column.notNull())
        .addColumn('id', 'bigint', (column) => column.notNull())
        .addColumn('object', 'text', (column) => column.notNull())
        .addColumn('words', sql`tsvector`, (column) => column.notNull())
        .addPrimaryKeyConstraint('archive_words_primary', ['account', 'day', 'id', 'object'])
        .execute()
      // The commonest words of all accounts would stand in the planner's statistics.
      await sql`alter table archive_words alter column words set statistics 0`.execute(database)
      // A day is written at once: its words are sorted in before the next one is, so that no question reads them one by one.
      await sql`create index archive_words_words on archive_words using gin (words)
        with (gin_pending_list_limit = 64)`.execute(database)
    },
  },
  '0010-segment-versions': {
    up: async ({ schema }: Kysely<unknown>) => {
      await schema
        .alterTable('archive_segments')
        .addColumn('version', 'integer', (column) => column.notNull().defaultTo(0))
        .execute()
    },
  },
  '0011-missing-contacts': {
    up: async ({ schema }: Kysely<unknown>) => {
      await schema
        .alterTable('archive_days')
        .addColumn('missing', 'integer', (column) => column.notNull().defaultTo(0))
        .execute()
    },
  },
  '0012-callers': { up: addCallers },
}
