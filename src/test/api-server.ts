import { LIMITS, type UpstreamFetch } from '#/server/upstream/request.ts'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getResponse } from 'msw'
import { http } from 'msw/http'
import type { ListedCall } from '#/contract/call.ts'
import type { Obj } from '#/contract/object.ts'
import type { Right, SampleAccount } from '#/contract/session.ts'
import { createApp } from '#/server/app.ts'
import { readConfig } from '#/server/config/config.ts'
import { countHere } from '#/server/archive/counting/counting.ts'
import { openTestStore } from '#/server/archive/archive-testing.ts'
import { changeVersion } from '#/server/archive/store/account-numbers.ts'
import { WAITING_CALLERS } from '#/server/archive/store/callers.ts'
import { openDatabase } from '#/server/database/database.ts'
import { FAULT_COOKIE, type FaultName } from '#/server/faults.ts'
import { failure } from '#/server/http/failure.ts'
import { loadAuthStrategy } from '#/server/identity/configured.ts'
import { directoryFrom, directoryWithout } from '#/server/identity/directory.ts'
import { createReferenceService, openReferenceDatabase } from '#/server/reference/api.ts'
import { SAMPLE_SIGN_INS, sampleSignIn } from '#/server/reference/sample-data.ts'
import type { ReferenceDatabase } from '#/server/reference/schema.ts'
import { createSeal } from '#/server/session/seal.ts'
import { createStores, type OwnTables } from '#/server/stores.ts'
import { copySample } from './sample-file.ts'

/** A request the page has made. */
interface RecordedRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly body: string
}

export interface ApiServer {
  readonly database: ReferenceDatabase
  readonly requests: readonly RecordedRequest[]
  /** What our server has asked of the service, oldest first: method and path with query. */
  readonly toService: readonly string[]
  /** From now on the service has these faults; none: it is well again. */
  readonly fault: (...names: FaultName[]) => void
  /** From now on something between page and server answers in its place, by the path, or lets it answer (null); null: it has gone. */
  readonly standInFront: (answers: ((path: string) => Response | null) | null) => void
  /** From now on everybody may do this: AUTH_KEYS was changed. */
  readonly allow: (rights: readonly Right[]) => void
  /** From now on what our server keeps cannot be read. */
  readonly breakArchive: () => void
  /** Kept preferences can no longer be read. */
  readonly spoilPreferences: () => Promise<void>
  /** Callers of all that is stored wait to be read by today's rule, as after an upgrade. */
  readonly leaveFormerCallers: () => Promise<void>
  /** From now on whatever counts the overview in our server's place of a browser's dies of it; or it does not any more. */
  readonly breakOverviewCounting: (isBroken: boolean) => void
  /** Requests whose path, or path with its query, matches are answered only when the returned function has been called. */
  readonly hold: (path: RegExp) => () => void
  /** Holds back what our server asks of the service. */
  readonly holdService: (request: RegExp) => () => void
  readonly signIn: (account: SampleAccount) => Promise<void>
  readonly signInElsewhere: (account: SampleAccount) => Promise<void>
  /** The answer to a read below `/api`, as the page would get it. @throws Error when it is refused */
  readonly get: <T>(path: string) => Promise<T>
  /** A write below `/api` by the signed-in user on another computer: the page does not know. @throws Error when it is refused */
  readonly write: (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) => Promise<unknown>
  readonly close: () => Promise<void>
}

/** What a test holds back is not late by this machine's clock: five of it would be a service that does not answer. */
const NEVER_LATE = { ...LIMITS, headersMs: 600_000, totalMs: 600_000 }
const SECRET = 'a secret of the tests, long enough to be one'

/** What a browser sends by itself, and the wall in front of `/api` looks at. */
const BROWSER_HEADERS = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' }

const createCookieJar = () => {
  const cookies = new Map<string, string>()
  return {
    set: (name: string, value: string) => void cookies.set(name, value),
    header: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    keep: (response: Response) => {
      for (const line of response.headers.getSetCookie()) {
        const [pair = '', ...attributes] = line.split(/;\s*/)
        const [name = '', value = ''] = pair.split(/=(.*)/s)
        if (attributes.some((one) => /^max-age=0$/i.test(one))) cookies.delete(name)
        else cookies.set(name, value)
      }
    },
  }
}

/** Like the network: aborted requests have no answer, streaming ones end. */
const untilAborted = async (answer: Promise<Response | undefined>, { signal, url }: Request) => {
  signal.throwIfAborted()
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    const response = await Promise.race([answer, aborted.promise])
    if (response === undefined) throw new Error(`No test answers ${url}`)
    if (response.type === 'error') throw new TypeError('Failed to fetch')
    const { status, statusText, headers } = response
    const body = response.body?.pipeThrough(new TransformStream<Uint8Array, Uint8Array>(), { signal }) ?? null
    return new Response(body, { status, statusText, headers })
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

const holding = () => {
  const held = new Map<RegExp, Promise<void>>()
  return {
    hold: (pattern: RegExp) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      held.set(pattern, promise)
      return () => {
        held.delete(pattern)
        resolve()
      }
    },
    of: async (...names: readonly string[]) => {
      for (const [pattern, released] of held) if (names.some((name) => pattern.test(name))) await released
    },
  }
}

