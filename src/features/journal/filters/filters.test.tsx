// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { formatPhone } from '#/i18n/phone.ts'
import { button, named, rowsOf, words } from '#/test/page.ts'
import { applyPeriod } from '#/test/screens/period.ts'
import { eventually, renderApp } from '#/test/render-app.tsx'
import { filterBy } from '#/test/screens/journal.ts'
import { DAY_MS } from '#/contract/day.ts'

interface Answer {
  readonly calls: readonly {
    readonly id: number
    readonly phone_number_from: string | null
    readonly source: { readonly title: string } | null
  }[]
  readonly meta: { readonly pagination: { readonly total_objects: number } }
}

const filters = () => screen.getByRole('region', { name: 'Filters' })
const pill = (name: string) => button(name, filters())
const hasPill = (name: string) => within(filters()).queryByRole('button', { name: named(name) }) !== null
const toggle = (name: string) => within(filters()).getByRole('checkbox', { name })
const isOn = (name: string) => toggle(name).ariaChecked === 'true'
const contacts = () => screen.getByRole('table', { name: 'Contacts' })

const openJournal = async (url: string, now?: number) => {
  const app = await renderApp(url, { account: 'marketer', ...(now === undefined ? {} : { now }) })
  await screen.findByRole('table', { name: 'Contacts' })
  const queries = () =>
    app.api.requests
      .filter(({ path }) => /^\/api\/v2\/(calls|objs\/[^/]+\/calls)$/.test(path))
      .map(({ query }) => `?${query.toString()}`)
  return {
    ...app,
    queries,
    answer: (query: string) => app.api.get<Answer>(`/api/v2/calls${query}`),
    press: (name: string) => app.user.click(pill(name)),
    choose: async (name: string, option: string | RegExp) => {
      if (screen.queryByRole('listbox', { name }) === null)
        await app.user.click(within(filters()).getByRole('button', { name: new RegExp(`^${name}`) }))
      const list = within(await screen.findByRole('listbox', { name }))
      await app.user.click(await list.findByRole('option', { name: option }))
    },
    type: async (name: string, text: string) => {
      await app.user.click(pill(name))
      await app.user.type(screen.getByRole('textbox', { name }), text)
    },
    pick: async (name: string, day: string) => {
      if (screen.queryByLabelText(name) === null)
        await app.user.click(within(filters()).getByRole('button', { name: /^Period/ }))
      const field = await screen.findByLabelText(name)
      await app.user.clear(field)
      await app.user.type(field, day)
      await app.user.click(button('Apply'))
    },
    shows: async (query: string) => {
      await eventually(() => expect(queries()).toContain(query))
      const total = (await app.api.get<Answer>(`/api/v2/calls${query}`)).meta.pagination.total_objects
      expect(total, `contacts of ${query}`).toBeGreaterThan(0)
      await eventually(() => {
        const statuses = screen.getAllByRole('status').map(words)
        expect(statuses).toContain(`${total.toLocaleString('en')} contact${total === 1 ? '' : 's'}`)
        expect(contacts().parentElement?.ariaBusy).toBe('false')
      })
    },
  }
}

const column = (name: string) => {
  const texts = rowsOf('Contacts')
    .filter((row) => row['Status'])
    .map((row) => row[name] ?? '')
  expect(texts.length).toBeGreaterThan(0)
  return texts
}
const minutes = (text: string) => {
  const [, hours = '0', minute = '0'] = /(?:(\d+):)?(\d+):\d\d$/.exec(text) ?? []
  return Number(hours) * 60 + Number(minute)
}
const days = () => {
  const found = column('Date').map((text) => /[A-Z][a-z]{2} \d+, \d{4}/.exec(text)?.[0])
  return found.map((day) => new Date(Date.parse(`${day} UTC`)).toISOString().slice(0, 10))
}

