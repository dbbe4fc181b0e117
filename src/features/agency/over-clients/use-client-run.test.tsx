// @vitest-environment jsdom
import '#/test/stand-ins.ts'
import { notifyManager, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ApiError } from '#/api/error.ts'
import type { ClientRead } from '#/contract/agency.ts'
import { createQueryClient } from '#/app/query-client.ts'
// The pages' own frame brings it: what is heard of clients.
import '#/domain/client/client-access.ts'
import { useClientRun, type ClientLoad } from './use-client-run.ts'

const clientOf = (client: string): ClientRead => ({
  client,
  email: null,
  company_name: client,
  statistics_only: null,
  hidden_fields: null,
  objects_count: 1,
  calls_count: 1,
})
const CLIENTS = ['a', 'b', 'c', 'd', 'e', 'f'].map(clientOf)

/** A page with a run of two requests for each client, each answered when the test says so. */
const open = async () => {
  notifyManager.setScheduler(queueMicrotask)
  const asked: string[] = []
  const answers = new Map<string, { give: (value: string) => void; fail: (error: Error) => void }>()
  const what: ClientLoad<string> = {
    name: 'silence',
    leastRequests: 2,
    keptFor: 60_000,
    load: async ({ client }, ask, signal) => {
      const request = (part: number) =>
        ask(
          () =>
            new Promise<string>((give, fail) => {
              const id = `${client}${part}`
              asked.push(id)
              answers.set(id, { give, fail })
              signal.addEventListener('abort', () => fail(new ApiError('aborted')))
            }),
          signal,
        )
      return (await request(1)) + (await request(2))
    },
  }
  const queryClient = createQueryClient({ onSessionEnded: () => {}, onPrincipalChanged: () => {} })
  const settle = (work: () => void = () => {}) =>
    act(async () => {
      work()
      await new Promise((done) => setTimeout(done, 5))
    })
  const { result, unmount } = renderHook(() => useClientRun('p', CLIENTS, what), {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  })
  await settle()
  const run = () => result.current
  return {
    asked,
    queryClient,
    run,
    start: (clients = CLIENTS) => settle(() => run().start(clients)),
    cancel: () => settle(() => run().cancel()),
    give: (id: string) => settle(() => answers.get(id)!.give(id)),
    fail: (id: string, kind: ConstructorParameters<typeof ApiError>[0]) =>
      settle(() => answers.get(id)!.fail(new ApiError(kind, { scope: { principal: 'p', client: id[0]! } }))),
    close: () => settle(unmount),
    data: () => run().results.map(({ data }) => data ?? null),
    errors: () => run().results.map(({ error }) => (error instanceof ApiError ? error.kind : null)),
  }
}

test('four clients at a time, counted; a failed one’s requests are not waited for', async () => {
  const page = await open()
  await page.start()
  expect(page.asked).toEqual(['a1', 'b1', 'c1', 'd1'])
  expect(page.run().progress).toEqual({ clients: 0, allClients: 6, requests: 0, allRequests: 12 })
  await page.give('b1')
  await page.give('b2')
  expect(page.asked).toEqual(['a1', 'b1', 'c1', 'd1', 'b2', 'e1'])
  await page.fail('a1', 'not-found')
  expect(page.run().progress).toEqual({ clients: 2, allClients: 6, requests: 3, allRequests: 11 })
  for (const client of ['c', 'd', 'e', 'f']) for (const part of [1, 2]) await page.give(`${client}${part}`)
  expect(page.run().progress).toBeNull()
  expect(page.data()).toEqual([null, 'b1b2', 'c1c2', 'd1d2', 'e1e2', 'f1f2'])
  expect(page.errors()).toEqual(['not-found', null, null, null, null, null])

  await page.start([CLIENTS[0]!])
  await page.give('a1')
  await page.give('a2')
  expect(page.data()[0]).toBe('a1a2')
  await page.close()
})

test('what has come stays when the rest is cancelled, and nothing more is asked', async () => {
  const page = await open()
  await page.start()
  await page.give('a1')
  await page.give('a2')
  await page.cancel()
  const asked = page.asked.length
  expect(page.run().progress).toBeNull()
  expect(page.data()).toEqual(['a1a2', null, null, null, null, null])
  expect(page.errors()).toEqual(CLIENTS.map(() => null))
  await page.start(CLIENTS.slice(4))
  expect(page.asked.slice(asked)).toEqual(['e1', 'f1'])
  await page.close()
})

test('a session that ended stops the run; a client that is lost takes what is here of it along', async () => {
  const page = await open()
  await page.start()
  await page.give('a1')
  await page.give('a2')
  await page.fail('b1', 'session-ended')
  expect(page.run().progress).toBeNull()
  expect(page.asked).not.toContain('f1')
  expect(page.data()[0]).toBe('a1a2')

  await page.start([CLIENTS[0]!])
  await page.fail('a1', 'client-forbidden')
  expect(page.data()[0]).toBeNull()
  await page.close()
})

test('leaving the page ends it', async () => {
  const page = await open()
  await page.start()
  await page.close()
  expect(page.queryClient.isFetching()).toBe(0)
  expect(page.asked).toEqual(['a1', 'b1', 'c1', 'd1'])
})
