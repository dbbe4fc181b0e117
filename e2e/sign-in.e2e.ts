import { axe, bothThemes } from './support/look.ts'
import { credentialsOf, signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test('a wrong pair says so, keeps the email and lets in afterwards', async ({ page, allowConsole }) => {
  allowConsole(/status of 401/)
  const { email, password } = credentialsOf('small')
  await page.goto('/sign-in')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill('nonsense')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Email or password is not right')).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
})

test('empty fields are named, and nothing is sent', async ({ page }) => {
  await page.goto('/sign-in')
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Enter your email')).toBeVisible()
  await expect(page.getByText('Enter your password')).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused()
  expect(sent).toEqual([])
})

test('an API key opens a session too, and a wrong one does not', async ({
  page,
  playwright,
  baseURL,
  allowConsole,
}) => {
  allowConsole(/status of 401/)
  // The key as any program gets it: from the documented sign-in of the service itself.
  const vendor = await playwright.request.newContext({ baseURL: baseURL! })
  const answer = await vendor.post('/v2/users/sign_in', { data: { user: credentialsOf('small') } })
  const { user } = (await answer.json()) as { user: { api_key: string } }
  await vendor.dispose()

  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Use an API key instead' }).click()
  const field = page.getByLabel('API key', { exact: true })
  await field.fill('wrong')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('This API key is not right')).toBeVisible()
  await field.fill(user.api_key)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
})

test('a sample account is one press away', async ({ page }) => {
  await page.goto('/sign-in')
  await page
    .getByRole('button', { name: /^Fill in/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/clients$/)
})

test('a link opens after sign-in, but only a link of ours', async ({ page }) => {
  await page.goto('/calls?period=year&target_filter=1')
  await expect(page).toHaveURL(/\/sign-in\?next=/)
  await signIn(page, 'small')
  await expect(page).toHaveURL(/\/calls\?period=year&target_filter=1$/)
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.goto('/sign-in?next=//evil.example/')
  await signIn(page, 'small')
  await expect(page).toHaveURL(/\/overview$/)
})

test('the page speaks Russian to a Russian browser, and switches', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'ru-RU' })
  const page = await context.newPage()
  await page.goto('/sign-in')
  await expect(page.getByRole('heading', { name: 'Вход' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
  await page.getByRole('button', { name: 'Язык Русский' }).click()
  await page.getByRole('menuitemradio', { name: 'English' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await context.close()
})

test('has no accessibility violation', async ({ page }) => {
  await page.goto('/sign-in')
  await bothThemes(page, async () => {
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await axe(page)
  })
})
