import { act, current, putViews, saveButton, tab, view } from './support/saved-views.ts'
import { filterBy } from './support/journal.ts'
import { signInByRequest } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test.beforeEach(async ({ page }) => {
  await signInByRequest(page, 'small')
  await putViews(page, [])
})
test.afterEach(({ page }) => putViews(page, []))

test('many views stay on one line, with a menu of them all; the link of one leads another tab to it', async ({
  page,
}) => {
  await page.goto('/calls')
  await expect(tab(page, 'Target')).toBeVisible()
  const bar = page.getByRole('heading', { name: 'Journal' }).locator('xpath=../..')
  const height = (await bar.boundingBox())!.height
  await expect(page.getByRole('button', { name: 'More views' })).toHaveCount(0)
  await putViews(page, [
    ...Array.from({ length: 199 }, (_, index) =>
      view(`View number ${index} ${'with a long name'.repeat(index % 5)}`, { uri_filter: `/${index}` }),
    ),
    view('Mine', { period: 'year', status_filter: 'ANSWER' }),
  ])
  await page.goto('/calls?uri_filter=%2F150')
  await expect(current(page)).toHaveText(/^View number 150/)
  await expect(current(page)).toBeInViewport({ ratio: 0.95 })
  expect((await bar.boundingBox())!.height).toBe(height)
  await page.getByRole('button', { name: 'More views' }).click()
  await page.getByRole('menuitemradio', { name: 'Long calls' }).click()
  await expect(current(page)).toHaveText('Long calls')
  await expect(current(page)).toBeInViewport({ ratio: 0.95 })
  await expect(saveButton(page)).toHaveAttribute('aria-disabled', 'true')

  await page.getByRole('button', { name: 'More views' }).click()
  await page.getByRole('menuitemradio', { name: 'Mine' }).click()
  await expect(current(page)).toHaveText('Mine')
  await filterBy(page, /^\+7 \d{3} /)
  await expect(page.getByRole('button', { name: /^Caller \+7/ })).toBeVisible()
  await page.context().grantPermissions(['clipboard-write'])
  await act(page, 'Mine', 'Copy link')
  await expect(page.getByText('Link copied, without the caller')).toBeVisible()
  await act(page, 'Mine', 'Rename')
  // Clipboard reading is blocked: paste instead.
  const field = page.getByRole('dialog', { name: 'Rename view' }).getByLabel('Name')
  await field.fill('')
  await field.press('ControlOrMeta+v')
  const link = await field.inputValue()
  expect(new URL(link).pathname + new URL(link).search).toBe(
    '/calls?period=year&status_filter=ANSWER&view=mine',
  )

  const other = await page.context().newPage()
  await other.goto(link)
  await expect(current(other)).toHaveText('Mine')
})
