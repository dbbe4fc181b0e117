import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import * as z from 'zod'
import { sessionUser } from '#/contract/session.ts'
import { migrate } from '#/server/database.ts'
import { sha256, type Seal } from './seal.ts'

interface SessionTable {
  /** SHA-256 of the cookie's id, hex: who reads the table cannot become anyone. */
  id_hash: string
  /** {@link sealedFacts} as JSON, sealed and bound to `id_hash`. */
  sealed: string
  principal: string
  /** Milliseconds since 1970, by the server's clock. */
  created: number
  seen: number
}
export interface SessionTables {
  sessions: SessionTable
}

/** Versioned migrations; a released one is never edited, a change is a new one. */
const migrations: Record<string, Migration> = {
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
}

const sealedFacts = z.object({ api_key: z.string(), user: sessionUser })
type SealedFacts = z.infer<typeof sealedFacts>

/** A session as a request sees it. `key` is the API key: it leaves the process only towards the API. */
export interface StoredSession {
  readonly idHash: string
  readonly key: string
  readonly user: SealedFacts['user']
  readonly principal: string
}

/** Activity is written down at most this often: every read would otherwise cost a synchronous write. */
const SEEN_STEP_MS = 15_000
/** 256 bits in base64url. */
const ID = /^[\w-]{43}$/

export interface SessionStoreOptions {
  readonly database: Kysely<SessionTables>
  readonly seal: Seal
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly idleMs: number
  readonly maxMs: number
}

/**
 * Sessions in the server's database. @throws whatever the database throws: a store that cannot answer must never
 * be taken for a signed-out user.
 */
export const createSessionStore = async ({ database, seal, now, idleMs, maxMs }: SessionStoreOptions) => {
  await migrate(database, migrations)

  const end = async (idHash: string) => {
    await database.deleteFrom('sessions').where('id_hash', '=', idHash).execute()
  }

  /** Deletes every row past its idle or absolute end. */
  const purge = async () => {
    await database
      .deleteFrom('sessions')
      .where((row) => row.or([row('created', '<=', now() - maxMs), row('seen', '<=', now() - idleMs)]))
      .execute()
  }

  return {
    end,
    purge,

    /** Deletes sessions that were sealed by another secret: they cannot be opened any more. @returns how many there were */
    discardUnreadable: async (): Promise<number> => {
      const rows = await database.selectFrom('sessions').select(['id_hash', 'sealed']).execute()
      const lost = rows.filter((row) => seal.open(row.sealed, row.id_hash) === null)
      for (const row of lost) await end(row.id_hash)
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

    /** Opens a session under a new id. @returns the id for the cookie, which is kept nowhere else */
    open: async (facts: SealedFacts, account: string): Promise<{ id: string; session: StoredSession }> => {
      await purge()
      const id = randomBytes(32).toString('base64url')
      const idHash = sha256(id)
      const principal = seal.pseudonym('principal', account)
      await database
        .insertInto('sessions')
        .values({
          id_hash: idHash,
          sealed: seal.close(JSON.stringify(facts), idHash),
          principal,
          created: now(),
          seen: now(),
        })
        .execute()
      return { id, session: { idHash, key: facts.api_key, user: facts.user, principal } }
    },

    /**
     * The session of a cookie's id, or null. @param isActivity false for requests the page makes by itself: they do
     * not put off the idle end
     */
    find: async (id: string | undefined, isActivity: boolean): Promise<StoredSession | null> => {
      if (id === undefined || !ID.test(id)) return null
      const idHash = sha256(id)
      const row = await database
        .selectFrom('sessions')
        .selectAll()
        .where('id_hash', '=', idHash)
        .executeTakeFirst()
      if (!row) return null
      const at = now()
      const plain = at - row.created < maxMs && at - row.seen < idleMs ? seal.open(row.sealed, idHash) : null
      if (plain === null) {
        await end(idHash)
        return null
      }
      if (isActivity && at - row.seen >= Math.min(SEEN_STEP_MS, idleMs / 4))
        await database.updateTable('sessions').set({ seen: at }).where('id_hash', '=', idHash).execute()
      const { api_key: key, user } = sealedFacts.parse(JSON.parse(plain))
      return { idHash, key, user, principal: row.principal }
    },
  }
}

export type SessionStore = Awaited<ReturnType<typeof createSessionStore>>
