import { isPathValue } from '#/contract/endpoint.ts'
import type { Dialect } from '#/server/config/config.ts'
import type { StoredSession } from '#/server/session/store.ts'
import type { Names } from '#/server/session/names.ts'
import { concealer } from './redact.ts'

/** Access to a client's data: by the prefix with the manager's key, or by the client's own key. */
export interface ClientRoute {
  readonly clientId: string | null
  readonly key: string
  /** A refusal then says nothing about the session. */
  readonly isOwnKey: boolean
  /** Hidden by the client's account (G12), or by missing rights. */
  readonly hiddenFields: readonly string[]
}

const CACHE_MS = 60_000
/** Old lists decide nothing, but their tokens stay secret. */
const HELD_MS = 60 * CACHE_MS
/** Minimum interval of requests for a list because of unknown or refused clients. */
const RECHECK_MS = 5_000

type JsonObject = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

/** The documented record has no id; a real one may (G3). */
const idOf = (client: JsonObject): string | null => {
  const id = client['id'] ?? client['client_id']
  const value = Number.isSafeInteger(id) ? String(id) : text(id)
  return value !== null && isPathValue('client_id', value) ? value : null
}

/** Anything but a list of texts hides nothing (G12). */
const hiddenFieldsOf = (client: JsonObject): readonly string[] => {
  const names: unknown = client['hidden_fields']
  return Array.isArray(names) && names.every((name) => typeof name === 'string') ? names : []
}

/** Maps all clients of an agency answer, whatever its shape (G2). */
const mapClients = (answer: unknown, change: (client: JsonObject) => JsonObject): unknown => {
  if (Array.isArray(answer)) return answer.map((one: unknown) => mapClients(one, change))
  if (!isObject(answer)) return answer
  if (isObject(answer['agency'])) return { ...answer, agency: mapClients(answer['agency'], change) }
  const { clients } = answer
  if (!Array.isArray(clients)) return answer
  return {
    ...answer,
    clients: clients.map((client: unknown) => (isObject(client) ? change(client) : client)),
  }
}

/** G3: clients that a session may act for. Lists are cached per session for a minute. */
export const createClients = (
  names: Pick<Names, 'clients'>,
  { clientAccess }: Dialect,
  now: () => number,
) => {
  const lists = new Map<
    string,
    {
      at: number
      turn: number
      access: ReadonlyMap<string, ClientRoute>
      conceal: (text: string) => string
    }
  >()
  let turns = 0

  const emailOf = (client: JsonObject) => text(client['email'])?.trim().toLowerCase() ?? null

  const namesOf = async (answer: unknown) => {
    const emails: string[] = []
    mapClients(answer, (client) => {
      const email = idOf(client) === null ? emailOf(client) : null
      if (email !== null) emails.push(email)
      return client
    })
    const ids: ReadonlyMap<string, string> = emails.length > 0 ? await names.clients(emails) : new Map()
    return (client: JsonObject) => {
      const id = idOf(client)
      return { id, name: id ?? ids.get(emailOf(client) ?? '') ?? null }
    }
  }

  const accessOf = (client: JsonObject, id: string | null, session: StoredSession): ClientRoute | null => {
    const token = text(client['auth_token'])
    const hiddenFields = hiddenFieldsOf(client)
    if (id !== null && clientAccess !== 'token')
      return { clientId: id, key: session.key, isOwnKey: false, hiddenFields }
    if (token !== null && clientAccess !== 'prefix')
      return { clientId: null, key: token, isOwnKey: true, hiddenFields }
    return null
  }

  const access = async (session: StoredSession, answer: unknown) => {
    const identify = await namesOf(answer)
    const ways = new Map<string, ClientRoute>()
    const secrets = [session.key]
    mapClients(answer, (client) => {
      const { id, name } = identify(client)
      const way = accessOf(client, id, session)
      if (name !== null && way) ways.set(name, way)
      secrets.push(text(client['auth_token']) ?? '')
      return client
    })
    return { access: ways, conceal: concealer(secrets) }
  }

  /**
   * Call before `GET /v2/agency`. The returned function caches the answer unless a later request's is cached:
   * the older one may contain a withdrawn client.
   */
  const beginRequest = (session: StoredSession) => {
    const turn = ++turns
    return async (answer: unknown) => {
      const learned = await access(session, answer)
      for (const [idHash, { at }] of lists) if (now() - at >= HELD_MS) lists.delete(idHash)
      if ((lists.get(session.idHash)?.turn ?? 0) > turn) return
      lists.set(session.idHash, { at: now(), turn, ...learned })
    }
  }

  return {
    beginRequest,

    /** Adds `client`, the identifier in paths and links, to every client. */
    name: async (answer: unknown): Promise<unknown> => {
      const identify = await namesOf(answer)
      return mapClients(answer, (client) => {
        const { name } = identify(client)
        return name === null ? client : { ...client, client: name }
      })
    },

    /** Removes the session's key and its clients' tokens from texts. */
    concealer: (session: StoredSession): ((text: string) => string) =>
      lists.get(session.idHash)?.conceal ?? concealer([session.key]),

    forget: (idHash: string) => void lists.delete(idHash),

    /**
     * Null: not a client of this session.
     * @param readAgency requests `GET /v2/agency`; its errors are passed on
     * @param isDoubted the service just refused the client, so a fresh list is needed
     */
    resolve: async (
      session: StoredSession,
      client: string,
      readAgency: () => Promise<unknown>,
      isDoubted = false,
    ): Promise<ClientRoute | null> => {
      if (!session.user.is_agency_manager) return null
      const list = lists.get(session.idHash)
      const age = list ? now() - list.at : Infinity
      const known = age < (isDoubted ? RECHECK_MS : CACHE_MS) ? list?.access.get(client) : undefined
      if (known || age < RECHECK_MS) return known ?? null
      const learn = beginRequest(session)
      await learn(await readAgency())
      return lists.get(session.idHash)?.access.get(client) ?? null
    },
  }
}

export type Clients = ReturnType<typeof createClients>
