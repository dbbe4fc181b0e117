// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ListedCall } from '#/contract/call.ts'
import { SAMPLE_STORIES } from '#/server/reference/sample/stories.ts'
import { MISSED } from '#/test/sql/contacts-in-sql.ts'
import { openJournal, says } from '#/test/screens/journal.ts'
import { button, words } from '#/test/page.ts'
import { eventually, renderApp, type RenderAppOptions, type RenderedApp } from '#/test/render-app.tsx'
import { rowsOfCsv, noteSavedFiles } from '#/test/outputs/saved-files.ts'
import { readXlsx } from '#/test/outputs/xlsx.ts'

const dialog = () => screen.getByRole('dialog', { name: /^(Export|Выгрузка)/ })
const isShut = () => eventually(() => expect(screen.queryByRole('dialog', { name: 'Export' })).toBeNull())
const radio = (name: string) => within(dialog()).getByRole<HTMLInputElement>('radio', { name })
const escape = () => fireEvent(dialog(), new Event('cancel', { cancelable: true }))

const exporting = (app: RenderedApp) => {
  const saved = noteSavedFiles()
  const press = (name: string) => app.user.click(button(name, dialog()))
  return {
    ...app,
    ...saved,
    press,
    openDialog: async () => {
      await app.user.click(button('Export'))
      await screen.findByRole('dialog', { name: 'Export' })
    },
    choose: (name: string) => app.user.click(radio(name)),
    start: () => press('Start export'),
    exported: () => saved.saving(() => press('Start export')),
  }
}
const open = async (url: string, options: Partial<RenderAppOptions> = {}) => {
  const app = await openJournal(url, { account: 'small_marketer', ...options })
  const page = { ...app, ...exporting(app) }
  await page.openDialog()
  return page
}

const listed = async ({ api }: RenderedApp, query: string) => {
  const all: ListedCall[] = []
  for (let page = 1; ; page++) {
    const { calls } = await api.get<{ calls: ListedCall[] }>(`/api/v2/calls?${query}&page=${page}`)
    if (calls.length === 0) return all
    all.push(...calls)
  }
}
const counted = (count: number) => count.toLocaleString('en')

test('says what is exported, and gives a file of all that matches', async () => {
  const page = await open('/calls?period=year&status_filter=ANSWER')
  const expected = await listed(page, 'period=year&status_filter=ANSWER')
  const count = `${counted(expected.length)} contacts`
  expect(words(dialog())).toContain(count)
  expect(words(dialog())).toContain('Answered')
  expect(radio('CSV').checked).toBe(true)
  expect(radio('Columns shown').checked).toBe(true)
  const file = await page.exported()
  expect(file.name).toBe('callboard-all-answered-year-2026-11-20-contacts.csv')
  await eventually(() => expect(words(dialog())).toContain(`Exported ${count}`))
  expect(words(dialog())).toContain(file.name)

  const rows = await rowsOfCsv(file)
  expect(rows.map((row) => [row['Date'], row['Caller'], row['Duration, s']])).toEqual(
    expected.map(({ date, phone_number_from: caller, duration }) => [
      date.slice(0, 19).replace('T', ' '),
      /\p{L}/u.test(caller) ? caller : caller.replaceAll(/\D/g, ''),
      String(duration ?? ''),
    ]),
  )
  expect(new Set(rows.map((row) => row['Status']))).toEqual(new Set(['Answered']))
  expect(new Set(rows.map((row) => row['UTC offset']))).toEqual(new Set(['UTC+3']))
  expect(Object.keys(rows[0]!)).not.toContain('Contact ID')
  await page.press('Close')
  await isShut()
})

