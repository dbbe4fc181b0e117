import { dayAt } from '#/contract/day.ts'
import type { Preferences } from '#/contract/preferences.ts'
import type { SavePlanBody } from '#/contract/month-plans/month-plans.ts'
import { MORE_CONTACTS, test } from './support/servers/real-api.ts'
import { signIn } from './support/sign-in.ts'
import { survives } from './support/survives.ts'
import { expect } from './support/test.ts'

test.use({ env: MORE_CONTACTS })

test(
  'on a phone the overview is one column in the order of what to do, its rows and cells can be pressed, receipts and exports are sheets',
  { tag: '@journey' },
  async ({ page, second }) => {
    await page.goto(`${second.origin}/sign-in`)
    await signIn(page, 'marketer')
    await page.goto(`${second.origin}/overview`)
    const region = (name: string) => page.getByRole('region', { name, exact: true })
    const isAsWideAsTheWindow = async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

    await expect(region('Today').getByRole('listitem').first()).toBeInViewport()
    const map = region('Heat map')
    await expect(map.getByRole('grid')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Refresh', exact: true })).toBeVisible()
    await isAsWideAsTheWindow()
    const order = ['Today', 'Summary', 'Missed callers', 'Trend', 'Sources', 'Heat map', 'Funnel', 'Regions']
    for (const name of order) await expect(region(name)).toBeVisible()
    const tops = await Promise.all(order.map(async (name) => (await region(name).boundingBox())!.y))
    expect(tops).toEqual(tops.toSorted((a, b) => a - b))

    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(5_000)

    const sources = region('Sources')
    expect(await sources.getByRole('columnheader').allInnerTexts()).toEqual([
      'Target rate, 95% range',
      expect.stringMatching(/^Contacts/),
    ])
    await sources
      .getByRole('button', { name: /^Campaigns of / })
      .first()
      .tap()
    await expect(sources.getByRole('button', { name: /^Campaign / }).first()).toBeVisible()
    await sources
      .getByRole('button', { name: /^Show all \d+$/ })
      .last()
      .tap()
    const callers = region('Missed callers')
    await expect(callers.getByRole('listitem').first().getByRole('link').first()).toBeVisible()
    for (const part of [sources, callers]) {
      const box = (await part.boundingBox())!
      expect(box.x + box.width).toBeLessThanOrEqual(390)
    }
    await survives(page)

    await page.getByRole('button', { name: 'Export Heat map' }).click()
    const item = page.getByRole('menuitem', { name: /^SVG/ })
    expect((await item.boundingBox())!.height).toBeGreaterThanOrEqual(40)
    const download = page.waitForEvent('download')
    await item.click()
    expect((await download).suggestedFilename()).toMatch(/\.svg$/)

    const [, from, to] = /between (\d+):00 and (\d+):00/.exec(await map.innerText())!
    await expect(map.locator('tbody tr')).toHaveCount(Number(to) - Number(from))
    const cell = map.getByRole('button', { name: /^Tue 10:00–11:00: / })
    const box = (await cell.boundingBox())!
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(24)
    await cell.click()
    await expect(page).toHaveURL(/hour_of_week=34/)
    await expect(cell).toHaveAttribute('aria-pressed', 'true')
    await isAsWideAsTheWindow()

    await region('Summary')
      .getByRole('button', { name: /^Contacts [\d,]+$/ })
      .click()
    const sheet = (await page.getByRole('dialog', { name: 'Receipt' }).boundingBox())!
    expect([sheet.x, sheet.width]).toEqual([0, 390])
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Overview menu' }).tap()
    await page.getByRole('menuitem', { name: 'Tools', exact: true }).tap()
    for (const name of ['Shift finder', 'Negative keywords', 'UTM cleaner', 'Won statuses']) {
      await page.getByRole('button', { name: new RegExp(`^${name}`) }).tap()
      await expect(region(name).locator('p').first()).toBeVisible()
    }
    await survives(page)
    await isAsWideAsTheWindow()
  },
)

const PAID = ['Поисковая реклама', 'Карты', 'Социальные сети', 'Баннер на портале']

test('on a phone the overview stays short with costs, won deals and a plan, in Russian too', async ({
  page,
  second,
}) => {
  const month = dayAt(Date.now(), 180).slice(0, 7)
  const before = dayAt(Date.parse(`${month}-01`) - 1, 0).slice(0, 7)
  const preferences: Preferences = {
    won_statuses: ['Успешно реализовано'],
    spend: PAID.map((source, nth) => ({
      client: null,
      object: null,
      source,
      campaign: null,
      months: { [before]: 90_000 + nth * 17_000, [month]: 80_000 + nth * 21_000 },
    })),
  }
  const plan: SavePlanBody = { month, oid: null, version: 0, contacts: 900, target: 300, spend: 400_000 }
  const put = (path: string, body: object) =>
    page.evaluate(
      async ([to, text]) => {
        const headers = { 'content-type': 'application/json', 'x-requested-by': 'callboard' }
        return (await fetch(`/api${to}`, { method: 'PUT', headers, body: text })).status
      },
      [path, JSON.stringify(body)] as const,
    )
  await page.goto(`${second.origin}/sign-in`)
  await signIn(page, 'marketer')
  expect(await put('/preferences', { base_version: 0, preferences })).toBe(200)
  expect(await put('/month-plans', plan)).toBe(200)
  for (const language of ['en', 'ru']) {
    await page.evaluate((chosen) => localStorage.setItem('callboard.language', chosen), language)
    await page.goto(`${second.origin}/overview`)
    await expect(page.getByText(/^(?:Spend in the period|Расходы за период) /)).toBeVisible()
    await expect(page.getByText(/^(?:of|из) 300$/)).toBeVisible()
    await expect(page.getByRole('button', { name: /^(?:Pages|Страницы)$/ })).toBeVisible()
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(5_000)
  }
})
