import type { Kysely } from 'kysely'
import type { SoughtText } from '#/analytics/texts/sought.ts'
import { isPostgres } from '#/server/database/database.ts'
import type { StoredDay } from '../stored-day.ts'
import type { ArchiveTables } from '../schema.ts'
import type { SegmentDays } from '../store.ts'
import { PACKED_DAYS } from './packed-days.ts'
import { WORD_VECTORS } from './word-vectors.ts'

type Database = Kysely<ArchiveTables>

/** As columns have it. */
export type FoundContact = readonly [id: number, oid: string | null]

/** What of texts can be looked for. Both are made of the same stems and find the same contacts. */
export interface TextIndex {
  /** Each has rows by account and day, which go with the records. */
  readonly tables: readonly ('archive_texts' | 'archive_words')[]
  /** What can be looked for in the records of a day, in place of what there was. Within the transaction that writes these. */
  readonly write: (write: Database, account: number, day: number, kept: StoredDay) => Promise<void>
  /** Contacts whose texts hold all of what is sought; days that an earlier version has kept are looked into as they are. */
  readonly find: (
    database: Database,
    account: number,
    days: SegmentDays,
    sought: SoughtText,
  ) => Promise<readonly FoundContact[]>
  /** Some days that an earlier version, or another engine, has kept. */
  readonly unwritten: (
    database: Database,
    most: number,
  ) => Promise<readonly { readonly account: number; readonly day: number }[]>
  /** After rows were removed: nothing of their words stays in what the database has made of them. */
  readonly tidy: (database: Database, signal: AbortSignal) => Promise<void>
}

export const textIndexOf = (database: Database): TextIndex =>
  isPostgres(database) ? WORD_VECTORS : PACKED_DAYS
