import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import Papa from 'papaparse'
import { fault } from './support/fault.ts'
import { signInByRequest } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { readXlsx } from './support/outputs/xlsx.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Export' })
const status = (page: Page) => page.getByRole('status').filter({ hasText: /contacts?$/ })
const countOf = async (page: Page) => {
  await expect(status(page)).toHaveText(/^[\d,]+ contacts?$/)
  return Number((await status(page).textContent())!.replace(/\D/g, ''))
}
const open = async (page: Page, address: string) => {
  await page.goto(address)
  const count = await countOf(page)
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await expect(dialog(page)).toBeVisible()
  return count
}
const start = (page: Page) => dialog(page).getByRole('button', { name: 'Start export' }).click()
const bytes = async (download: Download) => readFile(await download.path())
const exported = async (page: Page) => {
  const download = page.waitForEvent('download')
  await start(page)
  return download
}

/** Header words to cells, of each row. */
const csvRows = (file: Buffer, delimiter = ',') => {
  const text = file.toString('utf8')
  expect(text.startsWith('\uFEFF')).toBe(true)
  const { data, errors } = Papa.parse<Record<string, string>>(text.slice(1), {
    header: true,
    delimiter,
    newline: '\r\n',
    skipEmptyLines: true,
  })
  expect(errors).toEqual([])
  return data
}

/** What the service itself counts with these filters. */
const total = (page: Page, query: string) =>
  page.evaluate(async (query) => {
    const answer = (await (await fetch(`/api/v2/calls?${query}`)).json()) as {
      meta: { pagination: { total_objects: number } }
    }
    return answer.meta.pagination.total_objects
  }, query)

interface ListedCall {
  id: number
  date: string
  duration: number | null
  target: boolean | null
  phone_number_from: string
}
/** All contacts of these filters in the service's own order. */
const calls = (page: Page, query: string): Promise<ListedCall[]> =>
  page.evaluate(async (query) => {
    const all: ListedCall[] = []
    for (let number = 1; ; number++) {
      const answer = (await (await fetch(`/api/v2/calls?${query}&page=${number}`)).json()) as {
        calls: ListedCall[]
      }
      if (answer.calls.length === 0) return all
      all.push(...answer.calls)
    }
  }, query)

const words = (date: string) => date.slice(0, 19).replace('T', ' ')

