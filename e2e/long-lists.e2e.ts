import type { Page } from '@playwright/test'
import { CONTACTS, HUGE, test } from './support/servers/long-lists.ts'
import { table } from './support/table.ts'
import { expect } from './support/test.ts'
import { isLongSuite } from '#/test/suite.ts'

const enter = async (page: Page, origin: string) => {
  await page.goto(`${origin}/sign-in`)
  await page.getByLabel('Email', { exact: true }).fill('anna@example.com')
  await page.getByLabel('Password', { exact: true }).fill('a password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Account' })).toBeVisible()
}
const rows = (page: Page) => table(page, 'Contacts').locator
const heapOf = async (page: Page): Promise<number> => {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  return usedSize
}

// Frame rates are measured by `npm run bench:table`.
test('100k-rows-scroll: as many rows as there are, a window of them drawn, and no memory for the rest', async ({
  page,
  second: { origin },
}) => {
  await enter(page, origin)
  await page.goto(`${origin}/objects`)
  await expect(table(page, 'Objects').locator).toBeVisible()
  const before = await heapOf(page)
  await page.goto(`${origin}/calls?period=all`)
  await expect(rows(page)).toHaveAttribute('aria-rowcount', String(CONTACTS + 1))
  const most = await rows(page).evaluate(async (root) => {
    const box = root.parentElement!
    let most = 0
    for (let step = 0; step <= 40; step++) {
      box.scrollTop = step < 30 ? step * 400 : ((step - 30) / 10) * box.scrollHeight
      await new Promise((drawn) => requestAnimationFrame(drawn))
      most = Math.max(most, root.querySelectorAll('tbody tr').length)
    }
    return most
  })
  await expect(
    page
      .locator(`tr[aria-rowindex="${CONTACTS + 1}"]`)
      .getByRole('link')
      .first(),
  ).toBeVisible()
  expect(most).toBeLessThan(120)
  const grown = (await heapOf(page)) - before
  expect(grown).toBeLessThan(150 * 1024 * 1024)
})

test('huge-strings-inp: a text of a megabyte is cut until it is asked for, and the page answers', async ({
  page,
  second: { origin },
}) => {
  await page.addInitScript(() => {
    const durations: number[] = []
    Object.assign(globalThis, { durations })
    new PerformanceObserver((list) =>
      durations.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
  await enter(page, origin)
  await page.goto(`${origin}/objects/o1/calls?period=all`)
  const first = rows(page).locator('tbody').getByRole('link').first()
  await expect(first).toBeVisible()
  await first.click()
  const all = page.getByRole('button', { name: /^Show all/ })
  await expect(all.first()).toBeVisible()
  const shown = () => page.evaluate(() => document.body.textContent.length)
  expect(await shown()).toBeLessThan(100_000)
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Account' }).click()
  await page.keyboard.press('Escape')
  const { inp, length } = await page.evaluate(() => {
    const { durations } = globalThis as unknown as { durations: number[] }
    return { inp: Math.max(0, ...durations), length: durations.length }
  })
  if (isLongSuite) console.log(`huge-strings-inp: ${inp} ms, the longest of ${length}`)
  if (isLongSuite) expect(inp).toBeLessThan(200)
  await all.first().click()
  await expect.poll(shown).toBeGreaterThan(HUGE.length * 0.9)
})
