import type { Page } from '@playwright/test'
import { addDays } from '#/contract/day.ts'
import { recordListQueries as queriesOf } from './support/list-queries.ts'
import { fetchJson } from './support/calls.ts'
import { eachTheme } from './support/look.ts'
import { isOnePage } from './support/one-page.ts'
import { signInByRequest } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

/** Complete days everywhere, so that figures don't change. */
const TO = addDays(new Date().toISOString().slice(0, 10), -2)
const FROM = addDays(TO, -34)
const DAYS = `date_from=${FROM}&date_to=${TO}`

const open = async (page: Page, more: string) => {
  await page.goto(`/overview?${DAYS}${more}`)
  // Two periods of contacts, on a busy machine.
  await expect(page.getByText(/^All [\d,]+ contacts? loaded$/)).toBeVisible()
  // The line says it first, the figures a moment later.
  await expect(page.getByText('so far')).toHaveCount(0)
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  const count = page.getByRole('status').filter({ hasText: /^[\d,]+ contacts?$/ })
  await expect(count).toBeVisible()
  return Number((await count.textContent())!.replace(/\D/g, ''))
}

test.describe('the report', () => {
  test(
    'is one white page in either language, of what is loaded already',
    { tag: '@journey' },
    async ({ page }) => {
      await signInByRequest(page, 'marketer')
      const queries = queriesOf(page)
      const contacts = await open(page, '&region=Berlin')
      const before = queries.length
      await page.getByRole('link', { name: 'Report' }).click()
      await expect(page).toHaveURL(/\/overview\/report\?.*region=Berlin/)
      const paper = page.getByRole('article')
      await expect(paper).toHaveAttribute('lang', 'en')
      await expect(paper.getByText('Region Berlin')).toBeVisible()
      await expect(paper.getByText(contacts.toLocaleString('en-US'), { exact: true }).first()).toBeVisible()
      expect(queries.length).toBe(before)
      await eachTheme(page, async () => {
        await expect(paper).toHaveCSS(
          'background-color',
          /^(rgb\(255, 255, 255\)|lab\(100 0 0\)|oklch\(1 0 0\))$/,
        )
      })
      await isOnePage(page)

      await page.setViewportSize({ width: 1440, height: 900 })
      await page.getByRole('button', { name: 'Русский', exact: true }).click()
      await expect(page).toHaveURL(/[?&]lang=ru(&|$)/)
      await expect(paper).toHaveAttribute('lang', 'ru')
      await expect(paper).toHaveAccessibleName('Обращения и звонки')
      await expect(paper.getByRole('heading', { name: 'Источники' })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Download PDF', exact: true })).toBeVisible()
      await isOnePage(page)

      await page.setViewportSize({ width: 1440, height: 900 })
      await page.getByRole('link', { name: 'Back to overview' }).click()
      await expect(page).toHaveURL(/\/overview\?.*region=Berlin/)
      expect(page.url()).not.toContain('lang')
      expect(queries.length).toBe(before)
    },
  )

  test('stays one page with the worst names there are', async ({ page }) => {
    await signInByRequest(page, 'edge')
    const { objs } = await fetchJson<{ objs: { oid: string; title: string | null }[] }>(page, '/objs/')
    const { oid } = objs.find(({ title }) => title === 'Edge cases')!
    const long = encodeURIComponent('Ы'.repeat(600))
    for (const query of [
      `object=${oid}`,
      `object=${oid}&lang=ru`,
      `object=${oid}&date_from=2020-01-01&date_to=${TO}&compare=year`,
      `${DAYS}&page=${long}&source=~`,
    ]) {
      await page.goto(`/overview/report?${query}`)
      await expect(page.getByRole('article').locator('footer')).toContainText(/Callboard · (made|создано)/)
      await expect(page.getByRole('button', { name: 'Download PDF' })).not.toHaveAttribute('aria-disabled')
      await isOnePage(page)
      await page.setViewportSize({ width: 1440, height: 900 })
    }
  })
})
