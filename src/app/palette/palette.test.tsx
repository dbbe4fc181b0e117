// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Obj } from '#/contract/object.ts'
import { clientNamed } from '#/test/api-server.ts'
import { button, named, words } from '#/test/page.ts'
import { eventually, happens, renderApp, type RenderAppOptions } from '#/test/render-app.tsx'
import { findContacts, findSwitcher, switchTo } from '#/test/screens/agency.ts'

const palette = () => screen.getByRole('dialog', { name: named('Go to') })
const field = () => screen.findByRole('combobox', { name: named('Go to') })
const nameOf = (option: HTMLElement) => option.getAttribute('aria-label') ?? ''
const options = () => within(palette()).queryAllByRole('option').map(nameOf)
const current = () => nameOf(within(palette()).getByRole('option', { selected: true }))
const groups = () =>
  within(palette())
    .getAllByRole('group')
    .map((group) => words(document.getElementById(group.getAttribute('aria-labelledby')!)))
const highlights = () =>
  [...within(palette()).getByRole('option', { selected: true }).querySelectorAll('mark')].map(words)

const start = async (url: string, options: RenderAppOptions) => {
  const app = await renderApp(url, options)
  await screen.findAllByRole('heading', { level: 1 })
  const open = async (query = '') => {
    await app.user.keyboard('{Control>}k{/Control}')
    const input = await field()
    if (query !== '') await app.user.type(input, query)
    return input
  }
  const finds = async (name: RegExp) => eventually(() => within(palette()).getByRole('option', { name }))
  return { ...app, app, open, finds }
}

