// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { contacts, countOfRows, currentRow, linkOf, openJournal, row } from '#/test/screens/journal.ts'
import { button, words } from '#/test/page.ts'
import { eventually, type RenderedApp } from '#/test/render-app.tsx'

const headers = () => [...contacts().querySelectorAll('thead th')].map(words)
const place = () => Number(currentRow()?.getAttribute('aria-rowindex')) - 1
const currentLink = () => currentRow()!.querySelector('a[data-to="contact"]')
const isAt = (expected: number) =>
  eventually(() => {
    expect(place()).toBe(expected)
    expect(document.activeElement).toBe(linkOf(expected))
  })
const isNowhere = () => expect(currentRow()).toBeNull()

test('columns are chosen and put in order, saved once each time, and found again on another computer', async () => {
  const { api, user, open, settled } = await openJournal('/calls?period=all', { account: 'small_marketer' })
  const saves = () =>
    api.requests.filter(({ method, path }) => method === 'PUT' && path === '/api/preferences').length
  const saving = async (work: () => Promise<void>) => {
    const before = saves()
    await work()
    await eventually(() => expect(saves()).toBe(before + 1))
  }
  const usual = headers()
  expect(usual).toEqual([
    'Date',
    'Status',
    'Caller',
    'Source',
    'Page',
    'Duration',
    'Object',
    'Kind',
    'Target',
    'CRM',
  ])
  await user.click(screen.getByRole('button', { name: /^Columns \d+ of \d+$/ }))
  const chooser = await screen.findByRole('dialog', { name: 'Columns' })
  const column = (name: string) => within(chooser).findByRole<HTMLInputElement>('checkbox', { name })
  expect((await column('Date')).disabled).toBe(true)
  await saving(async () => user.click(await column('Page')))
  await eventually(() => expect(headers()).not.toContain('Page'))
  await saving(async () => user.click(await column('Manager')))
  await screen.findByRole('button', { name: 'Columns 10 of 20' })

  const up = button('Move Caller up', chooser)
  up.focus()
  await saving(() => user.keyboard('{Enter}'))
  expect(words(chooser.querySelector('[aria-live]'))).toBe('Caller: 2 of 20')
  expect(document.activeElement).toBe(up)
  await eventually(() => expect(headers().slice(0, 3)).toEqual(['Date', 'Caller', 'Status']))
  const order = headers()
  expect(order).toHaveLength(10)

  localStorage.clear()
  open('/calls?period=all')
  await settled()
  await eventually(() => expect(headers()).toEqual(order))
  await user.click(button('Columns 10 of 20'))
  await saving(async () => user.click(await screen.findByRole('button', { name: 'Reset' })))
  await eventually(() => expect(headers()).toEqual(usual))
})

test('rows stand as close as the user likes, on this device', { tags: 'all' }, async () => {
  const { user, open, settled } = await openJournal('/calls?period=all', { account: 'small_marketer' })
  const height = () => contacts().parentElement!.style.getPropertyValue('--row')
  expect(height()).toBe('32px')
  for (const [name, pixels] of [
    ['Relaxed', '40px'],
    ['Compact', '28px'],
  ] as const) {
    await user.click(button('Density'))
    await user.click(await screen.findByRole('menuitemradio', { name }))
    await eventually(() => expect(height()).toBe(pixels))
  }
  open('/calls?period=all')
  await settled()
  expect(height()).toBe('28px')
})

test('rows are walked by keys, opened by Enter, and found again by Back', async () => {
  const { user, address, history } = await openJournal('/calls?period=all')
  await user.keyboard('j')
  await isAt(1)
  await user.keyboard('j')
  await user.keyboard('{ArrowDown}')
  await user.keyboard('k')
  fireEvent.keyDown(document.activeElement!, { key: 'о', code: 'KeyJ' })
  await isAt(3)
  expect(contacts().querySelectorAll('tr[aria-current]')).toHaveLength(1)

  const href = currentLink()!.getAttribute('href')
  await user.keyboard('{Enter}')
  await eventually(() => expect(address()).toBe(href))
  await screen.findByRole('region', { name: 'Attribution' })
  history.back()
  await screen.findByRole('table', { name: 'Contacts' })
  await isAt(3)
  await user.keyboard('{Escape}')
  isNowhere()
  await user.keyboard('/')
  const filters = screen.getByRole('region', { name: 'Filters' })
  expect(document.activeElement).toBe(within(filters).getAllByRole('button')[0])
})

