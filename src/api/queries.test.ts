import { QueryClient } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import type { CallFilters } from '#/contract/call-filters.ts'
import { call } from '#/contract/call.ts'
import { Unreadable } from '#/contract/field.ts'
import { exampleOf } from '#/test/api-document.ts'
import { fakeFetch, fakeJson, type FakeRequest } from '#/test/fake-fetch.ts'
import { agencyQuery, clientsOf, updateAgency } from './agency.ts'
import { callQuery, callRowQuery, callsPageQuery } from './calls.ts'
import { normaliseFilters } from '#/contract/archive/filters.ts'
import type { Scope } from './client.ts'
import { objectFiltersQuery, objectQuery, objectsQuery } from './objects.ts'
import { planQuery } from './plans.ts'
import { sessionQuery, signIn, signInWithKey, signOut } from './session.ts'

const scope: Scope = { principal: 'p1', client: null }
const other: Scope = { principal: 'p1', client: 'c2' }
const cache = () => new QueryClient({ defaultOptions: { queries: { retry: false } } })

const pageOf = ({ url }: FakeRequest) => Number(new URL(url, 'http://page').searchParams.get('page') ?? 1)
const pagination = (current_page: number | null, total_pages: number) => ({
  pagination: { ...exampleOf('pagination'), current_page, total_pages, next_page: null, total_objects: null },
})
const nobody = { principal: null, user: null, rights: [], refused: null, refused_because: null }
const server = { sign_in: 'session', sign_out: true, sample: null, ends_in: null }
const session = { ...nobody, ...server, ask: null, wall: false, help: { url: null, text: null } }

describe('sign-in', () => {
  test('the requests', async () => {
    const { requests } = fakeFetch(({ method }) =>
      method === 'DELETE' ? new Response(null, { status: 204 }) : fakeJson(session),
    )
    await signIn('a@example.org', 'secret')
    await signInWithKey('k')
    await signOut()
    await cache().fetchQuery(sessionQuery)
    expect(requests.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['POST', '/api/v2/users/sign_in', '{"user":{"email":"a@example.org","password":"secret"}}'],
      ['GET', '/api/session', null],
      ['POST', '/api/session', '{"api_key":"k"}'],
      ['DELETE', '/api/session', null],
      ['GET', '/api/session', null],
    ])
  })

  test('an answer that is no session is a bad response', async () => {
    fakeFetch(() => fakeJson({ user: exampleOf('user') }))
    await expect(signIn('a@example.org', 'secret')).rejects.toMatchObject({ kind: 'bad-response' })
  })
})

describe('agency', () => {
  const client = (id: string, company_name: string | null) => ({
    client: id,
    email: `${id}@example.org`,
    company_name,
  })

  test('clients come by name, whatever form the answer has (G2); unreadable ones are left to their marked rows', async () => {
    const agency = {
      ...exampleOf('agency'),
      clients: [client('2', 'Beta'), { email: 'no id' }, client('1', 'Alfa'), client('3', null)],
    }
    for (const answer of [[{ agency }], [agency], { agency }]) {
      fakeFetch(() => fakeJson(answer))
      const agencies = await cache().fetchQuery(agencyQuery('p1'))
      expect(agencies[0]?.clients.filter((one) => one instanceof Unreadable)).toHaveLength(1)
      expect(clientsOf(agencies).map((one) => one.client)).toEqual(['3', '1', '2'])
    }
  })

  test('an update sends the four documented fields and reads the agency back', async () => {
    const body = { name: 'A', domain: 'a.example', phone_number: '1', is_active: true }
    const { requests } = fakeFetch(() => fakeJson({ agency: { ...body, clients: [] } }))
    await expect(updateAgency('p1', body)).resolves.toMatchObject(body)
    expect(requests).toMatchObject([
      { method: 'PUT', url: '/api/v2/agency', body: JSON.stringify({ agency: body }) },
    ])
  })
})

