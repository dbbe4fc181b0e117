import { TRY_SIGN_IN } from '#/contract/administration/try-sign-in.ts'
import {
  CLIENT_OWNED_SECTIONS,
  requestAddress,
  type Endpoint,
  type PathParameter,
} from '#/contract/endpoint.ts'
import { endpoints } from '#/contract/endpoints.ts'
import { assertOurs, failedRequest, type Scope } from '#/api/client.ts'
import { ApiError } from '#/api/error.ts'
import { noticeHeaders } from '#/api/transport/server-facts.ts'

export interface ConsoleRequest {
  readonly values: Partial<Record<PathParameter, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body?: unknown
}

export interface ConsoleAnswer {
  readonly status: number
  readonly ms: number
  readonly bytes: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly text: string
  /** Undefined: not JSON. */
  readonly json: unknown
  readonly at: number
}

/** Longer than our server's own timeout. */
const TIMEOUT_MS = 60_000
const SHOWN_HEADERS = ['content-type', 'date', 'retry-after', 'x-request-id', 'content-encoding']
/** Errors about the page, not about the request. */
const OF_THE_PAGE = new Map<unknown, 'session-ended' | 'principal-changed' | 'client-forbidden'>([
  ['session_ended', 'session-ended'],
  ['principal_changed', 'principal-changed'],
  ['client_forbidden', 'client-forbidden'],
])

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const errorCode = (json: unknown): unknown =>
  typeof json === 'object' && json !== null && 'error' in json ? json.error : undefined

/** The client for endpoints of clients' data. */
export const clientOf = ({ section }: Pick<Endpoint, 'section'>, { client }: Scope): string | null =>
  CLIENT_OWNED_SECTIONS.has(section) ? client : null

const addressOf = (endpoint: Endpoint, { values, query }: ConsoleRequest, { client }: Scope): string =>
  // A real sign-in would replace this session.
  endpoint === endpoints.sign_in ? TRY_SIGN_IN : requestAddress(endpoint, values, client, query)

/**
 * Sends a console request through the same checks as any other. @throws ApiError without an answer that may be
 * shown
 */
export const sendRequest = async (
  endpoint: Endpoint,
  request: ConsoleRequest,
  scope: Scope,
  signal: AbortSignal,
): Promise<ConsoleAnswer> => {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const began = performance.now()
  try {
    const response = await fetch(`/api${addressOf(endpoint, request, scope)}`, {
      method: endpoint.method,
      headers: {
        accept: 'application/json',
        'x-requested-by': 'callboard',
        'x-callboard-principal': scope.principal,
        ...(request.body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
      redirect: 'manual',
      cache: 'no-store',
      signal: AbortSignal.any([signal, timeout]),
    })
    const principal = response.headers.get('x-callboard-principal')
    if (principal !== null && principal !== scope.principal) throw new ApiError('principal-changed')
    assertOurs(response)
    noticeHeaders(response.headers)
    const text = await response.text()
    const ms = performance.now() - began
    const json = parsed(text)
    const ofThePage = response.ok ? undefined : OF_THE_PAGE.get(errorCode(json))
    if (ofThePage) throw new ApiError(ofThePage, { status: response.status, scope })
    return {
      status: response.status,
      ms,
      bytes: new Blob([text]).size,
      headers: SHOWN_HEADERS.flatMap((name) => {
        const value = response.headers.get(name)
        return value === null ? [] : [[name, value] as const]
      }),
      text,
      json,
      at: Date.now(),
    }
  } catch (cause) {
    throw await failedRequest(cause, signal, timeout)
  }
}