const watchedService = ({ fetch }: { readonly fetch: UpstreamFetch }) => {
  const requests: string[] = []
  const held = holding()
  const watched: UpstreamFetch = async (request) => {
    const { pathname, search } = new URL(request.url)
    const line = `${request.method} ${pathname}${search}`
    requests.push(line)
    await held.of(line)
    request.signal.throwIfAborted()
    return fetch(request)
  }
  return { fetch, watched, requests, hold: held.hold }
}

/** Hands what the page asks of our server to `answer`, unless a test stands in front of it or holds it back. */
const listen = (answer: (request: Request) => Promise<Response>) => {
  const requests: RecordedRequest[] = []
  const held = holding()
  let front: ((path: string) => Response | null) | null = null
  const handlers = [
    http.get('*/healthz', async ({ request }) => {
      requests.push({ method: 'GET', path: '/healthz', query: new URLSearchParams(), body: '' })
      return front?.('/healthz') ?? answer(request)
    }),
    http.all('*/api/*', async ({ request }) => {
      const { pathname: path, searchParams: query } = new URL(request.url)
      requests.push({ method: request.method, path, query, body: await request.clone().text() })
      const before = front?.(path)
      if (before) return before
      await held.of(path, `${path}?${query}`)
      return answer(request)
    }),
  ]
  const networksFetch = globalThis.fetch
  globalThis.fetch = (input, init) => {
    const request = new Request(typeof input === 'string' ? new URL(input, location.origin) : input, init)
    return untilAborted(getResponse(handlers, request), request)
  }
  return {
    requests,
    standInFront: (answers: typeof front) => void (front = answers),
    hold: held.hold,
    close: () => void (globalThis.fetch = networksFetch),
  }
}

/**
 * The real server app over the reference service with sample data, behind the page's `fetch`. Each has data, sessions,
 * preferences and cookies of its own, all gone when it closes.
 * @param kind how contacts are stored (ARCHIVE); `disk` by default
 * @param rights of all users; those of the sample by default
 * @param env further variables of the server's environment
 */
