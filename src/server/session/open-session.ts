import { randomBytes } from 'node:crypto'
import type { FrameFacts, SealedFacts, KioskFacts } from './facts.ts'
import { sha256 } from './seal.ts'
import type { SessionReader } from './session-facts.ts'
import { boundTo } from './session-tables.ts'
import type { SessionStoreOptions, StoredSession } from './store.ts'

export const openSessions = (
  { database, names, seal, now }: Pick<SessionStoreOptions, 'database' | 'names' | 'seal' | 'now'>,
  { rowOf, factsOf, sessionOf }: Pick<SessionReader, 'rowOf' | 'factsOf' | 'sessionOf'>,
) => {
  const newRow = (principal: string, isKiosk = false) => {
    const id = randomBytes(32).toString('base64url')
    const created = now()
    return { id, row: { id_hash: sha256(id), principal, created, seen: created, is_wall: isKiosk ? 1 : 0 } }
  }
  const insert = (row: ReturnType<typeof newRow>['row'], facts: SealedFacts | FrameFacts) =>
    database
      .insertInto('sessions')
      .values({ ...row, sealed: seal.close(JSON.stringify(facts), boundTo(row)) })
      .execute()

  return {
    /** @returns the cookie's id, which is stored nowhere else; null: no account for the person */
    open: async (
      known: SealedFacts,
      owner: string,
    ): Promise<{ id: string; session: StoredSession } | null> => {
      const { id, row } = newRow(await names.principal(owner))
      const session = await sessionOf([row], known)
      if (session) await insert(row, known)
      return session && { id, session }
    },

    /** Opens a framed session; null: the granting one has ended, or is framed itself. */
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
     * Opens a kiosk, which outlives the granting session; null: that has ended, or is no person's own.
     * @param of hash of that session's id
     */
    openKiosk: async (
      of: string,
      kiosk: KioskFacts,
      from: SealedFacts['from'],
    ): Promise<{ id: string; session: StoredSession } | null> => {
      const giver = await rowOf(of)
      const facts = factsOf(giver)
      if (!giver || facts === null || 'of' in facts || facts.wall) return null
      const known: SealedFacts = { ...facts, from, wall: kiosk }
      // Provider data belong to the person's own session.
      if ('identity' in known) delete known.provider
      const { id, row } = newRow(giver.principal, true)
      const session = await sessionOf([row], known)
      if (session) await insert(row, known)
      return session && { id, session }
    },
  }
}
