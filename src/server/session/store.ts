import type { Kysely } from 'kysely'
import type { Rights } from '#/contract/session.ts'
import type { Grants } from './identity.ts'
import type { FrameFacts, PersonFacts, SealedFacts, KioskFacts } from './facts.ts'
import type { Names } from './names.ts'
import { openSessions } from './open-session.ts'
import { sha256, type Seal } from './seal.ts'
import { createSessionEnds } from './session-ends.ts'
import { readSessions } from './session-facts.ts'
import { boundTo, type SessionTables } from './session-tables.ts'
import { tendSessions } from './session-maintenance.ts'

/** A session of a request. `key` is the API key, sent to the API only. */
export interface StoredSession {
  readonly idHash: string
  readonly key: string
  readonly user: SealedFacts['user']
  /** Owner of sessions, preferences and log entries; pages share nothing between principals. */
  readonly principal: string
  /** Owner of contacts at the API. People with the same key share the archive. */
  readonly account: string
  readonly rights: Rights
  readonly company: PersonFacts | null
  /** The embedding page and the granting session's hash; null: not framed. */
  readonly frame: Pick<FrameFacts, 'portal' | 'of'> | null
  /** A kiosk, limited to the figures of `/live` of this client; null: none. */
  readonly kiosk: KioskFacts | null
  /** Epoch milliseconds; `endsAt` without further activity. */
  readonly openedAt: number
  readonly endsAt: number
}

export interface ListedSession {
  readonly idHash: string
  readonly principal: string
  readonly created: number
  readonly seen: number
  readonly facts: SealedFacts
  readonly portal: string | null
  readonly endsAt: number
}

/** 256 bits in base64url. */
const ID = /^[\w-]{43}$/

export interface SessionStoreOptions {
  readonly database: Kysely<SessionTables>
  readonly names: Pick<Names, 'principal'>
  readonly seal: Seal
  readonly directory: Grants
  readonly now: () => number
  readonly idleMs: number
  readonly maxMs: number
}

/**
 * Sessions in the server's database. Only opening waits for a write; activity and ends are in memory first.
 * @throws database errors on reads: an unavailable store must not look like a signed-out user
 */
export const createSessionStore = (options: SessionStoreOptions) => {
  const { database, seal, now } = options
  const ends = createSessionEnds(options)
  const reader = readSessions(options, ends)
  const { rowOf, effectiveFacts, sessionOf } = reader

  return {
    ...openSessions(options, reader),
    ...tendSessions(options, ends),
    end: ends.end,
    writeDown: ends.writeDown,

    replace: async (idHash: string, known: SealedFacts): Promise<void> => {
      const row = await rowOf(idHash)
      if (!row) return
      await database
        .updateTable('sessions')
        .set({ sealed: seal.close(JSON.stringify(known), boundTo(row)) })
        .where('id_hash', '=', idHash)
        .execute()
    },

    all: async (principal: string | null = null): Promise<readonly ListedSession[]> => {
      const rows = await database
        .selectFrom('sessions')
        .selectAll()
        .$if(principal !== null, (query) => query.where('principal', '=', principal))
        .orderBy('created', 'desc')
        .execute()
      const sessions = await Promise.all(rows.map(async (row) => ({ row, is: await effectiveFacts(row) })))
      return sessions.flatMap(({ row, is }) => {
        if (is === null) return []
        const { id_hash: idHash, principal: whose, created } = row
        const { facts, frame } = is
        // Address of the frame's browser.
        const shown = frame ? { ...facts, from: frame.from } : facts
        return [
          {
            idHash,
            principal: whose,
            created,
            seen: ends.seenAt(row),
            facts: shown,
            portal: frame?.portal ?? null,
            endsAt: Math.min(...is.rows.map(ends.endOf)),
          },
        ]
      })
    },

    readers: async (): Promise<readonly Pick<StoredSession, 'account' | 'kiosk'>[]> => {
      const readers = []
      for (const row of await database.selectFrom('sessions').selectAll().execute()) {
        const is = await effectiveFacts(row)
        const session = is && (await sessionOf(is.rows, is.facts, is.frame))
        if (session) readers.push(session)
      }
      return readers
    },

    /** Whether a session is still open; no activity. */
    isOpen: async (idHash: string): Promise<boolean> => (await effectiveFacts(await rowOf(idHash))) !== null,

    /**
     * The session of a cookie's id, or null.
     * @param isActivity false for background requests, which do not extend it
     */
    find: async (id: string | undefined, isActivity: boolean): Promise<StoredSession | null> => {
      if (id === undefined || !ID.test(id)) return null
      const idHash = sha256(id)
      if (ends.hasEnded(idHash)) return null
      const row = await rowOf(idHash)
      if (!row || ends.hasEnded(idHash)) return null
      const is = await effectiveFacts(row)
      const at = now()
      // Activity in a frame extends the granting session too.
      for (const one of isActivity || row.is_wall ? (is?.rows ?? []) : []) ends.noteActivity(one, at)
      const session = is && (await sessionOf(is.rows, is.facts, is.frame))
      if (session === null) await ends.end(idHash)
      return session
    },
  }
}

export type SessionStore = ReturnType<typeof createSessionStore>
