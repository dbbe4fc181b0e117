import type { Kysely } from 'kysely'
import type { TextSearch } from '#/analytics/texts/text-search.ts'
import { isPostgres } from '#/server/database/database.ts'
import type { StoredDay } from '../stored-day.ts'
import type { ArchiveTables } from '../schema.ts'
import type { SegmentDays } from '../store.ts'
import { PACKED_DAYS } from './packed-days.ts'
import { WORD_VECTORS } from './word-vectors.ts'

type Database = Kysely<ArchiveTables>

export type TextMatch = readonly [id: number, oid: string | null]

/** Search in texts. Both implementations use the same stems and find the same contacts. */
export interface TextIndex {
  readonly tables: readonly ('archive_texts' | 'archive_words')[]
  /** Replaces the index of a day, within the transaction that writes its records. */
  readonly write: (write: Database, account: number, day: number, stored: StoredDay) => Promise<void>
  /** Contacts whose texts contain all words, also on days that another engine has indexed. */
  readonly find: (
    database: Database,
    account: number,
    days: SegmentDays,
    search: TextSearch,
  ) => Promise<readonly TextMatch[]>
  readonly unwritten: (
    database: Database,
    most: number,
  ) => Promise<readonly { readonly account: number; readonly day: number }[]>
  /** Drops deleted words from the database's own structures. */
  readonly tidy: (database: Database, signal: AbortSignal) => Promise<void>
}

export const textIndexOf = (database: Database): TextIndex =>
  isPostgres(database) ? WORD_VECTORS : PACKED_DAYS
