// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { clientNamed } from '#/test/api-server.ts'
import { clientSearch, findContacts, findSwitcher, switchTo } from '#/test/screens/agency.ts'
import { button, mainMenu, rowsOf, words } from '#/test/page.ts'
import { allowConsole, eventually, renderApp } from '#/test/render-app.tsx'

const open = async (url: string) => {
  const app = await renderApp(url, { account: 'agency_manager' })
  return {
    ...app,
    app,
    menu: (name: string) => app.user.click(within(mainMenu()).getByRole('link', { name })),
    client: () => app.search().get('client'),
  }
}
const link = (name: string) => screen.findByRole('link', { name })
const options = () => screen.getAllByRole('option')
const highlights = () => [...options()[0]!.querySelectorAll('mark')].map(words)

test('a manager starts with the clients, and nothing but what day it is is asked before one is chosen', async () => {
  const { app, address, menu } = await open('/')
  await eventually(() => expect(address()).toBe('/clients'))
  await screen.findByRole('heading', { name: 'Clients', level: 1 })
  await link('Sever Group')
  await menu('Journal')
  await screen.findByRole('heading', { name: 'Choose a client first' })
  await menu('Objects')
  await eventually(() => expect(address()).toBe('/objects'))
  await screen.findByRole('heading', { name: 'Choose a client first' })
  const requestedPaths = app.api.requests
    .map(({ path }) => path)
    .filter((path) => /^\/api\/v[12]\//.test(path))
  const ofClients = requestedPaths.filter((path) => path.startsWith('/api/v2/clients/'))
  expect(new Set(requestedPaths.filter((path) => !ofClients.includes(path)))).toEqual(
    new Set(['/api/v2/agency']),
  )
  expect(new Set(ofClients).size).toBeLessThanOrEqual(3)
  for (const path of ofClients) expect(path).toMatch(/^\/api\/v2\/clients\/[^/]+\/calls$/)
})

test('a client is switched by name; page and filters stay, the address holds the choice', async () => {
  const { app, user, address, history, client, menu } = await open('/clients')
  await user.click(await link('Sever Group'))
  await findSwitcher('Sever Group')
  expect(address()).toMatch(/^\/overview\?client=/)
  const first = client()
  await menu('Journal')
  await findContacts()
  await user.click(screen.getByRole('checkbox', { name: 'Target only' }))
  await eventually(() => expect(address()).toContain('target_filter=1'))
  await user.click(await findSwitcher('Sever Group'))
  await user.type(await clientSearch(), 'stoma')
  await screen.findByRole('option', { name: /^Stoma/ })
  await user.keyboard('{ArrowDown}{Enter}')
  await findSwitcher('Stoma Plus')
  expect(address()).toContain('target_filter=1')
  expect(client()).not.toBe(first)
  await eventually(() => {
    const titles = rowsOf('Contacts').flatMap((row) => row['Object'] || [])
    expect(titles).not.toEqual([])
    expect(titles.filter((title) => !title.startsWith('Stoma Plus'))).toEqual([])
  })
  history.back()
  await findSwitcher('Sever Group')
  expect(client()).toBe(first)
  await menu('Objects')
  await screen.findAllByText('Dentika Tverskaya')
  expect(app.search().get('client')).toBe(first)
})

test('the switcher finds by company and e-mail, and gives the focus back', async () => {
  const { user } = await open('/objects')
  await screen.findByRole('heading', { name: 'Choose a client first' })
  await user.click(await findSwitcher('none'))
  const field = await clientSearch()
  await eventually(() => expect(document.activeElement).toBe(field))
  await user.keyboard('sever g')
  await eventually(() =>
    expect(options().map(words)).toEqual([expect.stringMatching(/^Sever Group.*9 objects$/)]),
  )
  expect(highlights()).toEqual(['Sever', 'G'])
  // Matched e-mails are shown.
  await user.clear(field)
  await user.type(field, 'info@sev')
  await eventually(() =>
    expect(options().map(words)).toEqual([expect.stringMatching(/^Sever Group.*info@severgroup\.ru$/)]),
  )
  expect(highlights()).toEqual(['info@sev'])
  await user.clear(field)
  await user.type(field, 'nobody')
  await screen.findByText('No client with this name or email')
  await user.keyboard('{Escape}')
  await eventually(() => expect(screen.queryByRole('searchbox', { name: 'Clients' })).toBeNull())
})

test('the switcher offers pinned and recent clients before the others', { tags: 'all' }, async () => {
  const { user } = await open('/clients')
  await link('Okna Profi')
  await user.click(button('Pin Okna Profi'))
  for (const name of ['Sever Group', 'Stoma Plus', 'Motor Servis']) {
    await switchTo(user, name)
    await findSwitcher(name)
  }
  await user.click(await findSwitcher('Motor Servis'))
  await clientSearch()
  const groups = within(screen.getByRole('listbox', { name: 'Clients' })).getAllByRole('group')
  const of = (group: HTMLElement) =>
    within(group)
      .getAllByRole('option')
      .map((option) => /^[\w ]+?(?=\d|$|[a-z]+@)/.exec(words(option))?.[0])
  expect(
    groups.map((group) => words(document.getElementById(group.getAttribute('aria-labelledby')!))),
  ).toEqual(['Pinned', 'Recent', 'Other clients'])
  expect(of(groups[0]!)).toEqual(['Okna Profi'])
  expect(of(groups[1]!)).toEqual(['Stoma Plus', 'Sever Group'])
  expect(words(screen.getByRole('option', { selected: true }))).toMatch(/^Motor Servis/)
})

test('a switch from one object or contact opens the list it is in', { tags: 'all' }, async () => {
  const { app, user, address } = await open('/clients')
  const [sever, stoma] = [await clientNamed(app.api, 'Sever Group'), await clientNamed(app.api, 'Stoma Plus')]
  const { calls } = await app.api.get<{ calls: { id: number; obj_oid: string }[] }>(
    `/api/v2/clients/${sever}/calls?period=year`,
  )
  const { obj_oid: oid, id } = calls[0]!
  for (const [from, to] of [
    [`/objects/${oid}/calls/${String(id)}`, `/calls?client=${stoma}`],
    [`/objects/${oid}`, `/objects?client=${stoma}`],
    ['/clients', `/clients?client=${stoma}`],
  ] as const) {
    app.open(`${from}?client=${sever}`)
    await findSwitcher('Sever Group')
    await switchTo(user, 'Stoma Plus')
    await findSwitcher('Stoma Plus')
    expect(address()).toBe(to)
  }
})

test('a client that is not mine shows nothing of it', async () => {
  allowConsole(/status of 403/)
  const { app } = await open('/clients')
  for (const path of ['/calls', '/objects', '/objects/o1', '/objects/o1/calls', '/objects/o1/calls/1']) {
    app.open(`${path}?client=999999`)
    await screen.findByRole('heading', { name: 'You do not have access to this client' })
    await findSwitcher('none')
    expect(screen.queryByRole('table'), path).toBeNull()
  }
})
