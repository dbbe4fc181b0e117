// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { noteSavedFiles, rowsOfCsv } from '#/test/outputs/saved-files.ts'
import { readXlsx } from '#/test/outputs/xlsx.ts'
import { words } from '#/test/page.ts'
import { allowConsole, eventually, happens, renderApp } from '#/test/render-app.tsx'

const log = async () => screen.findByRole('table', { name: 'Audit log' })
const rows = async () =>
  within(await log())
    .getAllByRole('row')
    .slice(1)
    .map((row) => words(row))

test('an administrator reads who did what, and narrows it by person and event', async () => {
  const { user, api, address } = await renderApp('/overview', {
    account: 'agency_manager',
    before: async ({ write }) => {
      await write('POST', '/api/audit/exports', { what: 'contacts', format: 'csv', client: null, rows: 537 })
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Account' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Audit log' }))
  await screen.findByRole('heading', { name: 'Audit log', level: 1 })
  expect((await rows())[0]).toContain('anna.kovaleva@northline.ruFile exportedcontacts, CSV, 537 rows')
  expect((await rows())[1]).toContain('Signed inby password')
  screen.getByText('2 entries')

  await user.selectOptions(screen.getByRole('combobox', { name: 'Event' }), 'Signed in')
  await eventually(async () => expect(await rows()).toHaveLength(1))
  expect(address()).toBe('/audit?event=signed_in')
  await user.type(screen.getByRole('searchbox', { name: 'Person' }), 'igor')
  await screen.findByText(/^Nothing of this kind was done in these days\./)
  expect(api.requests.at(-1)?.query.get('who')).toBe('igor')
})

test('a day is applied once its year is typed, and days in the wrong order are named', async () => {
  const { api, address, history } = await renderApp('/audit', { account: 'agency_manager' })
  await log()
  const auditRequests = () => api.requests.filter(({ path }) => path === '/api/audit').length
  const before = auditRequests()
  const typed = (label: string, ...values: readonly string[]) => {
    for (const value of values) fireEvent.change(screen.getByLabelText(label), { target: { value } })
  }
  typed('From', '0002-11-12', '0020-11-12', '0202-11-12', '2026-11-12')
  await eventually(() => expect(address()).toBe('/audit?date_from=2026-11-12'))
  expect(history.length).toBe(2)
  await eventually(() => expect(auditRequests()).toBe(before + 1))
  await log()
  typed('To', '2026-11-11')
  await screen.findByText('“From” is later than “To”')
})

test('older entries and a refresh that fail say so, and can be tried again', { tags: 'all' }, async () => {
  const { user, api, queryClient } = await renderApp('/audit', {
    account: 'agency_manager',
    before: async ({ write }) => {
      const body = { what: 'contacts', format: 'csv', client: null, rows: 1 }
      for (let one = 0; one < 205; one++) await write('POST', '/api/audit/exports', body)
    },
  })
  allowConsole(/status of 500/)
  const fails = (path: string) => (path === '/api/audit' ? new Response('{}', { status: 500 }) : null)
  expect(await rows()).toHaveLength(200)
  api.standInFront(fails)
  await user.click(screen.getByRole('button', { name: 'Older entries' }))
  const again = await screen.findByRole('button', { name: 'Retry' })
  api.standInFront(null)
  await user.click(again)
  await eventually(async () => expect((await rows()).length).toBeGreaterThan(200))
  api.standInFront(fails)
  await happens(() => queryClient.refetchQueries({ type: 'active' }))
  await screen.findByText(/could not refresh|couldn’t refresh/i)
  expect((await rows()).length).toBeGreaterThan(200)
})

test('the whole log is exported as a file, in either format, and that is in the log', async () => {
  const saved = noteSavedFiles()
  const { user, open } = await renderApp('/audit', { account: 'agency_manager' })
  await log()
  const choose = async (format: string) => {
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await user.click(await screen.findByRole('menuitem', { name: format }))
  }
  const file = await saved.saving(() => choose('CSV'))
  expect(file.name).toBe('callboard-audit-log-all-2026-11-20.csv')
  const [row] = await rowsOfCsv(file)
  expect(row).toMatchObject({
    Person: 'anna.kovaleva@northline.ru',
    Event: 'Signed in',
    'UTC offset': 'UTC−3:30',
  })
  // The screen's own time.
  expect(row!['When']).toMatch(/^2026-11-20 \d\d:\d\d:\d\d$/)
  expect((await rows())[0]).toContain(`Nov 20, 2026, ${row!['When']!.slice(11, 16)}`)

  open('/audit?event=signed_in&who=anna&date_from=2026-11-01')
  await eventually(async () => expect(await rows()).toHaveLength(1))
  const sheet = await saved.saving(() => choose('XLSX'))
  expect(sheet.name).toBe('callboard-audit-log-signed-in-anna-2026-11-01_.xlsx')
  const [entries, about] = await readXlsx(await sheet.bytes())
  expect(entries!.rows[1]![0]).toBeInstanceOf(Date)
  expect(about!.rows).toEqual(
    expect.arrayContaining([
      ['Period', 'From Nov 1, 2026'],
      ['Person', 'anna'],
      ['Event', 'Signed in'],
      ['UTC offset', 'UTC−3:30'],
      ['Made', expect.any(Date)],
    ]),
  )
  open('/audit')
  await log()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Event' }), 'File exported')
  await eventually(async () => expect(await rows()).toHaveLength(2))
})

