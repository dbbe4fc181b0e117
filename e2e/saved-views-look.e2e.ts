import { current, putViews, saveButton, tab, view } from './support/saved-views.ts'
import { signInByRequest } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

// As in saved-views.e2e.ts, on an account of its own.
test.describe.configure({ mode: 'default' })
test.beforeEach(async ({ page }) => {
  await signInByRequest(page, 'statisticsOnly')
  await putViews(page, [])
})
test.afterEach(({ page }) => putViews(page, []))

test('many views stay on one line, with a menu of them all; the two hundredth is the last', async ({
  page,
}) => {
  await page.goto('/calls')
  await expect(tab(page, 'Target')).toBeVisible()
  const bar = page.getByRole('heading', { name: 'Journal' }).locator('xpath=../..')
  const height = (await bar.boundingBox())!.height
  await expect(page.getByRole('button', { name: 'More views' })).toHaveCount(0)
  await putViews(
    page,
    Array.from({ length: 200 }, (_, index) =>
      view(`View number ${index} ${'with a long name'.repeat(index % 5)}`, { uri_filter: `/${index}` }),
    ),
  )
  await page.goto('/calls?uri_filter=%2F150')
  await expect(current(page)).toHaveText(/^View number 150/)
  await expect(current(page)).toBeInViewport({ ratio: 0.95 })
  expect((await bar.boundingBox())!.height).toBe(height)
  await page.getByRole('button', { name: 'More views' }).click()
  await page.getByRole('menuitemradio', { name: 'Long calls' }).click()
  await expect(current(page)).toHaveText('Long calls')
  await expect(current(page)).toBeInViewport({ ratio: 0.95 })
  await expect(saveButton(page)).toHaveAttribute('aria-disabled', 'true')
  await expect(saveButton(page)).toHaveAccessibleDescription('There can be 200 views. Delete one first.')
})

test.describe('in Russian', () => {
  test.use({ locale: 'ru-RU' })
  test('tabs and dialog speak it', async ({ page }) => {
    await page.goto('/calls?period=year&repeated_filter=1&status_filter=NOANSWER')
    const views = page.getByRole('navigation', { name: 'Виды' })
    await expect(views.locator('[aria-current=page]')).toHaveText('Нет ответа, первичные')
    await expect(views.getByRole('link').first()).toHaveText('Все обращения')
    await page.getByRole('button', { name: 'Сохранить вид' }).click()
    await expect(page.getByRole('dialog').getByLabel('Название')).toHaveValue('Только первичные, Нет ответа')
  })
})
