/** @module-tag all */
// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { eventually, renderApp, type RenderAppOptions } from '#/test/render-app.tsx'

const PORTAL = 'https://portal.example.com'
const env = {
  PUBLIC_URL: location.origin.replace('http:', 'https:'),
  EMBED_ANCESTORS: PORTAL,
  EMBED_COOKIE: 'partitioned',
}
const CHALLENGE = 'c'.repeat(43)
const address = (portal: string) => `/embed/sign-in?${new URLSearchParams({ portal, challenge: CHALLENGE })}`

const open = (
  portal: string,
  { opener = true, ...options }: Partial<RenderAppOptions> & { opener?: boolean } = {},
) => {
  const postMessage = vi.fn()
  window.opener = opener ? { postMessage } : null
  vi.spyOn(window, 'close').mockImplementation(() => undefined)
  return renderApp(address(portal), { account: 'small_marketer', env, ...options }).then((app) => ({
    ...app,
    postMessage,
  }))
}
const posted = (app: { api: { requests: readonly { path: string; method: string }[] } }) =>
  app.api.requests.filter(({ path, method }) => method === 'POST' && path.startsWith('/api/embed'))
afterEach(() => {
  window.opener = null
  vi.restoreAllMocks()
})

test('who is signed in decides by a click: nothing is handed over before', async () => {
  const app = await open(PORTAL)
  await screen.findByRole('heading', { name: 'Show Callboard in portal.example.com?' })
  screen.getByText(/^portal\.example\.com shows Callboard as .+ then, in this browser, until you sign out\.$/)
  expect(posted(app)).toEqual([])
  await app.user.click(screen.getByRole('button', { name: 'Let portal.example.com show Callboard' }))
  await screen.findByRole('heading', { name: 'portal.example.com shows Callboard now' })
  expect(app.postMessage).toHaveBeenCalledExactlyOnceWith(
    { type: 'code', code: expect.stringMatching(/^[\w-]{43}$/) },
    location.origin,
  )
  expect(window.close).toHaveBeenCalled()
})

test('"Not now" closes the window and hands over nothing', async () => {
  const app = await open(PORTAL)
  await app.user.click(await screen.findByRole('button', { name: 'Not now' }))
  expect(window.close).toHaveBeenCalled()
  expect([posted(app), app.postMessage.mock.calls]).toEqual([[], []])
})

test('who is not signed in does that first, and comes back', async () => {
  const { address: at } = await open(PORTAL, { account: null })
  await screen.findByRole('textbox', { name: 'Email' })
  await eventually(() => expect(new URLSearchParams(at().split('?')[1]).get('next')).toBe(address(PORTAL)))
})

test.each([
  ['a portal that is not listed', 'https://evil.example', {}],
  ['anything else in its place', 'javascript:alert(1)', {}],
  ['frames of the same site only', PORTAL, { EMBED_COOKIE: 'samesite' }],
])('%s: there is nothing to press but the way to Callboard', async (_, portal, more) => {
  const app = await open(portal, { env: { ...env, ...more } })
  await screen.findByRole('heading', { name: /may not show Callboard$/ })
  expect(screen.queryByRole('button', { name: /show Callboard/ })).toBeNull()
  expect(screen.getByRole('link', { name: 'Open Callboard' }).getAttribute('href')).toBe('/')
  expect(posted(app)).toEqual([])
})

test('a window that no page waits for says so', async () => {
  await open(PORTAL, { opener: false })
  await screen.findByText(/^This window has lost its connection with portal\.example\.com\./)
  screen.getByRole('link', { name: 'Open Callboard' })
})

test('in Russian', async () => {
  await open(PORTAL, { locale: 'ru' })
  await screen.findByRole('button', { name: 'Разрешить portal.example.com показывать Callboard' })
})
