/** @module-tag all */
// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { ArchiveRollUp } from '#/contract/archive/roll-up.ts'
import { addDays, MINUTE_MS } from '#/contract/day.ts'
import { managedClients } from '#/test/api-server.ts'
import { button, rowsOf, words } from '#/test/page.ts'
import { allowConsole, eventually, renderApp, type RenderedApp } from '#/test/render-app.tsx'

const TODAY = '2026-11-20'
const bar = () => {
  const found = document.querySelector<HTMLElement>('section[aria-label="Roll-up"]')
  if (!found) throw new Error('The page has no roll-up')
  return found
}
const visit = async () => {
  const app = await renderApp('/clients', { account: 'agency_manager' })
  await screen.findByRole('link', { name: 'Sever Group' })
  return app
}
/** Leaves two clients in the table. */
const seek = ({ user }: RenderedApp) => user.type(screen.getByRole('searchbox'), 'sever')
const isLoaded = () => eventually(() => expect(words(bar())).toMatch(/2 of 2 clients loaded/))
const rows = () => rowsOf('Clients')
const choose = async ({ user }: RenderedApp, ...columns: readonly string[]) => {
  await user.click(within(bar()).getByRole('button', { name: /^Columns/ }))
  for (const name of columns) await user.click(screen.getByRole('checkbox', { name }))
  await user.keyboard('{Escape}')
}
/** Until our server holds all of both clients that the page has begun to have it read. */
const untilKept = ({ api }: RenderedApp) =>
  eventually(async () => {
    const query = `date_from=${addDays(TODAY, -29)}&date_to=${TODAY}`
    const { accounts } = await api.get<ArchiveRollUp>(`/api/archive/roll-up?${query}`)
    expect(accounts.map(({ is, is_reading }) => [is, is_reading])).toEqual([
      ['whole', false],
      ['whole', false],
    ])
  })

test('what was loaded once is there at the next visit, the same as the service counts, for one request at most', async () => {
  const app = await visit()
  const { api, user } = app
  await seek(app)
  await choose(app, 'First-time', 'Change')
  await user.click(button('Load figures', bar()))
  await isLoaded()
  // By the service itself: nothing is kept yet.
  const counted = rows()
  expect(counted).toHaveLength(3)
  expect(Object.keys(counted[0]!)).toEqual(expect.arrayContaining(['Change', 'First-time', 'Missed rate']))
  await untilKept(app)

  const before = api.toService.length
  app.open('/clients')
  await screen.findByRole('link', { name: 'Sever Group' })
  await seek(app)
  await isLoaded()
  await choose(app, 'First-time')
  expect(words(bar())).toMatch(/As of \d\d?:\d\d/)
  expect(within(bar()).queryByRole('button', { name: /Load/ })).toBeNull()
  expect(words(bar())).not.toMatch(/request/)
  await eventually(() => expect(rows()).toEqual(counted))
  // A client's line is there too.
  await user.click(screen.getByRole('button', { name: /Sever Group/, expanded: false }))
  await screen.findByRole('img', { name: /^Contacts by day, .+: from \d+ to \d+$/ })
  expect(api.toService.slice(before)).toEqual(['GET /v2/agency'])

  // The others are said to be missing, and take requests.
  await user.clear(screen.getByRole('searchbox'))
  await eventually(() => expect(words(bar())).toMatch(/2 of 23 clients loaded/))
  expect(words(bar())).toMatch(/\d+ requests still to make/)
  button('Load the rest', bar())
})

test('what has come since is there after an update, which asks for that alone', async () => {
  const app = await visit()
  const { api, user } = app
  await seek(app)
  await user.click(button('Load figures', bar()))
  await isLoaded()
  await untilKept(app)
  const contacts = () => {
    const row = rows().find((one) => one['Company']?.startsWith('Sever Group'))
    return Number(row?.['Contacts']?.replaceAll(',', ''))
  }
  const before = contacts()

  // Older than a minute, and two contacts of the period are gone from the service: its figures are others now.
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
  const asked = api.toService.length
  await user.click(button('Update', bar()))
  await eventually(() => expect(contacts()).toBe(before - 2))
  const pages = api.toService.slice(asked).filter((request) => request.includes('/calls'))
  expect(pages.length).toBeLessThan(10)
})

test('an archive that fails leaves the figures to be loaded as before', async () => {
  allowConsole(/status of 503/)
  const app = await visit()
  app.api.breakArchive()
  app.open('/clients')
  await screen.findByRole('link', { name: 'Sever Group' })
  await seek(app)
  await app.user.click(await within(bar()).findByRole('button', { name: 'Load figures' }))
  await isLoaded()
  expect(words(bar())).not.toMatch(/As of/)
  expect(rows()[0]!['Contacts']).toMatch(/^\d/)
  button('Load again', bar())
})
