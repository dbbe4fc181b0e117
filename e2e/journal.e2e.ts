import type { Locator, Page } from '@playwright/test'
import { recordListQueries } from './support/list-queries.ts'
import { contacts, filterBy, filters, pill } from './support/journal.ts'
import { signInByRequest } from './support/sign-in.ts'
import { answered, expect, test } from './support/test.ts'

const list = (page: Page) => contacts(page).locator
const box = (page: Page) => list(page).locator('xpath=..')
const header = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true })
const row = (page: Page, place: number) => list(page).locator(`tr[aria-rowindex="${place + 1}"]`)
const link = (page: Page, place: number) => row(page, place).locator('a[data-to="contact"]').first()
const currentRow = (page: Page) => list(page).locator('tr[aria-current]')

const openJournal = async (page: Page, path = '/calls?period=all') => {
  await page.goto(path)
  await expect(link(page, 1)).toBeVisible()
}
const saving = async (page: Page, work: () => Promise<void>) => {
  const saved = page.waitForResponse(
    (response) => response.url().endsWith('/api/preferences') && response.request().method() === 'PUT',
  )
  await work()
  expect((await saved).status()).toBe(200)
}
const centre = async (locator: Locator) => {
  const { x, y, width, height } = (await locator.boundingBox())!
  return { x: x + width / 2, y: y + height / 2 }
}
const drag = async (page: Page, from: { x: number; y: number }, to: { x: number; y: number }) => {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2)
  await page.mouse.move(to.x, to.y)
  await page.mouse.up()
}

test('columns are put in order and made wide by dragging; all of them keep the first in sight', async ({
  page,
}) => {
  await signInByRequest(page, 'small')
  await openJournal(page)
  await page.getByRole('button', { name: /^Columns \d+ of \d+$/ }).click()
  const chooser = page.getByRole('dialog', { name: 'Columns' })
  const grip = (name: string) =>
    chooser
      .getByRole('listitem')
      .filter({ hasText: new RegExp(`^${name}`) })
      .getByTitle('Drag to another place')
  const above = await centre(grip('Status'))
  await saving(page, async () => drag(page, await centre(grip('Kind')), { x: above.x, y: above.y - 8 }))
  expect((await contacts(page).headers()).slice(0, 3)).toEqual(['Date', 'Kind', 'Status'])
  await page.keyboard.press('Escape')

  const target = await centre(header(page, 'Kind'))
  await saving(page, async () =>
    drag(page, await centre(header(page, 'Target')), { x: target.x - 20, y: target.y }),
  )
  expect((await contacts(page).headers()).slice(0, 4)).toEqual(['Date', 'Target', 'Kind', 'Status'])

  const widthOf = async (name: string) => Math.round((await header(page, name).boundingBox())!.width)
  const edge = page.getByRole('separator', { name: 'Width of Status' })
  const usual = await widthOf('Status')
  const from = await centre(edge)
  await saving(page, () => drag(page, from, { x: from.x + 60, y: from.y }))
  expect(await widthOf('Status')).toBe(usual + 60)
  await expect(edge).toHaveAttribute('aria-valuenow', String(usual + 60))
  const cell = list(page).locator('tbody td:nth-child(4)').first()
  expect(Math.round((await cell.boundingBox())!.width)).toBe(usual + 60)
  await edge.focus()
  await saving(page, () => page.keyboard.press('ArrowLeft'))
  expect(await widthOf('Status')).toBe(usual + 52)
  await page.reload()
  await expect(link(page, 1)).toBeVisible()
  await expect.poll(() => widthOf('Status')).toBe(usual + 52)
  await saving(page, () => edge.dblclick())
  expect(await widthOf('Status')).toBe(usual)

  await page.getByRole('button', { name: /^Columns \d+ of \d+$/ }).click()
  for (const name of ['Custom status', 'Manager', 'Region', 'Service', 'Comments', 'Recording'])
    await saving(page, () => chooser.getByRole('checkbox', { name, exact: true }).check())
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Columns 16 of 20' })).toBeFocused()
  expect(await contacts(page).headers()).toHaveLength(16)
  await expect(list(page)).toHaveAttribute('aria-colcount', '20')
  expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThanOrEqual(900)

  const first = list(page).locator('tbody td').first()
  const firstBoxes = async () => [await header(page, 'Date').boundingBox(), await first.boundingBox()]
  const before = await firstBoxes()
  await box(page).evaluate((element) => element.scrollTo({ left: 500 }))
  await expect.poll(async () => (await header(page, 'Kind').boundingBox())!.x).toBeLessThan(100)
  await expect.poll(firstBoxes).toEqual(before)
  const { x, y } = await centre(first)
  expect(
    await page.evaluate(
      ([left, top]) => document.elementFromPoint(left!, top!)?.closest('td')?.matches(':first-child'),
      [x, y],
    ),
  ).toBe(true)
  await page.getByRole('button', { name: 'Columns 16 of 20' }).click()
  await saving(page, () => chooser.getByRole('button', { name: 'Reset' }).click())
  await expect(list(page)).toHaveAttribute('aria-colcount', '20')
})

