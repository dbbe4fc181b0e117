import { fault } from './support/fault.ts'
import { credentialsOf, signInByRequest } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test(
  'console-sign-in: a tried sign-in sets no cookie, and the session stays who it was',
  { tag: '@journey' },
  async ({ page, context }) => {
    await signInByRequest(page, 'client')
    await page.goto('/console?endpoint=sign_in')
    const { email, password } = credentialsOf('marketer')
    await page.getByRole('textbox', { name: /^Email/ }).fill(email)
    await page.getByLabel(/^Password/).fill(password)
    const before = await context.cookies()
    const answered = page.waitForResponse('**/api/console/sign_in')
    await page.getByRole('button', { name: 'Send request' }).click()
    const response = await answered
    expect(response.status()).toBe(200)
    expect(await response.headerValues('set-cookie')).toEqual([])
    expect(await response.text()).not.toMatch(/api_?key/i)
    await expect(page.getByRole('region', { name: 'Response' }).getByText(email)).toBeVisible()
    expect(await context.cookies()).toEqual(before)
    const session: unknown = await page.evaluate(async () =>
      (await fetch('/api/session', { headers: { 'x-requested-by': 'callboard' } })).json(),
    )
    expect(session).toMatchObject({ user: { email: credentialsOf('client').email } })
  },
)

test('five megabytes are scrolled, searched and folded, of which only what is in view is drawn', async ({
  page,
  context,
}) => {
  await signInByRequest(page, 'marketer')
  await fault(context, 'calls-heavy')
  await page.goto('/console?endpoint=all_calls')
  await page.getByRole('button', { name: 'Send request' }).click()
  const response = page.getByRole('region', { name: 'Response' })
  await expect(response.getByText(/^5(\.\d)? MB$/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Contract check' }).getByText('As documented')).toBeVisible()
  const tree = page.getByRole('tree', { name: 'JSON of the answer' })
  await page.getByRole('button', { name: 'Open all' }).click()
  await tree.focus()
  await page.keyboard.press('End')
  await expect(tree.locator('[aria-selected=true]')).toHaveText(/"total_objects": /)
  await expect(tree.locator('[aria-selected=true]')).toBeInViewport()
  expect(await tree.locator('[data-node]').count()).toBeLessThan(150)
  const tall = await tree.evaluate((box) => box.scrollHeight)
  expect(tall).toBeGreaterThan(1_000_000)

  // Rows are rendered in the frame of the scroll.
  await tree.evaluate((box) => {
    box.scrollTop = 0
  })
  await tree.hover()
  for (let step = 0; step < 20; step += 1) {
    await page.mouse.wheel(0, 3_000)
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
    const isDrawn = await tree.evaluate((box) => {
      const { left, top, height } = box.getBoundingClientRect()
      return [top + 2, top + height - 20].every((y) =>
        document.elementFromPoint(left + 100, y)?.closest('[data-node]'),
      )
    })
    expect(isDrawn).toBe(true)
  }
  await page.getByRole('searchbox', { name: 'Search in the answer' }).fill('next_page')
  await page.keyboard.press('Enter')
  await expect(response.getByText('1 of 1')).toBeVisible()
  await expect(tree.getByText('"next_page"')).toBeInViewport()
  await page.getByRole('button', { name: 'Close all' }).click()
  await expect(tree.getByRole('treeitem')).toHaveCount(3)
})
