import type { Page } from '@playwright/test'
import { addDays } from '#/contract/day.ts'
import { fetchJson } from './support/calls.ts'
import { signInByRequest } from './support/sign-in.ts'
import { expectStillOverview } from './support/stillness.ts'
import { MORE_CONTACTS, test } from './support/servers/real-api.ts'
import { expect } from './support/test.ts'

/** Complete days everywhere, so that figures don't change. */
const TO = addDays(new Date().toISOString().slice(0, 10), -2)
const DAYS = `date_from=${addDays(TO, -27)}&date_to=${TO}`

const counted = async (page: Page, filters: string): Promise<number> => {
  const { meta } = await fetchJson<{ meta: { pagination: { total_objects: number } } }>(
    page,
    `/calls?period=custom&${DAYS}${filters}`,
  )
  return meta.pagination.total_objects
}
const shown = (count: number) => count.toLocaleString('en-US')
const figure = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Summary' }).getByRole('button', { name, exact: true })

test(
  'a figure opens to its receipt, the receipt to as many contacts, and the way back to the figure',
  { tag: '@journey' },
  async ({ page }) => {
    await signInByRequest(page, 'client')
    const both = await counted(page, '&target_filter=1&repeated_filter=1')
    const firstTime = await counted(page, '&repeated_filter=1')
    await page.goto(`/overview?${DAYS}&compare=none&kind=first_time&target=target`)
    const chip = page.getByRole('button', { name: 'Remove filter: Target Target' })
    const receipt = page.getByRole('dialog', { name: 'Receipt' })

    await figure(page, `Contacts ${shown(both)}`).click()
    await expect(receipt).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(receipt).toBeHidden()
    await expect(chip).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(chip).toBeHidden()

    await figure(page, `First-time ${shown(firstTime)}`).press('Enter')
    await expect(receipt).toBeVisible()
    await receipt.getByRole('link', { name: 'Open these contacts' }).click()
    await expect(page).toHaveURL(new RegExp(`/calls\\?period=custom&${DAYS}&repeated_filter=1$`))
    await expect(page.getByText(`${shown(firstTime)} contacts`, { exact: true })).toBeVisible()
    await page.goBack()
    await expect(figure(page, `First-time ${shown(firstTime)}`)).toBeVisible()
  },
)

test('a day of the trend is chosen with the keyboard', async ({ page }) => {
  await signInByRequest(page, 'small')
  await page.goto('/overview')
  await expect(page.getByText(/^All [\d,]+ contacts? loaded$/)).toBeVisible()

  const trend = page.getByRole('region', { name: 'Trend', exact: true }).getByRole('slider')
  await trend.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/days=/)
})

// Enough to load in pages.
test.use({ env: MORE_CONTACTS })

for (const [width, height] of [
  [1440, 900],
  [1280, 720],
] as const)
  test(`nothing moves while the overview loads, at ${width} × ${height}`, async ({ page, second }) => {
    await page.setViewportSize({ width, height })
    await expectStillOverview(page, second.origin, 'marketer')
  })

test('nothing moves either where it turns out that there are no callers to call back', async ({
  page,
  second,
}) => {
  await expectStillOverview(page, second.origin, 'edge', { days: 30, isSlow: false })
  await expect(page.getByRole('region', { name: 'Today' }).getByText('No one to call back')).toBeVisible()
})

for (const locale of ['en-US', 'ru-RU'])
  test.describe(`in ${locale}`, () => {
    test.use({ locale })

    test('the bar and the table of sources fit where there are two columns, however narrow, and names can be read', async ({
      page,
    }) => {
      await signInByRequest(page, 'marketer')
      await page.goto('/overview')
      const sources = page.getByRole('table', { name: /^(Sources|Источники)$/ })
      await expect(page.getByRole('button', { name: /^(Refresh|Обновить)$/ })).toBeVisible()
      await expect(sources.getByRole('rowheader').first()).toBeVisible()
      for (const width of [1180, 1279, 1280, 1320, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        await expect
          .poll(() => sources.evaluate(({ parentElement: box }) => box!.scrollWidth - box!.clientWidth))
          .toBe(0)
        await expect
          .poll(() =>
            sources
              .getByRole('rowheader')
              .getByRole('button')
              .evaluateAll(
                (names) => names.filter((name) => name.scrollHeight > name.clientHeight + 4).length,
              ),
          )
          .toBe(0)
        const chips = await page.getByRole('button', { name: /^(Period|Период) / }).evaluate((button) => {
          const line = button.parentElement!.parentElement!
          return line.scrollWidth - line.clientWidth
        })
        expect(chips, `chips cut at ${width}`).toBe(0)
      }
    })
  })

test('beside days that have not all come the comparison’s chip says its days whole', async ({ page }) => {
  await signInByRequest(page, 'edge')
  await page.goto('/overview')
  const chip = page.getByRole('button', { name: /^Compared with / })
  await expect(page.getByRole('button', { name: 'Comparison not whole' })).toBeVisible()
  for (const width of [1280, 1440, 1600]) {
    await page.setViewportSize({ width, height: 900 })
    await expect
      .poll(() =>
        chip.evaluate((button) => {
          const { parentElement: box } = button.querySelector('bdi')!
          return box!.scrollWidth - box!.clientWidth
        }),
      )
      .toBe(0)
  }
})
