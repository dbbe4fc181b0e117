// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { rowsOf, words } from '#/test/page.ts'
import { eventually } from '#/test/render-app.tsx'
import {
  allLoaded,
  buttonOf,
  figureCount,
  figure,
  numberIn,
  openOverview,
  panel,
  receipt,
  added,
} from '#/features/overview/page-testing.ts'
import { DAY_MS } from '#/contract/day.ts'

/** Days enough for more rows than are shown at first. */
const MANY_DAYS = 'date_from=2026-08-01&date_to=2026-11-16'

const contacts = () => figureCount('Contacts', panel('Funnel'))
const trend = () => within(panel('Trend')).getByRole('slider')
const valueText = () => trend().getAttribute('aria-valuetext') ?? ''

const cells = () => [...panel('Heat map').querySelectorAll<HTMLElement>('tbody td button')]
const cell = (name: RegExp) =>
  [...panel('Heat map').querySelectorAll<HTMLElement>('table button')].find((one) =>
    name.test(one.ariaLabel ?? ''),
  )!
/** "Tue 10:00–11:00: 13 contacts in 4 days, 3.3 a day": labels have sums, cells have means. */
const SUM = /: ([\d,]+) contacts?(?: in (\d+) days, ([\d.]+) a day)?$/
const sumOfCells = () => {
  expect(cells()).toHaveLength(7 * 24)
  return added(cells().map(({ ariaLabel }) => (SUM.exec(ariaLabel ?? '')?.[1] ?? '0').replace(',', '')))
}

const barsOf = (name: string) =>
  [...panel(name).querySelectorAll('tbody tr')].map((row) => ({
    name: words(row.querySelector('th')),
    contacts: numberIn(words(row.querySelector('td'))),
  }))

const open = async (query: string) => {
  const app = await openOverview(query, { account: 'client' })
  await allLoaded()
  await eventually(() => expect(cells().length).toBeGreaterThan(0))
  await eventually(contacts)
  return { ...app, keys: (keys: string) => app.user.keyboard(keys) }
}

test('the trend does not wait for the page to be idle', async ({ onTestFinished }) => {
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.stubGlobal('requestIdleCallback', () => 0)
  vi.stubGlobal('cancelIdleCallback', () => undefined)
  await openOverview('?compare=none', { account: 'client' })
  await eventually(() => expect(trend()).toBeTruthy())
})

test('the heat map adds up to all contacts, as figures and as a table; arrows move in it, and it narrows', async () => {
  const { press, keys, user, address, search } = await open('?compare=none')
  const all = contacts()
  expect(all).toBeGreaterThan(20)
  expect(sumOfCells()).toBe(all)
  const map = panel('Heat map')
  await press('Show as a table', map)
  await eventually(() => expect(buttonOf('Show as a table', map).ariaPressed).toBe('true'))
  const inTable = [...map.querySelectorAll<HTMLElement>('tbody td > [title]')]
  expect(added(inTable.map(({ title }) => (/^[\d,]+/.exec(title)?.[0] ?? '').replace(',', '')))).toBe(all)
  for (const one of inTable) {
    const [, sum, days, mean] = SUM.exec(`: ${one.title}`) ?? []
    expect(words(one)).toBe(mean ?? sum)
    // Thirty days have four or five of each weekday.
    expect([4, 5]).toContain(Number(days))
    expect(Math.abs(Number(sum!.replace(',', '')) / Number(days) - Number(mean))).toBeLessThanOrEqual(0.0501)
  }
  await press('Show as a table', map)
  await press('Missed rate', map)
  await within(map).findByRole('grid', { name: 'Missed rate by weekday and hour' })
  for (const { ariaLabel } of cells())
    expect(ariaLabel).toMatch(/: (no calls|\d+ calls?, too few to judge|.* missed ÷ .* calls? = [\d.]+%)$/)
  await press('Contacts', map)
  await within(map).findByRole('grid', { name: 'Contacts by weekday and hour' })

  expect(map.querySelectorAll('table button:not([tabindex="-1"])')).toHaveLength(1)
  buttonOf('Mean call', map).focus()
  await user.tab()
  expect(document.activeElement).toBe(cell(/^Mon: /))
  await keys('{ArrowDown}')
  expect(document.activeElement).toBe(cell(/^Tue: /))
  await keys('{ArrowRight>11/}')
  const ten = cell(/^Tue 10:00–11:00: /)
  expect(document.activeElement).toBe(ten)
  const busiest = cells().toSorted(
    (a, b) => numberIn(b.ariaLabel!.split(': ')[1]!) - numberIn(a.ariaLabel!.split(': ')[1]!),
  )[0]!
  const count = numberIn(busiest.ariaLabel!.split(': ')[1]!)
  busiest.focus()
  await keys('{Enter}')
  await eventually(() => expect(contacts()).toBe(count))
  expect(busiest.ariaPressed).toBe('true')
  expect(sumOfCells()).toBe(all)
  expect(document.activeElement).toBe(busiest)
  cell(/^Tue: /).focus()
  await keys('{Enter}')
  await eventually(() => expect(search().get('weekday')).toBe('1'))
  expect(address()).not.toContain('hour_of_week')
  expect(map.querySelectorAll('table button[aria-pressed=true]')).toHaveLength(1)
})

