import { agencyAnswer, updateAgencyAnswer, updateAgencyBody } from './agency.ts'
import { allCallsAnswer, callAnswer, objectCallsAnswer } from './call.ts'
import { CALL_FILTERS, objectFiltersAnswer } from './call-filters.ts'
import {
  CLIENT_OWNED_SECTIONS,
  CLIENT_PREFIX,
  isPathValue,
  type Endpoint,
  type PathParameter,
} from './endpoint.ts'
import { objectAnswer, objectsAnswer } from './object.ts'
import { geo, plan } from './plan.ts'
import { scriptConfigAnswer, scriptConfigBody } from './script-config.ts'
import { SIGN_IN_PATH } from './sign-in/pages.ts'
import { signInAnswer, signInBody } from './sign-in/user.ts'

/**
 * Every endpoint of the API document (4.2 and 4.5). The browser's client, the server's allow-list, the
 * reference service and the tests read this table; nothing else knows a path.
 */
export const endpoints = {
  sign_in: {
    method: 'POST',
    path: SIGN_IN_PATH,
    section: 'users',
    query: [],
    body: signInBody,
    answer: signInAnswer,
    source: '4.2, G18',
  },
  agency: {
    method: 'GET',
    path: '/v2/agency',
    section: 'agency',
    query: [],
    answer: agencyAnswer,
    source: '4.2, G2',
  },
  update_agency: {
    method: 'PUT',
    path: '/v2/agency',
    section: 'agency',
    query: [],
    body: updateAgencyBody,
    answer: updateAgencyAnswer,
    source: '4.2',
  },
  all_calls: {
    method: 'GET',
    path: '/v2/calls',
    section: 'calls',
    query: [...CALL_FILTERS, 'page'],
    answer: allCallsAnswer,
    source: '4.2, 4.3, G1, G8',
  },
  object_calls: {
    method: 'GET',
    path: '/v2/objs/:oid/calls',
    section: 'calls',
    query: [...CALL_FILTERS, 'page'],
    answer: objectCallsAnswer,
    source: '4.2, 4.3, G1',
  },
  call: {
    method: 'GET',
    path: '/v2/objs/:oid/calls/:call_id',
    section: 'calls',
    query: [],
    answer: callAnswer,
    source: '4.2, G5',
  },
  objects: {
    method: 'GET',
    path: '/v2/objs/',
    section: 'objects',
    query: ['status', 'page'],
    answer: objectsAnswer,
    source: '4.2, 3.1, G1',
  },
  object: {
    method: 'GET',
    path: '/v2/objs/:oid',
    section: 'objects',
    query: [],
    answer: objectAnswer,
    source: '4.2, G24',
  },
  object_filters: {
    method: 'GET',
    path: '/v2/objs/:oid/filters',
    section: 'objects',
    query: [],
    answer: objectFiltersAnswer,
    source: '4.2, 4.4',
  },
  script_config: {
    method: 'POST',
    path: '/v2/objs/:oid/script_config',
    section: 'objects',
    query: [],
    body: scriptConfigBody,
    answer: scriptConfigAnswer,
    source: '4.2, G11',
  },
  geo: { method: 'GET', path: '/v1/geo', section: 'geo', query: [], answer: geo, source: '4.5, G17' },
  plan: {
    method: 'GET',
    path: '/v1/payment/plans/:plan_name',
    section: 'payment',
    query: [],
    answer: plan,
    source: '4.5, G24',
  },
} as const satisfies Record<string, Endpoint>

export type EndpointName = keyof typeof endpoints

/** `clientId` is set for paths with the client prefix. */
export interface EndpointMatch {
  readonly name: EndpointName
  readonly endpoint: Endpoint
  readonly values: Partial<Record<PathParameter, string>>
  readonly clientId: string | null
}

const ROUTES = (Object.keys(endpoints) as EndpointName[]).map((name) => ({
  name,
  endpoint: endpoints[name] as Endpoint,
  segments: endpoints[name].path.split('/').slice(1),
}))

const decode = (segment: string): string | null => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}

/**
 * Finds the endpoint of a method and an encoded path (`/v2/objs/…`), with or without a trailing slash. Null:
 * none, or an invalid path value.
 */
export const matchEndpoint = (method: string, path: string): EndpointMatch | null => {
  if (!path.startsWith('/')) return null
  const segments = path.replace(/\/$/, '').split('/').slice(1)
  let clientId: string | null = null
  if (segments[1] === CLIENT_PREFIX && segments.length > 3) {
    clientId = decode(segments[2]!)
    if (clientId === null || !isPathValue('client_id', clientId)) return null
    segments.splice(1, 2)
  }
  for (const { name, endpoint, segments: template } of ROUTES) {
    const wanted = template.at(-1) === '' ? template.slice(0, -1) : template
    if (endpoint.method !== method || wanted.length !== segments.length) continue
    if (clientId !== null && !CLIENT_OWNED_SECTIONS.has(endpoint.section)) continue
    const values: Partial<Record<PathParameter, string>> = {}
    const matches = wanted.every((part, index) => {
      if (!part.startsWith(':')) return part === segments[index]
      const parameter = part.slice(1) as PathParameter
      const value = decode(segments[index]!)
      if (value === null || !isPathValue(parameter, value)) return false
      values[parameter] = value
      return true
    })
    if (matches) return { name, endpoint, values, clientId }
  }
  return null
}
