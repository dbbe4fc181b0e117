/** @module-tag all */
// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Obj } from '#/contract/object.ts'
import { eventually, renderApp, type RenderAppOptions } from '#/test/render-app.tsx'

const toSignIn = () =>
  new Response(null, { status: 302, headers: { location: 'https://login.example.com/' } })
// company-proxy.e2e.ts covers proxies.
const EXPIRED = 'Something between you and Callboard wants a sign-in: your network or your company.'

const open = async (url = '/objects', options: Partial<RenderAppOptions> = {}) => {
  const app = await renderApp(url, { account: 'marketer', ...options })
  await screen.findByRole('heading', { level: 1 })
  return {
    ...app,
    refresh: () => app.queryClient.refetchQueries({ type: 'active' }),
    expire: () => app.api.standInFront(toSignIn),
  }
}
const bars = () => screen.queryAllByRole('status').filter((one) => one.textContent.includes('sign-in'))

test('sso-expired: one bar, whatever has failed; the page stays readable and where it is', async () => {
  const { refresh, expire, address, api } = await open('/objects?q=a')
  const rows = (await screen.findAllByRole('row')).length
  const before = address()
  expire()
  await Promise.all(Array.from({ length: 20 }, refresh))
  await screen.findByText(EXPIRED)
  expect(bars()).toHaveLength(1)
  expect(screen.getAllByRole('row')).toHaveLength(rows)
  expect(address()).toBe(before)
  screen.getByRole('button', { name: 'Sign in' })
  // Redirects are recognised without a request.
  expect(api.requests.filter(({ path }) => path === '/healthz')).toEqual([])
})

test('signed in again in another tab: the bar goes, and what has failed is loaded', async () => {
  const { user, expire, api } = await open()
  expire()
  await user.click(screen.getByRole('link', { name: 'Overview' }))
  await screen.findByText(EXPIRED)
  api.standInFront(null)
  const { principal } = await api.get<{ principal: string }>('/api/session')
  const elsewhere = new BroadcastChannel('callboard.session')
  elsewhere.postMessage(principal)
  elsewhere.close()
  await eventually(() => expect(bars()).toEqual([]))
  await screen.findByRole('heading', { name: 'Overview', level: 1 })
  expect(screen.queryByText(/wants a sign-in/)).toBeNull()
})

test('coming back to the tab looks whether the sign-in is there again', async () => {
  const { refresh, expire, api } = await open()
  expire()
  await refresh()
  await screen.findByText(EXPIRED)
  window.dispatchEvent(new Event('focus'))
  await eventually(() =>
    expect(api.requests.filter(({ path }) => path === '/api/session').length).toBeGreaterThan(1),
  )
  screen.getByText(EXPIRED)
  api.standInFront(null)
  window.dispatchEvent(new Event('focus'))
  await eventually(() => expect(bars()).toEqual([]))
})

test('contacts that were being read when it expired go on by themselves', async () => {
  let requestCount = 0
  const { api } = await renderApp('/overview', {
    account: 'marketer',
    before: async (server) =>
      server.standInFront((path) =>
        path.startsWith('/api/figures/') && ++requestCount > 2 ? new Response('<form>Sign in</form>') : null,
      ),
  })
  await screen.findByText(EXPIRED)
  api.standInFront(null)
  window.dispatchEvent(new Event('focus'))
  await eventually(() => expect(document.body.textContent).toMatch(/All \d+ contacts loaded/))
  expect(bars()).toEqual([])
})

test('fault-sso-user-changed: another person has signed in meanwhile: nothing of the one before stays', async () => {
  const { refresh, expire, api } = await open()
  expire()
  await refresh()
  await screen.findByText(EXPIRED)
  api.standInFront(null)
  await api.signIn('client')
  window.dispatchEvent(new Event('focus'))
  await screen.findByRole('heading', { name: /^Signed in as/ })
  expect(bars()).toEqual([])
})

test('fault-sso-loop: a sign-in that is asked for again at once does not stick', async () => {
  // State after "Sign in".
  sessionStorage.setItem('callboard.signing-in', '1')
  const { refresh, expire } = await open()
  expire()
  await refresh()
  await screen.findByText('Sign-in does not stick. Are cookies blocked?')
  expect(sessionStorage.getItem('callboard.signing-in')).toBeNull()
})

test('what is typed is not left for the sign-in: it is offered in another tab', async () => {
  let oid = ''
  const {
    user,
    refresh,
    expire,
    open: show,
  } = await open('/objects', {
    before: async (api) => {
      const { objs } = await api.get<{ objs: Obj[] }>('/api/v2/objs/')
      oid = objs.find((one) => one.is_tracking)?.oid ?? ''
    },
  })
  show(`/objects/${oid}`)
  const region = await screen.findByRole('region', { name: 'Tracking script' })
  const [option] = await within(region).findAllByRole<HTMLInputElement>('checkbox')
  const before = option!.checked
  await user.click(option!)
  expire()
  await refresh()
  await screen.findByText(/^What you typed stays here/)
  expect(screen.queryByRole('button', { name: 'Sign in' })).toBeNull()
  const link = screen.getByRole('link', { name: 'Sign in in a new tab' })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/signed-in', '_blank'])
  expect(option!.checked).toBe(!before)
})

test('fault-between: a gateway’s error is no sign-in', async () => {
  const { refresh, api } = await open()
  api.standInFront(
    () => new Response('<h1>Bad gateway</h1>', { status: 404, headers: { 'content-type': 'text/html' } }),
  )
  await refresh()
  expect(bars()).toEqual([])
})

test('in Russian', async () => {
  const { refresh, expire } = await open('/objects', { locale: 'ru' })
  expire()
  await refresh()
  await screen.findByText('Перед Callboard появилась страница входа: вашей сети или компании.')
  screen.getByRole('button', { name: 'Войти' })
  screen.getByRole('link', { name: 'Войти в новой вкладке' })
})
