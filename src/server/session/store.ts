import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import * as z from 'zod'
import { sessionUser } from '#/contract/session.ts'
import { migrate, troubleOf, type Trouble } from '#/server/database/database.ts'
import type { Names } from './names.ts'
import { sha256, type Seal } from './seal.ts'

interface SessionTable {
  /** SHA-256 of the cookie's id, hex: who reads the table cannot become anyone. */
  id_hash: string
  /** {@link sealedFacts} as JSON, sealed and bound to the columns that decide: {@link boundTo}. */
  sealed: string
  principal: string
  /** Milliseconds since 1970, by the server's clock. */
  created: number
  seen: number
}
/** One row, written to see whether anything can be. */
interface StorageCheckTable {
  id: number
  at: number
}
export interface SessionTables {
  sessions: SessionTable
  storage_check: StorageCheckTable
}

/** What a row's sealed text belongs to: it opens in no other row, for nobody else and for no longer. */
const boundTo = ({ id_hash, principal, created }: Pick<SessionTable, 'id_hash' | 'principal' | 'created'>) =>
  JSON.stringify(['session', id_hash, principal, created])

/** Versioned migrations; a released one is never edited, a change is a new one. */
const migrationsWith = (seal: Seal): Record<string, Migration> => ({
  '0001-sessions': {
    up: async ({ schema }: Kysely<unknown>) => {
      await schema
        .createTable('sessions')
        .addColumn('id_hash', 'text', (column) => column.primaryKey())
        .addColumn('sealed', 'text', (column) => column.notNull())
        .addColumn('principal', 'text', (column) => column.notNull())
        .addColumn('created', 'bigint', (column) => column.notNull())
        .addColumn('seen', 'bigint', (column) => column.notNull())
        .execute()
      await schema.createIndex('sessions_created').on('sessions').column('created').execute()
      await schema.createIndex('sessions_seen').on('sessions').column('seen').execute()
    },
  },
  // Until here the text was bound to the id only. Sealed again, once: who is signed in stays so.
  '0002-bound': {
    up: async (unknown: Kysely<unknown>) => {
      const database = unknown as Kysely<SessionTables>
      for (const row of await database.selectFrom('sessions').selectAll().execute()) {
        const plain = seal.open(row.sealed, row.id_hash)
        if (plain === null) continue
        await database
          .updateTable('sessions')
          .set({ sealed: seal.close(plain, boundTo(row)) })
          .where('id_hash', '=', row.id_hash)
          .execute()
      }
    },
  },
  '0003-storage-check': {
    up: async ({ schema }: Kysely<unknown>) => {
      await schema
        .createTable('storage_check')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .execute()
    },
  },
})

const sealedFacts = z.object({ api_key: z.string(), user: sessionUser })
type SealedFacts = z.infer<typeof sealedFacts>

/** A session as a request sees it. `key` is the API key: it leaves the process only towards the API. */
export interface StoredSession {
  readonly idHash: string
  readonly key: string
  readonly user: SealedFacts['user']
  readonly principal: string
}

/** 256 bits in base64url. */
const ID = /^[\w-]{43}$/
/** So long a request waits for a row to be deleted that is denied already, and the health for its small write. */
const WRITE_MS = 1_000

export interface SessionStoreOptions {
  readonly database: Kysely<SessionTables>
  readonly names: Pick<Names, 'principal'>
  readonly seal: Seal
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly idleMs: number
  readonly maxMs: number
}

/**
 * Sessions in the server's database. Only opening one waits for a write: activity and ends are known in memory first and
 * written down as soon as the disk takes them. @throws whatever the database throws when it is read: a store that cannot
 * answer must never be taken for a signed-out user.
 */