export const startApiServer = async ({
  kind,
  rights,
  env = {},
}: {
  kind?: 'disk' | 'memory' | undefined
  rights?: readonly Right[] | undefined
  env?: Readonly<Record<string, string>>
} = {}): Promise<ApiServer> => {
  const { file, remove } = await copySample()
  const database = await openReferenceDatabase(file)
  const ownDatabase = openDatabase<OwnTables>(':memory:')
  const archive = await openTestStore(kind)
  const publicUrl = location.origin
  const config = readConfig({ PUBLIC_URL: publicUrl, SESSION_SECRET: SECRET, FAULTS: '1', ...env })
  // Tests set the clock while it runs.
  const now = () => Date.now()
  const seal = createSeal(SECRET)
  const directoryOf = (everybodys: readonly Right[] | undefined) =>
    everybodys === undefined
      ? directoryWithout(SAMPLE_SIGN_INS)
      : directoryFrom(
          JSON.stringify({
            users: Object.fromEntries(SAMPLE_SIGN_INS.map(({ email }) => [email, { rights: everybodys }])),
          }),
        )
  let current = directoryOf(rights)
  const directory = { ...current, rightsOf: (email: string | null) => current.rightsOf(email) }
  const service = watchedService(createReferenceService({ database, publicUrl, now }))
  let isCountingBroken = false
  const exportsFolder = join(tmpdir(), `callboard-exports-${randomUUID()}`)
  const app = createApp({
    config,
    ...(await createStores(ownDatabase, {
      seal,
      directory,
      now,
      idleMs: config.sessionIdle,
      maxMs: config.sessionMax,
      auditDays: config.auditDays,
    })),
    directory,
    makeAuthStrategy: await loadAuthStrategy(config.auth),
    seal,
    fetch: service.watched,
    checkedFetch: () => Promise.reject(new Error('Tests ask no other host.')),
    sample: { service: (request) => service.fetch(request), signIns: SAMPLE_SIGN_INS },
    archive: archive.store,
    figuresCounting: {
      ...countHere(archive.store),
      count: (name, question, context) => {
        if (isCountingBroken) throw failure('archive_unavailable')
        return countHere(archive.store).count(name, question, context)
      },
    },
    exports: { folder: exportsFolder },
    site: { build: 'test', fetch: async () => new Response('', { status: 404 }) },
    log: (entry) => {
      if (entry.event === 'error') console.error(JSON.stringify(entry))
    },
    now,
    monotonic: now,
    limits: NEVER_LATE,
  })

  const jar = createCookieJar()
  const closing = new AbortController()
  const running = new Set<Promise<unknown>>()
  const answer = async (request: Request): Promise<Response> => {
    const headers = new Headers(request.headers)
    for (const [name, value] of Object.entries(BROWSER_HEADERS)) headers.set(name, value)
    headers.set('cookie', jar.header())
    // Compression is useless within a process.
    headers.delete('accept-encoding')
    const signal = AbortSignal.any([request.signal, closing.signal])
    const answered = app.fetch(new Request(request, { headers, signal }), {
      incoming: { socket: { remoteAddress: '127.0.0.1' } },
    })
    running.add(answered)
    const response = await answered.finally(() => running.delete(answered))
    jar.keep(response)
    return response
  }
  const { requests, standInFront, hold, close } = listen(answer)

  const accepted = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await answer(
      new Request(publicUrl + path, {
        method,
        headers: { 'x-requested-by': 'callboard', 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    )
    const answered: unknown = response.status === 204 ? null : await response.json()
    if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${JSON.stringify(answered)}`)
    return answered
  }
  return {
    database,
    requests,
    toService: service.requests,
    fault: (...names) => jar.set(FAULT_COOKIE, names.join(',')),
    standInFront,
    allow: (everybodys) => void (current = directoryOf(everybodys)),
    breakArchive: () => {
      archive.database.selectFrom = () => {
        throw Object.assign(new Error('database disk image is malformed'), { errcode: 11 })
      }
    },
    spoilPreferences: async () =>
      void (await ownDatabase.updateTable('preferences').set({ sections: '{' }).execute()),
    leaveFormerCallers: async () => {
      const { database: archiveDatabase } = archive
      await archiveDatabase.updateTable('archive_segments').set({ callers: WAITING_CALLERS }).execute()
      const accounts = await archiveDatabase.selectFrom('archive_accounts').select('number').execute()
      await changeVersion(
        archiveDatabase,
        accounts.map(({ number }) => number),
      )
    },
    breakOverviewCounting: (isBroken) => void (isCountingBroken = isBroken),
    hold,
    holdService: service.hold,
    signInElsewhere: async (account) => {
      const { email, password } = sampleSignIn(account)
      const body = JSON.stringify({ user: { email, password } })
      const headers = {
        ...BROWSER_HEADERS,
        'x-requested-by': 'callboard',
        'content-type': 'application/json',
      }
      await app.fetch(new Request(`${publicUrl}/api/v2/users/sign_in`, { method: 'POST', headers, body }))
    },
    signIn: async (account) => {
      const { email, password } = sampleSignIn(account)
      await accepted('POST', '/api/v2/users/sign_in', { user: { email, password } })
    },
    get: (path) => accepted('GET', path) as Promise<never>,
    write: accepted,
    close: async () => {
      close()
      closing.abort()
      await Promise.allSettled(running)
      app.exports.stop()
      await app.archive?.stop()
      await Promise.all([database.destroy(), ownDatabase.destroy(), archive.database.destroy()])
      remove()
    },
  }
}

const PER_PAGE = 20

async function* pagesOf(api: ApiServer, alias: string, query: string) {
  const { objs } = await api.get<{ objs: Obj[] }>('/api/v2/objs/')
  const { oid } = objs.find((one) => one.alias === alias)!
  for (let page = 1; ; page++) {
    const { calls } = await api.get<{ calls: ListedCall[] }>(
      `/api/v2/objs/${oid}/calls?${query}&page=${page}`,
    )
    yield calls
    if (calls.length < PER_PAGE) return
  }
}

export const contactsOf = async (api: ApiServer, alias: string, query = 'period=all') => {
  const contacts: ListedCall[] = []
  for await (const calls of pagesOf(api, alias, query)) contacts.push(...calls)
  return contacts
}

export const findContact = async (
  api: ApiServer,
  alias: string,
  test: (call: ListedCall) => unknown,
  query = 'period=all',
): Promise<ListedCall> => {
  for await (const calls of pagesOf(api, alias, query)) {
    const found = calls.find(test)
    if (found) return found
  }
  throw new Error(`No contact of ${alias} is such as the test needs.`)
}

/** `client` is its id in paths (G3). */
interface ManagedClient {
  readonly client: string
  readonly company_name: string
  readonly email: string
  readonly hidden_fields: unknown
  readonly objects_count: number
}

export const managedClients = async (api: ApiServer): Promise<readonly ManagedClient[]> =>
  (await api.get<{ agency: { clients: readonly ManagedClient[] } }[]>('/api/v2/agency')).flatMap(
    ({ agency }) => agency.clients,
  )

export const clientNamed = async (api: ApiServer, company: string): Promise<string> => {
  const found = (await managedClients(api)).find(({ company_name: name }) => name === company)
  if (!found) throw new Error(`No client is called ${company}.`)
  return found.client
}
