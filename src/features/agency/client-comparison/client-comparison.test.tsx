// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { button, mainMenu, named, rowsOf, words } from '#/test/page.ts'
import { FEW_READ, leaveFewClients } from './few-clients-testing.ts'
import { applyPeriod } from '#/test/screens/period.ts'
import { allowConsole, eventually, renderApp, type RenderedApp } from '#/test/render-app.tsx'

const bar = () => {
  const found = document.querySelector<HTMLElement>('section[aria-label="Client comparison"]')
  if (!found) throw new Error('The page has no client comparison')
  return found
}
const isLoaded = (clients = FEW_READ) =>
  eventually(() => expect(words(bar())).toMatch(new RegExp(`${clients} of ${clients} clients? loaded`)))

const requestsOf = ({ api }: RenderedApp) =>
  api.requests.filter(
    ({ path, query }) => /^\/api\/v2\/clients\/[^/]+\/calls$/.test(path) && query.get('period') !== 'all',
  )

const open = async (search?: string) => {
  const app = await renderApp('/clients', { account: 'agency_manager', before: leaveFewClients })
  const { user } = app
  await screen.findByRole('link', { name: 'Sever Group' })
  if (search !== undefined) await user.type(screen.getByRole('searchbox'), search)
  const choose = async (pill: RegExp, work: () => Promise<void>) => {
    await user.click(within(bar()).getByRole('button', { name: pill }))
    await work()
    await user.keyboard('{Escape}')
  }
  return {
    ...app,
    app,
    choosePeriod: (name: string) => choose(/^Period/, () => applyPeriod(user, name)),
    toggle: (...columns: readonly string[]) =>
      choose(/^Columns/, async () => {
        for (const name of columns) await user.click(screen.getByRole('checkbox', { name }))
      }),
    receipt: async (figure: HTMLElement) => {
      await user.click(figure)
      return screen.findByRole('dialog', { name: 'Receipt' })
    },
  }
}

const rowOf = (name: string) => rowsOf('Clients').find((row) => row['Company']?.startsWith(name))!
const number = (text: string | undefined) => Number(text!.replaceAll(',', ''))
const percent = (part: number, whole: number) => `${((part / whole) * 100).toFixed(1)}%`
const figures = (name: string, value: string | undefined) =>
  screen.getAllByRole('button', { name: named(`${name} ${value}`) })

test('figures of all clients are there without being asked for, read by our server alone', async () => {
  const { app, user, history, choosePeriod, toggle } = await open()
  await isLoaded()
  expect(requestsOf(app)).toEqual([])
  expect(Object.keys(rowOf('Sever Group'))).toEqual([
    'Company',
    'Objects',
    'Calls',
    'Contacts',
    'Change',
    'Missed rate',
    'Target rate',
    'Waiting',
    'Lasts until',
  ])
  expect(rowOf('New company')['Contacts']).toBe('–This client has no objects')
  expect(words(bar())).not.toMatch(/request/)
  expect(words(bar())).toMatch(/As of \d\d?:\d\d/)

  await choosePeriod('Last month')
  await isLoaded()
  const requestCount = app.api.requests.length
  await toggle('First-time', 'Change')
  expect(rowOf('Sever Group')['First-time']).toMatch(/^\d/)
  expect(app.api.requests).toHaveLength(requestCount)
  const opens = new URL(screen.getByRole<HTMLAnchorElement>('link', { name: 'Sever Group' }).href)
    .searchParams
  expect(opens.get('period')).toBe('last_month')

  await user.click(within(mainMenu()).getByRole('link', { name: 'Journal' }))
  await screen.findByRole('heading', { name: 'Choose a client first' })
  history.back()
  await screen.findByRole('link', { name: 'Sever Group' })
  expect(rowOf('Sever Group')['Contacts']).toMatch(/^\d/)
})