test('keys are left alone while typing and with modifiers', { tags: 'all' }, async () => {
  const { user } = await openJournal('/calls?period=all')
  await user.click(button('Caller', screen.getByRole('region', { name: 'Filters' })))
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Caller' })
  await user.type(field, 'jk/')
  expect(field.value).toBe('jk/')
  isNowhere()
  await user.clear(field)
  field.blur()
  await user.keyboard('{Alt>}j{/Alt}')
  isNowhere()
  await user.keyboard('j')
  await eventually(() => expect(currentRow()).not.toBeNull())
})

test('the current row is a contact, not a place: in another order it is found where it stands', async () => {
  const { api, user, open, address, settled } = await openJournal('/calls?period=all')
  const few = await fewContacts(api)
  open(`/calls${few}`)
  await settled()
  const count = countOfRows()
  await user.keyboard('j')
  await user.keyboard('j')
  await isAt(2)
  const href = currentLink()!.getAttribute('href')
  await user.click(within(screen.getByRole('columnheader', { name: 'Date' })).getByRole('button'))
  await eventually(() => expect(address()).toContain('order_way=ASC'))
  // It was second to last.
  await eventually(() => expect(place()).toBe(count - 1))
  expect(currentLink()!.getAttribute('href')).toBe(href)
})
const fewContacts = async (api: RenderedApp['api']): Promise<string> => {
  for (const status of ['CONGESTION', 'CHANUNAVAIL', 'TMP_UNAVAILABLE', 'BUSY', 'CANCEL']) {
    const query = `?period=all&repeated_filter=1&status_filter=${status}`
    const { meta } = await api.get<{ meta: { pagination: { total_objects: number } } }>(
      `/api/v2/calls${query}`,
    )
    if (meta.pagination.total_objects > 3 && meta.pagination.total_objects < 15) return query
  }
  throw new Error('The sample has no status of a few contacts')
}

test('a row opens by a click anywhere in it, in another tab by the middle button or with Ctrl', async () => {
  const { user, address } = await openJournal('/calls?period=all')
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  const kind = (place: number) => row(place)!.querySelector('td:nth-child(8)')!
  await user.pointer({ keys: '[MouseMiddle]', target: kind(2) })
  fireEvent(kind(2), new MouseEvent('auxclick', { bubbles: true, button: 1 }))
  expect(opened).toHaveBeenLastCalledWith(linkOf(2)!.href, '_blank', 'noopener')
  await user.keyboard('{Control>}')
  await user.click(kind(3))
  await user.keyboard('{/Control}')
  expect(opened).toHaveBeenLastCalledWith(linkOf(3)!.href, '_blank', 'noopener')
  expect(address()).toBe('/calls?period=all')
  opened.mockRestore()

  const path = linkOf(4)!.pathname
  await user.click(kind(4))
  await eventually(() => expect(address()).toBe(path))
})

test(
  'a drag across a row opens nothing, not even where the browser has given up what it selected',
  { tags: 'all' },
  async () => {
    const { user, address } = await openJournal('/calls?period=all')
    const dragged = async (target: Element, by: number) => {
      const from = { clientX: 100, clientY: 50 }
      await user.pointer({ keys: '[MouseLeft>]', target, coords: from })
      getSelection()?.removeAllRanges()
      await user.pointer({ keys: '[/MouseLeft]', target, coords: { ...from, clientX: 100 + by } })
    }
    const path = linkOf(2)!.pathname
    const kind = row(2)!.querySelector('td:nth-child(8)')!
    await dragged(kind, 60)
    await dragged(linkOf(2)!, 60)
    expect(address()).toBe('/calls?period=all')
    // Slight movement still counts as a click.
    await user.hover(kind)
    await dragged(within(row(2) as HTMLElement).getAllByRole('button', { name: /^Filter by / })[0]!, 20)
    await eventually(() => expect(address()).toMatch(/_filter=/))
    const [first, second] = [linkOf(1)!.pathname, path]
    await dragged(row(1)!.querySelector('td:nth-child(8)')!, 6)
    await eventually(() => expect([first, second]).toContain(address()))
  },
)

