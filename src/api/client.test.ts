import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { endpoints } from '#/contract/endpoints.ts'
import { fakeFetch, fakeJson } from '#/test/fake-fetch.ts'
import { callApi, send, type Scope } from './client.ts'
import { gateSeconds, openGate } from './transport/rate-gate.ts'
import { ApiError, isApiError, retryDelay, shouldRetry, type ApiErrorKind } from './error.ts'

afterEach(openGate)

const scope: Scope = { principal: 'p1', client: null }
const managers: Scope = { principal: 'p1', client: 'c 1' }

const failure = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error: unknown = await promise.then(
    () => new Error('resolved'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw error
  return error
}

describe('request', () => {
  test('goes to the documented path below /api, with our header and without a key', async () => {
    const { requests } = fakeFetch(() => fakeJson({ obj: { oid: 'a' } }))
    await callApi(endpoints.object, { scope, values: { oid: 'site 1' } })
    expect(requests).toMatchObject([{ method: 'GET', url: '/api/v2/objs/site%201', body: null }])
    expect(requests[0]?.headers).toEqual({
      accept: 'application/json',
      'x-requested-by': 'callboard',
      'x-callboard-principal': 'p1',
    })
  })

  test('carries the same key for what is to be done once, and none for the rest', async () => {
    const { requests } = fakeFetch(() => fakeJson({}))
    for (const onceSeen of [7, 7, 8, undefined])
      await send('POST', '/reports/1/send', { scope, body: {}, onceSeen })
    const [first, again, later, none] = requests.map(({ headers }) => headers['idempotency-key'])
    expect([first === again, first === later, none]).toEqual([true, false, undefined])
    expect(first).toMatch(/^[0-9a-f]{64}$/)
  })

  test('carries the client where the section belongs to clients, and nowhere else', async () => {
    const { requests } = fakeFetch(() => fakeJson([]))
    await callApi(endpoints.agency, { scope: managers })
    await failure(callApi(endpoints.object, { scope: managers, values: { oid: 'a' } }))
    await callApi(endpoints.geo, { scope: managers })
    expect(requests.map(({ url }) => url)).toEqual([
      '/api/v2/agency',
      '/api/v2/clients/c%201/objs/a',
      '/api/v1/geo',
    ])
  })

  test('sends no parameter that says nothing', async () => {
    const { requests } = fakeFetch(() => fakeJson({ calls: [] }))
    const query = {
      period: 'custom',
      source_filter: '',
      status_filter: undefined,
      uri_filter: 'a&b=ц +',
      page: 2,
    }
    await callApi(endpoints.all_calls, { scope, query })
    await callApi(endpoints.all_calls, { scope, query: { period: undefined } })
    expect(requests.map(({ url }) => url)).toEqual([
      '/api/v2/calls?period=custom&uri_filter=a%26b%3D%D1%86+%2B&page=2',
      '/api/v2/calls',
    ])
  })

  test('sends a body as JSON and says so', async () => {
    const { requests } = fakeFetch(() => fakeJson({}))
    const body = { script_config: { utm: '3' } }
    await callApi(endpoints.script_config, { scope, values: { oid: 'a' }, body })
    expect(requests[0]).toMatchObject({ method: 'POST', body: JSON.stringify(body) })
    expect(requests[0]?.headers).toHaveProperty('content-type', 'application/json')
  })

  test('a path value that no resource can have is never sent', async () => {
    const { requests } = fakeFetch(() => fakeJson({}))
    await expect(callApi(endpoints.object, { scope, values: { oid: '..' } })).rejects.toThrow(TypeError)
    expect(requests).toEqual([])
  })
})

describe('answer', () => {
  test('is read by the lenient schema', async () => {
    fakeFetch(() =>
      fakeJson({ calls: [{ id: '5', target: 1 }, {}], meta: { pagination: { total_pages: '3' } } }),
    )
    const { calls, meta } = await callApi(endpoints.all_calls, { scope })
    expect(calls).toMatchObject([{ id: 5, target: true }, { raw: {} }])
    expect(meta?.pagination).toMatchObject({ total_pages: 3, current_page: null })
  })

  test('204 is an answer without content', async () => {
    fakeFetch(() => new Response(null, { status: 204 }))
    await expect(send('DELETE', '/session')).resolves.toBeNull()
  })

  test.each(['', '<html>', '{"calls":[', '\u0000'])(
    'that is no JSON (%j) is a bad response',
    async (text) => {
      fakeFetch(() => new Response(text, { headers: { 'x-request-id': 'r1' } }))
      expect(await failure(send('GET', '/v2/calls'))).toMatchObject({
        kind: 'bad-response',
        status: 200,
        requestId: 'r1',
      })
    },
  )

  test.each([null, [], {}, 'text', { calls: null }])(
    'of another shape (%j) is a bad response',
    async (body) => {
      fakeFetch(() => fakeJson(body))
      expect((await failure(callApi(endpoints.all_calls, { scope }))).kind).toBe('bad-response')
    },
  )

  test('for another account than the one on screen is never returned', async () => {
    fakeFetch(() => fakeJson({ calls: [] }, { headers: { 'x-callboard-principal': 'p2' } }))
    expect((await failure(callApi(endpoints.all_calls, { scope }))).kind).toBe('principal-changed')
    fakeFetch(() =>
      fakeJson({ error: 'not_found' }, { status: 404, headers: { 'x-callboard-principal': 'p2' } }),
    )
    expect((await failure(callApi(endpoints.all_calls, { scope }))).kind).toBe('principal-changed')
    fakeFetch(() => fakeJson({ calls: [] }, { headers: { 'x-callboard-principal': 'p1' } }))
    await expect(callApi(endpoints.all_calls, { scope })).resolves.toBeDefined()
  })
})

describe('errors', () => {
  test.each<[number, string | null, ApiErrorKind]>([
    [400, 'invalid_json', 'rejected'],
    [400, 'invalid_request', 'rejected'],
    [401, 'unauthorized', 'session-ended'],
    [403, 'access_denied', 'forbidden'],
    [403, 'client_forbidden', 'client-forbidden'],
    [404, 'not_found', 'not-found'],
    [413, null, 'too-large'],
    [422, null, 'rejected'],
    [429, null, 'rate-limited'],
    [500, 'unknown_error', 'server'],
    [502, 'unknown_error', 'unavailable'],
    [502, 'upstream_bad_response', 'bad-response'],
    [502, 'upstream_too_large', 'too-large'],
    [503, 'unknown_error', 'unavailable'],
    [504, 'unknown_error', 'timeout'],
    [418, null, 'server'],
    [500, 'constructor', 'server'],
    [500, '__proto__', 'server'],
  ])('%i %s is %s', async (status, code, kind) => {
    fakeFetch(() => fakeJson({ error: code ?? 'something' }, { status, headers: { 'x-request-id': 'r7' } }))
    const error = await failure(callApi(endpoints.all_calls, { scope }))
    expect(error).toMatchObject({ kind, status, code: code ?? 'something', fields: null, requestId: 'r7' })
  })

  test('a map of strings is kept beside its fields (G13)', async () => {
    fakeFetch(() => fakeJson({ error: { name: 'must not be empty' } }, { status: 400 }))
    const error = await failure(callApi(endpoints.update_agency, { scope, body: {} }))
    expect(error).toMatchObject({ kind: 'rejected', code: null, fields: { name: 'must not be empty' } })
  })

  test.each(['<html>504</html>', '', 'null', '{"error":7}', '[]'])(
    'the status decides when the body says %j',
    async (text) => {
      fakeFetch(() => new Response(text, { status: 503 }))
      expect(await failure(send('GET', '/v2/calls'))).toMatchObject({
        kind: 'unavailable',
        code: null,
        fields: null,
      })
    },
  )

  describe('Retry-After', () => {
    beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z'), toFake: ['Date'] }))
    afterEach(() => void vi.useRealTimers())

    test.each([
      ['0', 0],
      ['7', 7],
      [' 7 ', 7],
      ['1000000000', 1_000_000_000],
      ['9'.repeat(400), Infinity],
      ['Fri, 20 Nov 2026 12:00:30 GMT', 30],
      ['Fri, 20 Nov 2026 13:00:00 GMT', 3600],
      ['Fri, 20 Nov 2026 11:59:00 GMT', null],
      ['-5', null],
      ['1.5', null],
      ['soon', null],
      ['', null],
    ])('%j → %j', async (header, seconds) => {
      fakeFetch(() => fakeJson({ error: 'x' }, { status: 429, headers: { 'retry-after': header } }))
      expect((await failure(send('GET', '/v2/calls'))).retryAfter).toBe(seconds)
    })

    test('absent → null', async () => {
      fakeFetch(() => fakeJson({ error: 'x' }, { status: 429 }))
      expect((await failure(send('GET', '/v2/calls'))).retryAfter).toBeNull()
    })
  })
})

describe('no answer', () => {
  const never = () => new Promise<Response>(() => undefined)

  test('a connection that fails is a network error, or offline when the browser knows', async () => {
    const refused = () => Promise.reject(new TypeError('fetch failed'))
    fakeFetch(refused)
    expect(await failure(send('GET', '/session'))).toMatchObject({ kind: 'network', status: null })
    fakeFetch(refused)
    vi.stubGlobal('navigator', { onLine: false })
    expect((await failure(send('GET', '/session'))).kind).toBe('offline')
    fakeFetch(refused)
    vi.stubGlobal('navigator', { onLine: true })
    expect((await failure(send('GET', '/session'))).kind).toBe('network')
  })

  test('a cancelled request fails with "aborted", before or while waiting', async () => {
    fakeFetch(never)
    expect((await failure(send('GET', '/session', { signal: AbortSignal.abort() }))).kind).toBe('aborted')
    fakeFetch(never)
    const controller = new AbortController()
    const waiting = failure(send('GET', '/session', { signal: controller.signal }))
    controller.abort()
    expect((await waiting).kind).toBe('aborted')
  })

  test('after 30 seconds it is a timeout', async () => {
    const clock = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal)
    fakeFetch(never)
    const waiting = failure(send('GET', '/session', { signal: new AbortController().signal }))
    clock.abort(new DOMException('', 'TimeoutError'))
    expect((await waiting).kind).toBe('timeout')
    expect(timeout).toHaveBeenCalledWith(30_000)
  })

  const cutOff = (reason: unknown) =>
    new Response(
      new ReadableStream({
        start: (stream) => {
          stream.enqueue(new TextEncoder().encode('{"calls":['))
          stream.error(reason)
        },
      }),
    )

  test('fault-truncated: an answer that is cut off is a network error, one that is cancelled is aborted', async () => {
    fakeFetch(() => cutOff(new TypeError('terminated')))
    expect((await failure(send('GET', '/v2/calls'))).kind).toBe('network')
    const controller = new AbortController()
    fakeFetch(
      () => {
        controller.abort()
        return cutOff(controller.signal.reason)
      },
      { abortable: false },
    )
    expect((await failure(send('GET', '/v2/calls', { signal: controller.signal }))).kind).toBe('aborted')
  })
})

