import { Failure, failure } from '#/server/http/failure.ts'
import type { StoredSession } from '#/server/session/store.ts'
import type { CallContext } from '#/server/upstream/request.ts'
import type { SessionCalls } from '#/server/upstream/session-calls.ts'

/** So old may the API's last answer to a session for an account be. */
const TRUSTED_MS = 5 * 60_000

/** What a session may see of an account. */
export interface Access {
  /** Names of fields of a contact that must not leave (G12). */
  readonly hidden: ReadonlySet<string>
  /** Aborts as soon as the API refuses the session this account. */
  readonly signal: AbortSignal
}

const keyOf = (idHash: string, client: string | null) => `${idHash} ${client ?? ''}`

/**
 * A session reads what is kept of an account only while the API still answers that session for that account: what is kept
 * must never be more than what could be asked for.
 */
export const createAccess = (monotonic: () => number) => {
  const answered = new Map<string, number>()
  const open = new Map<
    string,
    { readonly controller: AbortController; readonly hidden: ReadonlySet<string> }
  >()
  /** Refused since: a list that names the client is not enough any more. */
  const doubted = new Set<string>()

  const isFresh = (key: string) => monotonic() - (answered.get(key) ?? -Infinity) < TRUSTED_MS

  const close = (idHash: string, client: string | null) => {
    const key = keyOf(idHash, client)
    answered.delete(key)
    doubted.add(key)
    open.get(key)?.controller.abort(failure('client_forbidden'))
    open.delete(key)
  }

  return {
    /** The API has answered a session for an account. */
    onAnswer: (idHash: string, client: string | null) => {
      answered.set(keyOf(idHash, client), monotonic())
    },

    /** The API has refused. @returns whether what is kept is closed by it */
    onRefusal: (idHash: string, client: string | null, refused: Failure): boolean => {
      if (refused.status !== 403) return false
      close(idHash, client)
      return true
    },

    /** The session has ended: for all accounts. */
    onEnd: (idHash: string) => {
      for (const key of [...answered.keys(), ...open.keys(), ...doubted])
        if (key.startsWith(`${idHash} `)) {
          answered.delete(key)
          doubted.delete(key)
          open.get(key)?.controller.abort(failure('session_ended'))
          open.delete(key)
        }
    },

    /** Sessions of which something is known here, by the hashes of their ids. */
    sessions: (): ReadonlySet<string> =>
      new Set([...answered.keys(), ...open.keys()].map((key) => key.slice(0, key.indexOf(' ')))),

    /** What the API has refused others may not have been heard here: it is asked before anything more is told. */
    doubtAll: () => {
      for (const key of [...answered.keys(), ...open.keys()]) doubted.add(key)
    },

    /** What was found of it the last time; null: the API would have to be asked. */
    known: (idHash: string, client: string | null): Access | null => {
      const key = keyOf(idHash, client)
      const found = isFresh(key) && !doubted.has(key) ? open.get(key) : undefined
      return found === undefined ? null : { hidden: found.hidden, signal: found.controller.signal }
    },

    /** @throws Failure what the API says where it does not answer the session for the account any more */
    check: async (
      calls: Pick<SessionCalls, 'access' | 'call'>,
      session: StoredSession,
      client: string | null,
      context: CallContext,
    ): Promise<Access> => {
      const key = keyOf(session.idHash, client)
      try {
        // An agency's list says who is its client; it is at most a minute old.
        const way = await calls.access(session, client, context)
        if (doubted.has(key) || (!isFresh(key) && (client === null || way.isOwnKey)))
          await calls.call(session, { name: 'objects', values: {}, clientId: client }, context)
        if (client !== null && !way.isOwnKey) answered.set(key, monotonic())
        doubted.delete(key)
        const controller = open.get(key)?.controller ?? new AbortController()
        const hidden = new Set<string>(way.hiddenFields)
        open.set(key, { controller, hidden })
        return { hidden, signal: controller.signal }
      } catch (error) {
        if (error instanceof Failure && (error.status === 401 || error.status === 403))
          close(session.idHash, client)
        throw error
      }
    },
  }
}

export type ArchiveAccess = ReturnType<typeof createAccess>