test('bars narrow everything else and keep their own; without a value is a value too, and all rows are there on demand', async () => {
  const app = await open(`?${MANY_DAYS}&compare=none`)
  const { press, user, search, open: reopen } = app
  const all = contacts()
  const regions = barsOf('Regions')
  const managers = barsOf('Managers')
  const heads = (name: string) => [...panel(name).querySelectorAll('thead th')].map(words)
  expect(heads('Regions')).toEqual(['Region', 'Contacts', 'Share', 'Target, %', 'Missed, %'])
  expect(heads('Managers')).toEqual(['Manager', 'Contacts', 'Share', 'Target, %'])
  const { name, contacts: count } = regions[1]!
  const bar = () => buttonOf(name, panel('Regions'))
  await user.click(bar())
  await eventually(() => expect(contacts()).toBe(count))
  expect(bar().ariaPressed).toBe('true')
  expect(count).toBeLessThan(all)
  expect(barsOf('Regions')).toEqual(regions)
  await eventually(() => expect(barsOf('Managers')).not.toEqual(managers))
  expect(sumOfCells()).toBe(count)
  expect(search().get('region')).toBe(name)

  reopen(app.address())
  await eventually(() => expect(contacts()).toBe(count))
  await eventually(bar)
  await user.click(bar())
  await eventually(() => expect(contacts()).toBe(all))
  expect(bar().ariaPressed).toBe('false')

  const requests = () => barsOf('Search requests')
  const without = requests().at(-1)!
  expect(without.name).toBe('Without search request')
  await press('Without search request', panel('Search requests'))
  await eventually(() => expect(contacts()).toBe(without.contacts))
  await press('Without search request', panel('Search requests'))
  await eventually(() => expect(contacts()).toBe(all))
  const showAll = buttonOf(/^Show all \d+$/, panel('Search requests'))
  expect(requests()).toHaveLength(9)
  const total = numberIn(words(showAll))
  await user.click(showAll)
  await eventually(() => expect(requests()).toHaveLength(total + 1))
  expect(added(requests().map((one) => one.contacts))).toBe(all)
  await press('Show fewer', panel('Search requests'))
  await eventually(() => expect(requests()).toHaveLength(9))
})

test('shows rows that have no contacts any more on demand, and counts them', { tags: 'all' }, async () => {
  const { press } = await openOverview('?date_from=2026-11-14&date_to=2026-11-16', {
    account: 'client',
    phone: true,
  })
  const channels = await eventually(() => panel('Channels'))
  // Three have contacts now, as many as a phone shows at first.
  await press('Show all 3 and 1 with none now', channels)
  await eventually(() =>
    expect(barsOf('Channels').map(({ contacts: count }) => count > 0)).toEqual([true, true, true, false]),
  )
})

test('folds the longest lists on a phone, except one that filters the page', { tags: 'all' }, async () => {
  const { user } = await openOverview('?page=%2Fprice', { account: 'marketer', phone: true })
  const fold = (name: string) => within(panel(name)).getByRole('button', { name })
  await eventually(() => expect(barsOf('Pages').some(({ name }) => name === '/price')).toBe(true))
  expect(fold('Pages').ariaExpanded).toBe('true')
  for (const name of ['Managers', 'Search requests']) {
    expect(fold(name).ariaExpanded).toBe('false')
    expect(barsOf(name)).toEqual([])
    await user.click(fold(name))
    await eventually(() => expect(barsOf(name)).toHaveLength(3))
  }
  await user.click(fold('Pages'))
  expect(barsOf('Pages')).toEqual([])
  expect(within(panel('Regions')).queryByRole('button', { name: 'Regions' })).toBe(null)
})