test('period', async () => {
  const { user, shows } = await openJournal('/calls?period=all')
  for (const [word, period, length] of [
    ['Week', 'week', 8],
    ['Year', 'year', 367],
    ['Month', 'month', 32],
    ['Day', 'day', 2],
  ] as const) {
    await user.click(within(filters()).getByRole('button', { name: /^Period/ }))
    await applyPeriod(user, word)
    await shows(`?period=${period}`)
    const first = new Date(Date.now() - length * DAY_MS).toISOString().slice(0, 10)
    for (const day of days()) expect(day >= first, day).toBe(true)
  }
})

test('date_from and date_to', async () => {
  const { pick, shows, user } = await openJournal('/calls?period=all')
  await pick('To', '2026-09-10')
  await shows('?period=custom&date_to=2026-09-10')
  for (const day of days()) expect(day <= '2026-09-10', day).toBe(true)
  await user.keyboard('{Escape}')
  expect(hasPill('Period Until Sep 10, 2026')).toBe(true)
  await pick('From', '2026-09-08')
  await shows('?period=custom&date_from=2026-09-08&date_to=2026-09-10')
  for (const day of days()) expect(day >= '2026-09-08' && day <= '2026-09-10', day).toBe(true)
})

test('reports From later than To; custom days are the objects’ own', { tags: 'all' }, async () => {
  const { pick, shows, address } = await openJournal('/calls?period=all')
  await pick('From', '2026-09-07')
  await eventually(() => expect(address()).toContain('period=custom&date_from=2026-09-07'))
  await pick('To', '2026-09-01')
  await screen.findByText('“From” is later than “To”')
  await pick('To', '2026-09-07')
  await shows('?period=custom&date_from=2026-09-07&date_to=2026-09-07')
  for (const day of days()) expect(day).toBe('2026-09-07')
})

test('source_text_filter', async () => {
  const { user, shows, answer, open, address } = await openJournal('/calls?period=all')
  const { calls } = await answer('?period=all')
  const title = calls.find(({ source }) => source && /^\p{L}{5}/u.test(source.title))!.source!.title
  const part = title.slice(1, 5).toLocaleLowerCase()
  const contains = `Source contains “${part}”`
  await user.click(pill('Source'))
  await user.type(await screen.findByRole('combobox', { name: 'Source' }), part)
  await user.click(await screen.findByRole('option', { name: `contains “${part}”` }))
  const query = `?${new URLSearchParams({ period: 'all', source_text_filter: part }).toString()}`
  await shows(query)
  for (const source of column('Source')) expect(source.toLocaleLowerCase()).toContain(part)
  await user.click(pill(contains))
  await user.click(await screen.findByRole('option', { name: 'Any' }))
  await eventually(() => expect(address()).toBe('/calls?period=all'))
  open(`/calls${query}`)
  await eventually(() => expect(hasPill(contains)).toBe(true))
  await user.click(button(`Remove filter: ${contains}`))
  await eventually(() => expect(address()).toBe('/calls?period=all'))
})

test('uri_filter', async () => {
  const { type, shows } = await openJournal('/calls?period=all')
  await type('Page address', 'price')
  await shows('?period=all&uri_filter=price')
  for (const address of column('Page')) expect(address).toContain('price')
})

test('from_filter, of which only the digits matter, and never in the address', async () => {
  const { type, shows, answer, address, user } = await openJournal('/calls?period=all')
  const { calls } = await answer('?period=all')
  const number = calls.map((call) => call.phone_number_from ?? '').find((one) => /^\+?7\d{10}$/.test(one))!
  const [, code, a, b, c] = /7(\d{3})(\d{3})(\d\d)(\d\d)$/.exec(number)!
  await type('Caller', `8 (${code}) ${a}-${b} ${c}`)
  await shows(
    `?${new URLSearchParams({ period: 'all', from_filter: `8 (${code}) ${a}-${b} ${c}` }).toString()}`,
  )
  expect(new Set(column('Caller'))).toEqual(new Set([formatPhone(`+7${code}${a}${b}${c}`)]))
  expect(address()).toBe('/calls?period=all')
  await user.keyboard('{Escape}')
  screen.getByText('The caller is not part of the link')
})

