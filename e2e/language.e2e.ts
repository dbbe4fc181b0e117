import type { Page } from '@playwright/test'
import { signInByRequest } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

const RUSSIAN = { locale: 'ru-RU' }
const chooseLanguage = async (page: Page, menu: string, language: string) => {
  await page.getByRole('button', { name: menu }).click()
  await page.getByRole('menuitemradio', { name: language }).click()
}

test(
  'switches its language at once, keeps what was typed, and the next page begins in it',
  { tag: '@journey' },
  async ({ page }) => {
    await page.goto('/sign-in')
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    await page.getByLabel('Email').fill('igor@domograd.ru')
    await chooseLanguage(page, 'Language', 'Русский')
    await expect(page.getByRole('button', { name: 'Войти', exact: true })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
    await expect(page.getByLabel('Эл. почта')).toHaveValue('igor@domograd.ru')

    const document = await page.reload()
    expect(await document!.text()).toContain('<html lang="ru"')
    await expect(page.getByRole('button', { name: 'Войти', exact: true })).toBeVisible()
  },
)

test.describe('a Russian browser', () => {
  test.use(RUSSIAN)
  test('gets the page in Russian, and prints a report in English', async ({ page }) => {
    await signInByRequest(page, 'small')
    const document = await page.goto('/overview/report')
    const html = await document!.text()
    expect(html).toContain('<html lang="ru"')
    expect(html).toMatch(/rel="preload"\s+as="font"[^>]*inter-cyrillic/)
    await expect(page.getByRole('heading', { name: 'Отчёт', exact: true })).toBeVisible()
    await page.getByText('English', { exact: true }).click()
    await expect(page.getByRole('article').getByText('Sources').first()).toBeVisible()
    await page.reload()
    await expect(page.getByRole('article').getByText('Sources').first()).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
  })
})

test('a choice that only the page remembers: it begins in it all the same, and tells the server', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('callboard.language', 'ru'))
  await page.goto('/sign-in')
  await expect(page.getByRole('button', { name: 'Войти', exact: true })).toBeVisible()
  expect((await page.context().cookies()).find(({ name }) => name === 'callboard-language')?.value).toBe('ru')
  expect(await (await page.reload())!.text()).toContain('<html lang="ru"')
})

test('the language changes without a connection', async ({ page, allowConsole }) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED/)
  await page.goto('/sign-in')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await page.context().setOffline(true)
  await chooseLanguage(page, 'Language', 'Русский')
  await expect(page.getByRole('button', { name: 'Войти', exact: true })).toBeVisible()
  await page.context().setOffline(false)
})