describe('retry', () => {
  const ALLOWED: Partial<Record<ApiErrorKind, number>> = {
    network: 2,
    timeout: 2,
    unavailable: 2,
    'rate-limited': 2,
    server: 1,
  }
  test.each<ApiErrorKind>([
    'offline',
    'network',
    'timeout',
    'aborted',
    'session-ended',
    'principal-changed',
    'forbidden',
    'client-forbidden',
    'not-found',
    'rejected',
    'rate-limited',
    'too-large',
    'bad-response',
    'unavailable',
    'server',
  ])('%s', (kind) => {
    const tries = [0, 1, 2, 3].filter((failures) => shouldRetry(failures, new ApiError(kind)))
    expect(tries).toHaveLength(ALLOWED[kind] ?? 0)
  })

  test('errors of our own code are not retried', () => {
    expect(shouldRetry(0, new TypeError('bug'))).toBe(false)
    expect(shouldRetry(0, undefined)).toBe(false)
  })

  test('waits what the service asks for, else a little, longer each time', () => {
    expect(retryDelay(0, new ApiError('rate-limited', { retryAfter: 42 }))).toBe(42_000)
    expect(retryDelay(0, new ApiError('rate-limited', { retryAfter: 0 }))).toBe(0)
    expect(retryDelay(0, new ApiError('rate-limited', { retryAfter: 3_000 }))).toBe(120_000)
    for (const [failures, base] of [400, 800].entries()) {
      const delay = retryDelay(failures, new ApiError('network'))
      expect(delay).toBeGreaterThanOrEqual(base * 0.75)
      expect(delay).toBeLessThanOrEqual(base * 1.25)
    }
  })

  test('isApiError narrows by kind', () => {
    expect(isApiError(new ApiError('offline'), 'offline', 'network')).toBe(true)
    expect(isApiError(new ApiError('offline'), 'network')).toBe(false)
    expect(isApiError(new ApiError('offline'))).toBe(true)
    expect(isApiError({ kind: 'offline' })).toBe(false)
  })
})

