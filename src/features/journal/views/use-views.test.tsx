// @vitest-environment jsdom
import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Preferences, SavedView } from '#/contract/preferences.ts'
import type { PreferencesChange } from '#/domain/preferences/use-preferences.ts'
import type { JournalSearch } from '#/domain/contact-list/search.ts'
import { stringifySearch } from '#/domain/search-params.ts'
import { type Views, useViews } from './use-views.ts'

const TODAY = '2026-11-20'
const marked: unknown[] = []
let saved: Preferences = {}
let redraw = () => {}
vi.mock('#/domain/session/use-signed-in.ts', () => ({
  useSignedIn: () => ({ scope: { principal: 'p', client: null } }),
}))
vi.mock('#/domain/preferences/use-preferences.ts', () => ({
  usePreferences: () => ({
    preferences: saved,
    isLoaded: true,
    change: (change: PreferencesChange) => {
      saved = { ...saved, ...change(saved) }
      redraw()
    },
  }),
}))
let location: { href: string; search: JournalSearch; state: { view?: string } } = {
  href: '/calls',
  search: {},
  state: {},
}
vi.mock('@tanstack/react-router', () => ({
  useLocation: () => location,
  useNavigate: () => (to: { state: true | ((before: object) => object) }) =>
    marked.push(to.state === true ? {} : to.state({})),
}))

const view = (id: string, more: Partial<SavedView> = {}): SavedView => ({
  id,
  name: id,
  filters: { period: 'week' },
  ...more,
})

const at = (search: JournalSearch, state: { view?: string }) => ({
  href: `/calls${stringifySearch(search)}`,
  search,
  state,
})

const open = async (
  search: JournalSearch,
  opened: string | undefined,
  saved_views: SavedView[],
  caller?: string,
) => {
  notifyManager.setScheduler(queueMicrotask)
  saved = { saved_views }
  marked.length = 0
  location = at(search, opened ? { view: opened } : {})
  let openedWith: unknown[] | undefined
  const openView = (...args: unknown[]) => void (openedWith = args)
  const queryClient = new QueryClient()
  const { result, rerender } = renderHook(
    () =>
      useViews(
        { search: location.search, view: location.state.view, caller, openView, drop: () => {} },
        TODAY,
      ),
    {
      wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
    },
  )
  redraw = rerender
  const settle = (work: () => unknown) =>
    act(async () => {
      work()
      await new Promise((done) => setImmediate(done))
    })
  await settle(() => {})
  return {
    views: () => result.current,
    goes: (to: JournalSearch, state: { view?: string }) =>
      settle(() => {
        location = at(to, state)
        redraw()
      }),
    openedWith: () => openedWith,
    does: (work: (views: Views) => unknown) => settle(() => work(result.current)),
  }
}

afterEach(cleanup)

test('a view without columns leaves those of the table alone; nothing open does too', async () => {
  expect((await open({ period: 'week' }, 'a', [view('a')])).views().columns).toBeUndefined()
  expect((await open({ uri_filter: '/x' }, undefined, [])).views().columns).toBeUndefined()
})

test('columns changed under a view are its own change, taken back or saved with it', async () => {
  const page = await open({ period: 'week' }, 'a', [view('a', { columns: ['date', 'page'] })])
  expect(page.views().columns?.columns).toEqual(['date', 'page'])
  const before = page.views().columns
  await page.does(() => redraw())
  expect(page.views().columns).toBe(before)

  await page.does(({ columns }) => columns?.change(['date']))
  expect(page.views().columns?.columns).toEqual(['date'])
  expect(page.views().open?.changed).toBe(true)
  expect(saved.saved_views?.[0]?.columns).toEqual(['date', 'page'])

  await page.does(({ columns }) => columns?.change(null))
  expect(page.views().columns?.columns).toEqual(['date', 'page'])
  expect(page.views().open?.changed).toBe(false)

  await page.does(({ columns }) => columns?.change(['status']))
  let undo = () => {}
  await page.does(({ open: one }) => (undo = one!.update().undo))
  expect(saved.saved_views?.[0]?.columns).toEqual(['status'])
  expect(page.views().open?.changed).toBe(false)
  await page.does(() => undo())
  expect(saved.saved_views?.[0]?.columns).toEqual(['date', 'page'])
  expect(page.views().columns?.columns).toEqual(['status'])

  await page.does(({ open: one }) => one?.discard())
  expect(page.views().open?.changed).toBe(false)
  expect(page.openedWith()).toBeUndefined()
})

test('saving as new takes the changes over from the view that they were made on', async () => {
  const page = await open({ period: 'week', target_filter: '1' }, 'a', [view('a', { columns: ['date'] })])
  await page.does(({ columns }) => columns?.change(['date', 'page']))
  await page.does((views) => views.save({ name: 'b', rolling: undefined, columns: ['date', 'page'] }))
  const [a, b] = saved.saved_views!
  expect(a).toEqual(view('a', { columns: ['date'] }))
  expect(b).toEqual({
    id: expect.any(String) as string,
    name: 'b',
    filters: { period: 'week', target_filter: '1' },
    columns: ['date', 'page'],
  })
  expect(marked).toEqual([{ view: b?.id }])
  expect(page.views().columns?.columns).toEqual(['date'])
})

test('a deleted view comes back to its place', async () => {
  const views = [view('a'), view('b', { filters: { period: 'day' } }), view('c')]
  const page = await open({ period: 'day' }, 'b', views)
  let undo = () => {}
  await page.does(({ open: one }) => (undo = one!.remove()))
  expect(saved.saved_views?.map(({ id }) => id)).toEqual(['a', 'c'])
  expect(page.views().open).toBeUndefined()
  await page.does(() => undo())
  expect(saved.saved_views).toEqual(views)
})

test('what one arrives at by a link gets the mark of its view, once', async () => {
  await open({ period: 'week' }, undefined, [view('a')])
  expect(marked).toEqual([{ view: 'a' }])
  await open({ period: 'week' }, 'a', [view('a')])
  expect(marked).toEqual([])
})

test('filters that become those of a view by hand are no arrival', async () => {
  const page = await open({ period: 'day' }, undefined, [view('a')])
  await page.goes({ period: 'week' }, {})
  expect(page.views().openId).toBe('a')
  expect(marked).toEqual([])
})

test('a view and its filters are opened in one step, whenever the data follow', async () => {
  const page = await open({ period: 'week' }, 'a', [view('a'), view('b', { filters: { period: 'day' } })])
  await page.goes({ period: 'day' }, { view: 'b' })
  expect(page.views().open).toMatchObject({ view: { id: 'b' }, changed: false })
})

test('with a caller, only a view that was opened before it is open', async () => {
  const mine = [view('a')]
  expect((await open({ period: 'week' }, 'a', mine, '7916')).views().openId).toBe('a')
  expect((await open({ period: 'week' }, undefined, mine, '7916')).views().openId).toBeUndefined()
  expect((await open({}, undefined, mine, '7916')).views().openId).toBeUndefined()
})
