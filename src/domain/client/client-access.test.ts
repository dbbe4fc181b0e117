import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import type { ArchiveClientComparison, ComparedAccount } from '#/contract/archive/client-comparison.ts'
import { agencyQuery, clientsOf } from '#/api/agency.ts'
import { keysOf } from '#/api/keys.ts'
import { clientIssuesQuery } from '#/api/client-comparison/client-issues.ts'
import { clientComparisonQuery } from '#/api/client-comparison/client-comparison.ts'
import { objectQuery, objectsQuery } from '#/api/objects.ts'
import { ApiError } from '#/api/error.ts'
import { createQueryClient } from '#/app/query-client.ts'
import { fakeFetch, fakeJson } from '#/test/fake-fetch.ts'
import {
  accessOf,
  clientMemoryQuery,
  readmitClient,
  refuseClient,
  visitClient,
  type ClientMemory,
} from './client-access.ts'

const mine = { principal: 'p', client: 'c1' }
const other = { principal: 'p', client: 'c2' }
const agencyOf = (...clients: string[]) => [
  { name: 'N', clients: clients.map((client) => ({ client, company_name: `Company ${client}` })) },
]

const opened = (...clients: string[]) => {
  const service = { clients, forbidden: new Set<string>() }
  const { requests } = fakeFetch(({ url }) => {
    if (url.endsWith('/agency')) return fakeJson(agencyOf(...service.clients))
    const [, client = ''] = /clients\/(\w+)\//.exec(url) ?? []
    return service.forbidden.has(client)
      ? fakeJson({ error: 'client_forbidden' }, { status: 403 })
      : fakeJson({ objs: [{ oid: 'o', title: client }], meta: {} })
  })
  const queryClient = createQueryClient({ onSessionEnded: vi.fn(), onPrincipalChanged: vi.fn() })
  const agency = new QueryObserver(queryClient, agencyQuery('p'))
  agency.subscribe(() => {})
  const memory = () => queryClient.getQueryData<ClientMemory>(clientMemoryQuery('p').queryKey)
  return {
    service,
    requests,
    queryClient,
    listed: () => clientsOf(queryClient.getQueryData(agencyQuery('p').queryKey) ?? []),
    memory,
    access: (scope = mine) => accessOf(scope, queryClient.getQueryData(agencyQuery('p').queryKey), memory()),
    cached: (scope = mine) => queryClient.getQueryCache().findAll({ queryKey: keysOf(scope) }),
    readAgency: () => queryClient.fetchQuery({ ...agencyQuery('p'), staleTime: 0 }),
    read: (scope = mine) => queryClient.fetchQuery(objectsQuery(scope, undefined)),
  }
}

test('a client that a list has named and a later one does not is closed under its name, its data gone', async () => {
  const { service, access, cached, read, readAgency } = opened('c1', 'c2')
  await readAgency()
  expect(access()).toMatchObject({ state: 'open', client: { company_name: 'Company c1' } })
  await Promise.all([read(), read(other)])
  service.clients = ['c2']
  await readAgency()
  expect(access()).toEqual({ state: 'closed', name: 'Company c1' })
  expect(cached()).toEqual([])
  expect(cached(other)).toHaveLength(1)
  service.clients = ['c1', 'c2']
  await readAgency()
  expect(access()).toMatchObject({ state: 'open' })
})

test('a client that was never listed is closed without a name; before there is a list it is open', async () => {
  const { access, readAgency } = opened('c2')
  expect(access()).toEqual({ state: 'open', client: undefined })
  await readAgency()
  expect(access()).toEqual({ state: 'closed', name: null })
})

test('one refusal closes the client at once: its data go, what runs is stopped, the list is loaded again', async () => {
  const { service, queryClient, access, cached, listed, read, readAgency, requests } = opened('c1', 'c2')
  await readAgency()
  await read()
  const looking = new QueryObserver(queryClient, objectsQuery(mine, undefined))
  looking.subscribe(() => {})
  let stopped: AbortSignal | undefined
  const running = queryClient.fetchQuery({
    ...objectQuery(mine, 'o'),
    queryFn: ({ signal }) => {
      stopped = signal
      return new Promise<never>(() => {})
    },
  })
  running.catch(() => {})
  await expect.poll(() => stopped).toBeDefined()
  service.forbidden.add('c1')
  service.clients = ['c2']
  const requestCount = requests.filter(({ url }) => url.endsWith('/agency')).length
  await expect(queryClient.fetchQuery(objectQuery(mine, 'another'))).rejects.toMatchObject({
    kind: 'client-forbidden',
  })
  expect(access()).toEqual({ state: 'closed', name: 'Company c1' })
  expect(listed().map(({ client }) => client)).toEqual(['c2'])
  expect(stopped?.aborted).toBe(true)
  // Observed queries show that data is gone; others are removed.
  expect(looking.getCurrentResult()).toMatchObject({ data: undefined, isError: true })
  expect(cached()).toHaveLength(1)
  await expect
    .poll(() => requests.filter(({ url }) => url.endsWith('/agency')))
    .toHaveLength(requestCount + 1)
})

