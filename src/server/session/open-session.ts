import { randomBytes } from 'node:crypto'
import { failure } from '#/server/http/failure.ts'
import type { FrameFacts, SealedFacts, WallFacts } from './facts.ts'
import { sha256 } from './seal.ts'
import type { SessionReader } from './session-facts.ts'
import { boundTo } from './session-tables.ts'
import type { SessionStoreOptions, StoredSession } from './store.ts'

/** The ways in which a session begins. */
export const openSessions = (
  { database, names, seal, now }: Pick<SessionStoreOptions, 'database' | 'names' | 'seal' | 'now'>,
  { rowOf, factsOf, sessionOf }: Pick<SessionReader, 'rowOf' | 'factsOf' | 'sessionOf'>,
) => {
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

  return {
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
  }
}