describe('keys', () => {
  const filters: CallFilters = { status_filter: 'ANSWER', period: 'day' }
  const ofScope = (one: Scope) => [
    agencyQuery(one.principal).queryKey,
    callsPageQuery(one, null, filters, 1).queryKey,
    callsPageQuery(one, 'a', filters, 1).queryKey,
    callsPageQuery(one, 'a', filters, 2).queryKey,
    callsPageQuery(one, 'a', {}, 1).queryKey,
    callQuery(one, 'a', '1').queryKey,
    callQuery(one, 'a', '2').queryKey,
    objectsQuery(one, undefined).queryKey,
    objectsQuery(one, '3').queryKey,
    objectQuery(one, 'a').queryKey,
    objectFiltersQuery(one, 'a').queryKey,
    planQuery(one, 'a').queryKey,
    planQuery(one, 'A').queryKey,
  ]

  test('begin with principal and client, and no two are the same', () => {
    const keys = [
      ...ofScope(scope),
      ...ofScope(other).slice(1),
      ...ofScope({ principal: 'p2', client: null }),
    ]
    for (const key of ofScope(scope)) expect(key.slice(0, 2)).toEqual(['p1', null])
    for (const key of ofScope(other).slice(1)) expect(key.slice(0, 2)).toEqual(['p1', 'c2'])
    expect(new Set(keys.map((key) => JSON.stringify(key))).size).toBe(keys.length)
  })

  test('equal filters are equal keys, whatever their order and however absent', () => {
    const reordered: CallFilters = { period: 'day', status_filter: 'ANSWER' }
    expect(JSON.stringify(callsPageQuery(scope, 'a', reordered, 1).queryKey)).toBe(
      JSON.stringify(callsPageQuery(scope, 'a', filters, 1).queryKey),
    )
    expect(Object.keys(normaliseFilters({ order_way: 'ASC', period: 'day' }))).toEqual([
      'period',
      'order_way',
    ])
  })
})

describe('journal pages', () => {
  const answer = (current: number, ids: number[]) =>
    fakeJson({
      calls: ids.map((id) => ({ id })),
      meta: { ...pagination(current, 9), obj: [{ oid: 'a' }, { oid: 'b' }] },
    })

  test('the first page is asked for without a page parameter (G1), the others with it', async () => {
    const { requests } = fakeFetch(() => answer(1, [1]))
    const filters: CallFilters = { order_way: 'ASC', period: 'all', from_filter: '7495' }
    await cache().fetchQuery(callsPageQuery(scope, null, filters, 1))
    await cache().fetchQuery(callsPageQuery(other, 'a', filters, 3))
    expect(requests.map(({ url }) => url)).toEqual([
      '/api/v2/calls?period=all&from_filter=7495&order_way=ASC',
      '/api/v2/clients/c2/objs/a/calls?period=all&from_filter=7495&order_way=ASC&page=3',
    ])
  })

  test('both journals give the same page: all objects without status and service names (G8)', async () => {
    fakeFetch(() => answer(2, [1, 2]))
    const all = await cache().fetchQuery(callsPageQuery(scope, null, {}, 2))
    expect(all).toMatchObject({
      calls: [{ id: 1 }, { id: 2 }],
      objects: [{ oid: 'a' }, { oid: 'b' }],
      pagination: { total_pages: 9 },
    })
    expect(all).toMatchObject({ statuses: {}, services: [] })

    const meta = { obj: { oid: 'a' }, statuses: { answer: 2 }, services: [{ id: 1, name: 'SMS' }] }
    fakeFetch(() => fakeJson({ calls: [], meta }))
    expect(await cache().fetchQuery(callsPageQuery(scope, 'a', {}, 1))).toMatchObject({
      calls: [],
      objects: [{ oid: 'a' }],
      statuses: { answer: 2 },
      services: [{ id: 1, name: 'SMS', service_logo_url: null }],
      pagination: null,
    })
  })

  test('without meta there are still calls', async () => {
    fakeFetch(() => fakeJson({ calls: [{ id: 1 }] }))
    for (const oid of [null, 'a'])
      expect(await cache().fetchQuery(callsPageQuery(scope, oid, {}, 1))).toMatchObject({
        calls: [{ id: 1 }],
        objects: [],
        pagination: null,
      })
  })
})