test('the row under the pointer and the current one have a funnel for each value, which does not open them', async () => {
  const app = await openJournal('/calls?period=all')
  const { user, address } = app
  const funnels = () => within(contacts()).queryAllByRole('button', { name: /^Filter by / })
  expect(funnels()).toEqual([])
  await user.hover(row(2)!)
  const names = () => funnels().map((one) => one.closest('tr')?.getAttribute('aria-rowindex'))
  expect(new Set(names())).toEqual(new Set(['3']))
  const copies = () => within(contacts()).queryAllByRole('button', { name: 'Copy the number' })
  expect(copies().map((one) => one.closest('tr'))).toEqual([row(2)])
  expect(funnels().every(({ tabIndex }) => tabIndex === -1)).toBe(true)
  await user.unhover(row(2)!)
  expect([...funnels(), ...copies()]).toEqual([])

  await user.keyboard('j')
  await isAt(1)
  // Tab continues through the current row's tools.
  await user.tab()
  const first = document.activeElement!
  expect(first.getAttribute('aria-label')).toMatch(/^Filter by /)
  expect(first.closest('tr')).toBe(row(1))
  const value = first.getAttribute('aria-label')!.replace('Filter by ', '')
  await user.keyboard('{Enter}')
  await screen.findByRole('button', { name: new RegExp(`^Remove filter: .*${value}`) })
  expect(address()).toMatch(/^\/calls\?period=all&.*_filter=/)
})

test('a filter that is still asked for when the journal is left leaves the next page alone', async () => {
  const { user, api, address, answer, history, queryClient } = await openJournal('/calls?period=all')
  const { calls } = await answer('?period=all')
  const at = calls.findIndex(({ source }) => source?.title) + 1
  const release = api.hold(/filters/)
  await user.hover(row(at)!)
  const title = calls[at - 1]!.source!.title
  await user.click(within(row(at) as HTMLElement).getByRole('button', { name: `Filter by ${title}` }))
  await user.click(screen.getByRole('link', { name: 'Objects' }))
  await screen.findByRole('heading', { name: 'Objects' })
  release()
  await eventually(() => expect(queryClient.isFetching()).toBe(0))
  history.back()
  await eventually(() => expect(address()).toBe('/calls?period=all'))
})

test(
  'a number in a row dials and does not open its contact; a withheld one leads nowhere',
  { tags: 'all' },
  async () => {
    const app = await openJournal('/calls?period=all')
    const { user, address, settled, open } = app
    const { calls } = await app.answer('?period=all')
    const at = calls.findIndex(({ phone_number_from: from }) => /^7\d{10}$/.test(from)) + 1
    const number = within(row(at) as HTMLElement).getByRole('link', { name: /^\+7 / })
    expect(number.getAttribute('href')).toBe(`tel:+${calls[at - 1]!.phone_number_from}`)
    const pressed = vi.fn<(event: Event) => void>()
    document.addEventListener('click', pressed, { once: true })
    await user.click(number)
    expect(pressed.mock.calls[0]![0].defaultPrevented).toBe(false)
    expect(address()).toBe('/calls?period=all')

    open('/calls?period=all&from_filter=anonymous')
    await settled()
    await eventually(() => expect(words(row(1))).toContain('Number withheld'))
    expect(contacts().querySelector('[href^="tel:"]')).toBeNull()
  },
)

test(
  'Tab stops once at the views, once at the headers, once at the widths and once at the rows',
  { tags: 'all' },
  async () => {
    const { user } = await openJournal('/calls?period=all')
    const stops = (inside: Element) => [...inside.querySelectorAll('a, button, [tabindex]')].filter(isStop)
    const isStop = (one: Element) => one instanceof HTMLElement && one.tabIndex >= 0
    expect(stops(screen.getByRole('navigation', { name: 'Views' }))).toHaveLength(1)
    expect(stops(contacts().querySelector('thead')!)).toHaveLength(1)
    expect(stops(screen.getByRole('group', { name: 'Column widths' }))).toHaveLength(1)
    expect(stops(contacts().querySelector('tbody')!)).toEqual([linkOf(1)])

    const sort = (name: string) => within(screen.getByRole('columnheader', { name })).getByRole('button')
    sort('Date').focus()
    await user.keyboard('{ArrowRight}')
    expect(document.activeElement).toBe(sort('Status'))
    await user.keyboard('{End}')
    expect(document.activeElement).toBe(sort('Object'))
    expect(stops(contacts().querySelector('thead')!)).toEqual([sort('Object')])
    const edge = (name: string) => screen.getByRole('separator', { name: `Width of ${name}` })
    edge('Date').focus()
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(document.activeElement).toBe(edge('Caller'))
  },
)