test('an export in progress says how much is read, and can be cancelled', async () => {
  const saved = noteSavedFiles()
  const { user, api } = await renderApp('/audit', { account: 'agency_manager' })
  await log()
  const release = api.hold(/^\/api\/audit$/)
  await user.click(screen.getByRole('button', { name: 'Export' }))
  await user.click(await screen.findByRole('menuitem', { name: 'CSV' }))
  await screen.findByText('0 entries read')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await eventually(() => expect(screen.queryByText('0 entries read')).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Export' }))
  release()
  expect(saved.files).toEqual([])
})

test('a client of the administrator’s own is told by name', { tags: 'all' }, async () => {
  await renderApp('/audit', {
    account: 'agency_manager',
    before: async ({ get, write }) => {
      const [{ agency }] =
        await get<[{ agency: { clients: { client: string; company_name: string }[] } }]>('/api/v2/agency')
      const { client } = agency.clients.find(({ company_name }) => company_name === 'Sever Group')!
      await write('POST', '/api/audit/exports', { what: 'contacts', format: 'csv', client, rows: 7 })
    },
  })
  await eventually(async () => expect((await rows())[0]).toContain('contacts, CSV, 7 rowsSever Group'))
})

test('the page and its way in are for administrators only', async () => {
  const { user } = await renderApp('/audit', { account: 'small_marketer' })
  await screen.findByRole('heading', { name: 'This page is for administrators' })
  screen.getByRole('link', { name: 'Open overview' })
  await user.click(screen.getByRole('button', { name: 'Account' }))
  await screen.findByRole('menuitem', { name: 'Settings' })
  expect(screen.queryByRole('menuitem', { name: 'Audit log' })).toBeNull()
})

test('who may neither export, listen nor see numbers is offered none of it', async () => {
  const { open } = await renderApp('/calls', { account: 'small_marketer', rights: [] })
  const table = await screen.findByRole('table', { name: 'Contacts' })
  await within(table).findByRole('columnheader', { name: /Source/ })
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
  expect(within(table).queryByRole('columnheader', { name: /Caller/ })).toBeNull()
  expect(within(table).queryByRole('button', { name: 'Play' })).toBeNull()
  const filters = screen.getByRole('region', { name: 'Filters' })
  expect(within(filters).queryByRole('button', { name: /Caller/ })).toBeNull()
  within(filters).getByRole('button', { name: /Duration/ })
  expect(words(document.querySelector('footer'))).not.toContain('play')
  expect(document.body.textContent).not.toMatch(/\+7 \d{3}/)
  open('/overview')
  await screen.findByRole('region', { name: 'Summary' })
  expect(screen.queryByRole('button', { name: /^Export/ })).toBeNull()
})

test('rights that are taken away meanwhile are learned of from the first refusal', async () => {
  const { api, user } = await renderApp('/calls', { account: 'small_marketer' })
  const table = await screen.findByRole('table', { name: 'Contacts' })
  await within(table).findByRole('columnheader', { name: /Caller/ })
  api.allow([])
  await user.click(screen.getByRole('button', { name: 'Export' }))
  await user.click(await screen.findByRole('button', { name: 'Start export' }))
  await eventually(() => expect(within(table).queryByRole('columnheader', { name: /Caller/ })).toBeNull())
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
})

test('so are they where a panel’s rows are taken out', { tags: 'all' }, async () => {
  const { api, user } = await renderApp('/overview?period=last_7_days', { account: 'small_marketer' })
  const menu = () => screen.queryByRole('button', { name: 'Export Sources' })
  await eventually(() => expect(menu()).not.toBeNull())
  api.allow([])
  await user.click(menu()!)
  await user.click(await screen.findByRole('menuitem', { name: /^CSV/ }))
  await eventually(() => expect(menu()).toBeNull())
})
