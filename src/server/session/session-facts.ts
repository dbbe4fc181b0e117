import type { Rights } from '#/contract/session.ts'
import { storedFacts, type SealedFacts } from './facts.ts'
import { accountText } from './names.ts'
import type { SessionEnds } from './session-ends.ts'
import { boundTo, type SessionTable } from './session-tables.ts'
import type { SessionStoreOptions, StoredSession } from './store.ts'

/** A kiosk has no rights, so it never shows callers' numbers. */
const NO_RIGHTS: Rights = new Set()

export const readSessions = (
  {
    database,
    names,
    seal,
    directory,
  }: Pick<SessionStoreOptions, 'database' | 'names' | 'seal' | 'directory'>,
  { endOf, isOver }: Pick<SessionEnds, 'endOf' | 'isOver'>,
) => {
  const rowOf = (idHash: string) =>
    database.selectFrom('sessions').selectAll().where('id_hash', '=', idHash).executeTakeFirst()

  /** Null: expired, or sealed by another secret. */
  const factsOf = (row: SessionTable | undefined) => {
    const plain = !row || isOver(row) ? null : seal.open(row.sealed, boundTo(row))
    return plain === null ? null : storedFacts.parse(JSON.parse(plain))
  }

  /** A session's own facts, or the granting session's for a frame. Null: ended. */
  const effectiveFacts = async (row: SessionTable | undefined) => {
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
   * Null: AUTH_KEYS has no account for the person, or another one.
   * @param rows its own, and the one it depends on
   */
  const sessionOf = async (
    rows: readonly [Omit<SessionTable, 'sealed'>, ...Omit<SessionTable, 'sealed'>[]],
    known: SealedFacts,
    frame: StoredSession['frame'] = null,
  ): Promise<StoredSession | null> => {
    const [{ id_hash: idHash, principal, created: openedAt }] = rows
    const { user, wall: kiosk = null } = known
    const endsAt = Math.min(...rows.map(endOf))
    const all = { idHash, user, principal, frame, kiosk, openedAt, endsAt }
    if ('api_key' in known) {
      const rights = kiosk ? NO_RIGHTS : directory.rightsOf(user.email)
      return { ...all, key: known.api_key, account: principal, rights, company: null }
    }
    const grant = directory.grantOf(known.identity)
    if (grant?.account !== known.account) return null
    const account = await names.principal(accountText(grant.account))
    return { ...all, key: grant.key, account, rights: kiosk ? NO_RIGHTS : grant.rights, company: known }
  }

  return { rowOf, factsOf, effectiveFacts, sessionOf }
}

export type SessionReader = ReturnType<typeof readSessions>
