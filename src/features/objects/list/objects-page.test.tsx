// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Agency } from '#/contract/agency.ts'
import type { Obj } from '#/contract/object.ts'
import { rowsOf, words } from '#/test/page.ts'
import { eventually, renderApp, type RenderAppOptions } from '#/test/render-app.tsx'

const table = () => screen.getByRole('table', { name: 'Objects' })
const names = () => [...table().querySelectorAll('a[data-to="object"]')].map(words)
const header = (name: string) => screen.getByRole('columnheader', { name })

const open = async (
  account: RenderAppOptions['account'],
  url = '/objects',
  options: Partial<RenderAppOptions> = {},
) => {
  const app = await renderApp(url, { account, ...options })
  await screen.findByRole('table', { name: 'Objects' })
  await eventually(() => expect(names().length).toBeGreaterThan(0))
  return app
}

test('a status is in the address, and kept', async () => {
  const { api, user, address, open: reopen } = await open('client')
  const { objs: all } = await api.get<{ objs: Obj[] }>('/api/v2/objs/')
  const titles = (status: Obj['status']) =>
    all.filter((one) => one.status === status).map(({ title }) => title)
  expect(titles('active').length).toBeLessThan(all.length)
  const press = (name: string) => user.click(screen.getByRole('link', { name }))
  const shows = (expected: readonly string[]) =>
    eventually(() => expect(names().toSorted()).toEqual(expected.toSorted()))
  await shows(all.map(({ title }) => title))
  await press('Active')
  await eventually(() => expect(address()).toBe('/objects?status=3'))
  await shows(titles('active'))
  reopen(address())
  await screen.findByRole('table', { name: 'Objects' })
  await shows(titles('active'))
  expect(screen.getByRole('link', { name: 'Active' }).ariaCurrent).toBe('page')
  await press('Disabled')
  await eventually(() => expect(address()).toBe('/objects?status=4'))
  await shows(titles('disabled'))
  await press('Check')
  await screen.findByRole('heading', { name: 'No objects here' })
  await press('Show all objects')
  await eventually(() => expect(address()).toBe('/objects'))
  await shows(all.map(({ title }) => title))
})

test('an object is found by its title, alias, site and number', async () => {
  const { api, user } = await open('client')
  const { objs: all } = await api.get<{ objs: Obj[] }>('/api/v2/objs/')
  const search = screen.getByRole('searchbox')
  const { title, alias, site_url, phone_number } = all.find(
    (one) => one.site_url !== '' && !one.site_url.includes(one.alias) && !one.title.includes(one.alias),
  )!
  const digits = phone_number.slice(1)
  const national = `8 ${digits.slice(0, 3)} ${digits.slice(3)}`
  for (const query of [title, alias, site_url.replace('https://', ''), national, digits.slice(3)]) {
    await user.clear(search)
    await user.type(search, query)
    await eventually(() => expect(names()).toEqual([title]))
    expect(screen.getAllByRole('status').map(words)).toContain(`1 of ${all.length} objects`)
  }
  await user.clear(search)
  await user.type(search, 'nobody')
  await screen.findByRole('heading', { name: 'Nothing found for “nobody”' })
  await user.click(screen.getByRole('button', { name: 'Clear search' }))
  await eventually(() => expect(names()).toHaveLength(all.length))
})

test('runways come first, soonest on top, and unknown ones last in both directions', async () => {
  const app = await renderApp('/clients', { account: 'agency_manager' })
  const [first] = await app.api.get<{ agency: Agency }[]>('/api/v2/agency')
  const group = first!.agency.clients
    .flatMap((one) => ('client' in one && 'company_name' in one ? [one] : []))
    .find((one) => one.company_name === 'Sever Group')!
  app.open(`/objects?client=${String(group.client)}`)
  await screen.findByRole('table', { name: 'Objects' })
  await eventually(() => expect(names().length).toBeGreaterThan(0))
  expect(header('Runway, 90 days').ariaSort).toBe('ascending')
  const column = () => rowsOf('Objects').map((one) => one['Runway, 90 days'] ?? '')
  /** Days of what says them; those that stop later are over 90. */
  const days = (texts: string[]) =>
    texts
      .filter((text) => /days|today/.test(text) && !text.startsWith('Not'))
      .map((text) => (text.startsWith('More') ? 91 : Number(/(\d+) days?,/.exec(text)?.[1] ?? 0)))
  const ascending = column()
  const known = days(ascending)
  expect(known.length).toBeGreaterThan(5)
  expect(known).toEqual(known.toSorted((a, b) => a - b))
  expect(ascending.slice(known.length).toSorted()).toEqual([
    'No site, number only',
    'Not counting: tracking is off',
  ])
  await app.user.click(within(header('Runway, 90 days')).getByRole('button'))
  await eventually(() => expect(header('Runway, 90 days').ariaSort).toBe('descending'))
  const descending = column()
  expect(days(descending)).toEqual(known.toReversed())
  expect(descending.slice(known.length)).toEqual(ascending.slice(known.length))
})

test('an account without objects and a service that fails look different', async () => {
  const app = await renderApp('/objects', { account: 'no_objects' })
  await screen.findByRole('heading', { name: /No objects/ })
  app.api.fault('objects-500')
  app.open('/objects?status=3')
  const again = await screen.findByRole('button', { name: 'Try again' })
  app.api.fault()
  await app.user.click(again)
  await eventually(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull())
})

test('the order is remembered for the account, and for no other', async () => {
  const { api, user, open: reopen } = await open('statistics_only')
  const saved = () => api.asked.filter(({ method, path }) => method === 'PUT' && path === '/api/preferences')
  expect(header('Sessions used').ariaSort).toBeNull()
  await user.click(within(header('Sessions used')).getByRole('button'))
  await eventually(() => expect(header('Sessions used').ariaSort).toBe('descending'))
  await eventually(() => expect(saved()).toHaveLength(1))
  await api.write('DELETE', '/api/session')
  await api.signIn('statistics_only')
  reopen('/objects')
  await screen.findByRole('table', { name: 'Objects' })
  await eventually(() => expect(header('Sessions used').ariaSort).toBe('descending'))
  await api.write('DELETE', '/api/session')
  await api.signIn('client')
  reopen('/objects')
  await screen.findByRole('table', { name: 'Objects' })
  await eventually(() => expect(names().length).toBeGreaterThan(0))
  expect(header('Sessions used').ariaSort).toBeNull()
})