test('the trend: days by key, weeks, another figure, a table that says the same, all in the address and no step back', async () => {
  const { press, keys, search, user, history, address, open: reopen } = await open('')
  const all = contacts()
  within(panel('Trend')).getByText(/^[\d,]+ by \d+:\d\d \(was [\d,]+\)$/)

  trend().focus()
  await keys('{End}{Shift>}{ArrowLeft}{ArrowLeft}{/Shift}{Enter}')
  const [first, last] = search().get('days')!.split('..')
  expect((Date.parse(last!) - Date.parse(first!)) / DAY_MS).toBe(2)
  await eventually(() => expect(contacts()).toBeLessThan(all))
  const chips = () => screen.getAllByLabelText(/^Remove filter: /)
  expect(chips()).toHaveLength(1)
  await user.click(chips()[0]!)
  await eventually(() => expect(contacts()).toBe(all))
  expect(search().has('days')).toBe(false)
  trend().focus()
  await keys('{ArrowLeft>8/}')
  const count = numberIn(valueText().split(': ')[1]!)
  await keys('{Enter}')
  await eventually(() => expect(contacts()).toBe(count))
  const [from, to] = search().get('days')!.split('..')
  expect(to ?? from).toBe(from)
  await user.click(chips()[0]!)
  await eventually(() => expect(contacts()).toBe(all))

  const steps = history.length
  await press('Week', panel('Trend'))
  await eventually(() => within(panel('Trend')).getByText('Contacts by week'))
  await press('Show as a table', panel('Trend'))
  await within(panel('Trend')).findByRole('table')
  const column = (name: string) => rowsOf('Trend').map((row) => row[name] ?? '')
  const weeks = column('Contacts')
  expect(weeks.length).toBeGreaterThan(3)
  expect(weeks.length).toBeLessThan(7)
  expect(added(weeks.map(numberIn))).toBe(all)
  await press('Missed rate', panel('Trend'))
  await eventually(() => expect(column('Missed rate').join('')).not.toBe(''))
  for (const text of column('Missed rate')) expect(text).toMatch(/^[\d.]+%$|^–/)
  await press('Mean call', panel('Heat map'))
  await press('Show as a table', panel('Heat map'))
  await eventually(() =>
    expect(Object.fromEntries(search())).toEqual({
      trend_metric: 'missed_rate',
      heat_metric: 'mean_duration',
      bucket: 'week',
      as_table: 'trend,heat_map',
    }),
  )
  expect(history.length).toBe(steps)

  reopen(address())
  await eventually(() => within(panel('Trend')).getByRole('table'))
  await eventually(() => expect(column('Missed rate').join('')).not.toBe(''))
  expect(column('Missed rate')).toHaveLength(weeks.length)
  await within(panel('Heat map')).findByRole('table', { name: 'Mean call by weekday and hour' })
  await press('Show as a table', panel('Trend'))
  await eventually(() => expect(search().get('as_table')).toBe('heat_map'))
  await press('Show as a table', panel('Heat map'))
  await press('Day', panel('Trend'))
  await eventually(() => expect([...search().keys()].toSorted()).toEqual(['heat_metric', 'trend_metric']))
})

test('days to come are no zeros', async () => {
  const { keys, press } = await open('?date_from=2026-10-31&date_to=2026-11-29')
  const panelOfTrend = within(panel('Trend'))
  panelOfTrend.getByText('to come')
  panelOfTrend.getByText(/^[\d,]+ by \d+:\d\d \(was [\d,]+\)$/)
  trend().focus()
  await keys('{End}')
  expect(valueText()).toMatch(/: to come$/)
  await press('Show as a table', panel('Trend'))
  await within(panel('Trend')).findByRole('table')
  const days = rowsOf('Trend').map((row) => row['Contacts'] ?? '')
  expect(days).toHaveLength(30)
  for (const text of days.slice(0, 9)) expect(text).toMatch(/^–/)
  expect(days[9]).toMatch(/^\d/)
})

test('the funnel opens to receipts, and a period without contacts says so once', async () => {
  const { user, open: reopen } = await open('?compare=none')
  const funnel = panel('Funnel')
  const [all, reached] = [contacts(), figureCount('Answered or received', funnel)]
  for (const name of [/^Target\s*[\d,]+$/, /^Deals\s*[\d,]+$/]) figure(name, funnel)
  expect(reached).toBeLessThan(all)
  await user.click(figure(/^Answered or received/, funnel))
  // The receipt's code is loaded on first use.
  await eventually(() => within(receipt()).getByText('Contacts − missed calls'))

  reopen('/overview?date_from=2001-01-01&date_to=2001-01-07')
  await screen.findByText('No contacts in these days')
  const headings = () => [...document.querySelectorAll('main h2')].map(words)
  await eventually(() => expect(headings()).not.toContain('Heat map'))
  expect(headings()).toContain('Trend')
  await eventually(() => {
    for (const name of ['Sources', 'Funnel', 'Regions', 'Pages', 'Channels', 'Managers', 'Search requests'])
      expect(headings()).not.toContain(name)
  })
})
