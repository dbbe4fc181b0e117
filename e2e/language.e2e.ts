import type { Page } from '@playwright/test'
import { signInByRequest } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

const RUSSIAN = { locale: 'ru-RU' }
const OTHERS = /\/assets\/[\w.-]*other-language[\w.-]*\.js$/

/** Which files of the other language's texts the page has asked for. */
const othersOf = (page: Page) => {
  const asked: string[] = []
  page.on('request', (request) => OTHERS.test(request.url()) && asked.push(request.url()))
  return asked
}
const chooseLanguage = async (page: Page, menu: string, language: string) => {
  await page.getByRole('button', { name: menu }).click()
  await page.getByRole('menuitemradio', { name: language }).click()
}

test(
  'texts come in one language; the other’s come whole when the user switches, and the next page begins in it',
  { tag: '@journey' },
  async ({ page }) => {
    const others = othersOf(page)
    await page.goto('/sign-in')
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    expect(others).toEqual([])
    await page.getByLabel('Email').fill('igor@domograd.ru')
    await chooseLanguage(page, 'Language', 'Русский')
    await expect(page.getByRole('button', { name: 'Войти', exact: true })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
    await expect(page.getByLabel('Эл. почта')).toHaveValue('igor@domograd.ru')
    expect(others).toHaveLength(1)

    const document = await page.reload()
    expect(await document!.text()).toContain('<html lang="ru"')
    await expect(page.getByRole('button', { name: 'Войти', exact: true })).toBeVisible()
    expect(others).toHaveLength(1)
  },
)

test.describe('a Russian browser', () => {
  test.use(RUSSIAN)
  test('gets Russian texts alone, and prints a report in English', async ({ page }) => {
    await signInByRequest(page, 'small')
    const others = othersOf(page)
    const document = await page.goto('/overview/report')
    const html = await document!.text()
    expect(html).toContain('<html lang="ru"')
    // The letters of its texts come with the first ones.
    expect(html).toMatch(/rel="preload"\s+as="font"[^>]*inter-cyrillic/)
    await expect(page.getByRole('heading', { name: 'Отчёт', exact: true })).toBeVisible()
    expect(others).toEqual([])
    await page.getByText('English', { exact: true }).click()
    await expect(page.getByRole('article').getByText('Sources').first()).toBeVisible()
    expect(others).toHaveLength(1)
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

test('the other language cannot be fetched: the page stays as it is and says so', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/)
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill('igor@domograd.ru')
  await page.route(OTHERS, (route) => route.abort())
  await chooseLanguage(page, 'Language', 'Русский')
  await expect(page.getByText('The other language could not be loaded.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('igor@domograd.ru')
})
