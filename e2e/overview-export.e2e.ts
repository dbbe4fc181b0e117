import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import Papa from 'papaparse'
import { addDays } from '#/contract/day.ts'
import { asked } from './support/calls.ts'
import { fault } from './support/fault.ts'
import { signInByRequest } from './support/sign-in.ts'
import { table } from './support/table.ts'
import { expect, test } from './support/test.ts'
import { readXlsx } from '#/test/outputs/xlsx.ts'

/** Days that are over wherever the objects are: nothing comes to them while a test looks. */
const TO = addDays(new Date().toISOString().slice(0, 10), -2)
const FROM = addDays(TO, -34)
const DAYS = `date_from=${FROM}&date_to=${TO}`

const counted = async (page: Page, filters = '') => {
  const { meta } = await asked<{ meta: { pagination: { total_objects: number } } }>(
    page,
    `/calls?period=custom&${DAYS}${filters}`,
  )
  return meta.pagination.total_objects
}
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const number = (text: string) => Number(/[\d,]+/.exec(text)![0].replaceAll(',', ''))

/** The overview of these days, everything loaded. @returns how many contacts there are */
const open = async (page: Page, more = '') => {
  await page.goto(`/overview?${DAYS}${more}`)
  // Two periods of contacts, on a machine that has other tests to run.
  await expect(page.getByText(/^All [\d,]+ contacts? loaded$/)).toBeVisible()
  await expect(page.getByRole('status')).toHaveText(/^[\d,]+ contacts?$/)
  return number((await page.getByRole('status').textContent())!)
}
const exported = async (page: Page, panel: string, format: string): Promise<Download> => {
  const button = page.getByRole('button', { name: `Export ${panel}`, exact: true })
  await button.click()
  const download = page.waitForEvent('download')
  const menu = page.getByRole('menu', { name: `Export ${panel}` })
  // By key: while the menu still rises, a click is tried again after scrolling, and then meets what lies behind.
  await menu.getByRole('menuitem', { name: new RegExp(`^${format}`) }).press('Enter')
  return download
}
const textOf = async (download: Download) => readFile(await download.path(), 'utf8')

/** Header words to cells, of each row. */
const rowsOf = async (download: Download) => {
  const text = await textOf(download)
  expect(text.startsWith('\uFEFF')).toBe(true)
  const { data, errors } = Papa.parse<Record<string, string>>(text.slice(1), {
    header: true,
    delimiter: ',',
    newline: '\r\n',
    skipEmptyLines: true,
  })
  expect(errors).toEqual([])
  return data
}
const sum = (cells: readonly (string | number | undefined)[]) =>
  cells.reduce<number>((total, cell) => total + Number(cell), 0)

