import type { Kysely } from 'kysely'
import type { Rights } from '#/contract/session.ts'
import type { Directory } from '#/server/identity/directory.ts'
import type { FrameFacts, PersonFacts, SealedFacts, WallFacts } from './facts.ts'
import type { Names } from './names.ts'
import { openSessions } from './open-session.ts'
import { sha256, type Seal } from './seal.ts'
import { createSessionEnds } from './session-ends.ts'
import { readSessions } from './session-facts.ts'
import { boundTo, type SessionTables } from './session-tables.ts'
import { tendSessions } from './session-maintenance.ts'

/** A session as a request sees it. `key` is the API key: it leaves the process only towards the API. */
export interface StoredSession {
  readonly idHash: string
  readonly key: string
  readonly user: SealedFacts['user']
  /** Whose session, preferences and entries in the audit log; the wall between what pages keep in memory. */
  readonly principal: string
  /** Whose contacts: whoever the API answers. People who share a key share what is kept. */
  readonly account: string
  readonly rights: Rights
  /** Null: signed in with a key of the API's. */
  readonly company: PersonFacts | null
  /** Where it is shown and the hash of the id of the session that has let it in; null: an ordinary session. */
  readonly frame: Pick<FrameFacts, 'portal' | 'of'> | null
  /** Of a screen on the wall: it reads the figures of `/live` for this client and nothing else; null: an ordinary session. */
  readonly wall: WallFacts | null
  /** Milliseconds since 1970; when it ends: if its person does nothing more. */
  readonly openedAt: number
  readonly endsAt: number
}

export interface ListedSession {
  readonly idHash: string
  readonly principal: string
  /** Milliseconds since 1970. */
  readonly created: number
  readonly seen: number
  readonly facts: SealedFacts
  /** Origin of the page that shows it in a frame; null: an ordinary session. */
  readonly portal: string | null
  /** When it ends if its person does nothing more; milliseconds since 1970. */
  readonly endsAt: number
}

/** 256 bits in base64url. */
const ID = /^[\w-]{43}$/

export interface SessionStoreOptions {
  readonly database: Kysely<SessionTables>
  readonly names: Pick<Names, 'principal'>
  readonly seal: Seal
  readonly directory: Directory
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
export const createSessionStore = (options: SessionStoreOptions) => {
  const { database, seal, now } = options
  const ends = createSessionEnds(options)
  const reader = readSessions(options, ends)
  const { rowOf, actingFacts, sessionOf } = reader

  return {
    ...openSessions(options, reader),
    ...tendSessions(options, ends),
    end: ends.end,
    writeDown: ends.writeDown,

    /** What is known of an open session has changed. */
    replace: async (idHash: string, known: SealedFacts): Promise<void> => {
      const row = await rowOf(idHash)
      if (!row) return
      await database
        .updateTable('sessions')
        .set({ sealed: seal.close(JSON.stringify(known), boundTo(row)) })
        .where('id_hash', '=', idHash)
        .execute()
    },

    /** All sessions there are, or one principal's, the newest first. */
    all: async (principal: string | null = null): Promise<readonly ListedSession[]> => {
      const rows = await database
        .selectFrom('sessions')
        .selectAll()
        .$if(principal !== null, (query) => query.where('principal', '=', principal))
        .orderBy('created', 'desc')
        .execute()
      const acting = await Promise.all(rows.map(async (row) => ({ row, is: await actingFacts(row) })))
      return acting.flatMap(({ row, is }) => {
        if (is === null) return []
        const { id_hash: idHash, principal: whose, created } = row
        const { facts, frame } = is
        // Who showed it there, from where the frame is.
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

    /** Whose contacts open sessions ask for, and on which screens on the wall. */
    readers: async (): Promise<readonly Pick<StoredSession, 'account' | 'wall'>[]> => {
      const readers = []
      for (const row of await database.selectFrom('sessions').selectAll().execute()) {
        const is = await actingFacts(row)
        const session = is && (await sessionOf(is.rows, is.facts, is.frame))
        if (session) readers.push(session)
      }
      return readers
    },

    /** Whether a session that was found before has not ended since: no activity of its person. */
    isOpen: async (idHash: string): Promise<boolean> => (await actingFacts(await rowOf(idHash))) !== null,

    /**
     * The session of a cookie's id, or null. @param isActivity false for requests the page makes by itself: they do
     * not put off the idle end
     */
    find: async (id: string | undefined, isActivity: boolean): Promise<StoredSession | null> => {
      if (id === undefined || !ID.test(id)) return null
      const idHash = sha256(id)
      if (ends.hasEnded(idHash)) return null
      const row = await rowOf(idHash)
      if (!row || ends.hasEnded(idHash)) return null
      const is = await actingFacts(row)
      const at = now()
      // Who works in a frame is at work: the session that has let it in does not idle meanwhile.
      for (const one of isActivity || row.is_wall ? (is?.rows ?? []) : []) ends.noteActivity(one, at)
      const session = is && (await sessionOf(is.rows, is.facts, is.frame))
      if (session === null) await ends.end(idHash)
      return session
    },
  }
}

export type SessionStore = ReturnType<typeof createSessionStore>