describe('the list row of a call opened by link (G5)', () => {
  const opened = (changes: object = {}) => {
    const parsed = call.lenient.safeParse({
      ...exampleOf('single_call'),
      id: 77,
      date: '2026-11-20T23:30:00+03:00',
      phone_number_from: '74951234567',
      ...changes,
    })
    if (!parsed.success) throw parsed.error
    return parsed.data
  }
  const whole = { is: 'complete', as_of: null, oldest: null, loaded: 0, total: 0, unread: [] }
  const state = { ...whole, shortfall: null, error: null }
  const nothingStored = { state, total: 0, offset: 0, since: null, contacts: [], objects: [] }
  /** A journal with these call ids by page; nothing is archived. */
  const journal = (pages: readonly number[][], total = pages.length) =>
    fakeFetch((request) =>
      fakeJson(
        request.url.includes('/archive/')
          ? nothingStored
          : {
              calls: (pages[pageOf(request) - 1] ?? []).map((id) => ({ id, messages: `of ${id}` })),
              meta: pagination(pageOf(request), total),
            },
      ),
    )
  const ofService = (requests: readonly { readonly url: string }[]) =>
    requests.map(({ url }) => url).filter((url) => !url.includes('/archive/'))

  test('is taken from what our server keeps, and where that has not got it from the service', async () => {
    let answer: object = {
      ...nothingStored,
      total: 1,
      contacts: [{ ...exampleOf('single_call'), id: 77, messages: 'kept' }],
    }
    const { requests } = fakeFetch((request) =>
      fakeJson(
        request.url.includes('/archive/')
          ? answer
          : { calls: [{ id: 77, messages: 'listed' }], meta: pagination(1, 1) },
      ),
    )
    const row = () => cache().fetchQuery(callRowQuery(scope, 'a', opened()))
    expect(await row()).toMatchObject({ id: 77, messages: 'kept' })
    const body = JSON.stringify({ date_from: '2026-11-20', date_to: '2026-11-20', object: 'a', id: '77' })
    expect(requests).toMatchObject([{ url: '/api/archive/contacts', body }])
    answer = nothingStored
    expect(await row()).toMatchObject({ id: 77, messages: 'listed' })
  })

  test('is looked for on its own day, by its own clock (G6), among its caller’s contacts', async () => {
    const { requests } = journal([[1, 2], [77]])
    expect(await cache().fetchQuery(callRowQuery(scope, 'a', opened()))).toMatchObject({
      id: 77,
      messages: 'of 77',
    })
    const query = 'period=custom&date_from=2026-11-20&date_to=2026-11-20&from_filter=74951234567'
    expect(ofService(requests)).toEqual([
      `/api/v2/objs/a/calls?${query}`,
      `/api/v2/objs/a/calls?${query}&page=2`,
    ])
  })

  test('is looked for in everything when the call has no date, and among everybody when it has no caller', async () => {
    const { requests } = journal([[77]])
    await cache().fetchQuery(callRowQuery(scope, 'a', opened({ date: null, phone_number_from: null })))
    expect(ofService(requests)).toEqual(['/api/v2/objs/a/calls?period=all'])
  })

  test('is not looked for beyond five pages', async () => {
    const { requests } = journal([[1], [2], [3], [4], [5], [77]])
    expect(await cache().fetchQuery(callRowQuery(scope, 'a', opened()))).toBeNull()
    expect(ofService(requests)).toHaveLength(5)
  })

  test.each([
    ['the last page', [[1], [2]], 2, 2],
    ['an empty page', [[1], []], 9, 2],
    ['the first page when nothing tells of more', [[1]], 0, 1],
  ])('ends at %s', async (_, pages, total, requestCount) => {
    const { requests } = journal(pages, total)
    expect(await cache().fetchQuery(callRowQuery(scope, 'a', opened()))).toBeNull()
    expect(ofService(requests)).toHaveLength(requestCount)
  })

  test('takes what the cache already knows', async () => {
    const { requests } = journal([[77]])
    const client = cache()
    const filters: CallFilters = {
      from_filter: '74951234567',
      period: 'custom',
      date_from: '2026-11-20',
      date_to: '2026-11-20',
    }
    await client.fetchQuery(callsPageQuery(scope, 'a', filters, 1))
    expect(await client.fetchQuery(callRowQuery(scope, 'a', opened()))).toMatchObject({ id: 77 })
    expect(ofService(requests)).toHaveLength(1)
  })
})