test('a client that is listed though it is refused stays closed until the user opens it, without a request', async () => {
  const { service, queryClient, access, read, readAgency, requests } = opened('c1')
  await readAgency()
  service.forbidden.add('c1')
  await expect(read()).rejects.toBeInstanceOf(ApiError)
  await readAgency()
  expect(access()).toEqual({ state: 'closed', name: 'Company c1' })
  const requestCount = requests.length
  readmitClient(queryClient, mine)
  expect(access()).toMatchObject({ state: 'open' })
  expect(requests).toHaveLength(requestCount)
})

test('the refusal of a write closes the client too', async () => {
  const { queryClient, access, readAgency } = opened('c1')
  await readAgency()
  const write = queryClient.getMutationCache().build(queryClient, {
    mutationFn: () => Promise.reject(new ApiError('client-forbidden', { scope: mine })),
  })
  await expect(write.execute(undefined)).rejects.toBeInstanceOf(ApiError)
  expect(access()).toMatchObject({ state: 'closed' })
})

test('a refusal without a client closes nothing', async () => {
  const { queryClient, access, memory, readAgency } = opened('c1')
  await readAgency()
  refuseClient(queryClient, { principal: 'p', client: null })
  expect(access()).toMatchObject({ state: 'open' })
  expect(memory()?.refused.size).toBe(0)
})

test('recent clients: the last one first, each once, no more than six', () => {
  const { queryClient, memory } = opened()
  for (const client of ['a', 'b', 'a', 'c', 'd', 'e', 'f', 'g', 'g'])
    visitClient(queryClient, { principal: 'p', client })
  expect(memory()?.recent).toEqual(['g', 'f', 'e', 'd', 'c', 'a'])
})

test('what our server has told of a client among others goes with the client', async () => {
  const { service, queryClient, readAgency, read } = opened('c1', 'c2')
  await readAgency()
  const days = { from: '2026-11-01', to: '2026-11-20' }
  const figures = clientComparisonQuery('p', { days, compared: null }, null).queryKey
  const issues = clientIssuesQuery('p', ['c1', 'c2']).queryKey
  const account = (client: string): ComparedAccount => ({
    client,
    is: 'none',
    as_of: null,
    missing: null,
    unread: [],
    is_reading: false,
    error: null,
    counts: null,
    offset: null,
    by_day: null,
    compared: null,
  })
  const notify = () => {
    const clients = ['c1', 'c2', 'c3']
    queryClient.setQueryData(figures, (): ArchiveClientComparison => ({ accounts: clients.map(account) }))
    queryClient.setQueryData(issues, () => ({
      issues: clients.map((client) => ({
        client,
        kind: 'not_read' as const,
        oid: null,
        object: null,
        value: 0,
        of: null,
        usual: null,
        at: null,
        by: null,
        key: 'not_read',
        level: 0,
      })),
      total: 3,
      clients: clients.map((client) => ({
        client,
        as_of: null,
        is_reading: false,
        error: null,
        waiting: null,
        ends: null,
      })),
    }))
  }
  const left = () => [
    queryClient.getQueryData(figures)?.accounts.map(({ client }) => client),
    queryClient.getQueryData(issues)?.clients.map(({ client }) => client),
    queryClient.getQueryData(issues)?.issues.map(({ client }) => client),
  ]
  notify()
  // The list omits the third, the service refuses the first.
  await readAgency()
  expect(left()).toEqual([
    ['c1', 'c2'],
    ['c1', 'c2'],
    ['c1', 'c2'],
  ])
  service.forbidden.add('c1')
  await expect(read()).rejects.toThrow()
  expect(left()).toEqual([['c2'], ['c2'], ['c2']])
})
