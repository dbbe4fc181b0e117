/*
 * Offline access: Callboard reads contacts with a person's access, without a session, for alerts and reports. `give(session)`
 * stores the access, sealed under SESSION_SECRET and bound to principal and purpose; with company sign-in only the identity,
 * since AUTH_KEYS has the key. It expires after 400 days. `as(principal)` returns a `StoredSession` for one run, or null; a
 * person who has lost or changed the account has none; `follow` keeps the identity at what the company's sign-in says. A 401 of the API ends it as `refused`, through `endedBy(idHash)`.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import * as z from 'zod'
import { DAY_MS } from '#/contract/day.ts'
import { sessionUser } from '#/contract/session.ts'
import type { OfflineAccessEnd, OfflineAccessState } from '#/contract/delivery/offline-access.ts'
import type { Directory } from '#/server/identity/directory.ts'
import { identity, type Identity } from '#/server/session/identity.ts'
import { accountText, type Names } from '#/server/session/names.ts'
import type { Seal } from '#/server/session/seal.ts'
import type { StoredSession } from '#/server/session/store.ts'

interface OfflineAccessTable {
  principal: string
  sealed: string | null
  given: number
  ended: number | null
  why: OfflineAccessEnd | null
  /** Recipient of the notice when it expires; null: unknown, or the person ended it. */
  email: string | null
}
export interface OfflineAccessTables {
  standing: OfflineAccessTable
}

const LASTS_MS = 400 * DAY_MS
const ID_PREFIX = 'standing '

const stored = z.union([
  z.object({ api_key: z.string(), user: sessionUser }),
  z.object({ identity, account: z.string(), user: sessionUser }),
])

const boundTo = ({ principal, given }: Pick<OfflineAccessTable, 'principal' | 'given'>) =>
  JSON.stringify(['standing', 'alerts and reports', principal, given])

export interface OfflineAccessOptions {
  readonly database: Kysely<OfflineAccessTables>
  readonly seal: Seal
  readonly names: Pick<Names, 'principal'>
  readonly directory: Pick<Directory, 'grantOf' | 'rightsOf'>
  readonly now: () => number
}

const resealing = ({ database, seal }: Pick<OfflineAccessOptions, 'database' | 'seal'>) => {
  const replaceSealed = async ({ principal, sealed: before }: OfflineAccessTable, sealed: string) => {
    await database
      .updateTable('standing')
      .set({ sealed })
      .where('principal', '=', principal)
      .where('sealed', '=', before)
      .execute()
  }

  return {
    /** Rights of later runs are those of the identity that the company gives now, its groups above all. */
    updateIdentity: async (now: Identity): Promise<void> => {
      for (const row of await database
        .selectFrom('standing')
        .selectAll()
        .where('sealed', 'is not', null)
        .execute()) {
        const plain = seal.open(row.sealed!, boundTo(row))
        // What another version has stored is its owner's run to report.
        const { data: facts } = stored.safeParse(plain === null ? null : JSON.parse(plain))
        if (facts === undefined || 'api_key' in facts) continue
        const { identity: before } = facts
        if (before.via !== now.via || before.subject !== now.subject || isDeepStrictEqual(before, now))
          continue
        await replaceSealed(row, seal.close(JSON.stringify({ ...facts, identity: now }), boundTo(row)))
      }
    },

    /** Reseals with the present secret, so that the previous one can be dropped. */
    renewSecret: async (): Promise<void> => {
      for (const row of await database.selectFrom('standing').selectAll().execute()) {
        const sealed = row.sealed === null ? null : seal.renew(row.sealed, boundTo(row))
        if (sealed !== null) await replaceSealed(row, sealed)
      }
    },
  }
}

export const createOfflineAccess = ({ database, seal, names, directory, now }: OfflineAccessOptions) => {
  const end = async (principal: string, why: OfflineAccessEnd): Promise<boolean> => {
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

  const sessionOf = async (principal: string): Promise<StoredSession | null> => {
    const row = await rowOf(principal)
    if (row?.sealed == null) return null
    const plain = seal.open(row.sealed, boundTo(row))
    if (plain === null) {
      // Sealed with a lost secret.
      await end(principal, 'secret')
      return null
    }
    const facts = stored.parse(JSON.parse(plain))
    const all = {
      idHash: `${ID_PREFIX}${principal} ${row.given}`,
      user: facts.user,
      principal,
      frame: null,
      kiosk: null,
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

    /** Valid for 400 days from now. Kiosks and frames cannot give it. */
    give: async ({ principal, key, user, company, kiosk }: StoredSession): Promise<void> => {
      if (kiosk !== null) throw new Error('a screen on the wall is no person')
      const given = now()
      const facts: z.infer<typeof stored> = company
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

    stateOf: async (principal: string): Promise<OfflineAccessState> => {
      const row = await rowOf(principal)
      const isoTime = (at: number | null) => (at === null ? null : new Date(at).toISOString())
      if (!row) return { is: 'none', given: null, until: null, ended: null, why: null }
      return {
        is: row.sealed === null ? 'ended' : 'given',
        given: isoTime(row.given),
        until: isoTime(row.given + LASTS_MS),
        ended: isoTime(row.ended),
        why: row.why,
      }
    },

    /** Null: ended, or the person has no access. */
    as: sessionOf,

    principals: async (): Promise<readonly string[]> => {
      const rows = await database
        .selectFrom('standing')
        .select('principal')
        .where('sealed', 'is not', null)
        .execute()
      return rows.map(({ principal }) => principal)
    },

    /** Recipient of notices; null: no address. */
    personOf: async (principal: string): Promise<string | null> => (await rowOf(principal))?.email ?? null,

    /** Whether it is a session of {@link as}. */
    isOfflineAccess: (idHash: string): boolean => idHash.startsWith(ID_PREFIX),
    isOpen: async (idHash: string): Promise<boolean> =>
      (await sessionOf(principalOf(idHash)))?.idHash === idHash,
    endedBy: async (idHash: string): Promise<void> => {
      const current = await sessionOf(principalOf(idHash))
      if (current?.idHash === idHash) await end(current.principal, 'refused')
    },

    ...resealing({ database, seal }),
  }
}

export type OfflineAccess = ReturnType<typeof createOfflineAccess>
