import { randomBytes, randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { MINUTE_MS } from '#/contract/day.ts'
import {
  SNAPSHOT_UNDO_MINUTES,
  SNAPSHOTS_MAX,
  type SharedLink,
} from '#/contract/shared-reports/shared-reports.ts'
import { createRecords } from '#/server/database/records.ts'
import { sha256 } from '#/server/session/seal.ts'

interface SnapshotTable {
  id: string
  /** SHA-256 of what stands in the address, which is kept nowhere. */
  token_hash: string
  /** Whose it is: the account, and the agency's client. */
  account: string
  client: string | null
  company_name: string | null
  object_title: string | null
  date_from: string
  date_to: string
  who: string | null
  /** Milliseconds since 1970. */
  made: number
  expires: number
  /** Null: it was not. */
  withdrawn: number | null
  /** What the page says, as JSON. */
  page: string
}
export interface SnapshotTables {
  snapshots: SnapshotTable
}

/** 256 bits. */
const TOKEN_BYTES = 32
const UNDO_MS = SNAPSHOT_UNDO_MINUTES * MINUTE_MS

const LISTED = [
  'id',
  'client',
  'company_name',
  'object_title',
  'date_from',
  'date_to',
  'who',
  'made',
  'expires',
] as const
type Listed = Pick<SnapshotTable, (typeof LISTED)[number]>

const linkOf = ({ made, expires, ...rest }: Listed): SharedLink => ({
  ...rest,
  made: new Date(made).toISOString(),
  expires: new Date(expires).toISOString(),
})

export type NewSnapshot = Omit<SnapshotTable, 'id' | 'token_hash' | 'made' | 'withdrawn'>

/** Frozen figures under unguessable addresses, in the server's database. */
export const createSnapshots = (database: Kysely<SnapshotTables>, now: () => number) => {
  const records = createRecords(database, 'snapshots')

  return {
    /** @returns what stands in the address, this once; null: there are as many already as may be */
    add: async (snapshot: NewSnapshot): Promise<{ token: string; link: SharedLink } | null> => {
      const token = randomBytes(TOKEN_BYTES).toString('base64url')
      const row = { ...snapshot, id: randomUUID(), token_hash: sha256(token), made: now(), withdrawn: null }
      if (
        !(await records.add(row, SNAPSHOTS_MAX, (one) =>
          one.and([one('expires', '>', now()), one('withdrawn', 'is', null)]),
        ))
      )
        return null
      const { account: _, page: _page, token_hash: _hash, withdrawn: _withdrawn, ...listed } = row
      return { token, link: linkOf(listed) }
    },

    /** What a page says; null: no such page, or no longer. One question, whatever was asked for. */
    read: async (token: string): Promise<string | null> => {
      const row = await database
        .selectFrom('snapshots')
        .select('page')
        .where('token_hash', '=', sha256(token))
        .where('expires', '>', now())
        .where('withdrawn', 'is', null)
        .executeTakeFirst()
      return row?.page ?? null
    },

    /** Those of an account and its clients, the newest first. */
    list: async (account: string): Promise<SharedLink[]> => {
      const rows = await database
        .selectFrom('snapshots')
        .select(LISTED)
        .where('account', '=', account)
        .where('expires', '>', now())
        .where('withdrawn', 'is', null)
        .orderBy('made', 'desc')
        .orderBy('id')
        .execute()
      return rows.map(linkOf)
    },

    /** From now on it is not there. @returns whose figures they were; undefined: the account has no such link */
    withdraw: async (account: string, id: string): Promise<Pick<SnapshotTable, 'client'> | undefined> =>
      database
        .updateTable('snapshots')
        .set({ withdrawn: now() })
        .where('id', '=', id)
        .where('account', '=', account)
        .where('expires', '>', now())
        .where('withdrawn', 'is', null)
        .returning('client')
        .executeTakeFirst(),

    /** It is there again, under the same address. @returns undefined: there is nothing to take back, or no longer */
    restore: async (account: string, id: string): Promise<Pick<SnapshotTable, 'client'> | undefined> =>
      database
        .updateTable('snapshots')
        .set({ withdrawn: null })
        .where('id', '=', id)
        .where('account', '=', account)
        .where('expires', '>', now())
        .where('withdrawn', '>', now() - UNDO_MS)
        .returning('client')
        .executeTakeFirst(),

    /** What is over is deleted. */
    purge: async (): Promise<void> => {
      await database
        .deleteFrom('snapshots')
        .where((row) => row.or([row('expires', '<=', now()), row('withdrawn', '<=', now() - UNDO_MS)]))
        .execute()
    },
  }
}

export type Snapshots = ReturnType<typeof createSnapshots>
