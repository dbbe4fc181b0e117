import { hiddenApiFilters } from '#/analytics/texts/hidden-filters.ts'
import { Hono } from 'hono'
import { CLIENT_PREFIX } from '#/contract/endpoint.ts'
import { matchEndpoint, type EndpointMatch, type EndpointName } from '#/contract/endpoints.ts'
import type { LogBook } from '#/server/administration/log-book.ts'
import { withoutHidden } from '#/server/hidden-fields.ts'
import { Failure, failure } from '#/server/http/failure.ts'
import {
  callContext,
  readBody,
  requireSession,
  sendJson,
  sendNothing,
  type AppContext,
  type AppEnv,
} from '#/server/http/exchange.ts'
import { masksOf, unmaskedQuery } from '#/server/http/privacy-mode.ts'
import { redact, TooDeep } from './redact.ts'
import type { SessionCalls } from './session-calls.ts'

const BASE = '/api'
const METHODS = ['GET', 'POST', 'PUT'] as const

const CHANGED: Partial<Record<EndpointName, 'agency' | 'tracking_script'>> = {
  update_agency: 'agency',
  script_config: 'tracking_script',
}

const fieldsOf = (body: unknown): string[] => {
  if (typeof body !== 'object' || body === null) return []
  const [only, ...more] = Object.entries(body)
  return only && more.length === 0 && typeof only[1] === 'object' ? fieldsOf(only[1]) : Object.keys(body)
}

const templateOf = ({ endpoint, clientId }: EndpointMatch) =>
  BASE +
  (clientId === null ? endpoint.path : endpoint.path.replace(/^(\/v\d)/, `$1/${CLIENT_PREFIX}/:client`))

/** @throws Failure `not_found` for unlisted paths, `method_not_allowed` */
const matched = (c: AppContext): EndpointMatch => {
  const path = new URL(c.req.url).pathname.slice(BASE.length)
  const match = matchEndpoint(c.req.method, path)
  if (match) {
    c.set('route', templateOf(match))
    return match
  }
  const others = METHODS.filter((method) => matchEndpoint(method, path) !== null)
  if (others.length === 0) throw failure('not_found')
  throw failure('method_not_allowed', { headers: { Allow: others.join(', ') } })
}

/**
 * G25, for every answer.
 * @throws Failure `upstream_bad_response` for too deep JSON
 * @param conceal removes the session's keys from a text
 */
export const withoutSecrets = (answer: unknown, conceal: (text: string) => string): unknown => {
  try {
    return redact(answer, conceal)
  } catch (cause) {
    if (cause instanceof TooDeep) throw failure('upstream_bad_response', { cause })
    throw cause
  }
}

/** `/api/v1/…` and `/api/v2/…`: the endpoint table, and nothing else. */
export const proxyRoutes = ({ call, access, concealer }: SessionCalls, logBook: LogBook): Hono<AppEnv> =>
  new Hono<AppEnv>().all('/api/:version{v[12]}/*', async (c) => {
    const match = matched(c)
    // Sign-in has its own handler: only there may a key come back.
    if (match.name === 'sign_in') throw failure('not_found')
    const session = requireSession(c)
    const { body } = match.endpoint
    const context = callContext(c)
    const masks = masksOf(c)
    // Masked values must not be written back.
    if (masks !== null && c.req.method !== 'GET') throw failure('presenting')
    const query = unmaskedQuery(c.req.query(), masks)
    const isOfContacts = match.endpoint.section === 'calls'
    const hidden: ReadonlySet<string> = new Set(
      isOfContacts ? (await access(session, match.clientId, context)).hiddenFields : [],
    )
    if (hiddenApiFilters(query, hidden).length > 0) throw failure('hidden_field')
    const sent = body ? await readBody(c, body) : undefined
    const answer = await call(
      session,
      { ...match, query, ...(sent === undefined ? {} : { body: sent }) },
      context,
    ).catch((cause: unknown) => {
      // A plan no longer sold: browsers would log a 404 as an error.
      if (match.name === 'plan' && cause instanceof Failure && cause.error === 'not_found') return undefined
      throw cause
    })
    const changed = CHANGED[match.name]
    if (changed)
      await logBook.note(
        c,
        {
          event: 'settings_changed',
          what: changed,
          object: match.values.oid ?? null,
          fields: fieldsOf(sent),
        },
        { client: match.clientId },
      )
    if (answer === undefined) return sendNothing(c)
    return sendJson(c, withoutSecrets(withoutHidden(match.name, answer, hidden), concealer(session)))
  })
