// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { SavedView } from '#/contract/preferences.ts'
import { contacts, linkOf, openJournal } from '#/test/screens/journal.ts'
import { button, named, words } from '#/test/page.ts'
import { goOffline, NO_NETWORK } from '#/test/faults/offline.ts'
import { eventually, type RenderAppOptions } from '#/test/render-app.tsx'
import { DAY_MS } from '#/contract/day.ts'

const view = (name: string, filters: SavedView['filters'], more: Partial<SavedView> = {}): SavedView => ({
  id: name.toLowerCase(),
  name,
  filters,
  ...more,
})
const tabs = () => screen.getByRole('navigation', { name: 'Views' })
const tab = (name: string) => within(tabs()).getByRole('link', { name: named(name) })
const names = () => within(tabs()).getAllByRole('link').map(words)
const current = () => tabs().querySelector('[aria-current=page]')
const isOpen = (name: string) => eventually(() => expect(current()).toBe(tab(name)))
const dialog = (name = 'Save view') => screen.findByRole('dialog', { name })
const nameIn = (one: HTMLElement) => within(one).getByLabelText<HTMLInputElement>('Name')
const headers = () => [...contacts().querySelectorAll('thead th')].map(words)

const open = async (
  url: string,
  saved_views: SavedView[] = [],
  options: Pick<RenderAppOptions, 'rights'> = {},
) => {
  const app = await openJournal(url, {
    account: 'small_marketer',
    ...options,
    before: (api) => api.write('PUT', '/api/preferences', { base_version: 0, preferences: { saved_views } }),
  })
  const saved = async () => {
    const { preferences } = await app.api.get<{ preferences: { saved_views?: SavedView[] } }>(
      '/api/preferences',
    )
    return preferences.saved_views ?? []
  }
  return {
    ...app,
    saved,
    savedNames: async () => (await saved()).map(({ name }) => name),
    press: (name: string) => app.user.click(button(name)),
    go: async (name: string) => app.user.click(await eventually(() => tab(name))),
    act: async (name: string, item: string) => {
      await app.user.click(button(`View ${name}: actions`))
      await app.user.click(await screen.findByRole('menuitem', { name: item }))
    },
    rename: async (field: HTMLInputElement, text: string) => {
      await app.user.clear(field)
      await app.user.type(field, text)
    },
  }
}

test(
  'shipped views set their filters in the period in use, by links that are steps of Back',
  { tags: 'all' },
  async () => {
    const { go, queries, address, history, user } = await open('/calls?period=year')
    await isOpen('All contacts')
    expect(tab('Missed').getAttribute('href')).toBe('/calls?period=year&status_filter=missed&view=missed')
    for (const [name, id, query] of [
      ['Missed, first-time', 'missed_first_time', '?period=year&repeated_filter=1&status_filter=missed'],
      ['Target', 'target', '?period=year&target_filter=1'],
      ['Long calls', 'long_calls', '?period=year&duration_filter=gt1m'],
      ['All contacts', 'all', '?period=year'],
    ] as const) {
      const link = `/calls${query}&view=${id}`
      expect(tab(name).getAttribute('href')).toBe(link)
      await go(name)
      await eventually(() => expect(address()).toBe(link))
      await isOpen(name)
      // Missed contacts use our own endpoint.
      if (!query.includes('missed')) await eventually(() => expect(queries()).toContain(query))
    }
    history.back()
    await isOpen('Long calls')
    history.back()
    await isOpen('Target')
    history.forward()
    await isOpen('Long calls')
    await user.click(screen.getByRole('checkbox', { name: 'First-time only' }))
    await eventually(() => expect(current()).toBeNull())
  },
)

test('a view is saved without the caller', async () => {
  const { press, saved, rename, user } = await open(
    '/calls?period=year&status_filter=BUSY&order_field=duration&order_way=DESC&from_filter=7',
  )
  await press('Save view')
  const form = await dialog()
  const field = nameIn(form)
  expect(field.value).toBe('Busy')
  expect(words(form)).toContain('Year, moves by itself')
  expect(words(form)).toContain('Duration, descending')
  expect(words(form)).toMatch(/The caller is left out/)
  await rename(field, 'target')
  await within(form).findByText('There is a view of this name already')
  await rename(field, '  ')
  await user.click(button('Save view', form))
  await within(form).findByText('Give the view a name')
  await rename(field, 'Busy lines')
  await user.keyboard('{Enter}')
  await isOpen('Busy lines')
  expect(document.activeElement).toBe(tab('Busy lines'))
  const filters = { period: 'year', status_filter: 'BUSY', order_field: 'duration', order_way: 'DESC' }
  await eventually(async () => expect(await saved()).toMatchObject([{ name: 'Busy lines', filters }]))
  expect((await saved())[0]!.filters).toEqual(filters)
})

