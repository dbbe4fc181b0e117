// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Obj } from '#/contract/object.ts'
import { clientNamed } from '#/test/api-server.ts'
import { button, region, rowsOf, words } from '#/test/page.ts'
import { pageFaults } from '#/test/page-faults.ts'
import { eventually, renderApp, type RenderAppOptions } from '#/test/render-app.tsx'
import { DAY_MS } from '#/contract/day.ts'

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

test('a search is there again after Back from an object, and in another status', async () => {
  const { user, history, address } = await open('client')
  const found = names().filter((name) => name.includes('Avtograd'))
  await user.type(screen.getByRole('searchbox'), 'avtograd')
  await eventually(() => expect(names()).toEqual(found))
  expect(history.length).toBe(1)
  await user.click(screen.getByRole('link', { name: found[0]! }))
  await eventually(() => expect(address()).toMatch(/^\/objects\/\w+/))
  history.back()
  await screen.findByRole('table', { name: 'Objects' })
  await eventually(() => expect(names()).toEqual(found))
  expect(screen.getByRole('searchbox')).toHaveProperty('value', 'avtograd')
  await user.click(screen.getByRole('link', { name: 'Active' }))
  await eventually(() => expect(address()).toBe('/objects?status=3&q=avtograd'))
})

test('runways come first, soonest on top, and unknown ones last in both directions', async () => {
  const app = await renderApp('/clients', { account: 'agency_manager' })
  app.open(`/objects?client=${await clientNamed(app.api, 'Sever Group')}`)
  await screen.findByRole('table', { name: 'Objects' })
  await eventually(() => expect(names().length).toBeGreaterThan(0))
  expect(header('Lasts until').ariaSort).toBe('ascending')
  const column = () => rowsOf('Objects').map((one) => one['Lasts until'] ?? '')
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
  await app.user.click(within(header('Lasts until')).getByRole('button'))
  await eventually(() => expect(header('Lasts until').ariaSort).toBe('descending'))
  const descending = column()
  expect(days(descending)).toEqual(known.toReversed())
  expect(descending.slice(known.length)).toEqual(ascending.slice(known.length))
})

test('an account without objects and a service that fails look different', async () => {
  const app = await renderApp('/objects', { account: 'no_objects' })
  await screen.findByRole('heading', { name: /No objects/ })
  app.api.fault('objects-500')
  app.open('/objects?status=3')
  const again = await screen.findByRole('button', { name: 'Retry' })
  app.api.fault()
  await app.user.click(again)
  await eventually(() => expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull())
})

