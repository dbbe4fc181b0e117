// @vitest-environment jsdom
import { notifyManager, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { SavePreferencesBody } from '#/contract/preferences.ts'
import { createQueryClient } from '#/app/query-client.ts'
import { fakeFetch, fakeJson } from '#/test/fake-fetch.ts'
import { usePreferences, type PreferencesChange } from './use-preferences.ts'

const shown: string[] = []
vi.mock('#/ui/overlay/toast.tsx', () => ({ showToast: ({ text }: { text: string }) => shown.push(text) }))
vi.mock('#/domain/session/use-signed-in.ts', () => ({
  useSignedIn: () => ({ scope: { principal: 'p', client: null } }),
}))

const pin =
  (client: string): PreferencesChange =>
  ({ pins }) => ({ pins: { clients: [...(pins?.clients ?? []).filter((one) => one !== client), client] } })

/** Pinned clients with a service that answers on demand. */
const open = async ({ fails = false } = {}) => {
  notifyManager.setScheduler(queueMicrotask)
  const saves: { body: SavePreferencesBody; answer: (response: Response) => void }[] = []
  let stored = { version: 4, preferences: { pins: { clients: ['a'] } } }
  fakeFetch(({ method, body }) => {
    if (method === 'GET')
      return fails ? fakeJson({ error: 'unknown_error' }, { status: 404 }) : fakeJson(stored)
    return new Promise<Response>((answer) => saves.push({ body: JSON.parse(body ?? ''), answer }))
  })
  const queryClient = createQueryClient({ onSessionEnded: () => {}, onPrincipalChanged: () => {} })
  const settle = async (work: () => unknown = () => {}) => {
    await act(async () => void (await work()))
    await act(async () => {
      await vi.waitUntil(() => queryClient.isFetching() === 0)
      await new Promise((done) => setImmediate(done))
    })
  }
  const { result } = renderHook(usePreferences, {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  })
  await settle()
  return {
    saves,
    settle,
    pins: () => result.current.preferences.pins?.clients,
    change: (change: PreferencesChange, onSettled?: (failure: Error | null) => void) =>
      settle(() => result.current.change(change, onSettled)),
    store: (clients: string[]) => (stored = { version: 9, preferences: { pins: { clients } } }),
    saved: (version: number) => fakeJson({ version }),
  }
}

afterEach(() => {
  cleanup()
  shown.length = 0
})

test('changes show at once and are saved one after the other, each on the version before it', async () => {
  const { saves, settle, pins, change, saved } = await open()
  expect(pins()).toEqual(['a'])
  await change(pin('b'))
  await change(pin('c'))
  expect(pins()).toEqual(['a', 'b', 'c'])
  expect(saves.map(({ body }) => body)).toEqual([
    { base_version: 4, preferences: { pins: { clients: ['a', 'b'] } } },
  ])
  await settle(async () => {
    saves[0]?.answer(saved(5))
    await vi.waitUntil(() => saves.length === 2)
  })
  expect(saves[1]?.body).toEqual({ base_version: 5, preferences: { pins: { clients: ['a', 'b', 'c'] } } })
  await settle(() => saves[1]?.answer(saved(6)))
  expect([pins(), shown]).toEqual([['a', 'b', 'c'], []])
})

test('applies a change to the preferences another computer saved in between', async () => {
  const { saves, settle, pins, change, saved, store } = await open()
  await change(pin('b'))
  store(['a', 'x'])
  await settle(async () => {
    saves[0]?.answer(fakeJson({ error: 'preferences_changed' }, { status: 409 }))
    await vi.waitUntil(() => saves.length === 2)
  })
  expect(saves[1]?.body).toEqual({ base_version: 9, preferences: { pins: { clients: ['a', 'x', 'b'] } } })
  await settle(() => saves[1]?.answer(saved(10)))
  expect([pins(), shown]).toEqual([['a', 'x', 'b'], []])
})

test('what could not be saved is taken back and said; the change after it is saved without it', async () => {
  const { saves, settle, pins, change, saved } = await open()
  await change(pin('b'))
  await change(pin('c'))
  await settle(async () => {
    saves[0]?.answer(fakeJson({ error: 'unknown_error' }, { status: 503 }))
    await vi.waitUntil(() => saves.length === 2)
  })
  expect(shown).toEqual([expect.stringMatching(/^Not saved\. /)])
  expect(saves[1]?.body).toEqual({ base_version: 4, preferences: { pins: { clients: ['a', 'c'] } } })
  await settle(() => saves[1]?.answer(saved(5)))
  expect(pins()).toEqual(['a', 'c'])
})

test('a form learns the outcome of its change in place of the toast, and may send it again', async () => {
  const { saves, settle, pins, change, saved } = await open()
  const heard: (string | null)[] = []
  const onSettled = (failure: Error | null) => heard.push(failure && failure.name)
  await change(pin('b'), onSettled)
  await settle(async () => {
    saves[0]?.answer(fakeJson({ error: 'unknown_error' }, { status: 503 }))
    await vi.waitUntil(() => heard.length === 1)
  })
  expect([pins(), heard]).toEqual([['a'], [expect.any(String)]])
  await change(pin('b'), onSettled)
  await settle(async () => {
    saves[1]?.answer(saved(5))
    await vi.waitUntil(() => heard.length === 2)
  })
  expect([pins(), heard[1], shown]).toEqual([['a', 'b'], null, []])
})

test('nothing is saved over preferences that could not be read', async () => {
  const { saves, settle, change } = await open({ fails: true })
  await change(pin('b'))
  await settle(() => vi.waitUntil(() => shown.length > 0))
  expect(saves).toEqual([])
  expect(shown).toEqual([expect.stringMatching(/^Not saved\. /)])
})
