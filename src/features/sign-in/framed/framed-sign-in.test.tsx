/** @module-tag all */
// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi, type MockInstance } from 'vitest'
import { embedAuthCodeAnswer } from '#/contract/embed/embed.ts'
import { eventually, happens, renderApp, type RenderAppOptions } from '#/test/render-app.tsx'

const PORTAL = 'https://portal.example.com'
const env = {
  PUBLIC_URL: location.origin.replace('http:', 'https:'),
  EMBED_ANCESTORS: PORTAL,
  EMBED_COOKIE: 'partitioned',
}
let opened: MockInstance<typeof window.open>
beforeEach(() => {
  opened = vi.spyOn(window, 'open').mockReturnValue(null)
  vi.spyOn(window, 'parent', 'get').mockReturnValue({ postMessage: vi.fn() } as unknown as Window)
})
afterEach(() => void vi.restoreAllMocks())

const open = (url: string, options: Partial<RenderAppOptions> = {}) =>
  renderApp(url, { account: null, env, ...options })

const begin = async (options: Partial<RenderAppOptions> = {}) => {
  const app = await open('/objects?embed=1', options)
  const popUp = document.body.appendChild(document.createElement('iframe')).contentWindow!
  const close = vi.spyOn(popUp, 'close')
  opened.mockReturnValue(popUp)
  const button = await screen.findByRole('button', { name: 'Sign in' })
  await eventually(() => expect(button.ariaBusy).toBeNull())
  await app.user.click(button)
  const address = new URL(String(opened.mock.calls[0]?.[0]), location.origin)
  const say = (code: string) =>
    happens(() => {
      const data = { type: 'code', code }
      window.dispatchEvent(new MessageEvent('message', { origin: location.origin, source: popUp, data }))
    })
  return { ...app, close, address, say }
}

test('a frame on another site asks for no password: a pop-up does, and its code leads to the page', async () => {
  const { api, address, say, close } = await begin()
  expect(document.querySelectorAll('input')).toHaveLength(0)
  expect(address.pathname).toBe('/embed/sign-in')
  expect(Object.fromEntries(address.searchParams)).toEqual({
    portal: PORTAL,
    challenge: expect.stringMatching(/^[\w-]{43}$/),
  })
  await api.signIn('small_marketer')
  const body = Object.fromEntries(address.searchParams)
  const { code } = embedAuthCodeAnswer.parse(await api.write('POST', '/api/embed/codes', body))
  await say(code)
  await screen.findByRole('heading', { name: 'Objects', level: 1 })
  expect(close).toHaveBeenCalled()
})

test('a code that is good no more: it says so, and another window has another challenge', async () => {
  const { say, user } = await begin()
  await say('x'.repeat(43))
  await screen.findByText('This sign-in took too long or has been used already. Sign in again.')
  const button = screen.getByRole('button', { name: 'Sign in' })
  await eventually(() => expect(button.ariaBusy).toBeNull())
  await user.click(button)
  const [first, second] = opened.mock.calls.map(([address]) => address)
  expect(second).not.toBe(first)
})

test('where the browser keeps no cookie, it says so; a new tab is one press away', async () => {
  const { api, say } = await begin()
  const signedOut = await api.get('/api/session')
  api.standInFront((path) =>
    path === '/api/embed/session'
      ? new Response(null, { status: 204, headers: { 'x-callboard': '1' } })
      : Response.json(signedOut, { headers: { 'x-callboard': '1' } }),
  )
  await say('x'.repeat(43))
  await screen.findByText('Your browser blocks cookies in this frame. Open in a new tab.')
  const link = screen.getByRole('link', { name: 'Open in a new tab' })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/objects', '_blank'])
})

test('where no window opens, it says so', async () => {
  const { user } = await open('/objects?embed=1')
  opened.mockReturnValue(null)
  const button = await screen.findByRole('button', { name: 'Sign in' })
  await eventually(() => expect(button.ariaBusy).toBeNull())
  await user.click(button)
  await screen.findByText(/^No window has opened that this page can speak to/)
})

test('which of several portals it is, the browser must tell', async () => {
  await open('/objects?embed=1', { env: { ...env, EMBED_ANCESTORS: `${PORTAL},https://b.example` } })
  await screen.findByText(/^Your browser doesn’t say which page shows this frame/)
  expect(screen.queryByRole('button', { name: 'Sign in' })).toBeNull()
  screen.getByRole('link', { name: 'Open in a new tab' })
})

test('on the same site the form is there, without taking the focus from the portal, and says whose it is', async () => {
  await open('/objects?embed=1', { env: { ...env, EMBED_COOKIE: 'samesite' } })
  const email = await screen.findByRole('textbox', { name: 'Email' })
  expect(document.activeElement).not.toBe(email)
  screen.getByText(location.host)
})

test('the company’s own pages are in no frame: a window of their own, which tells when it is done', async () => {
  const { user, api } = await open('/objects', {
    env: {
      ...env,
      EMBED_COOKIE: 'samesite',
      AUTH_MODE: 'oidc',
      AUTH_KEYS: 'keys.json',
      OIDC_ISSUER: 'http://127.0.0.1:9',
      OIDC_CLIENT_ID: 'callboard',
    },
  })
  opened.mockReturnValue(null)
  await user.click(await screen.findByRole('button', { name: 'Sign in' }))
  expect(opened.mock.calls[0]?.[0]).toBe('/signed-in')
  expect(api.requests.filter(({ method }) => method !== 'GET')).toEqual([])
})

test('in Russian', async () => {
  await open('/objects?embed=1', { locale: 'ru' })
  await screen.findByRole('button', { name: 'Войти' })
  screen.getByRole('link', { name: 'Открыть в новой вкладке' })
})
