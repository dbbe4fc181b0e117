// @vitest-environment jsdom
import { applyPeriod } from '#/test/screens/period.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listedClients, findSwitcher, type ListedClient } from '#/test/screens/agency.ts'
import { button, mainMenu, rowsOf, words } from '#/test/page.ts'
import { eventually, renderApp } from '#/test/render-app.tsx'

const table = () => screen.getByRole('table', { name: 'Clients' })
const names = () => [...table().querySelectorAll('tbody a[data-does="open"]')].map(words)
const link = (name: string) => screen.getByRole('link', { name })
const search = () => screen.getByRole('searchbox', { name: 'Company or email' })
const header = (name: string) => screen.getByRole('columnheader', { name })
const shown = (count: number) => count.toLocaleString('en')
const byName = (clients: readonly ListedClient[]) =>
  clients
    .map(({ company_name }) => company_name)
    .toSorted(new Intl.Collator('en', { numeric: true, sensitivity: 'base' }).compare)

const open = async () => {
  const app = await renderApp('/clients', { account: 'agency_manager' })
  await screen.findByRole('link', { name: 'Sever Group' })
  return { ...app, app, clients: await listedClients(app.api) }
}

test('the table says what the agency’s list says, and their sums; a search leaves what it finds, and its sum', async () => {
  const { app, user, clients } = await open()
  expect(clients.length).toBeGreaterThan(20)
  expect(names()).toEqual(byName(clients))
  const rows = rowsOf('Clients')
  for (const client of clients) {
    const hidden = client.hidden_fields ?? []
    const company = [
      client.company_name,
      client.statistics_only && 'Statistics only',
      hidden.length > 0 && `${hidden.length} hidden fields${hidden.join(', ')}`,
    ]
    expect(screen.getByRole('link', { name: client.company_name }).title).toContain(client.email)
    if (hidden.length > 0) expect(words(screen.getByTitle(hidden.join(', ')))).toContain('hidden field')
    expect(rows.find((row) => row['Company'] === company.filter(Boolean).join(''))).toMatchObject({
      Objects: shown(client.objects_count),
      Calls: shown(client.calls_count),
    })
  }
  expect(clients.some(({ statistics_only }) => statistics_only)).toBe(true)
  expect(clients.some(({ hidden_fields }) => hidden_fields !== null)).toBe(true)
  const sumOf = (of: readonly ListedClient[], what: 'objects_count' | 'calls_count') =>
    shown(of.reduce((sum, client) => sum + client[what], 0))
  expect(rows.find((row) => row['Company']?.startsWith('All clients'))).toMatchObject({
    Objects: sumOf(clients, 'objects_count'),
    Calls: sumOf(clients, 'calls_count'),
  })

  for (const query of ['клиник', 'sales@', 'sever']) {
    await user.clear(search())
    await user.type(search(), query)
    const found = clients.filter(({ company_name, email }) =>
      `${company_name} ${email}`.toLowerCase().includes(query),
    )
    const { length } = found
    expect(length).toBeGreaterThan(0)
    await eventually(() => expect(names(), query).toEqual(byName(found)))
    // An email address is personal data.
    expect(app.search().get('q')).toBe(query.includes('@') ? null : query)
    expect(screen.getAllByRole('status').map(words)).toContain(`${length} of ${clients.length} clients`)
    expect(rowsOf('Clients').at(-1)).toMatchObject({
      Company: expect.stringMatching(`^${length} client${length === 1 ? '' : 's'}`),
      Calls: sumOf(found, 'calls_count'),
    })
  }
  await user.clear(search())
  await user.type(search(), 'nobody at all')
  await screen.findByRole('heading', { name: /nobody at all/ })
  screen.getByRole('region', { name: 'Agency settings' })
  await user.click(button('Clear search'))
  await eventually(() => expect(names()).toHaveLength(clients.length))
})

