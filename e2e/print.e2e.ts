import type { Page } from '@playwright/test'
import type { Obj } from '#/contract/object.ts'
import { fetchJson } from './support/calls.ts'
import { fault } from './support/fault.ts'
import { signInByRequest } from './support/sign-in.ts'
import { answered, expect, test } from './support/test.ts'

/** Print: no frame, no controls, light, fits the sheet. */
const expectPrinted = async (page: Page, title: string | RegExp) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(
    page.locator('.frame-rail, .frame-header, .frame-tabbar').filter({ visible: true }),
  ).toHaveCount(0)
  await expect(
    page.locator('button[aria-label]:has(> svg:only-child)').filter({ visible: true }),
  ).toHaveCount(0)
  await expect(page.getByRole('searchbox').filter({ visible: true })).toHaveCount(0)
  await expect(page.locator('kbd').filter({ visible: true })).toHaveCount(0)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light')
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
}

test('pages are printed without what is there to be pressed; a journal with its period, and each drawn row whole', async ({
  page,
}) => {
  await signInByRequest(page, 'marketer')
  await page.goto('/calls?period=year')
  const rows = page.getByRole('table', { name: 'Contacts' }).getByRole('row')
  await expect(rows.getByRole('link').first()).toBeVisible()
  await expectPrinted(page, 'Journal')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: /^Period/ })).toBeVisible()
  const drawnRows = () =>
    rows.evaluateAll((all) =>
      all
        .map((row) => row.getBoundingClientRect())
        .filter(({ height }) => height > 20)
        .map(({ top, bottom }) => ({ top, bottom })),
    )
  await expect.poll(async () => (await drawnRows()).length).toBeGreaterThan(50)
  const places = await drawnRows()
  await expect(page.getByText(`Rows 1–${places.length - 1} of`)).toBeVisible()
  for (const [nth, { top }] of places.entries())
    if (nth > 0) expect(top).toBeGreaterThanOrEqual(places[nth - 1]!.bottom - 2)
  await page.emulateMedia({ media: 'screen' })

  const { objs } = await fetchJson<{ objs: Obj[] }>(page, '/objs/')
  for (const [path, title] of [
    ['/objects', 'Objects'],
    [`/objects/${objs[0]!.oid}`, objs[0]!.title],
    ['/overview', 'Overview'],
    ['/call-back', 'Missed callers'],
    ['/console', 'API console'],
    ['/settings', 'Settings'],
  ] as const) {
    await page.goto(path)
    await answered(page)
    await expectPrinted(page, title)
  }
  const kioskSection = page.getByRole('region', { name: 'Open on a TV' })
  await expect(kioskSection).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(kioskSection).toBeHidden()
})

test('the console’s answer stands whole on paper, line below line; of a long one it is said how many lines do', async ({
  page,
  context,
}) => {
  await signInByRequest(page, 'marketer')
  await page.goto('/console?endpoint=objects')
  const tree = page.getByRole('tree', { name: 'JSON of the answer' })
  const send = async () => {
    await page.getByRole('button', { name: 'Send request' }).click()
    await page.getByRole('button', { name: 'Open all' }).click()
  }
  const linesOn = async (media: 'screen' | 'print') => {
    await page.emulateMedia({ media })
    return tree
      .locator('[data-node]')
      .evaluateAll((all) =>
        all.map((line) => line.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom })),
      )
  }
  await send()
  const inView = (await linesOn('screen')).length
  await expect.poll(async () => (await linesOn('print')).length).toBeGreaterThan(2 * inView)
  const lines = await linesOn('print')
  for (const [nth, { top }] of lines.entries())
    if (nth > 0) expect(top).toBeGreaterThanOrEqual(lines[nth - 1]!.bottom - 1)
  await expect(tree.locator('[data-node]').last()).toHaveText(/^\d+\}$/)
  const box = (await tree.boundingBox())!
  expect(lines.at(-1)!.bottom).toBeLessThanOrEqual(box.y + box.height + 1)
  await expect(page.getByText(/are on paper/)).toHaveCount(0)

  await page.emulateMedia({ media: 'screen' })
  await fault(context, 'calls-heavy')
  await page.goto('/console?endpoint=all_calls')
  await send()
  await page.emulateMedia({ media: 'print' })
  await expect(
    page.getByText(/^Lines 1–2,000 of [\d,]+ are on paper\. The whole answer is in its file\.$/),
  ).toBeVisible()
  expect((await linesOn('print')).length).toBe(2_000)
})

test('of the audit log’s filters those are printed that are set, of the wall no button', async ({ page }) => {
  await signInByRequest(page, 'manager')
  await page.goto('/audit?event=signed_in')
  await expect(page.getByRole('table', { name: 'Audit log' }).getByRole('row').nth(1)).toBeVisible()
  await answered(page)
  await expectPrinted(page, 'Audit log')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('combobox', { name: 'Event' })).toBeVisible()
  await expect(page.getByLabel('From', { exact: true })).toBeHidden()

  await page.emulateMedia({ media: 'screen' })
  await signInByRequest(page, 'marketer')
  await page.goto('/live')
  const back = page.getByRole('link', { name: 'Back to Callboard' })
  await expect(back).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(back).toBeHidden()
})

test('clients on paper are as wide as the sheet, heads stand over their digits, and choices that the table says itself are gone', async ({
  page,
}) => {
  await signInByRequest(page, 'manager')
  await page.goto('/clients')
  const bar = page.getByRole('region', { name: 'Client comparison' })
  const columns = bar.getByRole('button', { name: /^Columns/ })
  await expect(columns).toBeVisible()
  await expect(page.getByRole('region', { name: 'Needs attention' })).toContainText(/checked \d\d:\d\d/)
  await expect(bar.getByRole('progressbar')).toHaveCount(0)
  await page.emulateMedia({ media: 'print' })
  await expect(columns).toBeHidden()
  await expect(bar.getByRole('button', { name: /^Period/ })).toBeVisible()
  const table = page.getByRole('table', { name: 'Clients' })
  const places = () =>
    table.evaluate((element) => {
      const rightOf = (cell: Element) => {
        const range = document.createRange()
        const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
        let right = 0
        while (texts.nextNode()) {
          if (texts.currentNode.parentElement!.closest('.sr-only')) continue
          range.selectNodeContents(texts.currentNode)
          right = Math.max(right, Math.round(range.getBoundingClientRect().right))
        }
        return right
      }
      const row = [...element.querySelectorAll('tbody tr')].find(
        (one) => one.querySelectorAll('td').length > 2,
      )!
      return {
        free: Math.round(element.parentElement!.clientWidth - row.getBoundingClientRect().width),
        heads: [...element.querySelectorAll('thead th')].slice(1).map(rightOf),
        digits: [...row.querySelectorAll('td')].slice(1).map(rightOf),
      }
    })
  await expect.poll(async () => (await places()).free).toBe(0)
  const { heads, digits } = await places()
  expect(heads).toEqual(digits)
})

test('the bars above a page are not printed', async ({ page }) => {
  await page.addInitScript(() => {
    const TestDate = Date
    const now = () => TestDate.now() + 600_000
    globalThis.Date = new Proxy(TestDate, {
      get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
    })
  })
  await signInByRequest(page, 'marketer')
  await page.goto('/objects')
  const clocks = page.getByText(/^This device’s clock says /)
  await expect(clocks).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(clocks).toBeHidden()
})
