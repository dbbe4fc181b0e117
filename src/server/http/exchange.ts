import type { Context } from 'hono'
import type { StatusCode } from 'hono/utils/http-status'
import { COMPRESS_FROM_BYTES, acceptedEncoding, compress } from './compress.ts'
import { CLIENT_PREFIX, isPathValue } from '#/contract/endpoint.ts'
import type { Right } from '#/contract/session.ts'
import { failure } from './failure.ts'
import { masked } from '#/server/privacy-mode/masked.ts'
import { masksOf } from '#/server/privacy-mode/privacy-mode.ts'
import type { FaultName } from '#/server/faults.ts'
import type { StoredSession } from '#/server/session/store.ts'
import type { CallContext } from '#/server/upstream/request.ts'

/** What the socket knows of a connection; absent in tests. */
export interface Bindings {
  readonly incoming?: {
    readonly socket: {
      readonly remoteAddress?: string | undefined
      readonly localAddress?: string | undefined
    }
    /** Each header's values by its name in small letters, before anything joins them. */
    readonly headersDistinct?: Readonly<Record<string, readonly string[] | undefined>>
  }
}

/** Requests say for which account they are made, answers whose they are. */
export const PRINCIPAL_HEADER = 'x-callboard-principal'

interface Variables {
  requestId: string
  /** Route template for the log. */
  route: string
  /** Bytes of the body as sent, once known. */
  bytes: number | null
  /** Code of a failed answer, for the log. */
  error: string | undefined
  session: StoredSession | null
  faults: ReadonlySet<FaultName>
}

export interface AppEnv {
  Bindings: Bindings
  Variables: Variables
}
export type AppContext = Context<AppEnv>

export const setHeaders = (c: Context, headers: Readonly<Record<string, string>>): void => {
  for (const [name, value] of Object.entries(headers)) c.header(name, value)
}

/** Larger bodies than any documented write. */
const MAX_BODY_BYTES = 64 * 1024

/**
 * A JSON answer, compressed where it pays. Whoever shows their screen to others gets it masked: here, so that no answer
 * is forgotten.
 */
export const sendJson = (
  c: AppContext,
  value: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> => {
  const masks = c.get('session') === null || status >= 400 ? null : masksOf(c)
  return sendJsonText(c, JSON.stringify(masks === null ? value : masked(value, masks)), status, headers)
}

/** @param text JSON without personal data, or masked already */
export const sendJsonText = async (
  c: AppContext,
  text: string,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> => {
  let bytes = new TextEncoder().encode(text)
  const encoding =
    bytes.byteLength >= COMPRESS_FROM_BYTES ? acceptedEncoding(c.req.header('accept-encoding')) : null
  if (encoding) bytes = await compress(bytes, encoding, 'each')
  c.set('bytes', bytes.byteLength)
  c.header('Content-Type', 'application/json; charset=utf-8')
  c.header('Vary', 'Accept-Encoding', { append: true })
  if (encoding) c.header('Content-Encoding', encoding)
  setHeaders(c, headers)
  c.status(status as StatusCode)
  return c.newResponse(bytes)
}

/** Another has written meanwhile. @param current what stands there now */
export const sendConflict = (
  c: AppContext,
  error: `${string}_changed`,
  current: Readonly<Record<string, unknown>> = {},
): Promise<Response> => sendJson(c, { error, request_id: c.get('requestId'), ...current }, 409)

export const sendNothing = (c: AppContext): Response => {
  c.set('bytes', 0)
  c.header('Content-Type')
  return c.newResponse(null, { status: 204 })
}

/** The body's parts as they come. @throws Failure `request_too_large` as soon as they are too many */
async function* bodyParts(request: Request, maxBytes: number): AsyncGenerator<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw failure('request_too_large')
  let bytes = 0
  for await (const part of request.body ?? []) {
    bytes += part.byteLength
    if (bytes > maxBytes) throw failure('request_too_large')
    yield part
  }
}

/** The body as text. @throws Failure `request_too_large` */
export const readText = async (request: Request, maxBytes: number): Promise<string> => {
  const decoder = new TextDecoder()
  let text = ''
  for await (const part of bodyParts(request, maxBytes)) text += decoder.decode(part, { stream: true })
  return text + decoder.decode()
}

/** The body as it was sent. @throws Failure `request_too_large` */
export const readBytes = async (request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> => {
  const parts: Uint8Array[] = []
  for await (const part of bodyParts(request, maxBytes)) parts.push(part)
  return new Uint8Array(Buffer.concat(parts))
}

export interface Schema<T> {
  safeParse: (raw: unknown) => { success: true; data: T } | { success: false }
}

const valid = <T>(schema: Schema<T>, raw: unknown): T => {
  const parsed = schema.safeParse(raw)
  if (!parsed.success) throw failure('invalid_request')
  return parsed.data
}

/** The query parameters as the contract has them. @throws Failure `invalid_request` */
export const readQuery = <T>(c: AppContext, schema: Schema<T>): T => valid(schema, c.req.query())

/**
 * The body as the contract has it: fields it does not know are left out.
 * @param maxBytes for the one body that may be larger than a documented write
 * @throws Failure `invalid_json`, `invalid_request`, `request_too_large`
 */
export const readBody = async <T>(
  c: AppContext,
  schema: Schema<T>,
  maxBytes = MAX_BODY_BYTES,
): Promise<T> => {
  const text = await readText(c.req.raw, maxBytes)
  let raw: unknown
  try {
    raw = JSON.parse(text)
  } catch (cause) {
    throw failure('invalid_json', { cause })
  }
  return valid(schema, raw)
}

/** What the upstream calls made for this request depend on. */
export const callContext = (c: AppContext): CallContext => ({
  signal: c.req.raw.signal,
  faults: c.get('faults'),
})

/** @throws Failure `session_ended` without a session */
export const requireSession = (c: AppContext): StoredSession => {
  const session = c.get('session')
  if (!session) throw failure('session_ended')
  return session
}

/** @throws Failure `session_ended` without a session, `right_missing` where its person may not */
export const requireRight = (c: AppContext, right: Right): StoredSession => {
  const session = requireSession(c)
  if (!session.rights.has(right)) throw failure('right_missing')
  return session
}

/** Our own calls about a client of an agency are below it. */
export const CLIENT_PATH = `/api/${CLIENT_PREFIX}/:client`

/** Whose data a path asks for; null: the account's that is signed in. @throws Failure `not_found` for what can be no client */
export const clientInPath = (c: AppContext): string | null => {
  const client = c.req.param('client')
  if (client === undefined) return null
  if (!isPathValue('client_id', client)) throw failure('not_found')
  return client
}

/** A path's template for the log, which says nothing of the client it is asked about. */
export const routeOf = (client: string | null, path: string): string =>
  (client === null ? '/api' : CLIENT_PATH) + path

/** For every method of a path but those with a handler: `Allow` says which these are. */
export const onlyMethods = (allowed: string) => (): never => {
  throw failure('method_not_allowed', { headers: { Allow: allowed } })
}