test(
  'where clients have several clocks the bar says so, and a figure until when by its own',
  { tags: 'all' },
  async () => {
    const app = await renderApp('/clients', {
      account: 'agency_manager',
      before: async (server) => {
        await leaveFewClients(server)
        const { id } = await server.database
          .selectFrom('accounts')
          .select('id')
          .where('company_name', '=', 'Sever Group')
          .executeTakeFirstOrThrow()
        await server.database
          .updateTable('contacts')
          .set({ utc_offset: 300 })
          .where('account_id', '=', id)
          .execute()
      },
    })
    await screen.findByRole('link', { name: 'Sever Group' })
    await isLoaded()
    await eventually(() => expect(words(bar())).toContain('each object’s own day, UTC+3…+5'))
    await app.user.click(figures('Contacts', rowOf('Sever Group')['Contacts'])[0])
    const receipt = await screen.findByRole('dialog', { name: 'Receipt' })
    expect(words(receipt)).toMatch(/UTC\+5, as of \d\d:\d\d/)
  },
)

test("a client's figures are its journal's counts, totals are sums and shares of the sums, and receipts say of what", async () => {
  const { app, user, receipt, address, toggle } = await open('sever')
  await toggle('Change')
  await isLoaded(2)
  const row = rowOf('Sever Group')
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Sever Group' })
  const client = new URL(link.href).searchParams.get('client')!

  const contacts = figures('Contacts', row['Contacts'])[0]
  const shown = () => screen.getByRole('dialog', { name: 'Receipt' })
  const close = () => user.click(button('Close', shown()))
  const journal = () =>
    within(shown()).getByRole<HTMLAnchorElement>('link', {
      name: 'Open these contacts',
    })
  await receipt(contacts)
  const days = new URL(journal().href).searchParams
  const count = async (filters: string) => {
    const period = `period=custom&date_from=${days.get('date_from')}&date_to=${days.get('date_to')}`
    const { meta } = await app.api.get<{ meta: { pagination: { total_objects: number } } }>(
      `/api/v2/clients/${client}/calls?${period}${filters}`,
    )
    return meta.pagination.total_objects
  }
  const sumOf = async (...statuses: readonly string[]) => {
    const counts = await Promise.all(statuses.map((status) => count(`&status_filter=${status}`)))
    return counts.reduce((one, other) => one + other, 0)
  }
  const [all, target] = [await count(''), await count('&target_filter=1')]
  const missed = await sumOf('CANCEL', 'NOANSWER', 'BUSY', 'CONGESTION', 'CHANUNAVAIL', 'TMP_UNAVAILABLE')
  const answered = await sumOf('ANSWER', 'USER_CALL')
  expect(all).toBeGreaterThan(0)
  expect(row['Contacts']).toBe(all.toLocaleString('en'))
  expect(row['Target rate']).toBe(percent(target, all))
  expect(row['Missed rate']).toBe(percent(missed, missed + answered))
  await close()
  const share = await receipt(figures('Missed rate', row['Missed rate'])[0])
  expect(words(share)).toContain(`${missed} ÷ ${missed + answered} = ${row['Missed rate']}`)
  await close()

  const total = rowOf('2 clients')
  expect(number(row['Contacts']) + number(rowOf('Severstroy')['Contacts'])).toBe(number(total['Contacts']))
  const sums = await receipt(figures('Target rate', total['Target rate']).at(-1)!)
  expect(words(sums)).toContain('FiltersTarget only')
  const [, part, whole] = /([\d,]+) ÷ ([\d,]+)/.exec(words(sums))!
  expect(whole).toBe(total['Contacts'])
  expect(percent(number(part), number(whole))).toBe(total['Target rate'])
  await close()

  const order = () =>
    rowsOf('Clients')
      .slice(0, 2)
      .map((one) => number(one['Contacts']))
  const header = screen.getByRole('columnheader', { name: 'Contacts' })
  await user.click(within(header).getByRole('button'))
  await eventually(() => expect(header.ariaSort).toBe('descending'))
  expect(order()).toEqual(order().toSorted((a, b) => b - a))
  await user.click(within(header).getByRole('button'))
  await eventually(() => expect(header.ariaSort).toBe('ascending'))
  expect(order()).toEqual(order().toSorted((a, b) => a - b))

  await receipt(figures('Contacts', row['Contacts'])[0])
  await user.click(journal())
  await eventually(() => expect(address()).toMatch(/^\/calls\?/))
  await screen.findByText(new RegExp(`^${row['Contacts']} contacts?$`))
})

