import type { Context } from 'hono'
import type { StatusCode } from 'hono/utils/http-status'
import { COMPRESS_FROM_BYTES, acceptedEncoding, compress } from './compress.ts'
import { CLIENT_PREFIX, isPathValue } from '#/contract/endpoint.ts'
import type { Right } from '#/contract/session.ts'
import { failure } from './failure.ts'
import { masked } from '#/server/privacy-mode/masked.ts'
import { masksOf } from './privacy-mode.ts'
import type { StoredSession } from '#/server/session/store.ts'

export interface Bindings {
  readonly incoming?: {
    readonly socket: {
      readonly remoteAddress?: string | undefined
      readonly localAddress?: string | undefined
    }
    /** Values by lower-case name, not joined. */
    readonly headersDistinct?: Readonly<Record<string, readonly string[] | undefined>>
  }
}

/** The account of a request, and of its answer. */
export const PRINCIPAL_HEADER = 'x-callboard-principal'

interface Variables {
  requestId: string
  /** For the log, where the route's own path says too little. */
  route: string | undefined
  bytes: number | null
  error: string | undefined
  session: StoredSession | null
  /** Names of `faults.ts`, for tests. */
  faults: ReadonlySet<string>
}

export interface AppEnv {
  Bindings: Bindings
  Variables: Variables
}
export type AppContext = Context<AppEnv>

export const setHeaders = (c: Context, headers: Readonly<Record<string, string>>): void => {
  for (const [name, value] of Object.entries(headers)) c.header(name, value)
}

const MAX_BODY_BYTES = 64 * 1024

/** Sends JSON, compressed where it pays. Masks it in presentation mode: here, so that no answer is missed. */
export const sendJson = (
  c: AppContext,
  value: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> => {
  const masks = c.get('session') === null || status >= 400 ? null : masksOf(c)
  return sendJsonText(c, JSON.stringify(masks === null ? value : masked(value, masks)), status, headers)
}

/** @param text JSON without personal data, or already masked */
export const sendJsonText = async (
  c: AppContext,
  text: string,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> => {
  let bytes = new TextEncoder().encode(text)
  // Kept as text for a repetition.
  const isRepeatable = c.req.header('idempotency-key') !== undefined
  const encoding =
    bytes.byteLength >= COMPRESS_FROM_BYTES && !isRepeatable
      ? acceptedEncoding(c.req.header('accept-encoding'))
      : null
  if (encoding) bytes = await compress(bytes, encoding, 'each')
  c.set('bytes', bytes.byteLength)
  c.header('Content-Type', 'application/json; charset=utf-8')
  c.header('Vary', 'Accept-Encoding', { append: true })
  if (encoding) c.header('Content-Encoding', encoding)
  setHeaders(c, headers)
  c.status(status as StatusCode)
  return c.newResponse(bytes)
}

/**
 * A conflict.
 * @param current the current value
 */
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

/**
 * Streams the body.
 * @throws Failure `request_too_large` at the limit
 */
async function* bodyParts(request: Request, maxBytes: number): AsyncGenerator<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw failure('request_too_large')
  let bytes = 0
  for await (const part of request.body ?? []) {
    bytes += part.byteLength
    if (bytes > maxBytes) throw failure('request_too_large')
    yield part
  }
}

export const readText = async (request: Request, maxBytes: number): Promise<string> => {
  const decoder = new TextDecoder()
  let text = ''
  for await (const part of bodyParts(request, maxBytes)) text += decoder.decode(part, { stream: true })
  return text + decoder.decode()
}

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

export const readQuery = <T>(c: AppContext, schema: Schema<T>): T => valid(schema, c.req.query())

/**
 * Parses the body; unknown fields are dropped.
 * @param maxBytes for bodies larger than documented writes
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

export const callContext = (c: AppContext) => ({
  signal: c.req.raw.signal,
  faults: c.get('faults'),
})

/** @throws Failure `session_ended` without a session */
export const requireSession = (c: AppContext): StoredSession => {
  const session = c.get('session')
  if (!session) throw failure('session_ended')
  return session
}

/** @throws Failure `session_ended` without a session, `right_missing` */
export const requireRight = (c: AppContext, right: Right): StoredSession => {
  const session = requireSession(c)
  if (!session.rights.has(right)) throw failure('right_missing')
  return session
}

export const CLIENT_PATH = `/api/${CLIENT_PREFIX}/:client`

/**
 * The client of a path; null: the signed-in account.
 * @throws Failure `not_found` for an invalid client
 */
export const clientInPath = (c: AppContext): string | null => {
  const client = c.req.param('client')
  if (client === undefined) return null
  if (!isPathValue('client_id', client)) throw failure('not_found')
  return client
}