test(
  'a saved view of missed contacts opens, counts and exports what six statuses are in SQL',
  { tags: 'all' },
  async () => {
    const app = await openJournal('/calls?period=year', {
      account: 'small_marketer',
      before: (api) =>
        api.write('PUT', '/api/preferences', {
          base_version: 0,
          preferences: {
            saved_views: [{ id: 'lost', name: 'Lost', filters: { period: 'year', status_filter: 'missed' } }],
          },
        }),
    })
    const { rows: inSql } = await sql<{ date: string; status: number }>`select
    strftime('%Y-%m-%d %H:%M:%S', (c.occurred_at + c.utc_offset * 60000) / 1000, 'unixepoch') as date, c.status
    from contacts c join objects o on o.id = c.object_id join accounts a on a.id = c.account_id
    where a.email = 'olga@smilestudio.ru' and o.status <> 5 and c.day > '2025-11-20' and ${MISSED}
    order by c.occurred_at desc, c.id desc`.execute(app.api.database)
    expect(new Set(inSql.map(({ status }) => status)).size).toBeGreaterThan(2)
    const count = `${counted(inSql.length)} contacts`

    await app.user.click(
      await within(screen.getByRole('navigation', { name: 'Views' })).findByRole('link', { name: 'Lost' }),
    )
    await says(count)
    expect(app.address()).toBe('/calls?period=year&status_filter=missed&view=lost')
    const page = exporting(app)
    await page.openDialog()
    expect(words(dialog())).toContain(count)
    expect(words(dialog())).toContain('Missed')
    const file = await page.exported()
    await eventually(() => expect(words(dialog())).toContain(`Exported ${count}`))
    const rows = await rowsOfCsv(file)
    expect(rows.map((row) => row['Date'])).toEqual(inSql.map(({ date }) => date))
    expect(new Set(rows.map((row) => row['Status'])).size).toBe(
      new Set(inSql.map(({ status }) => status)).size,
    )
  },
)

test('all columns as XLSX: real dates and numbers, and a sheet that says what it holds', async () => {
  const page = await open('/calls?period=year&uri_filter=/')
  await page.choose('XLSX')
  await page.choose('All columns')
  const file = await page.exported()
  expect(file.name).toMatch(/-contacts\.xlsx$/)
  const [contacts, about] = await readXlsx(await file.bytes())
  expect(contacts?.name).toBe('Contacts')
  const [header, ...rows] = contacts!.rows
  const column = (name: string) => {
    const index = header!.indexOf(name)
    expect(index, name).toBeGreaterThanOrEqual(0)
    return rows.map((row) => row[index] ?? null)
  }
  const query = '?period=year&uri_filter=/'
  const expected = await listed(page, query.slice(1))
  expect(column('Contact ID')).toEqual(expected.map(({ id }) => id))
  expect(column('Date')).toEqual(expected.map(({ date }) => new Date(`${date.slice(0, 19)}Z`)))
  expect(column('Duration, s')).toEqual(expected.map(({ duration }) => duration))
  for (const [name, word, filter] of [
    ['Target', 'Yes', 'target_filter=1'],
    ['Kind', 'First-time', 'repeated_filter=1'],
    ['Status', 'No answer', 'status_filter=NOANSWER'],
    ['Status', 'Busy', 'status_filter=BUSY'],
    ['Status', 'Web form', 'status_filter=CATCH_FORM'],
  ] as const)
    expect(
      column(name).filter((text) => text === word),
      word,
    ).toHaveLength(await page.totalOf(`${query}&${filter}`))
  expect(column('Deal sum').every((sum) => sum === null || typeof sum === 'number')).toBe(true)

  expect(about?.name).toBe('About this file')
  const facts = Object.fromEntries(about!.rows.map(([name, value]) => [name, value]))
  expect(facts).toMatchObject({
    Object: 'All objects',
    Period: 'Year',
    'Page address': '/',
    'UTC offset': 'UTC+3',
    Contacts: expected.length,
    Completeness: 'Complete',
  })
  expect(facts['Made']).toBeInstanceOf(Date)
})

test(
  'a list out of what is kept says as of when it is, and since when contacts are kept where older ones were asked for',
  { tags: 'all' },
  async () => {
    const page = await open('/calls?period=custom&date_from=2020-01-01&date_to=2026-11-18&has_deal=1', {})
    await page.choose('XLSX')
    const [contacts, about] = await readXlsx(await (await page.exported()).bytes())
    const facts = Object.fromEntries(about!.rows.map(([name, value]) => [name, value]))
    expect(facts).toMatchObject({ 'Kept since': 'Sep 12, 2024', Contacts: contacts!.rows.length - 1 })
    expect(facts['As of']).toBeInstanceOf(Date)
  },
)

test('remembers the choice while the page lives', { tags: 'all' }, async () => {
  const page = await open('/calls?period=year')
  await page.choose('XLSX')
  await page.choose('All columns')
  escape()
  await isShut()
  await page.openDialog()
  expect(radio('XLSX').checked).toBe(true)
  expect(radio('All columns').checked).toBe(true)
})

