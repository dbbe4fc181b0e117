import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPathValue, pathOf, type Endpoint } from './endpoint.ts'
import { endpoints, matchEndpoint, type EndpointName } from './endpoints.ts'

const NAMES = Object.keys(endpoints) as EndpointName[]
const CLIENT_OWNED = new Set<EndpointName>([
  'all_calls',
  'object_calls',
  'call',
  'objects',
  'object',
  'object_filters',
  'script_config',
  'plan',
])

const segment = fc
  .oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('%2e%2e', 'a b', '@host', '?x#y', '...'),
  )
  .filter((value) => isPathValue('oid', value))
const callId = fc.stringMatching(/^[0-9]{1,19}$/)
const values = fc.record({ oid: segment, call_id: callId, plan_name: segment })

describe('route-table-total', () => {
  test('a path made from values is matched back to the endpoint and the values', () => {
    fc.assert(
      fc.property(fc.constantFrom(...NAMES), values, fc.option(segment), (name, given, client) => {
        const endpoint: Endpoint = endpoints[name]
        const clientId = CLIENT_OWNED.has(name) ? client : null
        const path = pathOf(endpoint, given, clientId)
        const wanted = Object.fromEntries(
          Object.entries(given).filter(([parameter]) => endpoint.path.includes(`:${parameter}`)),
        )
        expect(matchEndpoint(endpoint.method, path)).toEqual({ name, endpoint, values: wanted, clientId })
      }),
    )
  })

  test('the path of an address is the path that was made: nothing in it is resolved or escapes its host', () => {
    fc.assert(
      fc.property(fc.constantFrom(...NAMES), values, segment, (name, given, client) => {
        const path = pathOf(endpoints[name], given, client)
        const url = new URL(path, 'https://api.example')
        expect(url.pathname).toBe(path)
        expect(url.host).toBe('api.example')
        expect(url.search + url.hash).toBe('')
      }),
    )
  })

  test('any text for a path: no match, or one whose own path stays below its version', () => {
    const part = fc.oneof(
      segment.map(encodeURIComponent),
      fc.string(),
      fc.constantFrom(
        'v1',
        'v2',
        'objs',
        'calls',
        'clients',
        'agency',
        'payment',
        'plans',
        'filters',
        '..',
        '.',
        '',
        '%2e%2e',
        '%2F',
        '1',
      ),
    )
    const path = fc.oneof(
      fc.array(part, { maxLength: 8 }).map((parts) => `/${parts.join('/')}`),
      fc.string({ unit: 'binary' }),
    )
    fc.assert(
      fc.property(fc.constantFrom('GET', 'POST', 'PUT'), path, (method, hostile) => {
        const match = matchEndpoint(method, hostile)
        if (!match) return
        const { pathname, host } = new URL(
          pathOf(match.endpoint, match.values, match.clientId),
          'https://api.example',
        )
        expect(host).toBe('api.example')
        expect(matchEndpoint(method, pathname)).toEqual(match)
      }),
      { numRuns: 100_000 },
    )
  })
})