test(
  'fault-no-offset: a row on another clock than most says so beside its time, and the footer that there are several',
  { tags: 'all' },
  async () => {
    const { answer } = await openJournal('/calls?period=all')
    const { calls } = await answer('?period=all')
    const zoneOf = (place: number) => calls[place - 1]!.date.slice(-6)
    const places = calls.map((_, index) => index + 1)
    // Most sample objects are in Moscow.
    expect(places.filter((place) => zoneOf(place) === '+03:00').length).toBeGreaterThan(10)
    const other = places.filter((place) => zoneOf(place) !== '+03:00')
    expect(other.length).toBeGreaterThan(0)
    const says = (place: number) => /UTC\S+/.exec(words(row(place)!.querySelector('td')))?.[0]
    for (const place of places)
      expect(says(place), `row ${place}`).toBe(
        other.includes(place) ? `UTC+${Number(zoneOf(place).slice(1, 3))}` : undefined,
      )
    expect(words(document.querySelector('footer'))).toContain('Several time zones: UTC+3 unless marked')
  },
)

test('times are mine once that is chosen, in rows, their days and the footer', { tags: 'all' }, async () => {
  const { answer, user, open } = await openJournal('/calls?period=all')
  const { calls } = await answer('?period=all')
  const times = () => calls.slice(0, 10).map((_, at) => words(linkOf(at + 1)))
  const own = times()
  await user.click(screen.getByRole('button', { name: /^Period/ }))
  await user.click(await screen.findByRole('radio', { name: /^My time, UTC/ }))
  expect(times()).toEqual(own)
  await user.click(button('Apply'))
  await eventually(() => expect(times()).not.toEqual(own))
  const mine = (date: string) =>
    new Date(date).toLocaleString('en-US', {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
  expect(times()).toEqual(calls.slice(0, 10).map(({ date }) => mine(date)))
  expect(words(document.querySelector('footer'))).toMatch(/Times are yours, UTC/)
  expect(words(contacts())).not.toMatch(/UTC/)
  // The choice also applies to the contact page; the period is unchanged.
  const { id, date, obj_oid: oid } = calls[0]!
  open(`/objects/${oid}/calls/${id}`)
  await screen.findByText((text) => text.startsWith(`${mine(date)} (UTC`))
})

test('on a phone a row of all objects names its own, and the head goes away with the rows', async () => {
  const { api, answer, push, settled } = await openJournal('/calls?period=all', { phone: true })
  const { calls } = await answer('?period=all')
  const { objs } = await api.get<{ objs: { oid: string; title: string }[] }>('/api/v2/objs/')
  for (const place of [1, 2, 3])
    expect(words(row(place))).toContain(objs.find(({ oid }) => oid === calls[place - 1]!.obj_oid)!.title)
  const box = contacts().parentElement!
  expect(box.contains(screen.getByRole('heading', { name: 'Journal' }))).toBe(true)
  expect(box.contains(screen.getByRole('region', { name: 'Filters' }))).toBe(true)

  const { oid, title } = objs.find((one) => one.oid === calls[0]!.obj_oid)!
  push(`/objects/${oid}/calls?period=all`)
  await settled()
  await eventually(() => expect(words(row(1))).not.toContain(title))
})

test('a row tells its day where another day stands above it, and only there', { tags: 'all' }, async () => {
  await openJournal('/calls?period=all', { account: 'marketer' })
  const ROWS = 28
  const days = () => Array.from({ length: ROWS }, (_, at) => words(linkOf(at + 1)).replace(/[^,]*$/, ''))
  await eventually(() => expect(days().every((day) => day !== '')).toBe(true))
  const isMarked = Array.from({ length: ROWS }, (_, at) => row(at + 1)!.querySelector('[data-mark]') !== null)
  expect(new Set(isMarked)).toEqual(new Set([true, false]))
  expect(isMarked).toEqual(days().map((day, at) => at === 0 || day !== days()[at - 1]))
})