describe('object list', () => {
  const objectsOf = (
    pages: readonly unknown[][],
    { current = (page: number) => page, total = pages.length } = {},
  ) =>
    fakeFetch((request) =>
      fakeJson({
        objs: pages[pageOf(request) - 1] ?? pages.at(-1),
        meta: pagination(current(pageOf(request)), total),
      }),
    )
  const oids = (...names: string[]) => names.map((oid) => ({ oid }))
  const load = () => cache().fetchQuery(objectsQuery(scope, '3'))
  const shown = (objects: readonly unknown[]) =>
    objects.map((one) => (one instanceof Unreadable ? 'unreadable' : (one as { oid: string }).oid))

  test('brings all pages in order', async () => {
    const { requests } = objectsOf([oids('a', 'b'), oids('c'), oids('d')])
    const { objects, gaps } = await load()
    expect(shown(objects)).toEqual(['a', 'b', 'c', 'd'])
    expect(gaps).toEqual([])
    expect(requests.map(({ url }) => url)).toEqual(
      ['', '&page=2', '&page=3'].map((page) => `/api/v2/objs/?status=3${page}`),
    )
  })

  test('an object that moved to the next page meanwhile is there once, an unreadable one is marked in its place', async () => {
    objectsOf([[...oids('a', 'b'), { title: 'no oid' }], oids('b', 'c', 'c')])
    expect(shown((await load()).objects)).toEqual(['a', 'b', 'unreadable', 'c'])
  })

  test('a service that keeps sending the same page is asked once more, and the page says so (G1)', async () => {
    const same = [...oids('a', 'b'), { title: 'no oid' }]
    const { requests } = objectsOf([same], { total: 50 })
    const { objects, gaps } = await load()
    expect(shown(objects)).toEqual(['a', 'b', 'unreadable'])
    expect(gaps).toContain('repeated')
    expect(requests).toHaveLength(2)
  })

  test.each([
    ['page 3 for page 2', [oids('a'), oids('c'), oids('c')], (page: number) => Math.min(page, 2) * 2 - 1],
    ['page 9 for the last', [oids('a'), oids('z')], (page: number) => (page === 2 ? 9 : page)],
    ['page 1 for page 2', [oids('a'), oids('b'), oids('c')], () => 1],
  ])('%s is not believed, and nothing of it is shown (G1)', async (_, pages, current) => {
    const { requests } = objectsOf(pages, { current })
    const { objects, gaps } = await load()
    expect(shown(objects)).toEqual(['a'])
    expect(gaps).toEqual(['repeated'])
    expect(requests).toHaveLength(2)
  })

  test('an empty list, one page, or no pagination at all is one request', async () => {
    const one = { current_page: 1, next_page: null, prev_page: null, total_pages: 1, total_objects: 1 }
    for (const change of [{}, { current_page: 0, total_pages: 0 }, { current_page: null }, null]) {
      const meta = change && { pagination: { ...one, ...change } }
      const { requests } = fakeFetch(() => fakeJson({ objs: oids('a'), meta }))
      expect(await load()).toMatchObject({ objects: [{ oid: 'a' }], gaps: [] })
      expect(requests).toHaveLength(1)
    }
    const { requests } = objectsOf([[]], { total: 9 })
    expect(await load()).toEqual({ objects: [], gaps: [] })
    expect(requests).toHaveLength(1)
  })

  test('a service that never ends is asked a thousand times at most', async () => {
    const { requests } = fakeFetch((request) =>
      fakeJson({ objs: oids(`o${pageOf(request)}`), meta: pagination(pageOf(request), 1e6) }),
    )
    await load()
    expect(requests).toHaveLength(1_000)
  })
})

test('single resources go to their documented paths', async () => {
  const { requests } = fakeFetch(({ url }) =>
    fakeJson(
      url.endsWith('filters') ? {} : url.includes('calls') ? { call: { id: 1 } } : { obj: { oid: 'a' } },
    ),
  )
  expect(await cache().fetchQuery(objectQuery(other, 'my alias'))).toMatchObject({ oid: 'a' })
  expect(await cache().fetchQuery(callQuery(scope, 'a', '1'))).toMatchObject({ call: { id: 1 } })
  expect(await cache().fetchQuery(objectFiltersQuery(scope, 'a'))).toEqual({
    sources: [],
    durations: [],
    call_statuses: [],
  })
  expect(requests.map(({ url }) => url)).toEqual([
    '/api/v2/clients/c2/objs/my%20alias',
    '/api/v2/objs/a/calls/1',
    '/api/v2/objs/a/filters',
  ])
})

test('an object asked for by its alias is cached under its oid too, and only for its own scope', async () => {
  const { requests } = fakeFetch(() => fakeJson({ obj: { oid: 'a', alias: 'my alias' } }))
  const queries = cache()
  const object = await queries.fetchQuery(objectQuery(scope, 'my alias'))
  expect(await queries.fetchQuery(objectQuery(scope, 'a'))).toEqual(object)
  expect(requests).toHaveLength(1)
  await queries.fetchQuery(objectQuery(other, 'a'))
  expect(requests).toHaveLength(2)
})

test('a plan is asked for by the tariff’s name, under the client’s prefix', async () => {
  const { requests } = fakeFetch(() => fakeJson({ name: 'Clinic plus', price: '$9', sessions: '10' }))
  expect(await cache().fetchQuery(planQuery(other, 'Clinic plus'))).toEqual({
    name: 'Clinic plus',
    title: null,
    price: '$9',
    sessions: 10,
    numbers: null,
  })
  expect(requests.map(({ url }) => url)).toEqual(['/api/v1/clients/c2/payment/plans/Clinic%20plus'])
})