test('a cancelled export gives nothing', async () => {
  const page = await open('/calls?period=all')
  page.api.fault('calls-slow')
  await page.start()
  await within(dialog()).findByRole('progressbar', { name: 'Export' })
  await page.press('Cancel')
  await isShut()
  expect(page.files).toEqual([])
  expect(screen.queryByText('Loading contacts')).toBeNull()
  await eventually(() => expect(page.api.requests.at(-1)?.method).toBe('DELETE'))
  await page.openDialog()
  expect(button('Start export', dialog()).ariaDisabled).not.toBe('true')
})

test('cancels an export whose start has not been answered yet', async () => {
  const page = await open('/calls?period=year')
  const release = page.api.hold(/^\/api\/exports$/)
  await page.start()
  await page.press('Cancel')
  await isShut()
  release()
  await eventually(() => expect(page.api.requests.map(({ method }) => method)).toContain('DELETE'))
  expect(screen.queryByText('Loading contacts')).toBeNull()
  expect(page.files).toEqual([])
})

test('says that a download failed, and downloads the file at another try', async () => {
  const page = await open('/calls?period=year')
  page.api.standInFront((path) =>
    /^\/api\/exports\/[^/]+\/file$/.test(path)
      ? Response.json({ error: 'unknown_error' }, { status: 500 })
      : null,
  )
  await page.start()
  await within(dialog()).findByText('The file wasn’t downloaded')
  page.api.standInFront(null)
  await page.saving(() => page.press('Download'))
  await eventually(() => expect(words(dialog())).toContain('Exported'))
})

test('an export goes on while its progress cannot be asked for', async () => {
  const page = await open('/calls?period=year')
  page.api.standInFront((path) => (/^\/api\/exports\/[^/]+$/.test(path) ? Response.error() : null))
  await page.start()
  await within(dialog()).findByText(/could not refresh/)
  expect(screen.queryByText('The export failed')).toBeNull()
  await page.saving(async () => page.api.standInFront(null))
  const starts = page.api.requests.filter(({ method, path }) => method === 'POST' && path === '/api/exports')
  expect(starts).toHaveLength(1)
})

test('an export goes on after its page was left, is shown there, and downloads by itself', async () => {
  const page = await open('/calls?period=year')
  const release = page.api.hold(/^\/api\/exports\/[^/]+$/)
  await page.start()
  await within(dialog()).findByRole('progressbar', { name: 'Export' })
  escape()
  await isShut()
  page.push('/objects')
  await screen.findByText('Loading contacts')
  const file = await page.saving(async () => release())
  await screen.findByText(`Exported ${counted(await page.totalOf('?period=year'))} contacts`)
  expect(await rowsOfCsv(file)).toHaveLength(await page.totalOf('?period=year'))
  await page.user.click(button('Download'))
  await eventually(() => expect(page.files).toHaveLength(2))
})

test('a reload shows an export that goes on', { tags: 'all' }, async () => {
  const page = await open('/calls?period=year')
  page.api.fault('calls-slow')
  await page.start()
  await within(dialog()).findByRole('progressbar', { name: 'Export' })
  page.open('/calls?period=year')
  await screen.findByText('Loading contacts')
  await page.user.click(button('Cancel'))
  await eventually(() => expect(screen.queryByText('Loading contacts')).toBeNull())
  expect(page.files).toEqual([])
})

test('no page at all: says so, and tries again', { tags: 'all' }, async () => {
  const page = await open('/calls?period=year')
  page.api.fault('calls-500')
  await page.start()
  await within(dialog()).findByText('The export failed')
  expect(page.files).toEqual([])
  page.api.fault()
  const file = await page.saving(() => page.press('Retry'))
  expect(await rowsOfCsv(file)).toHaveLength(await page.totalOf('?period=year'))
})

test(
  'fault-page-fails: a page that fails: the part says in its name and inside that it is one, or the rest is asked again',
  { tags: 'all' },
  async () => {
    const page = await open('/calls?period=year')
    const count = await page.totalOf('?period=year')
    page.api.fault('calls-page-3-fails')
    await page.start()
    await within(dialog()).findByText('Incomplete export')
    const came = `${counted(count - 20)} of ${counted(count)}`
    expect(words(dialog())).toContain(came)
    const part = await page.saving(() => page.press('Save what came'))
    expect(part.name).toMatch(/-contacts-incomplete\.csv$/)
    const rows = await rowsOfCsv(part)
    expect(rows).toHaveLength(count - 20 + 1)
    expect(rows.at(-1)!['Date']).toBe(`Incomplete export: ${came}. Some pages couldn’t be loaded.`)

    page.api.fault()
    const before = page.api.toService.length
    const whole = await page.saving(() => page.press('Retry'))
    expect(whole.name).toMatch(/-contacts\.csv$/)
    expect(await rowsOfCsv(whole)).toHaveLength(count)
    expect(page.api.toService.slice(before).filter((one) => one.includes('/calls?'))).toEqual([
      'GET /v2/calls?period=year&page=3',
    ])
  },
)