test('a view is opened, changed, discarded, updated and taken back, and saved as another', async () => {
  const { go, press, act, saved, address, queries, history, user } = await open('/calls?period=year', [
    view('Busy lines', { period: 'year', status_filter: 'ANSWER' }),
  ])
  const targetOnly = () => screen.getByRole('checkbox', { name: 'Target only' })
  await go('Busy lines')
  await isOpen('Busy lines')
  await eventually(() => expect(queries()).toContain('?period=year&status_filter=ANSWER'))
  await user.click(targetOnly())
  await isOpen('Busy lines changed')
  await press('Discard changes')
  await isOpen('Busy lines')
  expect(document.activeElement).toBe(current())
  expect(targetOnly().ariaChecked).toBe('false')
  history.back()
  await isOpen('Busy lines changed')

  await press('Update view')
  await isOpen('Busy lines')
  await screen.findByText('“Busy lines” updated')
  await eventually(async () => expect((await saved())[0]?.filters.target_filter).toBe('1'))
  await press('Undo')
  await isOpen('Busy lines changed')
  await eventually(async () => expect((await saved())[0]?.filters).not.toHaveProperty('target_filter'))

  await act('Busy lines', 'Save as new')
  const form = await dialog()
  expect(nameIn(form).value).toBe('Target only, Answered')
  await user.click(button('Save view', form))
  await isOpen('Target only, Answered')
  await go('Busy lines')
  await eventually(() => expect(address()).toBe('/calls?period=year&status_filter=ANSWER&view=busy+lines'))
  expect(targetOnly().ariaChecked).toBe('false')
})

test('views are renamed, ordered, deleted and brought back', async () => {
  const { go, act, press, rename, address, savedNames, user } = await open('/calls', [
    view('One', { period: 'week', uri_filter: '/1' }),
    view('Two', { period: 'week', uri_filter: '/2' }),
    view('Three', { period: 'week', uri_filter: '/3' }),
  ])
  await go('Three')
  await isOpen('Three')
  await act('Three', 'Rename')
  const field = nameIn(await dialog('Rename view'))
  expect(field.value).toBe('Three')
  await rename(field, 'Third')
  await user.keyboard('{Enter}')
  await isOpen('Third')

  const own = () => names().slice(5)
  await act('Third', 'Move left')
  await eventually(() => expect(own()).toEqual(['One', 'Third', 'Two']))
  await screen.findByText('“Third” is number 2 of 3')
  await user.click(button('View Third: actions'))
  await screen.findByRole('menuitem', { name: 'Move right' })
  await user.click(screen.getByRole('menuitem', { name: 'Delete' }))
  await eventually(() => expect(own()).toEqual(['One', 'Two']))
  expect(address()).toContain('uri_filter=%2F3')
  expect(document.activeElement).toBe(tab('All contacts'))
  await eventually(async () => expect(await savedNames()).toEqual(['One', 'Two']))
  await press('Undo')
  await eventually(() => expect(own()).toEqual(['One', 'Third', 'Two']))
  await isOpen('Third')
  await eventually(async () => expect(await savedNames()).toEqual(['One', 'Third', 'Two']))
})

