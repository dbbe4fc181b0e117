import { Failure, failure } from '#/server/http/failure.ts'
import type { StoredSession } from '#/server/session/store.ts'
import type { CallContext } from '#/server/upstream/request.ts'
import type { SessionCalls } from '#/server/upstream/session-calls.ts'

/** How long the API's last answer to a session is trusted. */
const TRUSTED_MS = 5 * 60_000

export interface Access {
  readonly hidden: ReadonlySet<string>
  /** Aborts when the API refuses the session this account. */
  readonly signal: AbortSignal
}

const keyOf = (idHash: string, client: string | null) => `${idHash} ${client ?? ''}`

/**
 * A session reads an account's stored contacts only while the API still answers that session for that
 * account: the archive must never grant more than the API would.
 */
export const createAccess = (monotonic: () => number) => {
  const answered = new Map<string, number>()
  const open = new Map<
    string,
    { readonly controller: AbortController; readonly hidden: ReadonlySet<string> }
  >()
  /** Refused since: being in the agency's client list no longer suffices. */
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
    onAnswer: (idHash: string, client: string | null) => {
      answered.set(keyOf(idHash, client), monotonic())
    },

    /** @returns whether this closed an access that was open */
    onRefusal: (idHash: string, client: string | null, refused: Failure): boolean => {
      if (refused.status !== 403) return false
      close(idHash, client)
      return true
    },

    onEnd: (idHash: string) => {
      for (const key of [...answered.keys(), ...open.keys(), ...doubted])
        if (key.startsWith(`${idHash} `)) {
          answered.delete(key)
          doubted.delete(key)
          open.get(key)?.controller.abort(failure('session_ended'))
          open.delete(key)
        }
    },

    sessions: (): ReadonlySet<string> =>
      new Set([...answered.keys(), ...open.keys()].map((key) => key.slice(0, key.indexOf(' ')))),

    /** Refusals may have been missed here, so every access is checked with the API again. */
    doubtAll: () => {
      for (const key of [...answered.keys(), ...open.keys()]) doubted.add(key)
    },

    known: (idHash: string, client: string | null): Access | null => {
      const key = keyOf(idHash, client)
      const found = isFresh(key) && !doubted.has(key) ? open.get(key) : undefined
      return found === undefined ? null : { hidden: found.hidden, signal: found.controller.signal }
    },

    check: async (
      calls: Pick<SessionCalls, 'access' | 'call'>,
      session: StoredSession,
      client: string | null,
      context: CallContext,
    ): Promise<Access> => {
      const key = keyOf(session.idHash, client)
      try {
        // An agency's list names its clients; it is at most a minute old.
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