test('the order is remembered for the account, and for no other', { tags: 'all' }, async () => {
  const { api, user, open: reopen } = await open('statistics_only')
  const saved = () =>
    api.requests.filter(({ method, path }) => method === 'PUT' && path === '/api/preferences')
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

test('objects lead to their pages and journals', async () => {
  const app = await renderApp('/', { account: 'client' })
  await screen.findByRole('heading', { name: 'Overview', level: 1 })
  const main = () => within(screen.getAllByRole('navigation', { name: 'Main' })[0]!)
  await app.user.click(main().getByRole('link', { name: 'Objects' }))
  await screen.findByRole('heading', { name: 'Objects' })
  const { objs: all } = await app.api.get<{ objs: Obj[] }>('/api/v2/objs/')
  await eventually(() => expect(names().toSorted()).toEqual(all.map(({ title }) => title).toSorted()))

  const { title, oid } = all.find((one) => one.is_tracking && one.calls_count > 0)!
  await app.user.click(screen.getByRole('link', { name: title }))
  await screen.findByRole('heading', { name: title, level: 1 })
  expect(app.address()).toBe(`/objects/${oid}`)
  app.history.back()
  await app.user.click(await screen.findByRole('link', { name: `Journal of ${title}` }))
  await screen.findByRole('heading', { name: 'Journal' })
  expect(app.address()).toContain(`/objects/${oid}/calls?`)
  expect(app.search().get('preset')).toBe('last_30_days')
  await eventually(() => button(`Object ${title}`))
  await screen.findByRole('table', { name: 'Contacts' })
  expect(screen.queryByRole('columnheader', { name: 'Object' })).toBeNull()
})

test('links of an object keep the period and comparison shown before', async () => {
  const app = await renderApp('/overview?period=last_month&compare=year', { account: 'small_marketer' })
  await screen.findByRole('heading', { name: 'Overview', level: 1 })
  app.history.push('/objects')
  await eventually(() => expect(names().length).toBeGreaterThan(0))
  const searchOf = (name: RegExp) =>
    new URL(screen.getAllByRole<HTMLAnchorElement>('link', { name })[0]!.href).searchParams
  expect(Object.fromEntries(searchOf(/^Overview of/))).toMatchObject({
    period: 'last_month',
    compare: 'year',
  })
  expect(searchOf(/^Journal of/).get('preset')).toBe('last_month')
})

const dayOf = (utc: number) =>
  new Date(utc).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const startOf = (iso: string) => Date.parse(`${iso.slice(0, 10)}T00:00:00Z`)
const receipt = () => screen.getByRole('dialog', { name: 'Receipt' })
const closeReceipt = async (user: UserEvent) => {
  await user.click(button('Close', receipt()))
  await eventually(() => expect(screen.queryByRole('dialog', { name: 'Receipt' })).toBeNull())
}
const figureOf = (title: string) => {
  const row = [...table().querySelectorAll('tr')].find((one) => words(one).includes(title))!
  return within(row).getByRole('button', { name: /^Lasts/ })
}
const nameOf = (element: HTMLElement) => words(element).replaceAll(' ', '')

test('a runway opens to its receipt, whose figures are the service’s', async () => {
  const { api, user } = await open('client')
  const { objs: all } = await api.get<{ objs: Obj[] }>('/api/v2/objs/')
  const now = new Date()
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())

  const bySessions = all.find(({ title }) => title === 'Avtograd Service')!
  const { sessions_used: used, sessions: limit, sessions_reset_date: reset, expiration_date } = bySessions
  const counted = Math.round((today - startOf(reset!)) / DAY_MS)
  const left = Math.floor((limit - used!) / (used! / counted))
  const figure = figureOf(bySessions.title)
  expect(nameOf(figure)).toContain(
    `${dayOf(today + left * DAY_MS)}${left} days, sessions`.replaceAll(' ', ''),
  )
  await user.click(figure)
  await within(receipt()).findByRole('heading', {
    name: `Lasts until ${dayOf(today + left * DAY_MS)}, ${left} days`,
  })
  for (const text of [
    `${used!.toLocaleString('en-US')} of ${limit.toLocaleString('en-US')}`,
    `${dayOf(startOf(reset!))}, the last reset`,
    `${(limit - used!).toLocaleString('en-US')} left`,
    expiration_date!,
  ])
    expect(words(receipt())).toContain(text)
  within(receipt()).getByText(String(counted))
  await closeReceipt(user)

  const byPeriod = all.find(({ title }) => title === 'Hotel Neva 12')!
  const [date, month, year] = byPeriod.expiration_date!.slice(0, 10).split('.').map(Number)
  const end = Date.UTC(year!, month! - 1, date)
  const ahead = Math.round((end - today) / DAY_MS)
  expect(nameOf(figureOf(byPeriod.title))).toContain(
    `${dayOf(end)}${ahead} days, paid period`.replaceAll(' ', ''),
  )
  await user.click(figureOf(byPeriod.title))
  expect(words(receipt())).toContain(`${dayOf(end)} − ${dayOf(today)} = ${ahead} days`)
  within(receipt()).getByText(/^The paid period ends \d+ days before the sessions\.$/)
  await closeReceipt(user)
})

test('the receipt shows a reset to come, and one whose date is unknown', { tags: 'all' }, async () => {
  const { api, user } = await open('marketer')
  const { objs } = await api.get<{ objs: Obj[] }>('/api/v2/objs/')
  const tracked = objs.filter((one) => one.is_tracking)
  const ahead = tracked.find((one) => Date.parse(one.sessions_reset_date ?? '') > Date.now())!
  const untold = tracked.find((one) => one.sessions_reset_date === null)!
  for (const [{ title }, text] of [
    [ahead, /Not before the next reset/],
    [untold, /: the last 30 days, since the service names no reset$/],
  ] as const) {
    await user.click(figureOf(title))
    within(receipt()).getByText(text)
    await closeReceipt(user)
  }
})

test('“Edge cases” survives, its receipts too', { tags: 'all' }, async () => {
  const { user } = await open('edge_cases')
  expect(pageFaults()).toEqual([])
  const figures = [...table().querySelectorAll<HTMLElement>('tbody tr')].flatMap((row) =>
    within(row).queryAllByRole('button', { name: /^Lasts/ }),
  )
  expect(figures.length).toBeGreaterThan(1)
  const receipts: string[] = []
  for (const figure of figures) {
    await user.click(figure)
    receipts.push(words(receipt()))
    expect(pageFaults()).toEqual([])
    await closeReceipt(user)
  }
  const unread = receipts.filter((text) => text.includes('4,999 of 5,000'))
  expect(unread).toHaveLength(1)
  expect(unread[0]).toContain('The paid-until date could not be read: only sessions are counted.')
})

test(
  'the object switcher leads from all objects to one and back, filters kept',
  { tags: 'all' },
  async () => {
    const shown = 'period=custom&date_from=2026-11-14&date_to=2026-11-20&target_filter=1&channel=call'
    const retained = `${shown}&preset=last_7_days`
    const { user, address } = await renderApp(`/calls?${retained}&source_filter=ORGANIC`, {
      account: 'marketer',
    })
    await eventually(() => button('Object all'))
    await user.click(button('Object all'))
    // The search is lazy and filters after a render.
    const field = await screen.findByRole('searchbox', { name: 'Objects' })
    await user.type(field, 'pravo.domo')
    await eventually(() =>
      expect(screen.getAllByRole('option').map(words)).toEqual([
        expect.stringMatching(/^Домоград Правоpravo\.domograd\.ru[\d,]+$/),
      ]),
    )
    await user.keyboard('{ArrowDown}{Enter}')
    await eventually(() => button('Object Домоград Право'))
    await eventually(() => expect(address()).toMatch(/^\/objects\/[^/]+\/calls\?/))
    expect(address().split('?')[1]).toBe(retained)
    expect(words(screen.getByRole('log'))).toContain('Filters left out: Source')
    const main = within(screen.getAllByRole('navigation', { name: 'Main' })[0]!)
    expect(main.getByRole('link', { name: 'Journal' }).ariaCurrent).toBe('page')
    await user.click(button('Object Домоград Право'))
    await user.click(await screen.findByRole('option', { name: 'All objects' }))
    await eventually(() => expect(address()).toBe(`/calls?${retained}`))
  },
)

test(
  'what has to be renewed or increased says so beside its name, in the list and on its page; the others do not',
  { tags: 'all' },
  async () => {
    const { api, open: show } = await open('client')
    const { objs } = await api.get<{ objs: Obj[] }>('/api/v2/objs/')
    const badgesIn = (text: string) =>
      ['Needs renewing', 'Needs more sessions'].filter((badge) => text.includes(badge))
    const due = ({ needs_renewing, needs_increasing }: Obj) => [
      ...(needs_renewing ? ['Needs renewing'] : []),
      ...(needs_increasing ? ['Needs more sessions'] : []),
    ]
    expect(objs.flatMap(due)).toContain('Needs renewing')
    expect(objs.flatMap(due)).toContain('Needs more sessions')
    const rows = [...table().querySelectorAll('tbody tr')]
    const rowOf = (title: string) =>
      rows.find((row) => words(row.querySelector('a[data-to="object"]')) === title.trim())
    const shown = objs.map(({ title }) => badgesIn(words(rowOf(title))))
    expect(shown).toEqual(objs.map(due))

    const [renewed, calm] = [
      objs.find((one) => one.needs_renewing)!,
      objs.find((one) => due(one).length === 0)!,
    ]
    for (const object of [renewed, calm]) {
      show(`/objects/${object.oid}`)
      const heading = await screen.findByRole('heading', { level: 1, name: new RegExp(object.title) })
      expect(badgesIn(words(heading.closest('header') ?? heading.parentElement))).toEqual(due(object))
    }
  },
)

test(
  'days left are counted from the day it is where the object is, in the list and on its page',
  { tags: 'all' },
  async () => {
    // 01:30 on November 21 in Moscow; 18:30 of the day before for the tests.
    const now = Date.parse('2026-11-20T22:30:00Z')
    expect(new Date(now).getDate()).toBe(20)
    const app = await renderApp('/objects', { account: 'client', now })
    const { objs } = await app.api.get<{ objs: Obj[] }>('/api/v2/objs/')
    const { title, oid, expiration_date } = objs.find((one) => one.title === 'Hotel Neva 12')!
    const [date, month, year] = expiration_date!.slice(0, 10).split('.').map(Number)
    const ahead = (Date.UTC(year!, month! - 1, date) - Date.UTC(2026, 10, 21)) / DAY_MS
    await screen.findByRole('table', { name: 'Objects' })
    await eventually(() => expect(nameOf(figureOf(title))).toContain(`${ahead}days,`))
    app.open(`/objects/${oid}`)
    await screen.findByRole('region', { name: 'Facts' })
    await eventually(() => expect(nameOf(region('Facts'))).toContain(`${ahead}days,`))
  },
)
