import { randomBytes, randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { MINUTE_MS } from '#/contract/day.ts'
import {
  SHARED_REPORT_UNDO_MINUTES,
  SHARED_REPORTS_MAX,
  type SharedLink,
} from '#/contract/shared-reports/shared-reports.ts'
import { createRecords } from '#/server/database/records.ts'
import { sha256 } from '#/server/session/seal.ts'

interface SharedReportTable {
  id: string
  /** SHA-256 of the link's token, which is not stored. */
  token_hash: string
  account: string
  client: string | null
  company_name: string | null
  object_title: string | null
  date_from: string
  date_to: string
  who: string | null
  made: number
  expires: number
  withdrawn: number | null
  page: string
}
export interface SharedReportTables {
  snapshots: SharedReportTable
}

const TOKEN_BYTES = 32
const UNDO_MS = SHARED_REPORT_UNDO_MINUTES * MINUTE_MS

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
type Listed = Pick<SharedReportTable, (typeof LISTED)[number]>

const linkOf = ({ made, expires, ...rest }: Listed): SharedLink => ({
  ...rest,
  made: new Date(made).toISOString(),
  expires: new Date(expires).toISOString(),
})

export type NewSharedReport = Omit<SharedReportTable, 'id' | 'token_hash' | 'made' | 'withdrawn'>

/** Frozen figures under unguessable addresses, in the server's database. */
export const createSharedReports = (database: Kysely<SharedReportTables>, now: () => number) => {
  const records = createRecords(database, 'snapshots')

  return {
    /** @returns the token, only this once; null: the limit is reached */
    add: async (snapshot: NewSharedReport): Promise<{ token: string; link: SharedLink } | null> => {
      const token = randomBytes(TOKEN_BYTES).toString('base64url')
      const row = { ...snapshot, id: randomUUID(), token_hash: sha256(token), made: now(), withdrawn: null }
      if (
        !(await records.add(row, SHARED_REPORTS_MAX, (one) =>
          one.and([one('expires', '>', now()), one('withdrawn', 'is', null)]),
        ))
      )
        return null
      const { account: _, page: _page, token_hash: _hash, withdrawn: _withdrawn, ...listed } = row
      return { token, link: linkOf(listed) }
    },

    /** A page's texts; null: none. A single query in all cases. */
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

    /** @returns the figures' owner; undefined: no such link */
    withdraw: async (account: string, id: string): Promise<Pick<SharedReportTable, 'client'> | undefined> =>
      database
        .updateTable('snapshots')
        .set({ withdrawn: now() })
        .where('id', '=', id)
        .where('account', '=', account)
        .where('expires', '>', now())
        .where('withdrawn', 'is', null)
        .returning('client')
        .executeTakeFirst(),

    /**
     * Restores a withdrawn link.
     * @returns undefined: too late, or none
     */
    restore: async (account: string, id: string): Promise<Pick<SharedReportTable, 'client'> | undefined> =>
      database
        .updateTable('snapshots')
        .set({ withdrawn: null })
        .where('id', '=', id)
        .where('account', '=', account)
        .where('expires', '>', now())
        .where('withdrawn', '>', now() - UNDO_MS)
        .returning('client')
        .executeTakeFirst(),

    purge: async (): Promise<void> => {
      await database
        .deleteFrom('snapshots')
        .where((row) => row.or([row('expires', '<=', now()), row('withdrawn', '<=', now() - UNDO_MS)]))
        .execute()
    },
  }
}

export type SharedReports = ReturnType<typeof createSharedReports>