test.each([
  ['calls-repeat-page', 'The service kept sending the same page.'],
  ['calls-big-total', 'The service says there are more contacts than it sent.'],
  ['calls-unreadable-record', 'records could not be read.'],
] as const)('%s: never called complete', { tags: 'all' }, async (name, reason) => {
  const page = await open('/calls?period=year')
  page.api.fault(name)
  await page.choose('XLSX')
  await page.start()
  await eventually(() => expect(words(dialog())).toContain(reason))
  const file = await page.saving(() => page.press('Save what came'))
  expect(file.name).toMatch(/-contacts-incomplete\.xlsx$/)
  const [contacts, about] = await readXlsx(await file.bytes())
  expect(contacts!.rows[0]![0]).toMatch(/^Incomplete export: [\d,]+ of [\d,]+\. /)
  expect(contacts!.rows[1]![0]).toBe('Date')
  expect(about!.rows.find(([fact]) => fact === 'Completeness')![1]).toContain(reason)
})

test('a session that ends on the way leads to sign-in', { tags: 'all' }, async () => {
  const page = await open('/calls?period=year')
  page.api.fault('session-ends')
  await page.start()
  await eventually(() => expect(page.address()).toMatch(/^\/sign-in\?/))
})

test('in Russian cells stand between semicolons, under Russian words', { tags: 'all' }, async () => {
  const app = await openJournal('/calls?period=year', { account: 'small_marketer', locale: 'ru' })
  const { saving } = exporting(app)
  await app.user.click(button('Выгрузить'))
  await screen.findByRole('button', { name: 'Начать выгрузку' })
  const file = await saving(() => app.user.click(button('Начать выгрузку')))
  const rows = await rowsOfCsv(file, ';')
  expect(rows).toHaveLength(await app.totalOf('?period=year'))
  expect(Object.keys(rows[0]!).slice(0, 4)).toEqual(['Дата', 'Сдвиг от UTC', 'Статус', 'Кто звонил'])
  expect(rows.filter((row) => row['Статус'] === 'Отвечен')).toHaveLength(
    await app.totalOf('?period=year&status_filter=ANSWER'),
  )
})

test('what a client’s account hides is in no file', { tags: 'all' }, async () => {
  const app = await renderApp('/clients', { account: 'agency_manager' })
  const page = exporting(app)
  await app.user.click(await screen.findByRole('link', { name: 'Stoma Plus' }))
  await app.user.click(await screen.findByRole('link', { name: 'Journal' }))
  await screen.findByRole('table', { name: 'Contacts' })
  await eventually(() => expect(screen.getByRole('button', { name: 'Export' }).ariaDisabled).not.toBe('true'))
  await page.openDialog()
  await page.choose('All columns')
  const [row] = await rowsOfCsv(await page.exported())
  expect(Object.keys(row!)).toContain('Comment texts')
  expect(Object.keys(row!)).not.toContain('Region')
  expect(Object.keys(row!)).not.toContain('Manager')
})

test('hostile texts are only texts, in both formats', { tags: 'all' }, async () => {
  const app = await openJournal('/calls?period=all', { account: 'edge_cases' })
  const oid = await app.oidOf(SAMPLE_STORIES.edgeCases.object)
  app.open(`/objects/${oid}/calls?period=all`)
  await app.settled()
  const page = exporting(app)
  await page.openDialog()
  await page.choose('All columns')
  await page.start()
  await within(dialog()).findByText('Incomplete export')
  const rows = await rowsOfCsv(await page.saving(() => page.press('Save what came')))
  expect(rows.length).toBeGreaterThan(60)
  for (const row of rows.slice(0, -1))
    for (const [name, text] of Object.entries(row))
      if (!/ID$|^Duration|sum$|^Comments$/.test(name))
        expect(text, name).not.toMatch(/^[=+\-@\t\r\0＝＋－＠]/)
  await page.press('Close')
  await isShut()

  await page.openDialog()
  await page.choose('XLSX')
  await page.start()
  await within(dialog()).findByText('Incomplete export')
  const file = await page.saving(() => page.press('Save what came'))
  expect((await readXlsx(await file.bytes()))[0]!.rows).toHaveLength(rows.length + 1)
})
