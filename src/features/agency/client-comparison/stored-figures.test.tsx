/** @module-tag all */
// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { MINUTE_MS } from '#/contract/day.ts'
import { managedClients } from '#/test/api-server.ts'
import { button, rowsOf, words } from '#/test/page.ts'
import { leaveFewClients } from './few-clients-testing.ts'
import { allowConsole, eventually, renderApp, type RenderedApp } from '#/test/render-app.tsx'

const TODAY = '2026-11-20'
const bar = () => {
  const found = document.querySelector<HTMLElement>('section[aria-label="Client comparison"]')
  if (!found) throw new Error('The page has no client comparison')
  return found
}
const visit = async () => {
  const app = await renderApp('/clients', { account: 'agency_manager', before: leaveFewClients })
  await screen.findByRole('link', { name: 'Sever Group' })
  return app
}
const seek = ({ user }: RenderedApp) => user.type(screen.getByRole('searchbox'), 'sever')
const isLoaded = (clients = 2) =>
  eventually(() => expect(words(bar())).toMatch(new RegExp(`${clients} of ${clients} clients loaded`)))
const rows = () => rowsOf('Clients')
test('what was read once is there at the next visit, for one request of the service', async () => {
  const app = await visit()
  const { api, user } = app
  await seek(app)
  await isLoaded()
  // Objects and waiting callers have requests of their own.
  await eventually(() => expect(JSON.stringify(rows())).not.toMatch(/Not known|No day is known/))
  const counted = rows()
  expect(counted).toHaveLength(3)
  await user.clear(screen.getByRole('searchbox'))
  await eventually(() => expect(words(bar())).toMatch(/4 of 4 clients loaded/))

  const before = api.toService.length
  app.open('/clients')
  await screen.findByRole('link', { name: 'Sever Group' })
  await seek(app)
  await isLoaded()
  await eventually(() => expect(rows()).toEqual(counted))
  await user.click(screen.getByRole('button', { name: /Sever Group/, expanded: false }))
  await screen.findByRole('img', { name: /^Contacts by day, .+: from \d+ to \d+$/ })
  expect(api.toService.slice(before).filter((path) => path.includes('/calls'))).toEqual([])
})

test('what has come since is there after an update, which asks for that alone', async () => {
  const app = await visit()
  const { api, user } = app
  await seek(app)
  await isLoaded()
  const contacts = () => {
    const row = rows().find((one) => one['Company']?.startsWith('Sever Group'))
    return Number(row?.['Contacts']?.replaceAll(',', ''))
  }
  const before = contacts()

  // Past the cache time, with two contacts deleted at the service.
  vi.setSystemTime(Date.now() + 2 * MINUTE_MS)
  app.open('/clients')
  await screen.findByRole('link', { name: 'Sever Group' })
  await seek(app)
  await isLoaded()
  const { client } = (await managedClients(api)).find(({ company_name }) => company_name === 'Sever Group')!
  const { calls } = await api.get<{ calls: { id: number; obj_oid: string }[] }>(
    `/api/v2/clients/${client}/calls?period=custom&date_from=${TODAY}&date_to=${TODAY}`,
  )
  const gone = calls.slice(0, 2).map(({ id }) => id)
  expect(gone).toHaveLength(2)
  await api.database.deleteFrom('contacts').where('id', 'in', gone).execute()
  expect(contacts()).toBe(before)
  const requestCount = api.toService.length
  await user.click(button('Update', bar()))
  await eventually(() => expect(contacts()).toBe(before - 2))
  const pages = api.toService
    .slice(requestCount)
    .filter((request) => request.includes(`/clients/${client}/calls`))
  expect(pages.length).toBeLessThan(10)
})

test('an archive that fails says so, and the figures come when asked for again', async () => {
  allowConsole(/status of 503/)
  const app = await visit()
  await isLoaded(4)
  app.api.breakArchive()
  app.open('/clients')
  await screen.findByRole('link', { name: 'Sever Group' })
  await eventually(() => expect(within(bar()).getByRole('button', { name: 'Retry' })).toBeTruthy())
  expect(words(bar())).not.toMatch(/As of/)
})
