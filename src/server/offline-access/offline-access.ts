/*
 * A person's standing permission: Callboard reads contacts with their access, for alerts and reports, without a session.
 *
 * - `give(session)` keeps the access of who is signed in, sealed under SESSION_SECRET and bound to the principal and this
 *   purpose; with a company's sign-in only who the person is, since AUTH_KEYS holds the key. `stateOf(principal)` says how it
 *   stands, `end(principal, why)` ends it. After 400 days it ends by itself.
 * - `as(principal)` is what a run acts by: a `StoredSession` like that of a request, for `calls`, `access` and the archive, or
 *   the reason why there is none. It is made anew for each run, so whoever is not mapped any more, or to another account, has none.
 * - A 401 of the API ends it as `refused`: `endedBy(idHash)`, which the session store's `end` passes on.
 */
import type { Kysely } from 'kysely'
import * as z from 'zod'
import { DAY_MS } from '#/contract/day.ts'
import { sessionUser } from '#/contract/session.ts'
import type { StandingEnd, StandingState } from '#/contract/delivery/offline-access.ts'
import type { Directory } from '#/server/identity/directory.ts'
import { identity } from '#/server/identity/identity.ts'
import { accountText, type Names } from '#/server/session/names.ts'
import type { Seal } from '#/server/session/seal.ts'
import type { StoredSession } from '#/server/session/store.ts'

interface StandingTable {
  principal: string
  /** Null: it has ended, and nothing is left of it. */
  sealed: string | null
  /** Milliseconds since 1970. */
  given: number
  ended: number | null
  why: StandingEnd | null
  /** Whom to tell when it ends by itself; null when no address is known or its person has ended it. */
  email: string | null
}
export interface StandingTables {
  standing: StandingTable
}

const LASTS_MS = 400 * DAY_MS
const ID_PREFIX = 'standing '

const kept = z.union([
  z.object({ api_key: z.string(), user: sessionUser }),
  z.object({ identity, account: z.string(), user: sessionUser }),
])

const boundTo = ({ principal, given }: Pick<StandingTable, 'principal' | 'given'>) =>
  JSON.stringify(['standing', 'alerts and reports', principal, given])

export interface StandingOptions {
  readonly database: Kysely<StandingTables>
  readonly seal: Seal
  readonly names: Pick<Names, 'principal'>
  readonly directory: Pick<Directory, 'grantOf' | 'rightsOf'>
  readonly now: () => number
}

export const createStanding = ({ database, seal, names, directory, now }: StandingOptions) => {
  const end = async (principal: string, why: StandingEnd): Promise<boolean> => {
    const { numUpdatedRows } = await database
      .updateTable('standing')
      .set({ sealed: null, ended: now(), why, ...(why === 'person' && { email: null }) })
      .where('principal', '=', principal)
      .where('sealed', 'is not', null)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }

  const rowOf = async (principal: string) => {
    const row = await database
      .selectFrom('standing')
      .selectAll()
      .where('principal', '=', principal)
      .executeTakeFirst()
    if (row?.sealed == null || now() < row.given + LASTS_MS) return row
    await end(principal, 'expired')
    return { ...row, sealed: null, ended: now(), why: 'expired' as const }
  }

  /** Null: it is not in force. */
  const sessionOf = async (principal: string): Promise<StoredSession | null> => {
    const row = await rowOf(principal)
    if (row?.sealed == null) return null
    const plain = seal.open(row.sealed, boundTo(row))
    if (plain === null) {
      // By a secret that is gone.
      await end(principal, 'secret')
      return null
    }
    const facts = kept.parse(JSON.parse(plain))
    const all = {
      idHash: `${ID_PREFIX}${principal} ${row.given}`,
      user: facts.user,
      principal,
      frame: null,
      wall: null,
      openedAt: row.given,
      endsAt: row.given + LASTS_MS,
    }
    if ('api_key' in facts)
      return {
        ...all,
        key: facts.api_key,
        account: principal,
        rights: directory.rightsOf(facts.user.email),
        company: null,
      }
    const grant = directory.grantOf(facts.identity)
    if (grant?.account !== facts.account) return null
    const account = await names.principal(accountText(grant.account))
    return { ...all, key: grant.key, account, rights: grant.rights, company: facts }
  }

  const principalOf = (idHash: string) => idHash.slice(ID_PREFIX.length).split(' ')[0]!

  return {
    end,

    /** In force from now on, and for 400 days from now. A screen on the wall, and a frame, cannot give it. */
    give: async ({ principal, key, user, company, wall }: StoredSession): Promise<void> => {
      if (wall !== null) throw new Error('a screen on the wall is no person')
      const given = now()
      const facts: z.infer<typeof kept> = company
        ? { identity: company.identity, account: company.account, user }
        : { api_key: key, user }
      const row = {
        sealed: seal.close(JSON.stringify(facts), boundTo({ principal, given })),
        given,
        ended: null,
        why: null,
        email: user.email,
      }
      await database
        .insertInto('standing')
        .values({ principal, ...row })
        .onConflict((conflict) => conflict.column('principal').doUpdateSet(row))
        .execute()
    },

    stateOf: async (principal: string): Promise<StandingState> => {
      const row = await rowOf(principal)
      const said = (at: number | null) => (at === null ? null : new Date(at).toISOString())
      if (!row) return { is: 'none', given: null, until: null, ended: null, why: null }
      return {
        is: row.sealed === null ? 'ended' : 'given',
        given: said(row.given),
        until: said(row.given + LASTS_MS),
        ended: said(row.ended),
        why: row.why,
      }
    },

    /** Null: it has ended, or whose it was may not come in any more. */
    as: sessionOf,

    /** Who may have one in force. */
    principals: async (): Promise<readonly string[]> => {
      const rows = await database
        .selectFrom('standing')
        .select('principal')
        .where('sealed', 'is not', null)
        .execute()
      return rows.map(({ principal }) => principal)
    },

    /** Whom to tell that it has ended, or that they may no longer come in; null when no address is known. */
    personOf: async (principal: string): Promise<string | null> => (await rowOf(principal))?.email ?? null,

    /** Whether an id hash is that of a session of {@link as}. */
    isStanding: (idHash: string): boolean => idHash.startsWith(ID_PREFIX),
    isOpen: async (idHash: string): Promise<boolean> =>
      (await sessionOf(principalOf(idHash)))?.idHash === idHash,
    /** The API has refused its key. */
    endedBy: async (idHash: string): Promise<void> => {
      const current = await sessionOf(principalOf(idHash))
      if (current?.idHash === idHash) await end(current.principal, 'refused')
    },

    /** Seals again what the secret before has sealed, so that it is needed no longer. */
    renewSecret: async (): Promise<void> => {
      for (const row of await database.selectFrom('standing').selectAll().execute()) {
        const sealed = row.sealed === null ? null : seal.renew(row.sealed, boundTo(row))
        if (sealed !== null)
          await database
            .updateTable('standing')
            .set({ sealed })
            .where('principal', '=', row.principal)
            .where('sealed', '=', row.sealed)
            .execute()
      }
    },
  }
}

export type StandingAccess = ReturnType<typeof createStanding>
