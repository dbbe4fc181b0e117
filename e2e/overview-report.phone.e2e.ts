import { signInByRequest } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

const YEAR = 'date_from=2025-11-21&date_to=2026-11-20'

test('the report is read on a phone without scrolling sideways, and its words are as large as any', async ({
  page,
}) => {
  await signInByRequest(page, 'client')
  await page.goto('/overview')
  await page.getByRole('link', { name: 'Report' }).click()
  const paper = page.getByRole('article')
  await expect(paper.getByRole('heading', { name: 'Sources' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  // No overlaps.
  const gaps = await paper.getByRole('definition').evaluateAll((figures) =>
    figures.flatMap((figure) => {
      const lines = [figure.previousElementSibling!, ...figure.children].map((line) =>
        line.getBoundingClientRect(),
      )
      return lines.slice(1).map(({ top }, nth) => top - lines[nth]!.bottom)
    }),
  )
  expect(gaps.length).toBeGreaterThan(10)
  expect(Math.min(...gaps)).toBeGreaterThan(-1)
  const trend = paper.getByRole('img', { name: /^Contacts by day/ })
  await expect(trend).toHaveCount(1)
  // Drawn at this width, so text isn't scaled.
  const size = await trend.evaluate(
    (chart: Element) => getComputedStyle(chart.querySelector('text')!).fontSize,
  )
  expect(Number.parseFloat(size)).toBeGreaterThanOrEqual(10)
})

test('the sources with their advice fit the narrowest phones, in Russian too', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await signInByRequest(page, 'client')
  for (const [address, title, advice] of [
    [`/overview/report?${YEAR}`, 'Sources', /^(?:Spend more|Keep|Watch|Stop)$/],
    [`/overview/report?${YEAR}&lang=ru`, 'Источники', /^(?:Увеличить|Оставить|Следить|Остановить)$/],
  ] as const) {
    await page.goto(address)
    const paper = page.getByRole('article')
    await expect(
      paper.getByRole('table', { name: title }).getByText(advice).filter({ visible: true }).first(),
    ).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  }
})
