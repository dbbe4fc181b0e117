import type { Generated } from 'kysely'

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

/** Where an account's objects are, as far as it was said: numbers are read by it (G29). */
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
  archive_probes: ProbeTable
  archive_drift: DriftTable
  archive_leases: LeaseTable
  archive_settings: SettingTable
}