test(
  'a client that cannot be read says why, the others are here, and it alone is tried again',
  { tags: 'all' },
  async () => {
    allowConsole(/status of 500/)
    const app = await renderApp('/clients', {
      account: 'agency_manager',
      faults: ['calls-one-client-500'],
      before: leaveFewClients,
    })
    await eventually(() => expect(words(bar())).toContain('3 of 4 clients loaded'))
    const row = screen.getByRole('link', { name: 'Motor Servis' }).closest('tr')!
    await eventually(() => expect(words(row)).toContain('The service failed.'))
    app.api.fault()
    const before = app.api.toService.length
    await app.user.click(within(row).getByRole('button', { name: 'Retry' }))
    await isLoaded()
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Motor Servis' }))
    expect(rowOf('Motor Servis')['Contacts']).toMatch(/^\d/)
    const calls = app.api.toService.slice(before).filter((path) => path.includes('/calls'))
    expect(calls.length).toBeGreaterThan(0)
    expect(calls.every((path) => path.includes('/clients/8/'))).toBe(true)
  },
)

test('a rate of a handful of contacts says so, and its receipt what it is', { tags: 'all' }, async () => {
  const { receipt } = await open('Ритм')
  await isLoaded(1)
  const row = rowOf('Клуб')
  expect(number(row['Contacts'])).toBeGreaterThan(0)
  expect(number(row['Contacts'])).toBeLessThan(15)
  expect(row['Target rate']).toBe('too few')
  const [ofRow] = screen.getAllByRole('button', { name: /^Target rate too few, / })
  expect(words(await receipt(ofRow))).toMatch(new RegExp(`\\d+ ÷ ${row['Contacts']} = [\\d.]+%`))
})

test('an opened client shows its days', { tags: 'all' }, async () => {
  const { app, user } = await open('sever group')
  await isLoaded(1)
  await user.click(screen.getByRole('button', { name: /Sever Group/, expanded: false }))
  await screen.findByRole('img', { name: /^Contacts by day, .+: from \d+ to \d+$/ })
  expect(requestsOf(app)).toEqual([])
})

test('clients stand side by side on one chart, and in a table', { tags: 'all' }, async () => {
  const { user, choosePeriod } = await open('sever')
  await choosePeriod('Last 7 days')
  await isLoaded(2)
  await user.click(button('Compare', bar()))
  const dialog = await screen.findByRole('dialog', { name: 'Clients compared' })
  await within(dialog).findByRole('img', { name: /^Contacts, .*Severstroy.*: \d+ \(\d+\)/ })

  await user.type(within(dialog).getByRole('searchbox'), 'krovlya')
  await user.click(within(dialog).getByRole('checkbox', { name: 'Severstroy Krovlya' }))
  await user.selectOptions(within(dialog).getByLabelText('Figure'), 'Target rate')
  const chart = await within(dialog).findByRole('img', { name: /Sever Group: \d+\.\d%/ })
  expect(chart.ariaLabel).not.toContain('Severstroy')
  await user.click(button('Table', dialog))
  const table = within(dialog).getByRole('table', { name: /^Target rate, / })
  expect(words(within(table).getByText('Sever Group').closest('tr'))).toMatch(/\d+\.\d%/)
  await user.click(button('Close', dialog))
  await eventually(() => expect(screen.queryByRole('dialog', { name: 'Clients compared' })).toBeNull())
})

test(
  'days that roll are those of the clients’ own today, whatever day it is on this device',
  { tags: 'all' },
  async () => {
    // 01:30 on November 21 in Moscow; 18:30 of the day before for the tests.
    const now = Date.parse('2026-11-20T22:30:00Z')
    expect(new Date(now).getDate()).toBe(20)
    const app = await renderApp('/clients', { account: 'agency_manager', now, before: leaveFewClients })
    await screen.findByRole('link', { name: 'Sever Group' })
    await app.user.click(within(bar()).getByRole('button', { name: /^Period/ }))
    await applyPeriod(app.user, 'Yesterday')
    await isLoaded()
    expect(words(bar())).toContain('Nov 20, 2026')
    // Three of the largest clients determine the clock.
    const clocks = app.api.requests.filter(({ query }) => query.get('period') === 'all')
    expect(clocks).toHaveLength(3)
  },
)
