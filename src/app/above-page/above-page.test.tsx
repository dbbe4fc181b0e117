// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { allowConsole, eventually, happens, renderApp } from '#/test/render-app.tsx'

const bars = () => screen.queryAllByText(/./, { selector: '[role=status] strong' })
const bar = async (words: RegExp) =>
  within((await screen.findByText(words, { selector: '[role=status] strong' })).closest('[role=status]')!)

test('fault-refused, fault-offline-open: one bar says it for all, with the time of what is shown; when the network is back all goes on by itself', async () => {
  allowConsole(/./)
  const app = await renderApp('/calls', { account: 'marketer' })
  await screen.findByRole('table', { name: 'Contacts' })
  expect(bars()).toEqual([])
  app.api.standInFront(() => Response.error())
  await app.user.click(screen.getByRole('checkbox', { name: 'Target only' }))
  const said = await bar(/^Can’t reach Callboard/)
  expect(said.getByText(/^What is on the screen stays as it was at \d/)).toBeTruthy()
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy()

  const before = app.api.asked.length
  app.api.standInFront(null)
  await eventually(() => expect(bars()).toEqual([]))
  await screen.findByRole('table', { name: 'Contacts' })
  await eventually(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(app.api.asked.length - before).toBeLessThan(6)
})

test('fault-offline-open: a browser that says it is offline is believed at once, one that is back is asked for once', async () => {
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

test('fault-flapping: a network that comes and goes within two seconds is not told', async () => {
  allowConsole(/./)
  const app = await renderApp('/objects', { account: 'marketer', timers: true })
  await screen.findByRole('heading', { level: 1, name: 'Objects' })
  await eventually(() => expect(document.querySelectorAll('[role=status]').length).toBeGreaterThan(2))
  const asked = app.api.asked.length
  for (let times = 0; times < 10; times++) {
    app.api.standInFront(() => Response.error())
    fireEvent(window, new Event('offline'))
    await happens(() => vi.advanceTimersByTime(1000))
    app.api.standInFront(null)
    fireEvent(window, new Event('online'))
    await eventually(() => expect(app.api.asked.length).toBeGreaterThan(asked + times))
    await happens(() => vi.advanceTimersByTime(500))
    expect(bars()).toEqual([])
  }
})

test('fault-unavailable: a service that does not answer is one bar, and what has failed comes by itself once it does', async () => {
  const app = await renderApp('/calls', { account: 'marketer', faults: ['calls-503'] })
  await bar(/^The call-tracking service is not answering/)
  expect((await screen.findByRole('alert')).textContent).toMatch(/The call-tracking service is not answering/)
  app.api.fault()
  await screen.findByRole('table', { name: 'Contacts' })
  await eventually(() => expect(bars()).toEqual([]))
})