test('duration_filter', async () => {
  const { choose, shows } = await openJournal('/calls?period=all')
  await choose('Duration', 'Over 10 min')
  await shows('?period=all&duration_filter=gt10m')
  for (const duration of column('Duration')) expect(minutes(duration)).toBeGreaterThanOrEqual(10)
  await choose('Duration', '1–5 min')
  await shows('?period=all&duration_filter=f1t5m')
  for (const duration of column('Duration')) expect([1, 2, 3, 4]).toContain(minutes(duration))
})

test('status_filter, built-in and custom', async () => {
  const DAYS = 'period=custom&date_from=2026-10-20&date_to=2026-11-18'
  const { api, answer, choose, shows, user } = await openJournal(`/calls?${DAYS}`)
  await choose('Status', 'Busy')
  await shows(`?${DAYS}&status_filter=BUSY`)
  expect(new Set(column('Status'))).toEqual(new Set(['Busy']))
  await user.click(pill('Status Busy'))
  const group = await screen.findByRole('group', { name: 'Custom statuses' })
  // Deduplicated by name, though each object has its own statuses.
  const names = within(group).getAllByRole('option').map(words)
  expect(new Set(names).size).toBe(names.length)
  const { objs } = await api.get<{ objs: { custom_statuses: { id: number; name: string }[] }[] }>(
    '/api/v2/objs/',
  )
  const [name] = names
  const ids = objs.flatMap(({ custom_statuses: own }) => own.filter((one) => one.name === name))
  expect(ids.length).toBeGreaterThan(1)
  await user.click(within(group).getByRole('option', { name: name! }))
  expect(hasPill(`Status ${name}`)).toBe(true)
  const counts = await Promise.all(ids.map(({ id }) => answer(`?${DAYS}&status_filter=${id}`)))
  const total = counts.reduce((sum, { meta }) => sum + meta.pagination.total_objects, 0)
  await screen.findByText(`${total.toLocaleString('en')} contacts`)
})

test('target_filter and repeated_filter', async () => {
  const { shows, user } = await openJournal('/calls?period=all')
  await user.click(toggle('Target only'))
  await shows('?period=all&target_filter=1')
  expect(new Set(column('Target'))).toEqual(new Set(['Target']))
  await user.click(toggle('Target only'))
  await user.click(toggle('First-time only'))
  await shows('?period=all&repeated_filter=1')
  expect(new Set(column('Kind'))).toEqual(new Set(['First-time']))
})

test('order_field and order_way', async () => {
  const { shows, queries, answer, user } = await openJournal('/calls?period=all')
  const header = () => within(screen.getByRole('columnheader', { name: 'Page' })).getAllByRole('button')[0]!
  await user.click(header())
  const isOrdered = (query: string) => /^\?period=all&order_field=uri&order_way=(ASC|DESC)$/.test(query)
  await eventually(() => expect(queries().some(isOrdered)).toBe(true))
  const first = queries().find(isOrdered)!
  await shows(first)
  await user.click(header())
  const other = first.endsWith('ASC') ? first.replace('ASC', 'DESC') : first.replace('DESC', 'ASC')
  await shows(other)
  const { calls } = await answer(other)
  const links = [...contacts().querySelectorAll('a[href*="/calls/"]')].map((link) =>
    link.getAttribute('href'),
  )
  for (const [index, { id }] of calls.slice(0, 10).entries())
    expect(links[index]).toMatch(new RegExp(`/calls/${id}(\\?|$)`))
})

test('offers no filter twice, with a list or a field of its name', { tags: 'all' }, async () => {
  const { user } = await openJournal('/calls?period=all')
  const offered = ['Status', 'Source', 'Page address', 'Caller', 'Duration']
  const buttons = within(filters()).getAllByRole('button').map(words)
  expect(buttons.filter((name) => offered.includes(name))).toEqual(offered)
  expect(buttons.filter((name) => /target|first-time|no answer|long/i.test(name))).toEqual([])
  expect(within(filters()).getAllByRole('checkbox').map(words)).toEqual(['Target only', 'First-time only'])
  await user.click(pill('Status'))
  const list = screen.getByRole('listbox', { name: 'Status' })
  expect(within(list).getAllByRole('option').slice(0, 2).map(words)).toEqual(['Any', 'Missedall six'])
  await user.keyboard('{ArrowDown}{Enter}')
  await eventually(() => expect(hasPill('Status Missed')).toBe(true))
  expect(screen.queryByRole('listbox', { name: 'Status' })).toBeNull()
  expect(filters().querySelector('select')).toBeNull()
})

