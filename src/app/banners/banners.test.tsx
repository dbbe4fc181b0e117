/** @module-tag all */
// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { currentTime } from '#/api/transport/server-facts.ts'
import { allowConsole, eventually, happens, renderApp } from '#/test/render-app.tsx'

const bars = () => screen.queryAllByText(/./, { selector: '[role=status] strong' })
const bar = async (words: RegExp) =>
  within((await screen.findByText(words, { selector: '[role=status] strong' })).closest('[role=status]')!)

test('fault-refused, fault-online: one bar says it for all, with the time of what is shown; when the network is back all goes on by itself', async () => {
  allowConsole(/./)
  const app = await renderApp('/calls', { account: 'marketer' })
  await screen.findByRole('table', { name: 'Contacts' })
  expect(bars()).toEqual([])
  app.api.standInFront(() => Response.error())
  await app.user.click(screen.getByRole('checkbox', { name: 'Target only' }))
  const banner = await bar(/^Can’t reach Callboard/)
  expect(banner.getByText(/^What is on the screen stays as it was at \d/)).toBeTruthy()
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy()

  const before = app.api.requests.length
  app.api.standInFront(null)
  await eventually(() => expect(bars()).toEqual([]))
  await screen.findByRole('table', { name: 'Contacts' })
  await eventually(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(app.api.requests.length - before).toBeLessThan(6)
})

test('fault-offline, fault-online: a browser that says it is offline is believed at once, one that is back is asked for once', async () => {
  allowConsole(/./)
  const app = await renderApp('/objects', { account: 'marketer' })
  await screen.findByRole('heading', { level: 1, name: 'Objects' })
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  app.api.standInFront(() => Response.error())
  await eventually(() => {
    fireEvent(window, new Event('offline'))
    expect(bars()).not.toEqual([])
  })
  await bar(/^You are offline/)
  vi.restoreAllMocks()
  app.api.standInFront(null)
  fireEvent(window, new Event('online'))
  await eventually(() => expect(bars()).toEqual([]))
})

test('fault-captive: a network that wants a sign-in is told as that, looked at every 15 s, and gone on from', async () => {
  allowConsole(/./)
  const app = await renderApp('/objects', { account: 'marketer', timers: true })
  const requestedPaths = () => app.api.requests.map(({ path }) => path)
  await screen.findByRole('table', { name: 'Objects' })
  await eventually(() => expect(document.querySelectorAll('[role=status]').length).toBeGreaterThan(2))
  await eventually(() => expect(requestedPaths()).toContain('/api/attention'))
  app.api.standInFront(() => Response.error())
  fireEvent(window, new Event('offline'))
  await happens(() => vi.advanceTimersByTime(2_000))
  await eventually(() => expect(bars()).toHaveLength(1))
  app.api.standInFront(
    () => new Response('<form>Room number</form>', { headers: { 'content-type': 'text/html' } }),
  )
  fireEvent(window, new Event('online'))
  await eventually(() =>
    expect(bars().map(({ textContent }) => textContent)).toEqual([
      'Your network wants a sign-in before Callboard can be reached.',
    ]),
  )
  const link = screen.getByRole('link', { name: 'Sign in in a new tab' })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/signed-in', '_blank'])
  screen.getByRole('table', { name: 'Objects' })
  expect(document.body.textContent).not.toContain('Room number')
  app.api.standInFront(null)
  const before = requestedPaths()
  await happens(() => vi.advanceTimersByTime(8_000))
  expect(requestedPaths()).toEqual(before)
  await happens(() => vi.advanceTimersByTime(7_000))
  await eventually(() => expect(bars()).toEqual([]))
})

test('fault-flapping: a network that comes and goes within two seconds is not told', async () => {
  allowConsole(/./)
  const app = await renderApp('/objects', { account: 'marketer', timers: true })
  await screen.findByRole('heading', { level: 1, name: 'Objects' })
  await eventually(() => expect(document.querySelectorAll('[role=status]').length).toBeGreaterThan(2))
  const requestCount = app.api.requests.length
  for (let times = 0; times < 10; times++) {
    app.api.standInFront(() => Response.error())
    fireEvent(window, new Event('offline'))
    await happens(() => vi.advanceTimersByTime(1000))
    app.api.standInFront(null)
    fireEvent(window, new Event('online'))
    await eventually(() => expect(app.api.requests.length).toBeGreaterThan(requestCount + times))
    await happens(() => vi.advanceTimersByTime(500))
    expect(bars()).toEqual([])
  }
})

test('fault-503: a service that does not answer is one bar, and what has failed comes by itself once it does', async () => {
  const app = await renderApp('/calls', { account: 'marketer', faults: ['calls-503'] })
  await bar(/^The call-tracking service is not answering/)
  expect((await screen.findByRole('alert')).textContent).toMatch(/The call-tracking service is not answering/)
  app.api.fault()
  await screen.findByRole('table', { name: 'Contacts' })
  await eventually(() => expect(bars()).toEqual([]))
})

test.each(['/overview', '/calls?q=price', '/calls'])(
  'fault-503: in front of an archive it is told as without one, on %s',
  async (url) => {
    const app = await renderApp('/settings', { account: 'marketer' })
    await screen.findByRole('heading', { level: 1 })
    app.api.fault('data-503-html')
    app.open(url)
    await bar(/^The call-tracking service is not answering/)
    app.api.fault()
    await eventually(() => expect(bars()).toEqual([]))
  },
)

test('fault-new-build: an answer of another version is told, and the page goes on; work that is not saved is saved first', async () => {
  allowConsole(/./)
  const app = await renderApp('/objects', { account: 'marketer' })
  await screen.findByRole('table', { name: 'Objects' })
  app.api.standInFront(
    () =>
      new Response('{"error":"too_many_requests"}', {
        status: 429,
        headers: { 'x-callboard': '1', 'x-callboard-build': 'another', 'retry-after': '0' },
      }),
  )
  await app.user.click(screen.getByRole('link', { name: 'Journal' }))
  const banner = await bar(/^A new version of Callboard is ready/)
  app.api.standInFront(null)
  expect(banner.getByRole('button', { name: 'Reload' })).toBeTruthy()
  await app.user.click(banner.getByRole('button', { name: 'Later' }))
  await eventually(() => expect(bars()).toEqual([]))
})

test.each([
  ['slow', 7 * 60_000],
  ['fast', -26 * 3600_000],
] as const)(
  'fault-clock: a device whose clock is %s is told so, and days are those of the server’s clock',
  async (_, behind) => {
    const app = await renderApp('/objects', { account: 'marketer' })
    await screen.findByRole('table', { name: 'Objects' })
    app.api.standInFront(
      () =>
        new Response('{"error":"too_many_requests"}', {
          status: 429,
          headers: {
            'x-callboard': '1',
            date: new Date(Date.now() + behind).toUTCString(),
            'retry-after': '1',
          },
        }),
    )
    const right = Date.now() + behind
    await app.user.click(screen.getByRole('link', { name: 'Journal' }))
    const banner = await bar(/^This device’s clock says \d/)
    app.api.standInFront(null)
    expect(Math.abs(currentTime() - right)).toBeLessThan(60_000)
    await app.user.click(banner.getByRole('button', { name: 'Dismiss' }))
    await eventually(() => expect(bars()).toEqual([]))
  },
)

test('fault-sign-out-offline: who signs out while nothing can be reached is out here at once, and there as soon as it can', async () => {
  allowConsole(/./)
  const app = await renderApp('/objects', { account: 'marketer' })
  await screen.findByRole('table', { name: 'Objects' })
  app.api.standInFront(() => Response.error())
  await app.user.click(screen.getByRole('button', { name: 'Account' }))
  await app.user.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
  await screen.findByText(/^You are signed out on this screen/)
  expect(screen.queryByRole('table')).toBeNull()
  app.api.standInFront(null)
  fireEvent(window, new Event('online'))
  await eventually(() => expect(screen.queryByText(/^You are signed out on this screen/)).toBeNull())
  expect(await app.api.get('/api/session')).toMatchObject({ principal: null })
})