describe('storage', () => {
  test.each(['storage_full', 'storage_unavailable'])('%s says that nothing can be saved', async (error) => {
    fakeFetch(() => fakeJson({ error }, { status: 503 }))
    expect((await failure(send('PUT', '/preferences', { scope }))).kind).toBe('storage')
  })
})

describe('too many requests', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const limited = () => fakeJson({ error: 'rate_limited' }, { status: 429, headers: { 'retry-after': '42' } })

  test('fault-429: one gate for all: no read is sent before the time the service named, a write is', async () => {
    fakeFetch(limited)
    await failure(send('GET', '/v2/objs/', { scope }))
    expect(gateSeconds()).toBe(42)
    const { requests } = fakeFetch(() => fakeJson({}))
    const waiting = send('GET', '/v2/calls', { scope: managers })
    await send('PUT', '/preferences', { scope, body: {} })
    await vi.advanceTimersByTimeAsync(41_000)
    expect(requests.map(({ method }) => method)).toEqual(['PUT'])
    expect(gateSeconds()).toBe(1)
    await vi.advanceTimersByTimeAsync(1_000)
    await waiting
    expect(requests.map(({ method }) => method)).toEqual(['PUT', 'GET'])
  })

  test('who does not want to wait any longer does not', async () => {
    fakeFetch(limited)
    await failure(send('GET', '/v2/objs/', { scope }))
    const leaving = new AbortController()
    const waiting = failure(send('GET', '/v2/calls', { scope, signal: leaving.signal }))
    leaving.abort()
    expect((await waiting).kind).toBe('aborted')
  })

  test('a refused sign-in holds nothing else up', async () => {
    fakeFetch(limited)
    await failure(send('POST', '/v2/users/sign_in', { body: {} }))
    expect(gateSeconds()).toBe(0)
  })
})
