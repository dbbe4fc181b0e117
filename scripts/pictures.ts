import { statSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { chromium, type Browser, type BrowserContextOptions, type Page } from '@playwright/test'
import type { SampleAccount } from '#/contract/session.ts'
import { sampleSignIn } from '#/server/reference/sample-data.ts'
import { ensureChromium } from './chromium.ts'

const FOLDER = join(import.meta.dirname, '../docs/pictures')
/** Limit for committed images. */
const MAX_BYTES = 250_000

const DESK = { viewport: { width: 1440, height: 900 } }
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
const LIGHT_ENGLISH = { locale: 'en-US', colorScheme: 'light' } as const
const DARK_RUSSIAN = { locale: 'ru-RU', colorScheme: 'dark' } as const

interface Picture {
  readonly file: string
  readonly account: SampleAccount
  readonly options: BrowserContextOptions
  readonly path: string
  /** Brings the page to what is worth a picture; `path` is open. */
  readonly prepare: (page: Page) => Promise<void>
}

const rows = (page: Page) =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('link') })
const rowsAreThere = (page: Page) => rows(page).first().waitFor()

const PICTURES: readonly Picture[] = [
  {
    file: 'overview.png',
    account: 'client',
    options: { ...DESK, ...LIGHT_ENGLISH },
    path: '/overview',
    prepare: async (page) => {
      await page.getByText(/^All [\d,]+ contacts loaded/).waitFor({ timeout: 120_000 })
      await page.getByRole('region', { name: 'Today' }).getByRole('button').first().waitFor()
      // What has come is drawn part by part, from the top to the bottom.
      await page.waitForFunction(() => {
        const main = document.querySelector('main')
        return !main?.textContent.includes('so far') && !main?.querySelector('[aria-busy=true]')
      })
    },
  },
  {
    file: 'journal-light.png',
    account: 'client',
    options: { ...DESK, ...LIGHT_ENGLISH },
    path: '/calls',
    prepare: rowsAreThere,
  },
  {
    file: 'journal-dark.png',
    account: 'client',
    options: { ...DESK, ...DARK_RUSSIAN },
    path: '/calls?target_filter=1',
    prepare: async (page) => {
      await rowsAreThere(page)
      await page.getByRole('button', { name: /^Период/ }).click()
      await page.getByRole('grid').first().waitFor()
    },
  },
  {
    file: 'journal-phone.png',
    account: 'client',
    options: { ...PHONE, ...LIGHT_ENGLISH },
    path: '/calls',
    prepare: rowsAreThere,
  },
  {
    file: 'contact.png',
    account: 'client',
    options: { ...DESK, ...LIGHT_ENGLISH },
    // Oldest first: their deals have had time to ripen.
    path: '/calls?period=year&source_filter=PAID_SEARCH&target_filter=1&duration_filter=f1t5m&order_way=ASC',
    prepare: async (page) => {
      // Only a deal's sum is written with a comma: such a contact has something to show in every pane.
      const sold = rows(page).filter({ hasText: /\d,\d{3}/ })
      await sold.first().getByRole('link').first().click()
      await page.getByRole('region', { name: 'Recording' }).waitFor()
    },
  },
  {
    file: 'clients.png',
    account: 'agency_manager',
    options: { ...DESK, ...LIGHT_ENGLISH },
    path: '/clients',
    prepare: async (page) => {
      await rowsAreThere(page)
      await page
        .getByText(/^(\d+) of \1 clients loaded/)
        .first()
        .waitFor({ timeout: 120_000 })
    },
  },
  {
    file: 'objects.png',
    account: 'client',
    options: { ...DESK, ...LIGHT_ENGLISH },
    path: '/objects',
    prepare: rowsAreThere,
  },
  {
    file: 'object.png',
    account: 'client',
    options: { ...DESK, ...LIGHT_ENGLISH, colorScheme: 'dark' },
    path: '/objects',
    prepare: async (page) => {
      await page.getByRole('link', { name: 'Dentika Tverskaya', exact: true }).click()
      const script = page.getByRole('region', { name: 'Tracking script' })
      await script.getByRole('checkbox').first().click()
      await page.getByRole('region', { name: 'Plan' }).waitFor()
    },
  },
]

const signIn = async (page: Page, account: SampleAccount) => {
  const { email, password } = sampleSignIn(account)
  await page.goto('/sign-in')
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill(password)
  await page.locator('button[type=submit]').click()
  await page.waitForURL((url) => url.pathname !== '/sign-in')
}

const take = async (browser: Browser, baseURL: string, picture: Picture) => {
  const { file, account, options, path, prepare } = picture
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce', ...options })
  const page = await context.newPage()
  await signIn(page, account)
  await page.goto(path)
  await prepare(page)
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  const target = join(FOLDER, file)
  await page.screenshot({ path: target, animations: 'disabled', caret: 'hide' })
  await context.close()
  const bytes = statSync(target).size
  if (bytes > MAX_BYTES) throw new Error(`${file} has ${bytes} bytes, more than ${MAX_BYTES}`)
  console.log(`docs/pictures/${file}: ${Math.round(bytes / 1000)} kB`)
}

const address = URL.parse(process.argv[2] ?? '')
if (!address) throw new Error('Which Callboard? Give its address, such as http://localhost:8080')
const browser = await chromium.launch({
  executablePath: ensureChromium(),
  // Chromium's sandbox doesn't start as root, as in containers.
  chromiumSandbox: process.getuid?.() !== 0,
})
try {
  for (const picture of PICTURES) await take(browser, address.origin, picture)
} finally {
  await browser.close()
}