test(
  'rows: their heights, the keys, a text that is selected or copied, another tab',
  { tag: '@journey' },
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-write'])
    await signInByRequest(page, 'marketer')
    await openJournal(page)
    const total = Number(await list(page).getAttribute('aria-rowcount')) - 1
    await answered(page)
    const queries = recordListQueries(page)
    await page.keyboard.press('j')
    await page.keyboard.press('End')
    await expect(currentRow(page)).toHaveAttribute('aria-rowindex', String(total + 1))
    await expect(link(page, total)).toBeFocused()
    await expect(row(page, total)).toBeInViewport()
    // Only pages of visible rows are requested.
    await expect(page.locator('footer')).toContainText(new RegExp(`–${total.toLocaleString('en')} of`))
    const [first = ''] = /[\d,]+/.exec(await page.locator('footer').innerText())!
    const pageOf = (place: number) => Math.ceil(place / 20)
    const inView = pageOf(total) - pageOf(Number(first.replace(',', ''))) + 1
    expect(new Set(queries).size).toBeLessThanOrEqual(inView)
    await page.keyboard.press('Home')
    await expect(link(page, 1)).toBeFocused()
    await expect(page.locator('footer')).toContainText(/^Rows 1–/)
    await page.keyboard.press('Escape')
    await expect(currentRow(page)).toHaveCount(0)

    const height = async () => (await row(page, 1).boundingBox())!.height
    expect(await height()).toBe(32)
    await page.getByRole('button', { name: 'Density' }).click()
    await page.getByRole('menuitemradio', { name: 'Compact' }).click()
    await expect.poll(height).toBe(28)

    await page.getByRole('button', { name: /^Columns/ }).click()
    await page.keyboard.press('j')
    await page.keyboard.press('Escape')
    await expect(currentRow(page)).toHaveCount(0)

    const url = page.url()
    const caller = list(page).getByText(/^\+7 /).first()
    const { x, y, width, height: tall } = (await caller.boundingBox())!
    await drag(page, { x: x + 1, y: y + tall / 2 }, { x: x + width - 1, y: y + tall / 2 })
    expect(await page.evaluate(() => getSelection()?.toString().trim())).toMatch(/^\+7 \d{3} [\d-]{5,9}/)
    expect(page.url()).toBe(url)
    await expect(page.getByRole('button', { name: /^Remove filter: Caller/ })).toHaveCount(0)

    const number = (await caller.textContent())!
    await caller.hover()
    await page.getByRole('button', { name: 'Copy the number' }).click()
    await expect(page.getByText('Copied')).toBeVisible()
    // Clipboard reading is blocked: paste instead.
    const address = page.getByRole('textbox', { name: 'Page address' })
    await pill(page, 'Page address').click()
    await address.press('ControlOrMeta+v')
    await expect(address).toHaveValue(`+${number.replace(/\D/g, '')}`)
    await address.fill('')
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/\/calls\?period=all$/)
    await expect(link(page, 1)).toBeVisible()

    const opened = context.waitForEvent('page')
    await link(page, 1).click({ modifiers: ['ControlOrMeta'] })
    await expect((await opened).getByRole('region', { name: /^(Call|Contact)$/ })).toBeVisible()
    await expect(page).toHaveURL(/\/calls\?period=all$/)
  },
)