test('a link gives back what it says; an unknown source stays shown', async () => {
  const link =
    '/calls?period=custom&date_from=2026-09-01&date_to=2026-09-30&source_filter=GONE&target_filter=1&repeated_filter=1&duration_filter=gt1m&status_filter=ANSWER&order_field=uri&order_way=ASC'
  const { queries, address, press, user } = await openJournal(link)
  for (const name of ['Period Sep 1 – 30, 2026', 'Source GONE', 'Duration Over 1 min', 'Status Answered'])
    expect(hasPill(name), name).toBe(true)
  expect(isOn('Target only')).toBe(true)
  expect(queries()[0]).toBe(link.replace('/calls', ''))
  await user.click(button('Remove “Status”'))
  await eventually(() => expect(address()).not.toContain('status_filter'))
  await press('Copy link')
  await eventually(() => within(filters()).getByText('Copied'))
})

test('a link with filters asks the service for just that', async () => {
  const { queries } = await openJournal('/calls?period=year&status_filter=NOANSWER&repeated_filter=1')
  expect(hasPill('Period Year')).toBe(true)
  expect(hasPill('Status No answer')).toBe(true)
  expect(isOn('First-time only')).toBe(true)
  await eventually(() => expect(new Set(column('Status'))).toEqual(new Set(['No answer'])))
  expect(new Set(column('Kind'))).toEqual(new Set(['First-time']))
  expect(queries()[0]).toBe('?period=year&repeated_filter=1&status_filter=NOANSWER')
})

test('values that mean nothing are dropped with a note', { tags: 'all' }, async () => {
  const { address } = await openJournal('/calls?period=decade&duration_filter=long&status_filter=ANSWER')
  await screen.findByText('Not understood and left out of the filters: Period, Duration')
  expect(address()).toBe('/calls?status_filter=ANSWER')
})

test('filters by a source that is pressed, as by its list', { tags: 'all' }, async () => {
  const app = await openJournal('/calls?period=all')
  await app.shows('?period=all')
  const source = await filterBy(app, /^Поисковая реклама/)
  await eventually(() => expect(app.address()).toMatch(/^\/calls\?period=all&source_filter=\w+$/))
  await eventually(() => expect(hasPill(`Source ${source}`)).toBe(true))
})

test('the caller stays out of the address, and comes back with Back', async () => {
  const app = await openJournal('/calls?period=all')
  await app.shows('?period=all')
  const number = await filterBy(app, /^\+7 \d{3} /)
  await screen.findByRole('button', { name: named(`Caller ${number}`) })
  expect(app.address()).toBe('/calls?period=all')
  await eventually(() => expect(new Set(column('Caller'))).toEqual(new Set([number])))
  app.history.back()
  await app.shows('?period=all')
  expect(screen.queryByRole('button', { name: named(`Caller ${number}`) })).toBeNull()

  app.open(`/calls?period=all&from_filter=%2B${number.replaceAll(/\D/g, '')}`)
  await screen.findByRole('button', { name: named(`Caller ${number}`) })
  expect(app.address()).toBe('/calls?period=all')
})

test('filters are steps of Back and Forward, and are taken off one by one or all', async () => {
  const app = await openJournal('/calls?period=all')
  await app.choose('Status', 'Busy')
  await eventually(() => expect(app.address()).toContain('status_filter=BUSY'))
  await app.user.keyboard('{Escape}')
  await app.shows('?period=all&status_filter=BUSY')
  await app.user.click(toggle('Target only'))
  await eventually(() => expect(app.address()).toContain('target_filter=1'))
  app.history.back()
  await eventually(() => expect(isOn('Target only')).toBe(false))
  await app.shows('?period=all&status_filter=BUSY')
  app.history.forward()
  await eventually(() => expect(isOn('Target only')).toBe(true))

  await app.user.click(button('Remove filter: Status Busy'))
  await eventually(() => expect(app.address()).not.toContain('status_filter'))
  await eventually(() => expect(document.activeElement).toBe(pill('Status')))
  await app.user.click(button('Clear filters'))
  await eventually(() => expect(app.address()).toBe('/calls'))
  expect(hasPill('Period Month')).toBe(true)
})