describe('matchEndpoint', () => {
  test.each([
    '/v2/objs/../calls',
    '/v2/objs/%2e%2e/calls',
    '/v2/objs/%2E/calls',
    '/v2/objs/a%2fb',
    '/v2/objs/a%5cb/calls',
    '/v2/objs/a%00',
    '/v2/objs/a%0d%0aHost:%20evil',
    '/v2/objs/a%C2%85',
    '/v2/objs/%',
    '/v2/objs/%ff',
    '/v2/objs/%ED%A0%80',
    '/v2/objs//calls',
    '/v2/objs//',
    '//v2/agency',
    '//evil.example/v2/agency',
    'https://evil.example/v2/agency',
    'x/v2/agency',
    'v2/agency',
    '',
    '/',
    '/v2',
    '/v2/',
    '/v3/agency',
    '/V2/agency',
    '/v2/agency/more',
    '/v2/agency?x=1',
    '/v2/objs/a/calls/12a',
    '/v2/objs/a/calls/-1',
    '/v2/objs/a/calls/12345678901234567890',
    '/v1/objs/a',
    '/v2/payment/plans/basic',
    `/v2/objs/${'a'.repeat(129)}`,
  ])('%j is no path of the table', (path) => {
    for (const method of ['GET', 'POST', 'PUT']) expect(matchEndpoint(method, path)).toBeNull()
  })

  test('the method is part of the endpoint', () => {
    expect(matchEndpoint('PUT', '/v2/agency')?.name).toBe('update_agency')
    expect(matchEndpoint('GET', '/v2/agency')?.name).toBe('agency')
    for (const method of ['POST', 'DELETE', 'HEAD', 'get', 'TRACE', ''])
      expect(matchEndpoint(method, '/v2/agency')).toBeNull()
  })

  test('a trailing slash is optional', () => {
    expect(matchEndpoint('GET', '/v2/objs')?.name).toBe('objects')
    expect(matchEndpoint('GET', '/v2/objs/')?.name).toBe('objects')
    expect(matchEndpoint('GET', '/v2/calls/')?.name).toBe('all_calls')
  })

  test('the longest path values are allowed', () => {
    expect(matchEndpoint('GET', `/v2/objs/${'a'.repeat(128)}`)?.values).toEqual({ oid: 'a'.repeat(128) })
    expect(matchEndpoint('GET', `/v2/objs/a/calls/${'9'.repeat(19)}`)?.values.call_id).toBe('9'.repeat(19))
  })

  test('the client prefix stands on objects, calls and payment only, directly after the version (4.5, 5.6)', () => {
    const given = { oid: 'o1', call_id: '1', plan_name: 'basic' }
    for (const name of NAMES) {
      const endpoint: Endpoint = endpoints[name]
      const match = matchEndpoint(endpoint.method, pathOf(endpoint, given, 'client 1'))
      expect(match?.name ?? null, name).toBe(CLIENT_OWNED.has(name) ? name : null)
      if (match) expect(match.clientId).toBe('client 1')
    }
    expect(matchEndpoint('GET', '/v2/clients/c1/clients/c2/calls')).toBeNull()
    expect(matchEndpoint('GET', '/v2/calls/clients/c1')).toBeNull()
    for (const hostile of ['..', '%2e%2e', 'a%2fb', '', '%00'])
      expect(matchEndpoint('GET', `/v2/clients/${hostile}/calls`), hostile).toBeNull()
  })
})

describe('pathOf', () => {
  test('encodes values and puts the client after the version', () => {
    expect(pathOf(endpoints.object_calls, { oid: 'site / 1'.replace('/', '?') })).toBe(
      '/v2/objs/site%20%3F%201/calls',
    )
    expect(pathOf(endpoints.plan, { plan_name: 'базовый' }, 'c 1')).toBe(
      '/v1/clients/c%201/payment/plans/%D0%B1%D0%B0%D0%B7%D0%BE%D0%B2%D1%8B%D0%B9',
    )
    expect(pathOf(endpoints.objects, {}, 'c1')).toBe('/v2/clients/c1/objs/')
  })

  test.each([
    undefined,
    '',
    '.',
    '..',
    'a/b',
    'a\\b',
    'a\r\nb',
    'a\u0000',
    '\u0085',
    '\uD800',
    'a'.repeat(129),
  ])('refuses the value %j', (oid) => {
    expect(() => pathOf(endpoints.object, oid === undefined ? {} : { oid })).toThrow(TypeError)
    if (oid !== undefined) expect(() => pathOf(endpoints.object, { oid: 'a' }, oid)).toThrow(TypeError)
  })

  test.each(['', 'a', '-1', '1.0', '1e3', ' 1', '٣', '1'.repeat(20)])('refuses the call id %j', (call_id) => {
    expect(() => pathOf(endpoints.call, { oid: 'a', call_id })).toThrow(TypeError)
  })
})
