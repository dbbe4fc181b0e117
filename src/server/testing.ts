import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely, PluginTransformQueryArgs, PluginTransformResultArgs } from 'kysely'
import type { App } from './app.ts'
import type { CreateAppOptions } from './parts.ts'
import { createApp } from './app.ts'
import { openTestStore } from './archive/archive-testing.ts'
import { readConfig } from './config/config.ts'
import { loadAuthStrategy } from './identity/configured.ts'
import { directoryWithout } from './identity/directory.ts'
import { openTestDatabase } from './database/testing/engine.ts'
import type { LogEntry } from './log.ts'
import { createSeal } from './session/seal.ts'
import { createStores, type OwnTables } from './stores.ts'

/** A fake API: answers by method and path, and records requests. */
export type UpstreamHandler = (request: Request) => Response | Promise<Response>
export const API = 'https://api.test/base'
export const KEY = 'KEY_CANARY_4f1c'
export const EMAIL = 'person.canary@example.com'
export const PASSWORD = 'PASSWORD_CANARY_77'
const SECRET = 'a secret of the tests, long enough to be one'

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers })

export const signedInUser = (rest: Record<string, unknown> = {}) => ({
  user: {
    email: EMAIL,
    contact_name: 'Anna',
    is_agency_manager: false,
    roles: [],
    objs: [],
    api_key: KEY,
    ...rest,
  },
})

const ORDINARY: Record<string, UpstreamHandler> = {
  'POST /v2/users/sign_in': async (request) => {
    const { user: sent } = (await request.json()) as { user: { email: string; password: string } }
    return sent.password === PASSWORD
      ? json(signedInUser({ email: sent.email }))
      : json({ error: 'unauthorized' }, 401)
  },
  'GET /v2/agency': () => json({ error: 'access_denied' }, 403),
  'GET /v2/objs/': () => json({ objs: [{ oid: 'site', alias: 'site' }], meta: { pagination: {} } }),
  'GET /v2/calls': () => json({ calls: [], meta: {} }),
}

interface PageInit extends Omit<RequestInit, 'headers'> {
  readonly headers?: Readonly<Record<string, string>>
  readonly cookie?: string
  readonly ip?: string
}

export interface Harness {
  readonly options: CreateAppOptions
  readonly handlers: Record<string, UpstreamHandler>
  readonly requests: Request[]
  readonly log: LogEntry[]
  /** Makes database writes fail with this trouble; null: they work again. */
  readonly breakStorage: (trouble: 'full' | 'locked' | null) => void
  readonly database: Kysely<OwnTables>
  readonly pass: (ms: number) => void
  readonly app: App
  /** Sends as our page does: same origin, with our header. `path` starts with a slash. */
  readonly send: (path: string, init?: PageInit) => Promise<Response>
  readonly signIn: (email?: string, password?: string, init?: { cookie?: string }) => Promise<Response>
  readonly enter: () => Promise<string>
}

export const PAGE_HEADERS = {
  'sec-fetch-site': 'same-origin',
  'sec-fetch-dest': 'empty',
  'x-requested-by': 'callboard',
  'content-type': 'application/json',
}

export const cookieOf = (response: Response) =>
  (response.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? ''

/** Fails writes as with a full or locked disk; reads work. */
const breakable = () => {
  let errcode: number | null = null
  return {
    breaks: (trouble: 'full' | 'locked' | null) => {
      errcode = trouble && { full: 13, locked: 5 }[trouble]
    },
    transformQuery: ({ node }: PluginTransformQueryArgs) => {
      if (errcode !== null && node.kind !== 'SelectQueryNode')
        throw Object.assign(new Error('nothing can be written'), { errcode })
      return node
    },
    transformResult: async ({ result }: PluginTransformResultArgs) => result,
  }
}

export const HARNESS_NOW = Date.parse('2026-11-20T14:03:00Z')

/** The whole app with a fake API, an in-memory store and a stopped clock. */
export const createHarness = async (
  env: Record<string, string> = {},
  overrides: Partial<CreateAppOptions> = {},
): Promise<Harness> => {
  let at = HARNESS_NOW
  const now = () => at
  const handlers = { ...ORDINARY }
  const requests: Request[] = []
  const log: LogEntry[] = []
  const config = readConfig({ API_BASE_URL: API, SESSION_SECRET: SECRET, ...env })
  const seal = createSeal(SECRET)
  const storage = breakable()
  const database = (await openTestDatabase<OwnTables>()).withPlugin(storage)
  const directory = overrides.directory ?? directoryWithout()
  const stores = await createStores(database, {
    seal,
    directory,
    now,
    idleMs: config.sessionIdle,
    maxMs: config.sessionMax,
    auditDays: config.auditDays,
  })
  const options: CreateAppOptions = {
    config,
    ...stores,
    directory,
    makeAuthStrategy: await loadAuthStrategy(config.auth),
    seal,
    fetch: async (request) => {
      requests.push(request.clone())
      const path = new URL(request.url).pathname.replace(/^\/base/, '')
      return (handlers[`${request.method} ${path}`] ?? (() => json({ error: 'not_found' }, 404)))(request)
    },
    checkedFetch: () => Promise.reject(new Error('no other host in this test')),
    sample: null,
    archive: overrides.archive === undefined ? (await openTestStore()).store : null,
    exports: { folder: join(tmpdir(), `callboard-exports-${randomUUID()}`) },
    site: { build: 'b1', fetch: async () => new Response('site') },
    log: (entry) => void log.push(entry),
    now,
    monotonic: now,
    pause: async (ms) => void (at += ms),
    ...overrides,
  }
  const app = createApp(options)
  const send: Harness['send'] = (path, { cookie, ip = '198.51.100.7', headers, ...init } = {}) => {
    const request = new Request(`${config.publicUrl}${path}`, {
      ...init,
      headers: { ...PAGE_HEADERS, ...(cookie ? { cookie } : {}), ...headers },
    })
    const headersDistinct = Object.fromEntries([...request.headers].map(([name, value]) => [name, [value]]))
    return app.fetch(request, { incoming: { socket: { remoteAddress: ip }, headersDistinct } })
  }
  const signIn: Harness['signIn'] = (email = EMAIL, password = PASSWORD, init = {}) =>
    send('/api/v2/users/sign_in', {
      ...init,
      method: 'POST',
      body: JSON.stringify({ user: { email, password } }),
    })
  return {
    options,
    handlers,
    requests,
    log,
    breakStorage: storage.breaks,
    database,
    app,
    pass: (ms) => void (at += ms),
    send,
    signIn,
    enter: async () => cookieOf(await signIn()),
  }
}

/** A signed-in manager of an agency with these clients, which have no objects. */
export const createAgencyHarness = async (clients: readonly Record<string, unknown>[]) => {
  const harness = await createHarness()
  harness.handlers['POST /v2/users/sign_in'] = () => json(signedInUser({ is_agency_manager: true }))
  harness.handlers['GET /v2/agency'] = () => json([{ agency: { name: 'A', clients } }])
  for (const { id } of clients)
    harness.handlers[`GET /v2/clients/${String(id)}/objs/`] = () =>
      json({ objs: [], meta: { pagination: {} } })
  return { ...harness, cookie: await harness.enter() }
}