test.describe('a marketer', () => {
  test.beforeEach(({ page }) => signInByRequest(page, 'client'))

  test('the sources’ file is the table, the card and the service’s own count', async ({ page }) => {
    const contacts = await open(page)
    expect(contacts).toBe(await counted(page))
    const download = await exported(page, 'Sources', 'CSV')
    expect(download.suggestedFilename()).toBe(`callboard-overview-sources-${FROM}_${TO}.csv`)
    const rows = await rowsOf(download)
    const level = (name: string) => rows.filter((row) => row['Level'] === name)
    for (const name of ['Source', 'Campaign', 'Search request'])
      expect(sum(level(name).map((row) => row['Contacts'])), name).toBe(contacts)
    expect(sum(level('Source').map((row) => row['Target']))).toBe(await counted(page, '&target_filter=1'))

    const more = region(page, 'Sources').getByRole('button', { name: /^Show all \d+$/ })
    if ((await more.count()) > 0) await more.click()
    const shown = table(page, 'Sources')
    const cells = async (column: string) => (await shown.column(column)).map(number)
    expect(level('Source').map((row) => row['Source'])).toEqual(await shown.column('Source'))
    expect(level('Source').map((row) => Number(row['Contacts']))).toEqual(await cells('Contacts'))
    expect(level('Source').map((row) => Number(row['First-time']))).toEqual(await cells('First-time'))
    const first = level('Source')[0]!
    const [, low, high] = /(\d+)–(\d+)$/.exec((await shown.column('Target rate, 95% range'))[0]!)!
    expect(Math.round(100 * Number(first['Target rate, 95% from, 0–1']))).toBe(Number(low))
    expect(Math.round(100 * Number(first['Target rate, 95% to, 0–1']))).toBe(Number(high))
  })

  test('as XLSX it has real numbers, and a sheet that says what they are of', async ({ page }) => {
    const contacts = await open(page, `&source=${encodeURIComponent('Поисковая реклама')}`)
    const download = await exported(page, 'Sources', 'XLSX')
    const [sources, about] = readXlsx(await readFile(await download.path()))
    expect(sources!.name).toBe('Sources')
    const [header, ...rows] = sources!.rows
    const at = (name: string) => header!.indexOf(name)
    const own = rows.filter((row) => row[at('Level')] === 'Source')
    // What narrows the report narrows the file: it adds up to the card.
    expect(own.map((row) => [row[at('Source')], row[at('Contacts')]])).toEqual([
      ['Поисковая реклама', contacts],
    ])
    expect(own[0]![at('Target rate')]).toBeGreaterThan(0)
    expect(own[0]![at('Target rate')]).toBeLessThan(1)
    const said = new Map(about!.rows.map(([name, value]) => [name, value]))
    expect(said.get('Filter: Source')).toBe('Поисковая реклама')
    expect(said.get('Contacts')).toBe(contacts)
    expect(said.get('Object')).toBe('All objects')
    expect(said.get('Completeness')).toBe('Complete')
    expect(said.get('Made')).toBeInstanceOf(Date)
    expect(said.get('Rates')).toContain('from 0 to 1')
  })

  test('numbers to call back are digits, as many as the panel counts', async ({ page }) => {
    await open(page)
    const panel = region(page, 'Did not get through')
    const figure = panel.getByRole('button', { name: /^Did not get through [\d,]+$/ })
    const count = number((await figure.ariaSnapshot()).replace(/.*through/, ''))
    const download = await exported(page, 'Did not get through', 'CSV')
    const rows = await rowsOf(download)
    expect(rows).toHaveLength(count)
    for (const row of rows) expect(row['Caller']).toMatch(/^\d+$|\p{L}/u)
    const shown = await panel.getByRole('listitem').allInnerTexts()
    rows
      .slice(0, shown.length)
      .forEach((row, index) => expect(shown[index]!.replace(/\D/g, '')).toContain(row['Caller']))
  })

  test('every other panel gives its rows, and they add up too', async ({ page }) => {
    const contacts = await open(page)
    for (const panel of [
      'Trend',
      'Heat map',
      'Regions',
      'Managers',
      'Pages',
      'Search requests',
      'Channels',
    ]) {
      const rows = await rowsOf(await exported(page, panel, 'CSV'))
      expect(sum(rows.map((row) => row['Contacts'])), panel).toBe(contacts)
    }
    const [first] = await rowsOf(await exported(page, 'Funnel', 'CSV'))
    expect(first).toMatchObject({ Funnel: 'Contacts', Number: String(contacts) })
    await page.getByRole('button', { name: /^Shift finder/ }).click()
    const shifts = await rowsOf(await exported(page, 'Shift finder', 'CSV'))
    expect(shifts).toHaveLength((await table(page, 'Shift finder').column('Hour')).length)
  })

  test('pictures stand alone: an SVG without the page, a PNG that is drawn', async ({ page, context }) => {
    await open(page)
    const pictures: string[] = []
    for (const [panel, words] of [
      ['Trend', 'Contacts by day'],
      ['Heat map', 'Mon'],
      ['Sources', 'Поисковая реклама'],
      ['Regions', 'All objects'],
      ['Funnel', 'Target'],
    ] as const) {
      const download = await exported(page, panel, 'SVG')
      expect(download.suggestedFilename()).toMatch(/^callboard-overview-[\w-]+\.svg$/)
      const svg = await textOf(download)
      expect(svg).not.toMatch(/var\(|class=|style=|oklch|light-dark|<script/)
      expect(svg).toContain(words)
      expect(svg.match(/#[\da-f]{6}/g)!.length, panel).toBeGreaterThan(5)
      pictures.push(svg)
    }
    const download = await exported(page, 'Heat map', 'PNG')
    const png = (await readFile(await download.path())).toString('base64')

    const alone = await context.newPage()
    for (const svg of pictures) {
      await alone.goto(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`)
      const size = await alone.evaluate(() => {
        const { width, height } = document.documentElement.getBoundingClientRect()
        return [document.documentElement.localName, width, height]
      })
      expect(size.slice(0, 2)).toEqual(['svg', 960])
    }
    await alone.goto('about:blank')
    const { width, colours, corner } = await alone.evaluate(async (data) => {
      const image = new Image()
      image.src = `data:image/png;base64,${data}`
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = image.naturalWidth
      canvas.height = image.naturalHeight
      const ink = canvas.getContext('2d')!
      ink.drawImage(image, 0, 0)
      const { data: pixels } = ink.getImageData(0, 0, canvas.width, canvas.height)
      const seen = new Set<number>()
      for (let at = 0; at < pixels.length; at += 4)
        seen.add((pixels[at]! << 16) | (pixels[at + 1]! << 8) | pixels[at + 2]!)
      return { width: canvas.width, colours: seen.size, corner: Array.from(pixels.subarray(0, 4)) }
    }, png)
    expect(width).toBe(1920)
    expect(colours).toBeGreaterThan(8)
    expect(corner).toEqual([255, 255, 255, 255])
  })

  test('the contacts behind a figure leave as they are counted, all of them', async ({ page }) => {
    await open(page)
    await region(page, 'Summary')
      .getByRole('button', { name: /^Missed rate / })
      .click()
    const receipt = page.getByRole('dialog', { name: 'Receipt' })
    const missed = number(/([\d,]+) missed ÷/.exec(await receipt.innerText())![1]!)
    await receipt.getByRole('button', { name: 'Open these contacts' }).click()
    await expect(page.getByRole('dialog', { name: 'Contacts' }).getByRole('listitem').first()).toBeVisible()
    const rows = await rowsOf(await exported(page, 'Contacts', 'CSV'))
    expect(rows).toHaveLength(missed)
    expect(new Set(rows.map((row) => row['Contact ID'])).size).toBe(missed)
    const days = rows.map((row) => row['Date']!.slice(0, 10))
    expect(days).toEqual(days.toSorted().toReversed())
    expect(days.every((day) => FROM <= day && day <= TO)).toBe(true)
  })

  test('in the dark a picture is on white too', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await open(page)
    expect(await textOf(await exported(page, 'Trend', 'SVG'))).toMatch(
      /<rect width="960" height="\d+" fill="#ffffff"/,
    )
  })

  test('the keyboard exports, and nothing is loaded before the button is reached', async ({ page }) => {
    const code: string[] = []
    page.on('request', (request) => {
      if (/make-file/.test(request.url())) code.push(request.url())
    })
    await open(page)
    expect(code).toEqual([])
    const button = page.getByRole('button', { name: 'Export Funnel' })
    await button.press('Enter')
    await expect(page.getByRole('menuitem', { name: /^CSV/ })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    const download = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    expect((await download).suggestedFilename()).toMatch(/funnel.*\.xlsx$/)
    await expect(button).toBeFocused()
    expect(code).not.toEqual([])
  })
})

test('a part of the contacts is called one, in the name and inside', async ({ page, context }) => {
  await signInByRequest(page, 'marketer')
  await fault(context, 'calls-slow-pages')
  await page.goto(`/overview?${DAYS}`)
  await expect(region(page, 'Sources').getByRole('rowheader').first()).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText(/^Stopped: first/)).toBeVisible()
  const download = await exported(page, 'Regions', 'CSV')
  expect(download.suggestedFilename()).toMatch(/-incomplete\.csv$/)
  expect((await textOf(download)).trimEnd()).toMatch(/\r\n"?Incomplete export: First [\d,]+ of [\d,]+[^\n]*$/)

  await page.getByRole('link', { name: 'Report' }).click()
  const paper = page.getByRole('article', { name: 'Contacts and calls' })
  await expect(paper.getByText(/^Incomplete: First [\d,]+ of/).first()).toBeVisible()
})
