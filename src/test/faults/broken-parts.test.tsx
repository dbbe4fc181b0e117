/** @module-tag all */
// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { allowConsole, renderApp } from '#/test/render-app.tsx'

/* A part of a page throws or fails to load. */

const broken = vi.hoisted((): { by: Error | null } => ({ by: null }))
vi.mock('#/features/call/deal/deal-pane.tsx', async (load) => {
  const real = await load<typeof import('#/features/call/deal/deal-pane.tsx')>()
  const DealPane: typeof real.DealPane = (props) => {
    if (broken.by) throw broken.by
    return real.DealPane(props)
  }
  return { ...real, DealPane }
})

afterEach(() => void (broken.by = null))

test('fault-render: a part that breaks says so in its place, the others are there, and it can be tried again', async () => {
  allowConsole(/undefined is not a function/)
  broken.by = new TypeError('undefined is not a function')
  const app = await renderApp('/calls', { account: 'marketer' })
  const table = await screen.findByRole('table', { name: 'Contacts' })
  await app.user.click(within(table).getAllByRole('link')[0]!)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toMatch(/Could not load this part.*The rest keeps working/)
  expect(await screen.findByRole('region', { name: 'Attribution' })).toBeTruthy()
  expect(screen.getByRole('region', { name: 'This caller' })).toBeTruthy()
  broken.by = null
  await app.user.click(within(alert).getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('region', { name: /deal/i })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

/** Like Vite's preload error. */
const notCome = () => {
  const payload = new Error('Failed to fetch dynamically imported module')
  dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }))
  return payload
}

test.each([
  ['fault-part-lost: the network is gone', () => Response.error(), /Can’t reach the server/],
  [
    'fault-sso-part: the company’s sign-in has answered',
    () => new Response(null, { status: 302 }),
    /A sign-in in front of Callboard has expired/,
  ],
] as const)('%s: the page says so, and is not loaded anew', async (_, front, words) => {
  allowConsole(/has not come/)
  const app = await renderApp('/calls', { account: 'marketer' })
  const table = await screen.findByRole('table', { name: 'Contacts' })
  await app.user.click(within(table).getAllByRole('link')[0]!)
  await screen.findByRole('region', { name: 'This caller' })
  const contact = app.address()
  await app.user.click(screen.getByRole('link', { name: 'Objects' }))
  await screen.findByRole('table', { name: 'Objects' })
  app.api.standInFront(front)
  broken.by = notCome()
  app.history.push(contact)
  expect((await screen.findByRole('alert')).textContent).toMatch(words)
  expect(sessionStorage.getItem('callboard.reloaded')).toBeNull()
})