test('a rolling period moves with the calendar, a fixed one stays', { tags: 'all' }, async () => {
  const days = (from: string, to: string) => `?period=custom&date_from=2026-11-${from}&date_to=2026-11-${to}`
  const app = await open(`/calls${days('14', '20')}`)
  for (const [name, choice] of [
    ['Moving', /^Rolling: Last 7 days$/],
    ['Staying', /^Fixed: /],
  ] as const) {
    await app.go('All contacts')
    await app.press('Save view')
    const form = await dialog()
    await app.rename(nameIn(form), name)
    await app.user.click(within(form).getByRole('radio', { name: choice }))
    await app.user.click(button('Save view', form))
    await isOpen(name)
  }
  await eventually(async () =>
    expect((await app.saved()).map(({ name, rolling }) => [name, rolling])).toEqual([
      ['Moving', 'last_7_days'],
      ['Staying', undefined],
    ]),
  )
  const [moving, staying] = (await app.saved()).map(({ id }) => id)
  const link = `/calls${days('14', '20')}&preset=last_7_days&view=${moving}`
  expect(tab('Moving').getAttribute('href')).toBe(link)
  expect(app.address()).toBe(`/calls${days('14', '20')}&view=${staying}`)

  vi.setSystemTime(Date.now() + 3 * DAY_MS)
  await app.api.signIn('small_marketer')
  app.open('/calls?period=year')
  await app.settled()
  const moved = `/calls${days('17', '23')}&preset=last_7_days&view=${moving}`
  await eventually(() => expect(tab('Moving').getAttribute('href')).toBe(moved))
  expect(tab('Staying').getAttribute('href')).toBe(`/calls${days('14', '20')}&view=${staying}`)
  await app.go('Moving')
  await eventually(() => expect(app.queries()).toContain(days('17', '23')))
  await isOpen('Moving')

  app.open(link)
  await app.settled()
  await isOpen('Moving')
  expect(app.address()).toBe(moved)
  expect(app.queries().at(-1)).toBe(days('17', '23'))
  // Custom days aren't relative.
  await app.user.click(
    within(screen.getByRole('region', { name: 'Filters' })).getByRole('button', {
      name: /^Remove filter: Period/,
    }),
  )
  await eventually(() => expect(app.address()).toBe('/calls'))
})

test(
  'a link names its view: it leads to the view as it is now, and says if there is no such view',
  { tags: 'all' },
  async () => {
    const app = await open('/calls?period=year&view=target', [
      // Same filters as the shipped view.
      view('Twin', { period: 'year', target_filter: '1' }),
      view('Mine', { period: 'year', uri_filter: '/new' }),
    ])
    await isOpen('Target')
    await eventually(() => expect(app.address()).toBe('/calls?period=year&target_filter=1&view=target'))
    // Order and days don't close a shipped view; filters do.
    await app.user.click(within(screen.getByRole('columnheader', { name: 'Duration' })).getByRole('button'))
    await eventually(() =>
      expect(app.address()).toBe(
        '/calls?period=year&target_filter=1&order_field=duration&order_way=DESC&view=target',
      ),
    )
    await isOpen('Target')

    app.open('/calls?period=year&uri_filter=%2Fold&view=mine')
    await isOpen('Mine')
    await eventually(() => expect(app.address()).toBe('/calls?period=year&uri_filter=%2Fnew&view=mine'))
    await app.user.click(screen.getByRole('checkbox', { name: 'Target only' }))
    await isOpen('Mine changed')
    expect(app.address()).toBe('/calls?period=year&target_filter=1&uri_filter=%2Fnew')
    await app.press('Update view')
    await isOpen('Mine')
    await eventually(() => expect(app.address()).toMatch(/&view=mine$/))

    app.open('/calls?period=year&status_filter=BUSY&view=a-colleague-s')
    await screen.findByText('The view of this link is not one of yours: its filters are shown')
    expect(app.address()).toBe('/calls?period=year&status_filter=BUSY')
    await eventually(() => expect(app.queries()).toContain('?period=year&status_filter=BUSY'))
    expect(current()).toBeNull()
  },
)

test('columns belong to the view that keeps them, and are changed in it alone', { tags: 'all' }, async () => {
  const { go, press, saved, history, user } = await open('/calls?period=year&target_filter=1', [
    view('Narrow', { period: 'year' }, { columns: ['date', 'status', 'page'] }),
  ])
  const usual = headers()
  await go('Narrow')
  await eventually(() => expect(headers()).toEqual(['Date', 'Status', 'Page']))
  await user.click(screen.getByRole('button', { name: /^Columns 3 of/ }))
  await user.click(await screen.findByRole('checkbox', { name: 'Page' }))
  await eventually(() => expect(headers()).toEqual(['Date', 'Status']))
  await isOpen('Narrow changed')

  await eventually(() => expect(linkOf(1)).not.toBeNull())
  await user.click(linkOf(1)!)
  await screen.findByRole('region', { name: 'Attribution' })
  history.back()
  await screen.findByRole('table', { name: 'Contacts' })
  await eventually(() => expect(headers()).toEqual(['Date', 'Status']))
  await press('Update view')
  await eventually(async () => expect((await saved())[0]?.columns).toEqual(['date', 'status']))
  await go('Target')
  await eventually(() => expect(headers()).toEqual(usual))
})