test.describe('a marketer', () => {
  test.beforeEach(({ page }) => signInByRequest(page, 'small'))

  test('chooses format and columns, sees what is exported, and gets a file of all that matches', async ({
    page,
  }) => {
    const count = await open(page, '/calls?period=year&status_filter=ANSWER')
    await expect(dialog(page).getByText(`${count.toLocaleString('en')} contacts`)).toBeVisible()
    await expect(dialog(page).getByText('Answered')).toBeVisible()
    await expect(dialog(page).getByRole('radio', { name: 'CSV' })).toBeChecked()
    await expect(dialog(page).getByRole('radio', { name: 'Columns shown' })).toBeChecked()
    const download = await exported(page)
    expect(download.suggestedFilename()).toMatch(/^callboard-all-year-\d{4}-\d\d-\d\d-contacts\.csv$/)
    await expect(
      dialog(page)
        .locator('p')
        .filter({ hasText: `Exported ${count.toLocaleString('en')} contacts` })
        .first(),
    ).toBeVisible()
    await expect(dialog(page).getByText(download.suggestedFilename())).toBeVisible()

    const rows = csvRows(await bytes(download))
    const expected = await calls(page, 'period=year&status_filter=ANSWER')
    expect(rows).toHaveLength(count)
    expect(rows.map((row) => [row['Date'], row['Caller'], row['Duration, s']])).toEqual(
      expected.map(({ date, phone_number_from: caller, duration }) => [
        words(date),
        // Some hide their number, and say so.
        /\p{L}/u.test(caller) ? caller : caller.replace(/\D/g, ''),
        String(duration ?? ''),
      ]),
    )
    expect(new Set(rows.map((row) => row['Status']))).toEqual(new Set(['Answered']))
    expect(new Set(rows.map((row) => row['UTC offset']))).toEqual(new Set(['UTC+3']))
    expect(Object.keys(rows[0]!)).not.toContain('Contact ID')

    await dialog(page).getByRole('button', { name: 'Close' }).click()
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeFocused()
  })

  test('all columns as XLSX: real dates and numbers, and a sheet that says what it holds', async ({
    page,
  }) => {
    const count = await open(page, '/calls?period=year&uri_filter=/')
    await dialog(page).getByRole('radio', { name: 'XLSX' }).check()
    await dialog(page).getByRole('radio', { name: 'All columns' }).check()
    const download = await exported(page)
    expect(download.suggestedFilename()).toMatch(/-contacts\.xlsx$/)
    const [contacts, about] = readXlsx(await bytes(download))
    expect(contacts?.name).toBe('Contacts')
    const [header, ...rows] = contacts!.rows
    expect(rows).toHaveLength(count)
    const column = (name: string) => {
      const index = header!.indexOf(name)
      expect(index, name).toBeGreaterThanOrEqual(0)
      return rows.map((row) => row[index] ?? null)
    }
    const expected = await calls(page, 'period=year&uri_filter=/')
    expect(column('Contact ID')).toEqual(expected.map(({ id }) => id))
    expect(column('Date')).toEqual(expected.map(({ date }) => new Date(`${date.slice(0, 19)}Z`)))
    expect(column('Duration, s')).toEqual(expected.map(({ duration }) => duration))
    expect(column('Target').filter((word) => word === 'Yes')).toHaveLength(
      await total(page, 'period=year&uri_filter=/&target_filter=1'),
    )
    expect(column('Kind').filter((word) => word === 'First-time')).toHaveLength(
      await total(page, 'period=year&uri_filter=/&repeated_filter=1'),
    )
    for (const [word, code] of [
      ['No answer', 'NOANSWER'],
      ['Busy', 'BUSY'],
      ['Web form', 'CATCH_FORM'],
    ])
      expect(column('Status').filter((status) => status === word)).toHaveLength(
        await total(page, `period=year&uri_filter=/&status_filter=${code}`),
      )
    expect(column('Deal sum').every((sum) => sum === null || typeof sum === 'number')).toBe(true)

    expect(about?.name).toBe('About this file')
    const facts = Object.fromEntries(about!.rows.map(([name, value]) => [name, value]))
    expect(facts).toMatchObject({
      Object: 'All objects',
      Period: 'Year',
      'Page address': '/',
      'UTC offset': 'UTC+3',
      Contacts: count,
      Completeness: 'Complete',
    })
    expect(facts['Made']).toBeInstanceOf(Date)
  })

  test('remembers the choice while the page lives', async ({ page }) => {
    await open(page, '/calls?period=week')
    await dialog(page).getByRole('radio', { name: 'XLSX' }).check()
    await dialog(page).getByRole('radio', { name: 'All columns' }).check()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await expect(dialog(page).getByRole('radio', { name: 'XLSX' })).toBeChecked()
    await expect(dialog(page).getByRole('radio', { name: 'All columns' })).toBeChecked()
  })

  test('a cancelled export gives nothing, and Escape asks first', async ({ page, context }) => {
    let downloads = 0
    page.on('download', () => downloads++)
    await open(page, '/calls?period=all')
    await fault(context, 'calls-slow')
    await start(page)
    await expect(dialog(page).getByRole('progressbar', { name: 'Export' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(page).getByText('Stop the export?')).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Keep exporting' }).click()
    await expect(dialog(page).getByText('Stop the export?')).toBeHidden()
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog(page)).toBeHidden()
    expect(downloads).toBe(0)

    await fault(context)
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await exported(page)
    await expect.poll(() => downloads).toBe(1)
  })

  test('no page at all: says so, and tries again', async ({ page, context, allowConsole }) => {
    allowConsole(/status of 500/)
    const count = await open(page, '/calls?period=year')
    await fault(context, 'calls-500')
    await start(page)
    await expect(dialog(page).getByText('The export failed')).toBeVisible()
    await fault(context)
    const download = page.waitForEvent('download')
    await dialog(page).getByRole('button', { name: 'Try again' }).click()
    expect(csvRows(await bytes(await download))).toHaveLength(count)
  })

  test('a page that fails: the part says in its name and inside that it is one, or the rest is asked again', async ({
    page,
    context,
    allowConsole,
  }) => {
    allowConsole(/status of 500/)
    const count = await open(page, '/calls?period=year')
    await fault(context, 'calls-page-3-fails')
    await start(page)
    await expect(dialog(page).getByText('Incomplete export')).toBeVisible()
    const came = `${(count - 20).toLocaleString('en')} of ${count.toLocaleString('en')}`
    await expect(dialog(page).getByText(came)).toBeVisible()
    const part = page.waitForEvent('download')
    await dialog(page).getByRole('button', { name: 'Save what came' }).click()
    expect((await part).suggestedFilename()).toMatch(/-contacts-incomplete\.csv$/)
    const rows = csvRows(await bytes(await part))
    expect(rows).toHaveLength(count - 20 + 1)
    expect(rows.at(-1)!['Date']).toBe(`Incomplete export: ${came}. Some pages did not come.`)

    await fault(context)
    const queries: string[] = []
    page.on('request', (request) => queries.push(new URL(request.url()).search))
    const whole = page.waitForEvent('download')
    await dialog(page).getByRole('button', { name: 'Try again' }).click()
    expect((await whole).suggestedFilename()).toMatch(/-contacts\.csv$/)
    expect(csvRows(await bytes(await whole))).toHaveLength(count)
    expect(queries.filter((query) => query.includes('period='))).toEqual(['?period=year&page=3'])
  })

  for (const [name, reason] of [
    ['calls-repeat-page', 'The service kept sending the same page.'],
    ['calls-big-total', 'The service says there are more contacts than it sent.'],
    ['calls-unreadable-record', 'records could not be read.'],
  ] as const)
    test(`${name}: never called complete`, async ({ page, context }) => {
      await open(page, '/calls?period=year')
      await fault(context, name)
      await dialog(page).getByRole('radio', { name: 'XLSX' }).check()
      await start(page)
      await expect(dialog(page).getByText(reason)).toBeVisible()
      const download = page.waitForEvent('download')
      await dialog(page).getByRole('button', { name: 'Save what came' }).click()
      expect((await download).suggestedFilename()).toMatch(/-contacts-incomplete\.xlsx$/)
      const [contacts, about] = readXlsx(await bytes(await download))
      expect(contacts!.rows[0]![0]).toMatch(/^Incomplete export: [\d,]+ of [\d,]+\. /)
      expect(contacts!.rows[1]![0]).toBe('Date')
      expect(about!.rows.find(([name]) => name === 'Completeness')![1]).toContain(reason)
    })

  test('a session that ends on the way leads to sign-in', async ({ page, context, allowConsole }) => {
    allowConsole(/status of 401/)
    await open(page, '/calls?period=year')
    await fault(context, 'session-ends')
    await start(page)
    await expect(page).toHaveURL(/\/sign-in\?/)
  })
})

test.describe('in Russian', () => {
  test.use({ locale: 'ru-RU' })
  test('cells stand between semicolons, under Russian words', async ({ page }) => {
    await signInByRequest(page, 'small')
    await page.goto('/calls?period=year')
    await page.getByRole('button', { name: 'Выгрузить', exact: true }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Начать выгрузку' }).click()
    const rows = csvRows(await bytes(await download), ';')
    expect(rows).toHaveLength(await total(page, 'period=year'))
    expect(Object.keys(rows[0]!).slice(0, 4)).toEqual(['Дата', 'Сдвиг от UTC', 'Статус', 'Кто звонил'])
    expect(rows.filter((row) => row['Статус'] === 'Отвечен')).toHaveLength(
      await total(page, 'period=year&status_filter=ANSWER'),
    )
  })
})

test('what a client’s account hides is in no file', async ({ page }) => {
  await signInByRequest(page, 'manager')
  await page.goto('/clients')
  await page.getByText('Stoma Plus').click()
  await expect(page).toHaveURL(/\/calls\?client=/)
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await dialog(page).getByRole('radio', { name: 'All columns' }).check()
  const [row] = csvRows(await bytes(await exported(page)))
  expect(Object.keys(row!)).toContain('Comment texts')
  expect(Object.keys(row!)).not.toContain('Region')
  expect(Object.keys(row!)).not.toContain('Manager')
})

test('hostile texts are only texts, in both formats', async ({ page }) => {
  await signInByRequest(page, 'edge')
  await page.goto('/objects')
  await page.getByRole('link', { name: 'Journal of Edge cases', exact: true }).click()
  await page.goto(`${page.url().replace(/\?.*/, '')}?period=all`)
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await dialog(page).getByRole('radio', { name: 'All columns' }).check()
  await start(page)
  const csv = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: 'Save what came' }).click()
  const rows = csvRows(await bytes(await csv))
  expect(rows.length).toBeGreaterThan(60)
  for (const row of rows.slice(0, -1))
    for (const [name, text] of Object.entries(row))
      if (!/ID$|^Duration|sum$|^Comments$/.test(name))
        expect(text, name).not.toMatch(/^[=+\-@\t\r\0＝＋－＠]/)
  await dialog(page).getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await dialog(page).getByRole('radio', { name: 'XLSX' }).check()
  await start(page)
  const xlsx = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: 'Save what came' }).click()
  const [contacts] = readXlsx(await bytes(await xlsx))
  expect(contacts!.rows).toHaveLength(rows.length + 1)
})

test('fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInByRequest(page, 'small')
  await open(page, '/calls?period=year')
  const box = (await dialog(page).boundingBox())!
  expect(box.x).toBeGreaterThanOrEqual(0)
  expect(box.width).toBeLessThanOrEqual(390)
  await exported(page)
  await expect(dialog(page).getByRole('button', { name: 'Export again' })).toBeVisible()
})
