import { fieldsWithoutRight } from '#/contract/call-fields.ts'
import { errorBody, type ErrorBody } from '#/contract/error.ts'
import { endpoints, type EndpointMatch, type EndpointName } from '#/contract/endpoints.ts'
import { Failure, failure, type FailureCode } from '#/server/http/failure.ts'
import { mayAnswerNothing } from '#/server/quirks.ts'
import { sha256 } from '#/server/session/seal.ts'
import { archiveAccount } from '#/server/session/names.ts'
import type { NumberReading } from '#/server/phones/reading.ts'
import type { KeyWatch } from './key-watch.ts'
import type { StoredSession, SessionStore } from '#/server/session/store.ts'
import { createBreaker } from './breaker.ts'
import type { ClientRoute, Clients } from './clients.ts'
import { redact } from './redact.ts'
import type { CallContext, Upstream, UpstreamAnswer, UpstreamCall } from './request.ts'

/** Queue limit per key. */
const MAX_WAITING = 60
/** Retry-After of a full queue, seconds. */
const TURNED_AWAY_S = 2

/** Limits parallel work per key, in order of arrival (G19). */
export const createConcurrencyLimit = (limit: number) => {
  const queues = new Map<string, { running: number; waiting: (() => void)[] }>()

  /** @throws Failure `rate_limited` when the queue is full; the signal's reason when aborted in the queue */
  return async <T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    const queue = queues.get(key) ?? { running: 0, waiting: [] }
    queues.set(key, queue)
    if (queue.running < limit) queue.running++
    else if (queue.waiting.length >= MAX_WAITING)
      throw failure('rate_limited', { headers: { 'Retry-After': String(TURNED_AWAY_S) } })
    else
      // A finished request passes its place on, so `running` stays.
      await new Promise<void>((resolve, reject) => {
        const begin = () => {
          signal.removeEventListener('abort', giveUp)
          resolve()
        }
        const giveUp = () => {
          queue.waiting.splice(queue.waiting.indexOf(begin), 1)
          reject(signal.reason)
        }
        queue.waiting.push(begin)
        signal.addEventListener('abort', giveUp, { once: true })
      })
    try {
      signal.throwIfAborted()
      return await work()
    } finally {
      const next = queue.waiting.shift()
      if (next) next()
      else if (--queue.running === 0) queues.delete(key)
    }
  }
}

/** G19. */
const IN_FLIGHT_PER_SESSION = 6

export interface SessionCall extends Pick<EndpointMatch, 'name' | 'values' | 'clientId'> {
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
}

type Conceal = (text: string) => string
const nothing: Conceal = (text) => text

const errorOf = (body: unknown, conceal: Conceal): ErrorBody['error'] | null => {
  const parsed = errorBody.safeParse(body)
  // Error messages may quote withheld fields (G25).
  return parsed.success ? errorBody.parse(redact(parsed.data, conceal)).error : null
}

/** For refusals without a usable body. */
const CODE_OF_STATUS: Readonly<Record<number, FailureCode>> = {
  400: 'invalid_request',
  401: 'unauthorized',
  403: 'access_denied',
  404: 'not_found',
  410: 'not_found',
  422: 'invalid_request',
}

/**
 * The failure for the browser: the status, and only `error` of the body (G13). Failures of the service keep
 * their status where it is meaningful.
 */
export const refusal = (
  { status, body, retryAfter }: UpstreamAnswer,
  conceal: Conceal = nothing,
): Failure => {
  const headers: Record<string, string> =
    retryAfter !== null && (status === 429 || status === 503) ? { 'Retry-After': retryAfter } : {}
  if (status === 429) return new Failure(429, errorOf(body, conceal) ?? 'rate_limited', { headers })
  if (status >= 500)
    return new Failure([500, 502, 503, 504].includes(status) ? status : 502, 'unknown_error', { headers })
  return new Failure(status, errorOf(body, conceal) ?? CODE_OF_STATUS[status] ?? 'unknown_error', { headers })
}

/** A refusal closes the account's stored contacts. Who may not save, or sees no agency or payments, may still read these. */
const isAboutContacts = (name: EndpointName): boolean => {
  const { method, section } = endpoints[name]
  return method === 'GET' && (section === 'calls' || section === 'objects')
}

