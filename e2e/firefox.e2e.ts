import { expect, test } from '@playwright/test'
import { launch, type Browser, type Page } from 'puppeteer-core'
import { ensureFirefox } from '../scripts/firefox.ts'
import { ORIGIN } from './support/address.ts'
import { credentialsOf } from './support/sign-in.ts'

/* Real Firefox by WebDriver BiDi; Playwright's is its own build. */

const DESK = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

let browser: Browser
test.beforeAll(async () => {
  browser = await launch({
    browser: 'firefox',
    executablePath: ensureFirefox(),
    headless: true,
    extraPrefsFirefox: { 'intl.accept_languages': 'en-US' },
  })
})
test.afterAll(() => browser.close())

const see = (page: Page, role: string, name: string) =>
  page.waitForSelector(`::-p-aria([name="${name}"][role="${role}"])`, { visible: true, timeout: 60_000 })
const press = async (page: Page, role: string, name: string) => {
  const found = await see(page, role, name)
  await found!.click()
}
const addressOf = (page: Page) => new URL(page.url()).pathname
const isAsWideAsItsWindow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)

test('a marketer signs in, reads figures and contacts, and finds pages, in Firefox', async () => {
  const page = await browser.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.setViewport(DESK)
  const { email, password } = credentialsOf('small')
  await page.goto(`${ORIGIN}/sign-in`)
  await page.locator('input[type=email]').fill(email)
  await page.locator('input[type=password]').fill(password)
  await press(page, 'button', 'Sign in')
  await see(page, 'heading', 'Overview')
  await see(page, 'region', 'Summary')
  await page.waitForSelector('main [role=slider]', { visible: true })

  await press(page, 'link', 'Journal')
  await see(page, 'table', 'Contacts')
  const first = await page.waitForSelector('main table tbody a', { visible: true })
  await first!.click()
  await see(page, 'region', 'Attribution')
  expect(addressOf(page)).toMatch(/^\/objects\/\w+\/calls\/\d+$/)

  await page.keyboard.down('Control')
  await page.keyboard.press('k')
  await page.keyboard.up('Control')
  await see(page, 'combobox', 'Go to')
  await page.keyboard.type('Objects')
  await page.keyboard.press('Enter')
  await see(page, 'heading', 'Objects')

  await page.goto(`${ORIGIN}/overview/report`)
  await see(page, 'heading', 'Sources')

  await page.setViewport(PHONE)
  for (const [path, heading] of [
    ['/overview', 'Overview'],
    ['/calls', 'Journal'],
    ['/call-back', 'Missed callers'],
  ] as const) {
    await page.goto(ORIGIN + path)
    await see(page, 'heading', heading)
    expect(await isAsWideAsItsWindow(page), path).toBe(true)
  }
  expect(complaints).toEqual([])
})