test('presets count days on the objects’ clock, not on the browser’s', { tags: 'all' }, async () => {
  // 22:30 here, the next day for the objects.
  const { queries, user, address } = await openJournal(
    '/calls?period=all',
    Date.parse('2026-11-20T01:59:00Z'),
  )
  expect(new Date().getDate()).toBe(19)
  await eventually(() => expect(days().length).toBeGreaterThan(0))
  for (const [preset, id, from, to] of [
    ['Today', 'today', '2026-11-20', '2026-11-20'],
    ['Yesterday', 'yesterday', '2026-11-19', '2026-11-19'],
    ['Last 7 days', 'last_7_days', '2026-11-14', '2026-11-20'],
    ['Last 30 days', 'last_30_days', '2026-10-22', '2026-11-20'],
  ] as const) {
    await user.click(within(filters()).getByRole('button', { name: /^Period/ }))
    await applyPeriod(user, preset)
    await eventually(() => expect(hasPill(`Period ${preset}`)).toBe(true))
    const query = `?period=custom&date_from=${from}&date_to=${to}`
    await eventually(() => expect(queries()).toContain(query))
    expect(address()).toBe(`/calls${query}&preset=${id}`)
  }
  // Two presets may cover the same days: the selected one keeps its name. Custom days aren't relative.
  await user.click(within(filters()).getByRole('button', { name: /^Period/ }))
  await applyPeriod(user, 'Yesterday')
  await eventually(() => expect(hasPill('Period Yesterday')).toBe(true))
  await user.click(within(filters()).getByRole('button', { name: 'Previous period' }))
  await eventually(() =>
    expect(address()).toBe('/calls?period=custom&date_from=2026-11-18&date_to=2026-11-18'),
  )
})

test('moves to the neighbouring period by arrows, never past today', { tags: 'all' }, async () => {
  const app = await openJournal('/calls?period=all')
  const { press, address } = app
  const leadsTo = (name: string, days: RegExp) =>
    eventually(() => expect(pill(name).getAttribute('aria-description')).toMatch(days))
  const refuses = (name: string, description: string | RegExp) =>
    eventually(() => void within(filters()).getByRole('button', { name, description }))
  const isDisabled = (name: string) => pill(name).matches(':disabled, [aria-disabled=true]')
  const opened = async (url: string) => {
    app.open(url)
    await screen.findByRole('table', { name: 'Contacts' })
  }
  await refuses('Previous period', /“All time” has no previous period/)
  expect(isDisabled('Next period')).toBe(true)
  await opened('/calls?period=custom&date_from=2026-08-01&date_to=2026-08-31')
  await leadsTo('Previous period', /^Jul 1\s–\s31, 2026$/)
  await press('Previous period')
  await eventually(() => expect(address()).toContain('date_from=2026-07-01&date_to=2026-07-31'))
  await press('Next period')
  await eventually(() => expect(address()).toContain('date_from=2026-08-01&date_to=2026-08-31'))
  await press('Next period')
  await eventually(() => expect(address()).toContain('date_from=2026-09-01&date_to=2026-09-30'))
  await opened('/calls?period=custom&date_from=2026-09-05&date_to=2026-09-14')
  await press('Previous period')
  await eventually(() => expect(address()).toContain('date_from=2026-08-26&date_to=2026-09-04'))
  await opened('/calls?period=day')
  expect(isDisabled('Next period')).toBe(true)
  await refuses('Next period', 'This period ends today.')
  await press('Previous period')
  await eventually(() => expect(hasPill('Period Yesterday')).toBe(true))
  await press('Next period')
  await eventually(() => expect(hasPill('Period Today')).toBe(true))
})