/** All requests of signed-in people to the API. */
export const createSessionCalls = (deps: {
  readonly upstream: Upstream
  readonly sessions: Pick<SessionStore, 'end'>
  readonly clients: Clients
  readonly keyWatch: KeyWatch
  readonly numbers: NumberReading
  readonly monotonic: () => number
  /** Results of calls; `client` null: the session's own account. */
  readonly onAnswer?: (
    session: StoredSession,
    client: string | null,
    call: SessionCall,
    answer: unknown,
  ) => void
  readonly onRefusal?: (session: StoredSession, client: string | null, refused: Failure) => void
}) => {
  const { upstream, sessions, clients, keyWatch } = deps
  const { guarded, state: circuits } = createBreaker(deps.monotonic)
  const inSlot = createConcurrencyLimit(IN_FLIGHT_PER_SESSION)

  const ask = async (
    session: StoredSession,
    call: UpstreamCall,
    context: CallContext,
    isOwnKey: boolean,
  ): Promise<unknown> => {
    // Faults of one browser's tests must not open other circuits.
    const circuit = [sha256(call.key ?? ''), call.name, call.clientId ?? '', ...context.faults].join(' ')
    const answer = await inSlot(session.idHash, context.signal, () =>
      guarded(circuit, () => upstream(call, context)),
    )
    if (answer.status === 401) {
      clients.forget(session.idHash)
      // The client's own key was withdrawn.
      if (isOwnKey) throw failure('client_forbidden')
      // The key in AUTH_KEYS is wrong, which signing in again would not fix.
      if (session.company !== null) {
        keyWatch.refused(session.company.account)
        throw failure('key_refused')
      }
      await sessions.end(session.idHash)
      throw failure('session_ended')
    }
    if (session.company !== null && !isOwnKey) keyWatch.accepted(session.company.account)
    if (answer.status < 200 || answer.status >= 300) throw refusal(answer, clients.concealer(session))
    if (answer.body === undefined && !mayAnswerNothing(call.name)) throw failure('upstream_bad_response')
    return answer.body
  }

  const readAgency = (session: StoredSession, context: CallContext) =>
    ask(session, { name: 'agency', key: session.key }, context, false).catch((error: unknown) => {
      // Without access to an agency there are no clients.
      if (error instanceof Failure && error.status === 403) return []
      throw error
    })

  /**
   * The key and prefix of a call.
   * @throws Failure `client_forbidden` before anything is sent (G3)
   */
  const access = async (
    session: StoredSession,
    client: string | null,
    context: CallContext,
    isDoubted = false,
  ): Promise<ClientRoute> => {
    const byRights = fieldsWithoutRight([...session.rights])
    if (client === null) return { clientId: null, key: session.key, isOwnKey: false, hiddenFields: byRights }
    const way = await clients.resolve(session, client, () => readAgency(session, context), isDoubted)
    if (!way) throw failure('client_forbidden')
    return { ...way, hiddenFields: [...way.hiddenFields, ...byRights] }
  }

  /**
   * Checks whether a refused client is still the session's.
   * @returns the failure to throw
   */
  const reasonOf = async (
    session: StoredSession,
    client: string | null,
    context: CallContext,
    refused: unknown,
  ) => {
    const mayBe = refused instanceof Failure && [403, 404].includes(refused.status)
    if (client === null || !mayBe || refused.error === 'client_forbidden') return refused
    return access(session, client, context, true).then(
      () => refused,
      // An unreadable list says nothing about the client.
      (cause: unknown) => (cause instanceof Failure && [401, 403].includes(cause.status) ? cause : refused),
    )
  }

  /**
   * The body of a successful call; undefined where it may be empty.
   * @throws Failure for any other outcome. `session_ended`: the row is deleted already
   */
  const call = async (
    session: StoredSession,
    wanted: SessionCall,
    context: CallContext,
  ): Promise<unknown> => {
    const refuse = (refused: unknown) => {
      if (refused instanceof Failure) deps.onRefusal?.(session, wanted.clientId, refused)
      return refused
    }
    const { clientId, key, isOwnKey } = await access(session, wanted.clientId, context).catch(
      (refused: unknown) => {
        throw refuse(refused)
      },
    )
    const { name, values, body } = wanted
    const account = archiveAccount(session.account, wanted.clientId)
    const query = deps.numbers.callerQuery(account, values.oid, wanted.query ?? {})
    const learn = name === 'agency' ? clients.beginRequest(session) : null
    const answer = await ask(session, { name, values, clientId, query, body, key }, context, isOwnKey).catch(
      async (refused: unknown) => {
        const reason = await reasonOf(session, wanted.clientId, context, refused)
        throw reason !== refused || isAboutContacts(name) ? refuse(reason) : reason
      },
    )
    await learn?.(answer)
    const read =
      name === 'agency' || name === 'update_agency'
        ? clients.name(answer)
        : deps.numbers.read(account, name, answer)
    deps.onAnswer?.(session, wanted.clientId, wanted, read)
    return read
  }

  return { call, access, concealer: clients.concealer, circuits, countries: deps.numbers.countries }
}

export type SessionCalls = ReturnType<typeof createSessionCalls>