export const createSessionStore = async (options: SessionStoreOptions) => {
  const { database, names, seal, now, idleMs, maxMs } = options
  await migrate(database, migrationsWith(seal))
  /** Last activity by id hash, where the row does not say it yet. */
  const active = new Map<string, number>()
  /** Ended, but perhaps still in the table. */
  const ended = new Set<string>()

  const deleteRow = async (idHash: string) => {
    await database.deleteFrom('sessions').where('id_hash', '=', idHash).execute()
    ended.delete(idHash)
  }

  /** Denied from here on. The row goes at once, or with {@link writeDown} when the disk takes it. */
  const end = async (idHash: string) => {
    ended.add(idHash)
    active.delete(idHash)
    const deleted = deleteRow(idHash).catch((error: unknown) => {
      if (troubleOf(error) === null) throw error
    })
    await Promise.race([deleted, pause(WRITE_MS, undefined, { ref: false })])
  }

  /** Activity and ends that only memory knows. @throws what the database throws; they are kept for the next time then */
  const writeDown = async () => {
    for (const idHash of ended) await deleteRow(idHash)
    for (const [idHash, seen] of active) {
      await database.updateTable('sessions').set({ seen }).where('id_hash', '=', idHash).execute()
      if (active.get(idHash) === seen) active.delete(idHash)
    }
  }

  /** Deletes every row past its idle or absolute end. */
  const purge = async () => {
    await writeDown()
    await database
      .deleteFrom('sessions')
      .where((row) => row.or([row('created', '<=', now() - maxMs), row('seen', '<=', now() - idleMs)]))
      .execute()
  }

  return {
    end,
    purge,
    writeDown,

    /** Deletes sessions that were sealed by another secret: they cannot be opened any more. @returns how many there were */
    discardUnreadable: async (): Promise<number> => {
      const rows = await database
        .selectFrom('sessions')
        .select(['id_hash', 'sealed', 'principal', 'created'])
        .execute()
      const lost = rows.filter((row) => seal.open(row.sealed, boundTo(row)) === null)
      for (const row of lost) await deleteRow(row.id_hash)
      return lost.length
    },

    /** Whether the database answers at all. */
    isHealthy: async (): Promise<boolean> =>
      database
        .selectFrom('sessions')
        .select('principal')
        .limit(1)
        .execute()
        .then(
          () => true,
          () => false,
        ),

    /** Why nothing can be written; null: it can. */
    storageTrouble: (): Promise<Trouble | null> =>
      Promise.race([
        database
          .insertInto('storage_check')
          .values({ id: 1, at: now() })
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ at: now() }))
          .execute()
          .then(
            () => null,
            (error: unknown) => troubleOf(error) ?? 'inaccessible',
          ),
        pause(WRITE_MS, 'locked' as const, { ref: false }),
      ]),

    /** Opens a session under a new id. @returns the id for the cookie, which is kept nowhere else */
    open: async (facts: SealedFacts, account: string): Promise<{ id: string; session: StoredSession }> => {
      const id = randomBytes(32).toString('base64url')
      const principal = await names.principal(account)
      const row = { id_hash: sha256(id), principal, created: now() }
      await database
        .insertInto('sessions')
        .values({ ...row, sealed: seal.close(JSON.stringify(facts), boundTo(row)), seen: row.created })
        .execute()
      return { id, session: { idHash: row.id_hash, key: facts.api_key, user: facts.user, principal } }
    },

    /** Whether a session that was found before has not ended since: no activity of its person. */
    isOpen: async (idHash: string): Promise<boolean> => {
      if (ended.has(idHash)) return false
      const row = await database
        .selectFrom('sessions')
        .select(['created', 'seen'])
        .where('id_hash', '=', idHash)
        .executeTakeFirst()
      if (!row || ended.has(idHash)) return false
      const seen = Math.max(row.seen, active.get(idHash) ?? 0)
      return now() - row.created < maxMs && now() - seen < idleMs
    },

    /**
     * The session of a cookie's id, or null. @param isActivity false for requests the page makes by itself: they do
     * not put off the idle end
     */
    find: async (id: string | undefined, isActivity: boolean): Promise<StoredSession | null> => {
      if (id === undefined || !ID.test(id)) return null
      const idHash = sha256(id)
      if (ended.has(idHash)) return null
      const row = await database
        .selectFrom('sessions')
        .selectAll()
        .where('id_hash', '=', idHash)
        .executeTakeFirst()
      if (!row || ended.has(idHash)) return null
      const at = now()
      const seen = Math.max(row.seen, active.get(idHash) ?? 0)
      const plain =
        at - row.created < maxMs && at - seen < idleMs ? seal.open(row.sealed, boundTo(row)) : null
      if (plain === null) {
        await end(idHash)
        return null
      }
      if (isActivity && at > seen) active.set(idHash, at)
      const { api_key: key, user } = sealedFacts.parse(JSON.parse(plain))
      return { idHash, key, user, principal: row.principal }
    },
  }
}

export type SessionStore = Awaited<ReturnType<typeof createSessionStore>>