test('views are there on the second computer, and for no other account', async () => {
  const {
    api,
    press,
    open: reopen,
    settled,
    savedNames,
    user,
  } = await open('/calls?period=year&uri_filter=%2F')
  await press('Save view')
  await user.click(button('Save view', await dialog()))
  await isOpen('/')
  await eventually(async () => expect(await savedNames()).toEqual(['/']))
  localStorage.clear()
  reopen('/calls')
  await settled()
  await eventually(() => expect(names()).toContain('/'))
  await api.write('DELETE', '/api/session')
  await api.signIn('marketer')
  reopen('/calls')
  await settled()
  await eventually(() => expect(names()).toHaveLength(5))
  expect(names()).not.toContain('/')
})

test('the two hundredth view is the last', { tags: 'all' }, async () => {
  await open(
    '/calls?uri_filter=%2F',
    Array.from({ length: 200 }, (_, index) => view(`View number ${index}`, { uri_filter: `/${index}` })),
  )
  await eventually(() => expect(names()).toHaveLength(205))
  expect(button('Save view').ariaDisabled).toBe('true')
  screen.getByRole('button', { name: 'Save view', description: 'There can be 200 views. Delete one first.' })
})

test('tabs and dialog speak Russian', { tags: 'all' }, async () => {
  const { user } = await openJournal('/calls?period=year&repeated_filter=1&status_filter=missed', {
    account: 'small_marketer',
    locale: 'ru',
  })
  const views = screen.getByRole('navigation', { name: 'Виды' })
  expect(words(views.querySelector('[aria-current=page]'))).toBe('Пропущенные первичные')
  expect(words(within(views).getAllByRole('link')[0])).toBe('Все обращения')
  await user.click(button('Сохранить вид'))
  const form = await screen.findByRole('dialog')
  expect(within(form).getByLabelText<HTMLInputElement>('Название').value).toBe(
    'Только первичные, Пропущенные',
  )
})

test(
  'fault-offline: a view is neither saved nor deleted without a network; its name stays in the dialog',
  { tags: 'all' },
  async () => {
    const app = await open('/calls?period=week', [view('Calls', { period: 'week' })])
    await app.go('Calls')
    const back = await goOffline(app)
    await app.press('View Calls: actions')
    const remove = await screen.findByRole('menuitem', { name: 'Delete' })
    expect(remove.getAttribute('aria-description')).toMatch(NO_NETWORK)
    await app.user.click(remove)
    expect(names()).toContain('Calls')
    await app.user.click(screen.getByRole('menuitem', { name: 'Rename' }))
    const form = await dialog('Rename view')
    await app.rename(nameIn(form), 'Talks')
    await app.user.keyboard('{Enter}')
    within(form).getByRole('button', { name: 'Rename', description: NO_NETWORK })
    expect(names()).toContain('Calls')
    await back()
    await app.user.type(nameIn(form), '{Enter}')
    await eventually(async () => expect(await app.savedNames()).toEqual(['Talks']))
  },
)

test(
  'a view that goes by what its owner may not see any more says by what, and opens without it',
  { tags: 'all' },
  async () => {
    const mine = view('Loyal', { period: 'year', target_filter: '1', order_field: 'from', order_way: 'ASC' })
    const { saved, go, press, address } = await open('/calls?period=year', [mine], { rights: ['export'] })
    await go('Loyal')
    const alert = await screen.findByRole('alert')
    expect(words(alert)).toContain('The view “Loyal” filters on fields you can’t see')
    expect(words(alert)).toMatch(/ordered by it: Sorting\./)
    await press('Open without it')
    await eventually(() => contacts())
    expect(address()).toContain('target_filter=1')
    expect(address()).not.toContain('order_')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(words(current())).toMatch(/^Loyal/)
    expect(await saved()).toMatchObject([mine])
  },
)