test('the order and the pins are found again after a reload', { tags: 'all' }, async () => {
  const { app, user, clients } = await open()
  const counts = (of: 'objects_count' | 'calls_count') =>
    names().map((name) => clients.find(({ company_name }) => company_name === name)![of])
  const sort = (name: string) => user.click(within(header(name)).getByRole('button'))
  await sort('Objects')
  await eventually(() => expect(header('Objects').ariaSort).toBe('descending'))
  expect(counts('objects_count')).toEqual(counts('objects_count').toSorted((a, b) => b - a))
  await sort('Calls')
  await sort('Calls')
  await eventually(() => expect(header('Calls').ariaSort).toBe('ascending'))
  expect(header('Objects').ariaSort).toBeNull()
  expect(counts('calls_count')).toEqual(counts('calls_count').toSorted((a, b) => a - b))

  const before = names()
  const pinned = before.slice(-2)
  for (const name of pinned) {
    await user.click(button(`Pin ${name}`))
    // The row moved to the top with the focused button.
    await eventually(() => expect(document.activeElement).toBe(button(`Unpin ${name}`)))
  }
  const after = [...pinned, ...before.slice(0, -2)]
  await eventually(() => expect(names()).toEqual(after))
  await eventually(() => expect(app.api.requests.filter(({ method }) => method === 'PUT')).not.toEqual([]))
  app.open('/clients')
  await screen.findByRole('link', { name: 'Sever Group' })
  await eventually(() => expect(names()).toEqual(after))
  expect(header('Calls').ariaSort).toBe('ascending')
  await user.click(button(`Unpin ${pinned[0]}`))
  await eventually(() => expect(names()[0]).toBe(pinned[1]))
})

test('the keys find, walk, pin and open', { tags: 'all' }, async () => {
  const { user, clients, address } = await open()
  const all = byName(clients)
  const isFocused = (name: string) => eventually(() => expect(words(document.activeElement)).toBe(name))
  // Visibility depends on layout, which jsdom lacks.
  link(all[0]!).focus()
  await user.keyboard('jjjk')
  await isFocused(all[2]!)
  await user.keyboard('{End}')
  await isFocused(all.at(-1)!)
  await user.keyboard('{Home}')
  await isFocused(all[0]!)

  // Focus follows the pinned row.
  await user.keyboard('j')
  const before = names()
  await user.keyboard('p')
  await eventually(() => expect(names()[0]).toBe(all[1]))
  button(`Unpin ${all[1]}`)
  await isFocused(all[1]!)
  await user.keyboard('p')
  await eventually(() => expect(names()).toEqual(before))
  await isFocused(all[1]!)

  await user.keyboard('/')
  await eventually(() => expect(document.activeElement).toBe(search()))
  await user.keyboard('jp sever')
  expect(search()).toHaveProperty('value', 'jp sever')
  await user.clear(search())
  await user.type(search(), 'sever gr')
  await user.keyboard('{ArrowDown}')
  await isFocused('Sever Group')
  await user.keyboard('{Enter}')
  await findSwitcher('Sever Group')
  expect(address()).toMatch(/^\/overview\?client=/)

  await user.click(within(mainMenu()).getByRole('link', { name: 'Clients' }))
  await screen.findByRole('link', { name: 'Sever Group' })
  const current = screen.getAllByRole('row').filter((row) => words(row).includes('Current client'))
  expect(current).toHaveLength(1)
  expect(current[0]!.ariaCurrent).toBe('true')
  expect(words(within(current[0]!).getByRole('link'))).toBe('Sever Group')
})

test('another tab is the browser’s to open: a press with a key held goes by', async () => {
  const { user, address } = await open()
  await user.keyboard('{Control>}')
  await user.click(link('Stoma Plus'))
  await user.keyboard('{/Control}')
  expect(address()).toBe('/clients')
  expect(link('Stoma Plus').getAttribute('href')).toMatch(/^\/overview\?client=\w+&period=last_30_days$/)
  await user.click(link('Stoma Plus'))
  await eventually(() => expect(address()).toMatch(/^\/overview\?client=/))
})

test('period and comparison are in the address, for a reload and for Back; what is not understood is named', async () => {
  const { user, address, app } = await open()
  const period = () => words(screen.getByRole('button', { name: /^Period/ }))
  expect(period()).toContain('Last 30 days')
  await user.click(screen.getByRole('button', { name: /^Period/ }))
  await applyPeriod(user, 'This month')
  await eventually(() => expect(address()).toBe('/clients?period=this_month'))
  expect(period()).toContain('This month')
  app.history.back()
  await eventually(() => expect(period()).toContain('Last 30 days'))
  await user.type(search(), 'sever gr')
  await user.click(link('Sever Group'))
  await eventually(() => expect(address()).toMatch(/^\/overview/))
  app.history.back()
  await screen.findByRole('link', { name: 'Sever Group' })
  expect(names()).toEqual(['Sever Group'])
  app.open('/clients?period=today&compare=none')
  await screen.findByRole('link', { name: 'Sever Group' })
  await eventually(() => expect(period()).toContain('Today'))
  expect(link('Stoma Plus').getAttribute('href')).toMatch(/period=today&compare=none$/)
  app.open('/clients?period=fortnight&compare=year')
  await screen.findByText('Not understood and left out of the address: Period')
  expect(address()).toBe('/clients?compare=year')
})
