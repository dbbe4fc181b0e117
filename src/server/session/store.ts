import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { DAY_MS } from '#/contract/day.ts'
import type { Rights } from '#/contract/session.ts'
import { migrate, troubleOf, type Trouble } from '#/server/database/database.ts'
import type { Directory } from '#/server/identity/directory.ts'
import { storedFacts, type FrameFacts, type PersonFacts, type SealedFacts, type WallFacts } from './facts.ts'
import type { Names } from './names.ts'
import { failure } from '#/server/http/failure.ts'
import { sha256, type Seal } from './seal.ts'
import { boundTo, sessionMigrations, type SessionTable, type SessionTables } from './session-tables.ts'

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

/** What an account of AUTH_KEYS is found by among principals, as `email:` and `key:` are. */
export const accountText = (name: string) => `account:${name}`

/** 256 bits in base64url. */
const ID = /^[\w-]{43}$/
/** So long a request waits for a row to be deleted that is denied already, and the health for its small write. */
const WRITE_MS = 1_000
/** So long a screen on the wall stays, whatever SESSION_IDLE and SESSION_MAX say of people. */
const WALL_MS = 30 * DAY_MS
/** What a wall may besides: nothing, no callers' numbers either. */
const NO_RIGHTS: Rights = new Set()

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
export const createSessionStore = async (options: SessionStoreOptions) => {
  const { database, names, seal, directory, now, idleMs, maxMs } = options
  await migrate(database, sessionMigrations(seal))
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

  const seenAt = ({ id_hash: idHash, seen }: Pick<SessionTable, 'id_hash' | 'seen'>) =>
    Math.max(seen, active.get(idHash) ?? 0)

  const endOf = (row: Omit<SessionTable, 'sealed'>) =>
    row.is_wall ? row.created + WALL_MS : Math.min(row.created + maxMs, seenAt(row) + idleMs)
  const isOver = (row: SessionTable) => ended.has(row.id_hash) || now() >= endOf(row)

  const rowOf = (idHash: string) =>
    database.selectFrom('sessions').selectAll().where('id_hash', '=', idHash).executeTakeFirst()

  /** What an open row says; null: it is over, or sealed by another secret. */
  const factsOf = (row: SessionTable | undefined) => {
    const plain = !row || isOver(row) ? null : seal.open(row.sealed, boundTo(row))
    return plain === null ? null : storedFacts.parse(JSON.parse(plain))
  }

  /** The facts by which a session acts: its own, or those of the session that has let a frame in. Null: it is over. */
  const actingFacts = async (row: SessionTable | undefined) => {
    const own = factsOf(row)
    if (!row || own === null) return null
    if (!('of' in own)) return { facts: own, frame: null, rows: [row] as const }
    const giver = await rowOf(own.of)
    const facts = factsOf(giver)
    return !giver || facts === null || 'of' in facts
      ? null
      : { facts, frame: own, rows: [row, giver] as const }
  }

  /**
   * Null: AUTH_KEYS has no account for the person any more, or another one.
   * @param rows its own, and those that it ends with
   */
  const sessionOf = async (
    rows: readonly [Omit<SessionTable, 'sealed'>, ...Omit<SessionTable, 'sealed'>[]],
    known: SealedFacts,
    frame: StoredSession['frame'] = null,
  ): Promise<StoredSession | null> => {
    const [{ id_hash: idHash, principal, created: openedAt }] = rows
    const { user, wall = null } = known
    const endsAt = Math.min(...rows.map(endOf))
    const all = { idHash, user, principal, frame, wall, openedAt, endsAt }
    if ('api_key' in known) {
      const rights = wall ? NO_RIGHTS : directory.rightsOf(user.email)
      return { ...all, key: known.api_key, account: principal, rights, company: null }
    }
    const grant = directory.grantOf(known.identity)
    if (grant?.account !== known.account) return null
    const account = await names.principal(accountText(grant.account))
    return { ...all, key: grant.key, account, rights: wall ? NO_RIGHTS : grant.rights, company: known }
  }

  const newRow = (principal: string, isWall = false) => {
    const id = randomBytes(32).toString('base64url')
    const created = now()
    return { id, row: { id_hash: sha256(id), principal, created, seen: created, is_wall: isWall ? 1 : 0 } }
  }
  const insert = (row: ReturnType<typeof newRow>['row'], facts: SealedFacts | FrameFacts) =>
    database
      .insertInto('sessions')
      .values({ ...row, sealed: seal.close(JSON.stringify(facts), boundTo(row)) })
      .execute()

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
      .where((row) =>
        row.or([
          row.and([
            row('is_wall', '=', 0),
            row.or([row('created', '<=', now() - maxMs), row('seen', '<=', now() - idleMs)]),
          ]),
          row('created', '<=', now() - Math.max(maxMs, WALL_MS)),
        ]),
      )
      .execute()
  }

  return {
    end,
    purge,
    writeDown,

    /**
     * Seals again what the secret before has sealed, so that it is needed no longer, and deletes what no secret at hand
     * opens. @returns how many sessions are lost
     */
    renewSecret: async (): Promise<number> => {
      const rows = await database
        .selectFrom('sessions')
        .select(['id_hash', 'sealed', 'principal', 'created', 'is_wall'])
        .execute()
      const lost = rows.filter((row) => seal.open(row.sealed, boundTo(row)) === null)
      for (const row of lost) await deleteRow(row.id_hash)
      for (const row of rows) {
        const sealed = seal.renew(row.sealed, boundTo(row))
        if (sealed !== null)
          await database
            .updateTable('sessions')
            .set({ sealed })
            .where('id_hash', '=', row.id_hash)
            // Another server may have changed it since.
            .where('sealed', '=', row.sealed)
            .execute()
      }
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

    /** How many are open, those of other servers on this database too. */
    count: async (): Promise<number> => {
      const { open } = await database
        .selectFrom('sessions')
        .select((row) => row.fn.countAll<number>().as('open'))
        .where((row) =>
          row.or([
            row.and([row('created', '>', now() - maxMs), row('seen', '>', now() - idleMs)]),
            row.and([row('is_wall', '=', 1), row('created', '>', now() - WALL_MS)]),
          ]),
        )
        .executeTakeFirstOrThrow()
      return open
    },

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
    open: async (known: SealedFacts, owner: string): Promise<{ id: string; session: StoredSession }> => {
      const { id, row } = newRow(await names.principal(owner))
      const session = await sessionOf([row], known)
      if (!session) throw failure('no_account')
      await insert(row, known)
      return { id, session }
    },

    /** Opens one in a frame, which an open session has let in; null: that is over, or in a frame itself. */
    openInFrame: async (frame: FrameFacts): Promise<{ id: string; session: StoredSession } | null> => {
      const giver = await rowOf(frame.of)
      const facts = factsOf(giver)
      if (!giver || facts === null || 'of' in facts) return null
      const { id, row } = newRow(giver.principal)
      const session = await sessionOf([row, giver], facts, frame)
      if (session) await insert(row, frame)
      return session && { id, session }
    },

    /**
     * Opens one for a screen on the wall, in the name of an open session, which it outlives; null: that is over, or none
     * of a person's own.
     * @param of hash of the person's session's id
     */
    openWall: async (
      of: string,
      wall: WallFacts,
      from: SealedFacts['from'],
    ): Promise<{ id: string; session: StoredSession } | null> => {
      const giver = await rowOf(of)
      const facts = factsOf(giver)
      if (!giver || facts === null || 'of' in facts || facts.wall) return null
      const known: SealedFacts = { ...facts, from, wall }
      // The provider's word is for the person's own sign-in.
      if ('identity' in known) delete known.provider
      const { id, row } = newRow(giver.principal, true)
      const session = await sessionOf([row], known)
      if (session) await insert(row, known)
      return session && { id, session }
    },

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
            seen: seenAt(row),
            facts: shown,
            portal: frame?.portal ?? null,
            endsAt: Math.min(...is.rows.map(endOf)),
          },
        ]
      })
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
      if (ended.has(idHash)) return null
      const row = await rowOf(idHash)
      if (!row || ended.has(idHash)) return null
      const is = await actingFacts(row)
      const at = now()
      // Who works in a frame is at work: the session that has let it in does not idle meanwhile.
      for (const one of isActivity || row.is_wall ? (is?.rows ?? []) : [])
        if (at > seenAt(one)) active.set(one.id_hash, at)
      const session = is && (await sessionOf(is.rows, is.facts, is.frame))
      if (session === null) await end(idHash)
      return session
    },
  }
}

export type SessionStore = Awaited<ReturnType<typeof createSessionStore>>
