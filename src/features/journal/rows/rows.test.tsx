// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import {
  contacts,
  countOfRows,
  hrefs,
  linkOf,
  openJournal,
  readToEnd,
  row,
  says,
  scrollToRow,
} from '#/test/screens/journal.ts'
import { button, words } from '#/test/page.ts'
import { happens, eventually, renderApp } from '#/test/render-app.tsx'

/* Lists that change while being read: new contacts, duplicates, empty or failed pages, wrong totals. */

const pill = () => screen.queryByRole('button', { name: /new contacts?$/ })
const contactsOf = (count: number) => `${count.toLocaleString('en')} contacts`
const FEW = '?period=all&repeated_filter=1&status_filter=NOANSWER'
const contactRowsAreThere = () => eventually(() => expect(hrefs().length).toBeGreaterThan(0))
const pass = (ms: number) => happens(() => vi.advanceTimersByTimeAsync(ms))

test('any row is at most two requests away, and is the row its number says', async () => {
  const { queries, answer, totalOf } = await openJournal('/calls?period=all')
  const total = await totalOf('?period=all')
  await says(contactsOf(total))
  expect(countOfRows()).toBe(total)
  const before = queries().length
  const place = Math.floor(total / 2)
  scrollToRow(place)
  await eventually(() => expect(linkOf(place + 20)).not.toBeNull())
  // Visible rows span up to three pages of 20, plus one ahead.
  const pages = queries().slice(before)
  expect(pages.length).toBeGreaterThan(0)
  expect(pages.length).toBeLessThanOrEqual(4)
  const { calls } = await answer(`?period=all&page=${Math.floor((place - 1) / 20) + 1}`)
  expect(linkOf(place)!.pathname).toMatch(new RegExp(`/calls/${calls[(place - 1) % 20]!.id}$`))
})

test('new contacts are announced once a minute, and the rows stay where they are', async () => {
  const app = await openJournal('/calls?period=all', { faults: ['calls-before-newest'], timers: true })
  app.api.fault()
  const total = await app.totalOf('?period=all')
  const shown = countOfRows()
  const newer = total - shown
  expect(newer).toBeGreaterThan(0)
  await says(contactsOf(shown))
  const [before] = hrefs()
  await pass(61_000)
  await eventually(() => expect(words(pill())).toBe(`${newer} new contacts`))
  expect(hrefs()[0]).toBe(before)

  // Pages now start five contacts earlier: no duplicates may appear.
  scrollToRow(30)
  await eventually(() => expect(linkOf(50)).not.toBeNull())
  expect(app.queries()).toContain('?period=all&page=3')
  expect(new Set(hrefs()).size).toBe(hrefs().length)
  expect(screen.queryByText(/duplicate/)).toBeNull()

  await app.user.click(pill()!)
  await says(contactsOf(total))
  expect(pill()).toBeNull()
  scrollToRow(1)
  await eventually(() => expect(linkOf(newer + 1)?.getAttribute('href')).toBe(before))
})

test('a hidden tab and a range in the past do not look for new contacts', { tags: 'all' }, async () => {
  const app = await openJournal('/calls?period=all', { timers: true })
  const freshQueries = () => app.queries().filter((query) => !query.includes('page=')).length
  const show = (state: 'hidden' | 'visible') => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
    fireEvent(document, new Event('visibilitychange', { bubbles: true }))
  }
  expect(freshQueries()).toBe(1)
  show('hidden')
  await pass(300_000)
  expect(freshQueries()).toBe(1)
  show('visible')
  await eventually(() => expect(freshQueries()).toBe(2))
  await pass(61_000)
  await eventually(() => expect(freshQueries()).toBe(3))

  app.open('/calls?period=custom&date_from=2026-01-01&date_to=2026-03-31')
  await app.settled()
  const past = freshQueries()
  await pass(300_000)
  expect(freshQueries()).toBe(past)
})

test(
  'fault-doubled: a contact that the service lists twice is one row, and the page says so',
  { tags: 'all' },
  async () => {
    await openJournal('/calls?period=all', { faults: ['calls-doubled-row'] })
    await screen.findByText(/\d duplicates? hidden/)
    expect(hrefs().length).toBeGreaterThan(15)
    expect(new Set(hrefs()).size).toBe(hrefs().length)
  },
)

const UNORDERED = /returns these contacts out of order/

test.each(['?period=all', '?period=all&order_field=duration&order_way=ASC'])(
  'fault-other-order: a list in another order than was asked for says so: %s',
  { tags: 'all' },
  async (search) => {
    const { api, open } = await openJournal(`/calls${search}`)
    await contactRowsAreThere()
    expect(screen.queryByText(UNORDERED)).toBeNull()
    api.fault('calls-other-order')
    open(`/calls${search}`)
    await screen.findByText(UNORDERED)
    expect(hrefs().length).toBeGreaterThan(0)
  },
)

test(
  'dates without an offset, on other clocks or of no day are no other order',
  { tags: 'all' },
  async () => {
    await renderApp('/calls?period=all', { account: 'edge_cases' })
    await contactRowsAreThere()
    expect(screen.queryByText(UNORDERED)).toBeNull()
  },
)