test('Ctrl K opens it, also where that key is л and while one types; Escape and the key close it', async () => {
  const { user, app } = await start('/objects', { account: 'small_marketer' })
  const search = await screen.findByRole('searchbox')
  await user.click(search)
  await user.keyboard('{Control>}л{/Control}')
  const input = await field()
  expect(palette().contains(input)).toBe(true)
  await user.keyboard('{Control>}k{/Control}')
  await eventually(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('{Meta>}k{/Meta}')
  await user.keyboard('{Escape}')
  await eventually(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(app.address()).toBe('/objects')
  await user.click(button(/^Go to/))
  await field()
})

test('opened again before its closing has been told, it stays open', { tags: 'all' }, async () => {
  const { open } = await start('/objects', { account: 'small_marketer' })
  await open('obj')
  await happens(() => palette().dispatchEvent(new Event('close')))
  expect(options().length).toBeGreaterThan(0)
})

test('before anything is typed it offers pages, views and actions; keys move, Enter goes', async () => {
  const { user, address, open } = await start('/objects', { account: 'small_marketer' })
  const input = await open()
  expect(groups()).toEqual(['Pages', 'Saved views', 'Actions'])
  expect(input.getAttribute('aria-activedescendant')).toBe(
    within(palette()).getByRole('option', { selected: true }).id,
  )
  expect(current()).toMatch(/^Overview/)
  await user.keyboard('{ArrowDown}')
  expect(current()).toMatch(/^Missed callers/)
  await user.keyboard('{End}')
  expect(current()).toMatch(/^Sign out/)
  await user.keyboard('{ArrowDown}')
  expect(current()).toMatch(/^Overview/)
  await user.keyboard('{ArrowUp}')
  expect(current()).toMatch(/^Sign out/)
  await user.keyboard('{Home}{PageDown}')
  expect(options().indexOf(current())).toBe(8)
  await user.keyboard('{PageUp}{ArrowDown}{Enter}')
  await eventually(() => expect(address()).toBe('/call-back'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each([
  ['journal', 'Journal', 'Journal'],
  ['журнал', 'Journal', null],
  [';ehyfk', 'Journal', null],
  ['ощгктфд', 'Journal', 'Journal'],
  ['jounral', 'Journal', 'Journal'],
  ['настр', 'Settings', null],
  ['табло', 'Live', null],
  ['инструменты', 'Tools', null],
] as const)('%s finds %s', { tags: 'all' }, async (query, page, mark) => {
  const { open } = await start('/objects', { account: 'small_marketer' })
  await open(query)
  expect(current()).toContain(page)
  expect(highlights()[0] ?? null).toBe(mark)
})

test('in Russian, pages are found by both their names and on both keyboards', { tags: 'all' }, async () => {
  const { user } = await start('/objects', { account: 'small_marketer', locale: 'ru' })
  for (const query of ['журнал', 'journal', ';ehyfk', 'ощгктфд']) {
    await user.keyboard('{Control>}л{/Control}')
    const input = await screen.findByRole('combobox', { name: named('Перейти') })
    await user.clear(input)
    await user.type(input, query)
    expect(words(screen.getByRole('option', { selected: true })), query).toMatch(/^Журнал/)
    await user.keyboard('{Escape}')
  }
})

test('what nothing is called says so; the count is said', async () => {
  const { open } = await start('/settings', { account: 'agency_manager' })
  await open('xqzw')
  await eventually(() => expect(words(palette())).toContain('Nothing found for “xqzw”.'))
  expect(within(palette()).getByRole('status').textContent).toBe('0 results')
  expect(screen.queryAllByRole('option')).toEqual([])
})

test('an object is gone to, and so is its journal', async () => {
  const { app, open, finds, user, address } = await start('/settings', { account: 'marketer' })
  const { objs } = await app.api.get<{ objs: Obj[] }>('/api/v2/objs/')
  const { oid, title } = objs.find((object) => object.title !== '')!
  await open(title.toLowerCase())
  await finds(new RegExp(`^${title}`))
  expect(groups()).toContain('Objects')
  await user.click(await finds(/^Open the journal of/))
  await eventually(() => expect(address()).toBe(`/objects/${oid}/calls`))
  await open(title)
  await user.click(await finds(new RegExp(`^${title}`)))
  await eventually(() => expect(address()).toBe(`/objects/${oid}`))
})

test('the journal of an object keeps the period shown before', async () => {
  const { app, open, finds, user } = await start('/overview?period=last_month', { account: 'small_marketer' })
  const { objs } = await app.api.get<{ objs: Obj[] }>('/api/v2/objs/')
  await open(objs.find((object) => object.title !== '')!.title)
  await user.click(await finds(/^Open the journal of/))
  await eventually(() => expect(app.search().get('preset')).toBe('last_month'))
})

test(
  'objects that do not come say so and come when asked again; all else is found meanwhile',
  { tags: 'all' },
  async () => {
    const { app, open, user } = await start('/settings', { account: 'marketer' })
    app.api.fault('objects-500')
    await open('domo')
    await eventually(() => expect(words(palette())).toContain('Objects could not be loaded.'))
    app.api.fault()
    await user.click(within(palette()).getByRole('button', { name: 'Retry' }))
    await eventually(() => expect(groups()).toContain('Objects'))
    const input = await field()
    await eventually(() => expect(document.activeElement).toBe(input))
  },
)

test('a number searches its caller of all time, by state and never by the address', async () => {
  const { app, open, finds, user, address } = await start('/settings', { account: 'marketer' })
  const { calls } = await app.api.get<{
    calls: { caller: string | null; id: number; obj_oid: string }[]
  }>('/api/v2/calls?period=year')
  const { caller } = calls.find((call) => /^\+7\d{10}$/.test(call.caller ?? ''))!
  const typed = `8${caller!.slice(2)}`
  await open(typed)
  await eventually(() => expect(current()).toMatch(/^Search caller \+7 \d{3} \d{3}-\d{2}-\d{2}/))
  expect(highlights()[0]).toMatch(/^\+7/)
  await finds(/the only contact|the last of \d+/)
  expect(groups()[0]).toBe('Caller')
  await user.keyboard('{Enter}')
  await eventually(() => expect(address()).toBe('/calls?period=all'))
  await findContacts()
  expect(app.history.location.state).toMatchObject({ caller: typed })
  for (const store of [localStorage, sessionStorage])
    expect(JSON.stringify(store)).not.toContain(typed.slice(1))
})

test('part of a number searches too, and asks nothing before', { tags: 'all' }, async () => {
  const { app, open, user, address } = await start('/settings', { account: 'marketer' })
  await open('495 123')
  expect(current()).toMatch(/^Search caller 495 123/)
  await user.keyboard('{Enter}')
  await eventually(() => expect(address()).toBe('/calls?period=all'))
  expect(app.history.location.state).toMatchObject({ caller: '495 123' })
})

test('who may not see numbers searches none', { tags: 'all' }, async () => {
  const { open } = await start('/settings', { account: 'marketer', rights: ['export'] })
  await open('4951234567')
  await eventually(() => expect(words(palette())).toContain('Nothing found'))
})

test('a text is searched in conversations, where our server keeps them', async () => {
  const { open, finds, user, search } = await start('/settings', { account: 'marketer' })
  await open('рассрочка')
  await user.click(await finds(/^Search conversations for “рассрочка”/))
  await eventually(() => expect(search().get('q')).toBe('рассрочка'))
})

test('what has such a name comes before a search for it in conversations', { tags: 'all' }, async () => {
  const { open, finds, user, address } = await start('/settings', {
    account: 'marketer',
  })
  await open('sign out')
  await finds(/^Search conversations for “sign out”/)
  expect(current()).toMatch(/^Sign out/)
  await user.keyboard('{Enter}')
  await eventually(() => expect(address()).toMatch(/^\/sign-in/))
})

test('a saved view opens as its tab does', async () => {
  const { open, user, app, address } = await start('/settings', { account: 'marketer' })
  await open('missed, j')
  expect(current()).toMatch(/^Missed, Journal/)
  await user.keyboard('{Enter}')
  await eventually(() => expect(address()).toMatch(/^\/calls\?.*status_filter=/))
  expect(app.history.location.state).toMatchObject({ view: 'missed' })
})

test('actions: theme, the other language, the keys, signing out', async () => {
  const { open, user, address } = await start('/settings', { account: 'small_marketer' })
  await open('dark')
  await user.keyboard('{Enter}')
  expect(document.documentElement.dataset['theme']).toBe('dark')
  await open('shortcuts')
  await user.keyboard('{Enter}')
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await open('русский')
  await user.keyboard('{Enter}')
  await screen.findByRole('heading', { name: 'Настройки', level: 1 })
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox', { name: named('Перейти') }), 'выйти{Enter}')
  await eventually(() => expect(address()).toMatch(/^\/sign-in/))
})

test('a client is switched to as by the switcher: the page stays, and it is said what does not', async () => {
  const { open, finds, user, app } = await start('/clients', { account: 'agency_manager' })
  await switchTo(user, 'Sever Group')
  await findSwitcher('Sever Group')
  app.open(`/calls?client=${app.search().get('client')}&target_filter=1&source_filter=direct`)
  await findSwitcher('Sever Group')
  await open('stoma')
  await finds(/^Stoma Plus, .*changes client/)
  expect(words(palette())).toContain('Switching keeps this page, its period and filters. Left out: Source.')
  await user.keyboard('{Enter}')
  await findSwitcher('Stoma Plus')
  expect(app.search().get('target_filter')).toBe('1')
  expect(app.search().get('source_filter')).toBeNull()
  expect(words(screen.getByRole('log'))).toContain('Filters left out: Source')
  await open('stoma')
  await finds(/^Stoma Plus, .*now/)
})

test('before a client is chosen there are clients, pages and actions alone', { tags: 'all' }, async () => {
  const { app, open, finds } = await start('/clients', { account: 'agency_manager' })
  await open('dentika')
  await eventually(() => expect(words(palette())).toContain('once a client is chosen'))
  expect(options()).toEqual([])
  const input = await field()
  await app.user.clear(input)
  await app.user.type(input, '9161234567')
  expect(options().filter((option) => option.startsWith('Search caller'))).toEqual([])
  await app.user.clear(input)
  await app.user.type(input, 'sever')
  await finds(/^Sever Group/)
})

test(
  'contacts that were opened and objects are those of the client that is chosen, and of this session',
  { tags: 'all' },
  async () => {
    const { app, open, finds, user } = await start('/clients', { account: 'agency_manager' })
    const sever = await clientNamed(app.api, 'Sever Group')
    const { calls } = await app.api.get<{ calls: { id: number; obj_oid: string }[] }>(
      `/api/v2/clients/${sever}/calls?period=year`,
    )
    const { obj_oid: oid, id } = calls[0]!
    app.history.push(`/objects/${oid}/calls/${id}?client=${sever}`)
    await screen.findByRole('region', { name: 'CRM deal' })
    await open()
    await eventually(() => expect(groups()[0]).toBe('Recent contacts'))
    const [contact] = options()
    await user.type(await field(), 'dentika')
    await finds(/^Dentika Sokol/)
    await user.keyboard('{Escape}')
    await eventually(() => expect(screen.queryByRole('dialog')).toBeNull())

    await switchTo(user, 'Stoma Plus')
    await findSwitcher('Stoma Plus')
    await open()
    await eventually(() => expect(groups()).not.toContain('Recent contacts'))
    expect(options()).not.toContain(contact)
    await user.type(await field(), 'stoma')
    await eventually(() => expect(groups()).toContain('Objects'))
    await user.clear(await field())
    await user.type(await field(), 'dentika')
    await eventually(() => expect(groups()).toEqual(['Conversations']))
    expect(JSON.stringify([localStorage, sessionStorage])).not.toContain(String(id))

    await user.clear(await field())
    await user.type(await field(), 'sever group')
    await finds(/^Sever Group/)
    await user.keyboard('{Enter}')
    await findSwitcher('Sever Group')
    await open()
    await eventually(() => expect(options()).toContain(contact))
    const keys = () =>
      app.queryClient
        .getQueryCache()
        .getAll()
        .filter(({ queryKey }) => queryKey.includes('visited_contacts'))
    expect(keys().length).toBeGreaterThan(0)
    await user.type(await field(), 'sign out{Enter}')
    await eventually(() => expect(app.address()).toMatch(/^\/sign-in/))
    await eventually(() => expect(keys()).toEqual([]))
  },
)

test(
  'Ctrl Enter opens what has an address in another tab; the client goes along',
  { tags: 'all' },
  async () => {
    const { app, open, user } = await start('/clients', { account: 'agency_manager' })
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    const sever = await clientNamed(app.api, 'Sever Group')
    app.open(`/objects?client=${sever}`)
    await findSwitcher('Sever Group')
    await open('journal')
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(opened).toHaveBeenCalledWith(`/calls?client=${sever}`, '_blank', 'noopener')
    await open('4951234567')
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(opened).toHaveBeenCalledTimes(1)
    opened.mockRestore()
  },
)

test('in a portal there is no way to other pages', { tags: 'all' }, async () => {
  const { open } = await start('/objects?embed=1', { account: 'small_marketer' })
  await open()
  expect(groups()).toEqual(['Saved views', 'Actions'])
  expect(options()).not.toContain('Sign out')
})
