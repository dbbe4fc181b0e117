import { signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test('the app opens on its sign-in page and a marketer gets in', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await signIn(page, 'marketer')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
})

test('the server is well', async ({ request }) => {
  expect((await request.get('/healthz')).status()).toBe(200)
})