test(
  'a total that is too big is not believed: the list ends where the contacts do',
  { tags: 'all' },
  async () => {
    const query = '?period=all&status_filter=BUSY'
    const { api, queries, totalOf } = await openJournal(`/calls${query}`, { faults: ['calls-big-total'] })
    const claimed = countOfRows()
    api.fault()
    const total = await totalOf(query)
    // The prefetched second page may have revealed its shortfall.
    expect([total * 10, total * 10 - ((20 - (total % 20)) % 20)]).toContain(claimed)
    api.fault('calls-big-total')
    while (countOfRows() > total) {
      const before = countOfRows()
      scrollToRow(before - 20)
      await eventually(() => expect(countOfRows()).toBeLessThan(before))
    }
    expect(countOfRows()).toBe(total)
    await says(contactsOf(total))
    scrollToRow(total - 20)
    await eventually(() => expect(linkOf(total)).not.toBeNull())
    expect(queries().length).toBeLessThan(40)
  },
)

test('without a total the list says "about" and finds its end', { tags: 'all' }, async () => {
  const { api, totalOf } = await openJournal(`/calls${FEW}`, { faults: ['calls-no-total'] })
  expect(screen.getAllByRole('status').map(words)).toContainEqual(
    expect.stringMatching(/^about \d+ contacts$/),
  )
  const read = await readToEnd()
  api.fault()
  const total = await totalOf(FEW)
  expect(new Set(read).size).toBe(total)
  await says(contactsOf(total))
})

test('fault-empty-page: an empty page in the middle is passed over', { tags: 'all' }, async () => {
  const { api, answer, totalOf } = await openJournal(`/calls${FEW}`, { faults: ['calls-empty-page'] })
  const read = await readToEnd()
  api.fault()
  const pages = Math.ceil((await totalOf(FEW)) / 20)
  expect(pages).toBeGreaterThan(2)
  const others: string[] = []
  for (let page = 1; page <= pages; page++)
    if (page !== 2)
      for (const { id, obj_oid: oid } of (await answer(`${FEW}&page=${page}`)).calls)
        others.push(`/objects/${oid}/calls/${id}`)
  expect(new Set(read)).toEqual(new Set(others))
})

test(
  'fault-page-fails: a page that does not come leaves the others, and comes when asked again',
  { tags: 'all' },
  async () => {
    const { api, user } = await openJournal('/calls?period=all', { faults: ['calls-page-3-fails'] })
    scrollToRow(28)
    const note = await screen.findByText('Some rows could not be loaded; the others stay.')
    await eventually(() => expect(words(row(41))).toContain('Couldn’t load these rows'))
    // Once per run of failed rows.
    expect(within(contacts()).getAllByText('Couldn’t load these rows')).toHaveLength(1)
    expect(linkOf(39)).not.toBeNull()
    api.fault()
    // In place and above the list, where it is always visible.
    within(contacts()).getByRole('button', { name: 'Retry' })
    await user.click(within(note).getByRole('button', { name: 'Retry' }))
    await eventually(() => expect(linkOf(45)).not.toBeNull())
    expect(screen.queryByText('Some rows could not be loaded; the others stay.')).toBeNull()
    await eventually(() => expect(document.activeElement).toBe(document.getElementById('main')))
  },
)

test('a refresh that fails keeps the rows, and says how old they are', async () => {
  const { api, user } = await openJournal('/calls?period=all')
  const before = hrefs()
  api.fault('calls-500')
  await user.click(button('Refresh'))
  const footer = within(document.querySelector('footer')!)
  await footer.findByText(/^Updated \d\d:\d\d, could not refresh$/)
  // Both buttons disappear.
  await eventually(() => expect(document.activeElement).toBe(document.getElementById('main')))
  expect(hrefs().slice(0, before.length)).toEqual(before)
  expect(screen.getAllByRole('status').map(words)).toContainEqual(expect.stringMatching(/^[\d,]+ contacts$/))
  api.fault()
  await user.click(button('Retry', document.querySelector('footer')!))
  await screen.findByRole('button', { name: 'Refresh' })
  expect(screen.queryByText(/could not refresh/)).toBeNull()
  await eventually(() => expect(document.activeElement).toBe(document.getElementById('main')))
})

test('failed and unreadable are two different things', async () => {
  const { api, user, open } = await renderApp('/calls?period=week', {
    account: 'marketer',
    faults: ['calls-500'],
  })
  await screen.findByRole('heading', { name: 'Could not load the contacts' })
  api.fault()
  await user.click(button('Retry'))
  await eventually(() => expect(hrefs().length).toBeGreaterThan(0))
  expect(screen.queryByRole('heading', { name: 'Could not load the contacts' })).toBeNull()

  api.fault('calls-unreadable-record')
  open('/calls?period=year')
  await eventually(() => expect(words(row(1))).toContain('One record could not be read: id'))
  expect(linkOf(2)).not.toBeNull()
})

test(
  'fault-timeout: a slow answer says so after five seconds and can be given up',
  { tags: 'all' },
  async () => {
    const { api, user } = await renderApp('/calls?period=week', {
      account: 'marketer',
      faults: ['calls-slow'],
      timers: true,
    })
    await eventually(() => expect(api.requests.map(({ path }) => path)).toContain('/api/v2/calls'))
    await pass(4_000)
    expect(screen.queryByText('Still loading')).toBeNull()
    await pass(1_500)
    await screen.findByText('Still loading')
    await user.click(button('Cancel'))
    await screen.findByText('Loading was cancelled.')
    expect(document.activeElement).toBe(button('Retry'))
    api.fault()
    await user.click(button('Retry'))
    await eventually(() => expect(hrefs().length).toBeGreaterThan(0))
  },
)
