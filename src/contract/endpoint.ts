import type { ZodMiniType } from 'zod/mini'
import type { Field } from './field.ts'

/** Sections of the API, as named in its rules on agencies (API document 5). */
export type ApiSection = 'users' | 'agency' | 'objects' | 'calls' | 'payment' | 'geo'

/** Path parameters; `:call_id` is digits, the others any segment (see {@link isPathValue}). */
export type PathParameter = 'oid' | 'call_id' | 'plan_name'

/**
 * A line of the endpoint table. `path` is the document's with `:name` for `<name>`. `query` lists accepted
 * parameters; `page` is the page of a v2 list, whatever its upstream name (G1).
 */
export interface Endpoint<A extends Field<unknown, unknown> = Field<unknown, unknown>> {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: `/v${1 | 2}/${string}`
  readonly section: ApiSection
  readonly query: readonly string[]
  readonly body?: ZodMiniType
  readonly answer: A
  readonly source: string
}

/** `/clients/<client_id>` follows the version segment (API document 4.5). */
export const CLIENT_PREFIX = 'clients'

/**
 * Precedes our own paths, below `/api`.
 * @param client null: the signed-in account itself
 */
export const clientPrefix = (client: string | null): string =>
  client === null ? '' : `/${CLIENT_PREFIX}/${encodeURIComponent(client)}`

/** Sections that an agency manager reaches by the client prefix only (API document 5.6). */
export const CLIENT_OWNED_SECTIONS: ReadonlySet<ApiSection> = new Set<ApiSection>([
  'objects',
  'calls',
  'payment',
])

/** A decoded segment of 1 to 128 characters, without control characters, slashes, or dots alone. */
export const isPathValue = (parameter: PathParameter | 'client_id', value: string): boolean =>
  parameter === 'call_id'
    ? /^[0-9]{1,19}$/.test(value)
    : value.length >= 1 &&
      value.length <= 128 &&
      value.isWellFormed() &&
      !/[\p{Cc}/\\]/u.test(value) &&
      !/^\.{1,2}$/.test(value)

/** The endpoint's path with encoded values, and the client prefix if a client is given. */
export const pathOf = (
  endpoint: Pick<Endpoint, 'path'>,
  values: Partial<Record<PathParameter, string>>,
  clientId: string | null = null,
): string => {
  const filled = endpoint.path.replace(/:(\w+)/g, (_, name: PathParameter) => {
    const value = values[name]
    if (value === undefined || !isPathValue(name, value))
      throw new TypeError(`Path value "${name}" is missing or not allowed`)
    return encodeURIComponent(value)
  })
  if (clientId === null) return filled
  if (!isPathValue('client_id', clientId)) throw new TypeError('Client id is not allowed in a path')
  return filled.replace(
    /^\/v\d\//,
    (version) => `${version}${CLIENT_PREFIX}/${encodeURIComponent(clientId)}/`,
  )
}

/** Undefined and empty values are not sent. */
export type Query = Readonly<Record<string, string | number | undefined>>

const queryString = (query: Query): string => {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`
}

/** The address below `/api`, with the client prefix where the section needs it. */
export const requestAddress = (
  endpoint: Pick<Endpoint, 'path' | 'section'>,
  values: Partial<Record<PathParameter, string>>,
  client: string | null,
  query: Query = {},
): string =>
  pathOf(endpoint, values, CLIENT_OWNED_SECTIONS.has(endpoint.section) ? client : null) + queryString(query)

/** Statuses of a proxy whose server is down. */
export const GATEWAY_STATUSES: ReadonlySet<number> = new Set([502, 503, 504])
