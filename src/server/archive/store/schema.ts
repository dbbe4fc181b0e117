import type { Generated } from 'kysely'

/*
 * The tables of `archive.sqlite`. All of it can be read from the service again: the file may be deleted while
 * the server is stopped.
 */

interface AccountTable {
  number: Generated<number>
  account: string
  /** Changes with each write or removal; caches depend on it. */
  version: Generated<number>
  /** Number of removals: data requested before one is not stored after it. */
  epoch: Generated<number>
}

/** The map of days: what is stored, and how complete it is. */
interface DayTable {
  account: number
  day: number
  read_at: number
  /** Last check for new contacts; null: none since `read_at`. */
  tail_at: number | null
  /** The last attempt, and consecutive attempts that left the day incomplete. */
  tried_at: number
  tries: number
  contacts: number
  unreadable: number
  doubled: number
  faulty: string
  state: 'reading' | 'complete' | 'incomplete'
  gaps: string
  missing: Generated<number>
  /** 1: to be read again, whatever its state. */
  is_due: number
}

interface RecordsTable {
  account: number
  day: number
  /** JSON of {@link StoredDay}, deflated. */
  bytes: Uint8Array
}

/** Columns, deflated; of one day or a closed month. */
interface SegmentTable {
  account: number
  first_day: number
  last_day: number
  bytes: Uint8Array
  /** The account's version at the write; caches depend on it. */
  version: Generated<number>
  /** Version of the caller rule (callers.ts). */
  callers: Generated<number>
}

/** Statuses of the service that have a sum. */
export const SUMMED_STATUSES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17] as const

export type SumTable = {
  account: number
  day: number
  clock: number
  contacts: number
  first_time: number
  target: number
} & {
  /** Null: none, which takes no space. */
  [status in `status_${(typeof SUMMED_STATUSES)[number]}`]: number | null
}

/** Days by contact id. Ids are unique within an object only, so hits are verified. */
interface ContactTable {
  account: number
  id: number
  day: number
}

/** Contacts that the service no longer lists. */
interface GoneTable {
  account: number
  contact: string
  day: number
  gone_since: number
  record: string
}

interface RequestTable {
  account: number
  day: number
  requests: number
  /** Background requests, which have a budget. */
  unasked: number
}

interface ProbeTable {
  account: number
  month: number
  probed_at: number
  /** JSON: the counts of both sides. */
  counts: string
}

interface LeaseTable {
  account: number
  day: number
  holder: string
  /** Epoch milliseconds; afterwards any server may claim it. */
  until: number
}

/** Fields of an account's objects that evaluations need. */
interface ObjectsTable {
  account: number
  read_at: number
  is_all: number
  objects: string
}

/** The last issues of “Needs attention”, regardless of rights: objects, counts and days. */
interface IssuesTable {
  account: number
  /** What it rests on; another one is outdated. */
  basis: string
  found_at: number
  /** JSON of `foundIssues` (evaluation/evaluate-account.ts). */
  found: string
}

/** A day's text index; absent for days stored by versions without it. */
interface TextTable {
  account: number
  day: number
  /** See texts/packed-day.ts; deflated. Empty: no texts, or all in `archive_words`. */
  bytes: Uint8Array
  /** The day's bytes in `archive_words`; null: never written there. */
  word_bytes: number | null
}

/** PostgreSQL only: the words of a contact's texts. See texts/word-vectors.ts. */
interface WordTable {
  account: number
  day: number
  id: number
  object: string
  words: string
}

/** Differences from the API document: names and types, no values. */
interface DriftTable {
  account: number
  day: number
  /** JSON of `archiveDrift` (contract/archive/drift.ts). */
  found: string
}

/** Settings of the file as a whole. */
interface SettingTable {
  /** Of versions that could hash numbers; see maintenance/hashed-store.ts. */
  name: 'phones' | 'phones_key'
  value: string
}

/** Objects' countries, as far as known: numbers are parsed by them (G29). */
interface CountryTable {
  account: number
  oid: string
  /** Two letters; null: contacts were read without it. */
  country: string | null
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
  archive_issues: IssuesTable
  archive_probes: ProbeTable
  archive_drift: DriftTable
  archive_leases: LeaseTable
  archive_settings: SettingTable
}
