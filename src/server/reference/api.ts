import { Hono } from 'hono'
import { CLIENT_OWNED_SECTIONS, CLIENT_PREFIX, type Endpoint, type ApiSection } from '#/contract/endpoint.ts'
import { endpoints, matchEndpoint, type EndpointName } from '#/contract/endpoints.ts'
import { migrate, openDatabase } from '#/server/database/database.ts'
import { referenceHistory } from '#/server/database/migrations/reference.ts'
import { agencyHandlers } from './endpoints/agency.ts'
import { accountByKey, ownerOf } from './auth.ts'
import { callHandlers } from './endpoints/calls.ts'
import { readId, type Env, type EndpointHandler, type Reference } from './context.ts'
import { Refusal } from './failure.ts'
import { objectHandlers } from './endpoints/objects.ts'
import { RECORDING_PATH, recordingHandler } from './endpoints/recordings.ts'
import type { ReferenceDatabase, ReferenceTables } from './schema.ts'
import { serviceLogo } from './services.ts'
import { userHandlers } from './endpoints/users.ts'
import { V1_LISTS, v1Handlers, v1ListHandlers } from './endpoints/v1.ts'

export interface ReferenceOptions {
  readonly database: ReferenceDatabase
  readonly now?: () => number
  /** Whether client records carry `id`, which the document does not show (G3). Default: true. */
  readonly clientIds?: boolean
  readonly publicUrl: string
  /** Receives what a caller sees as `unknown_error`; default: printed. */
  readonly onFailure?: (error: unknown) => void
}

/** A path, also with the client prefix where its section belongs to clients (API document 4.5). */
const pathsOf = (path: string, section: ApiSection): string[] => {
  const direct = path.replace(/\/$/, '')
  const prefixed = direct.replace(/^\/v\d/, `$&/${CLIENT_PREFIX}/:client_id`)
  return CLIENT_OWNED_SECTIONS.has(section) ? [direct, prefixed] : [direct]
}

const resourceOf = (path: string): string =>
  path
    .replace(new RegExp(`^(/v\\d/${CLIENT_PREFIX})/[^/]+`), '$1/:client_id')
    .split('/')
    .slice(0, path.split('/')[2] === CLIENT_PREFIX ? 5 : 3)
    .join('/')
const RESOURCES: ReadonlySet<string> = new Set(
  [...Object.values(endpoints), ...Object.values(V1_LISTS)].flatMap(({ path, section }) =>
    pathsOf(path, section).map(resourceOf),
  ),
)

/**
 * Refusal of an unrouted request: "the requested operation does not exist" for writes or wrong methods on
 * documented resources, else "a wrong URL" (API document 7).
 */
const unrouted = (method: string, path: string): Refusal => {
  const isRead = method === 'GET' || method === 'HEAD'
  const isOperation = isRead
    ? ['POST', 'PUT'].some((other) => matchEndpoint(other, path) !== null)
    : RESOURCES.has(resourceOf(path))
  return new Refusal(isOperation ? 'invalid_request' : 'not_found')
}

/**
 * The documented API over a database: every endpoint of the contract's table, the v1 lists, recordings and
 * service logos. Paths begin with `/v1` or `/v2`, on any host; answers never throw.
 */
export const createReferenceService = (
  options: ReferenceOptions,
): { fetch(request: Request): Promise<Response> } => {
  const { onFailure = (error: unknown) => console.error(error) } = options
  const reference: Reference = { now: Date.now, clientIds: true, ...options }
  const { database } = reference
  const { sign_in, ...keyed } = {
    ...userHandlers(reference),
    ...agencyHandlers(reference),
    ...objectHandlers(reference),
    ...callHandlers(reference),
    ...v1Handlers(),
  } satisfies Record<EndpointName, EndpointHandler>

  const app = new Hono<Env>({ strict: false })
  app.onError((error) => {
    if (error instanceof Refusal) return error.response
    onFailure(error)
    return new Refusal('unknown_error').response
  })
  app.notFound((c) => unrouted(c.req.method, c.req.path).response)

  app.post(endpoints.sign_in.path, sign_in)
  // Images in a page cannot send a key.
  app.get('/v2/logos/:file{[0-9]+\\.svg}', (c) => {
    const logo = serviceLogo(readId(c.req.param('file').replace('.svg', '')))
    if (logo === undefined) throw new Refusal('not_found')
    return c.body(logo, 200, { 'Content-Type': 'image/svg+xml' })
  })

  app.use(async (c, next) => {
    c.set('caller', await accountByKey(database, c.req.raw))
    await next()
  })
  const route = (
    { method, path, section }: Pick<Endpoint, 'method' | 'path' | 'section'>,
    handler: EndpointHandler,
  ) => {
    const guarded: EndpointHandler = async (c) => {
      c.set('owner', await ownerOf(database, c.var.caller, section, c.req.param('client_id')))
      return handler(c)
    }
    for (const one of pathsOf(path, section)) app.on(method, one, guarded)
  }
  for (const [name, handler] of Object.entries(keyed)) route(endpoints[name as keyof typeof keyed], handler)
  const lists = v1ListHandlers(reference)
  route({ method: 'GET', ...V1_LISTS.objects }, lists.objects)
  route({ method: 'GET', ...V1_LISTS.calls }, lists.calls)
  app.get(RECORDING_PATH, recordingHandler(reference))

  return { fetch: async (request) => app.fetch(request) }
}

export const withReferenceTables = async (database: ReferenceDatabase): Promise<ReferenceDatabase> => {
  await migrate(database, referenceHistory)
  return database
}

/**
 * Opens and migrates the service's database.
 * @param file a path or `:memory:`
 */
export const openReferenceDatabase = (file: string): Promise<ReferenceDatabase> =>
  withReferenceTables(openDatabase<ReferenceTables>(file))