test(
  'a row far down is found again with its place on the screen, and the caller outlives a reload',
  { tag: '@journey' },
  async ({ page }) => {
    await signInByRequest(page, 'marketer')
    await openJournal(page)
    await box(page).evaluate((element) => (element.scrollTop = 32 * 1000))
    await expect(link(page, 1005)).toBeVisible()
    const top = await box(page).evaluate((element) => element.scrollTop)
    await link(page, 1005).click()
    await expect(page.getByText(/^1,005 of /)).toBeVisible()
    await page.getByRole('link', { name: 'Back to journal' }).click()
    await expect(link(page, 1005)).toBeFocused()
    expect(await box(page).evaluate((element) => element.scrollTop)).toBe(top)

    await page.goForward()
    for (let step = 0; step < 40; step++) {
      await page.keyboard.press('j')
      await expect(page.getByText(new RegExp(`^${(1006 + step).toLocaleString('en')} of `))).toBeVisible()
    }
    await page.goBack()
    await expect(link(page, 1045)).toBeFocused()
    await expect(row(page, 1045)).toBeInViewport()

    const number = await filterBy(page, /^\+7 \d{3} /)
    await expect(pill(page, `Caller ${number}`)).toBeVisible()
    expect(new URL(page.url()).search).toBe('?period=all')
    await page.reload()
    await expect(pill(page, `Caller ${number}`)).toBeVisible()
    expect(new URL(page.url()).search).toBe('?period=all')
  },
)

test(
  'a period is chosen in the calendar, a source in the list, and the link is copied',
  { tag: '@journey' },
  async ({ page }) => {
    await signInByRequest(page, 'marketer')
    await page.context().grantPermissions(['clipboard-write'])
    await openJournal(page, '/calls?period=custom&date_from=2026-09-14&date_to=2026-09-20')
    const period = filters(page).getByRole('button', { name: /^Period / })
    const calendar = page.getByRole('application')
    await period.click()
    await calendar.getByRole('button', { name: 'September 10, 2026' }).focus()
    for (const key of ['ArrowLeft', 'ArrowLeft', 'Enter', 'ArrowDown', 'Enter'])
      await page.keyboard.press(key)
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page).toHaveURL(/date_from=2026-09-08&date_to=2026-09-16/)
    await expect(period).toBeFocused()
    await page.keyboard.press('Enter')
    await calendar.getByRole('button', { name: 'September 10, 2026' }).click()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('grid')).toHaveCount(0)
    await expect(page).toHaveURL(/date_from=2026-09-08&date_to=2026-09-16/)

    await pill(page, 'Source').click()
    const source = page.getByRole('combobox', { name: 'Source', exact: true })
    await expect(source).toBeFocused()
    await source.fill('пОИсковая')
    await expect(page.getByRole('option')).toHaveText(['Поисковая реклама', 'contains “пОИсковая”'])
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/source_filter=/)
    await expect(pill(page, 'Source Поисковая реклама')).toBeFocused()

    await pill(page, 'Copy link').click()
    await expect(filters(page).getByText('Copied', { exact: true })).toBeAttached()
    const url = page.url()
    // Clipboard reading is blocked: paste instead.
    await pill(page, 'Page address').click()
    await page.keyboard.press('ControlOrMeta+v')
    await expect(page.getByRole('textbox', { name: 'Page address' })).toHaveValue(url)
  },
)
