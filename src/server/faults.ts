import { setTimeout as wait } from 'node:timers/promises'
import type { EndpointName } from '#/contract/endpoints.ts'
import type { Dialect } from './config.ts'
import type { UpstreamFetch } from './upstream/request.ts'

/**
 * Faults of the API for tests, by name. On with FAULTS=1 on loopback only, and chosen by a cookie, so that tests that
 * run at the same time against one server do not disturb each other.
 */
export const FAULT_COOKIE = 'callboard-fault'
const SLOW_MS = 6_000

type Fault = (request: Request, fetch: UpstreamFetch, dialect: Dialect) => Promise<Response>

const json = (status: number, body: unknown) => Response.json(body, { status })
const failing: Fault = async () => json(500, { error: 'unknown_error' })
const html = (status: number) => async () =>
  new Response('<!doctype html><h1>Maintenance</h1><script>alert(1)</script>', {
    status,
    headers: { 'content-type': 'text/html' },
  })

const slow: Fault = async (request, fetch) => {
  await wait(SLOW_MS, undefined, { signal: request.signal })
  return fetch(request)
}

const truncated: Fault = async (request, fetch) => {
  const response = await fetch(request)
  const text = await response.text()
  return new Response(text.slice(0, text.length / 2), { status: response.status, headers: response.headers })
}

const repeatPage: Fault = async (request, fetch, { pageParam }) => {
  const url = new URL(request.url)
  url.searchParams.delete(pageParam)
  return fetch(new Request(url, request))
}

const unreadableRecord: Fault = async (request, fetch) => {
  const response = await fetch(request)
  const answer: unknown = await response.json()
  if (typeof answer === 'object' && answer !== null && 'calls' in answer && Array.isArray(answer.calls)) {
    const [first, ...rest]: unknown[] = answer.calls
    return json(response.status, { ...answer, calls: [{ ...Object(first), id: null }, ...rest] })
  }
  return json(response.status, answer)
}

const noObjects: Fault = async () =>
  json(200, {
    objs: [],
    meta: {
      pagination: { current_page: 1, next_page: null, prev_page: null, total_pages: 1, total_objects: 0 },
    },
  })

/** The agency has lost all its clients. */
const noClients: Fault = async () => json(200, [{ agency: { name: 'Agency', clients: [] } }])

const CALLS: readonly EndpointName[] = ['all_calls', 'object_calls']
const OBJECTS: readonly EndpointName[] = ['objects']
const AGENCY: readonly EndpointName[] = ['agency']
const DATA: readonly EndpointName[] = [...CALLS, ...OBJECTS, ...AGENCY, 'call', 'object', 'object_filters']

const FAULTS = {
  'calls-500': { at: CALLS, fault: failing },
  'calls-503': { at: CALLS, fault: html(503) },
  'calls-slow': { at: CALLS, fault: slow },
  'calls-html': { at: CALLS, fault: html(200) },
  'calls-truncated': { at: CALLS, fault: truncated },
  'calls-repeat-page': { at: CALLS, fault: repeatPage },
  'calls-unreadable-record': { at: CALLS, fault: unreadableRecord },
  'objects-500': { at: OBJECTS, fault: failing },
  'objects-empty': { at: OBJECTS, fault: noObjects },
  'agency-500': { at: AGENCY, fault: failing },
  'agency-no-clients': { at: AGENCY, fault: noClients },
  'session-ends': { at: DATA, fault: async () => json(401, { error: 'unauthorized' }) },
} as const satisfies Record<string, { at: readonly EndpointName[]; fault: Fault }>

export type FaultName = keyof typeof FAULTS
export const FAULT_NAMES = Object.keys(FAULTS) as FaultName[]

export const NO_FAULTS: ReadonlySet<FaultName> = new Set()

/** The faults a cookie's value names, separated by commas; other names mean nothing. */
export const faultsOf = (cookie: string | undefined): ReadonlySet<FaultName> => {
  const named = new Set(cookie?.split(','))
  return new Set(FAULT_NAMES.filter((name) => named.has(name)))
}

/** `fetch` as the faults leave it for one endpoint. */
export const withFaults = (
  fetch: UpstreamFetch,
  endpoint: EndpointName,
  names: ReadonlySet<FaultName>,
  dialect: Dialect,
): UpstreamFetch =>
  [...names].reduce<UpstreamFetch>((inner, name) => {
    const { at, fault }: { at: readonly EndpointName[]; fault: Fault } = FAULTS[name]
    return at.includes(endpoint) ? (request) => fault(request, inner, dialect) : inner
  }, fetch)
