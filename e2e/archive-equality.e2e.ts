import type { Browser, Page } from '@playwright/test'
import type { PeriodPreset } from '#/contract/preferences.ts'
import { clientNamed } from './support/agency.ts'
import { ORIGIN } from './support/address.ts'
import { test } from './support/servers/real-api.ts'
import { useTestClock } from './support/servers/clock.ts'
import { signIn, type Who } from './support/sign-in.ts'
import { expect } from './support/test.ts'

/*
 * The overview is equal from memory and disk in any time zone. Answers against the service's pages:
 * src/test/archive/equality.test.ts.
 */

test.use({ env: { ARCHIVE: 'disk' } })

const PERIODS = [
  'today',
  'last_7_days',
  'last_month',
  'last_30_days',
] as const satisfies readonly PeriodPreset[]
/** Behind and ahead of UTC, far from the objects' zones. */
const ZONES = ['America/Los_Angeles', 'Pacific/Auckland'] as const

const openSignedIn = async (browser: Browser, origin: string, who: Who, timezoneId: string) => {
  const context = await browser.newContext({
    baseURL: origin,
    timezoneId,
    locale: 'en-US',
    viewport: { width: 1440, height: 900 },
  })
  await useTestClock(context)
  const page = await context.newPage()
  await signIn(page, who)
  return page
}

/** Months are read page by page, in parallel with other tests. */
const PATIENCE = { timeout: 120_000 }

const HOW_IT_WAS_READ = /^(As of|Updated) /
/** Slow, so one after another. */
const withoutNow = (text: string) =>
  text.replace(/\b(until|by) \d\d:\d\d/, '$1 now').replace(/^\d+ h \d\d$|^\d+ min$/, 'ago')

/** All texts and figures, also of images. Equal rows may be in any order. */
const wordsOn = async (page: Page): Promise<readonly string[]> => {
  const words = await page.evaluate(() => {
    const main = document.querySelector('main')!
    const found: string[] = []
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      if (!(node.parentElement!.closest('[aria-hidden=true]') && /^\d\d:\d\d$/.test(node.textContent!)))
        found.push(node.textContent!)
    for (const name of ['aria-label', 'aria-valuetext', 'd'])
      for (const element of main.querySelectorAll(`[${name}]`)) found.push(element.getAttribute(name)!)
    return found
  })
  return words
    .map((text) => withoutNow(text.trim()))
    .filter((text) => text !== '' && !HOW_IT_WAS_READ.test(text))
    .toSorted()
}

const opened = async (page: Page, period: PeriodPreset) => {
  await expect(page.getByText(/^(As of|Updated) /).first()).toBeVisible(PATIENCE)
  await expect(page.getByRole('progressbar', { name: /^Loading/ })).toHaveCount(0, PATIENCE)
  // The trend of one day has no ranges.
  const trend = page.getByRole('slider')
  const nothing = page.getByRole('button', { name: 'Contacts 0', exact: true })
  if (period !== 'today') await expect(trend.or(nothing).first()).toBeVisible(PATIENCE)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
}

interface Compared {
  readonly browser: Browser
  readonly second: { readonly origin: string }
  readonly who: Who
  readonly zone: (typeof ZONES)[number]
  readonly periods: readonly PeriodPreset[]
  readonly company?: string
}

const compare = async ({ browser, second, who, zone, periods, company }: Compared) => {
  const paged = await openSignedIn(browser, ORIGIN, who, zone)
  const archived = await openSignedIn(browser, second.origin, who, zone)
  const client = company === undefined ? '' : `&client=${await clientNamed(paged, company)}`
  for (const period of periods) {
    const address = `/overview?period=${period}${client}`
    await paged.goto(address)
    await opened(paged, period)
    for (const visit of ['first', 'second']) {
      if (visit === 'first') await archived.goto(address)
      else await archived.reload()
      await opened(archived, period)
      await expect(async () => {
        const expected = await wordsOn(paged)
        expect(expected.length, `${period}: words on the page`).toBeGreaterThan(50)
        expect(await wordsOn(archived), `${period}: ${visit} visit`).toEqual(expected)
      }).toPass(PATIENCE)
    }
  }
  await paged.context().close()
  await archived.context().close()
}

for (const zone of ZONES) {
  test(`the overview shows the same from the archive as page by page, read in ${zone}`, async ({
    browser,
    second,
  }) => {
    await compare({ browser, second, who: 'client', zone, periods: ['last_7_days'] })
  })

  test.describe(`of every account, read in ${zone}`, { tag: '@long' }, () => {
    // Edge cases include what the archive counts differently by design (docs/archive.md).
    for (const who of ['marketer', 'small', 'client'] as const)
      test(`the overview of ${who} shows the same from the archive as page by page`, async ({
        browser,
        second,
      }) => {
        await compare({ browser, second, who, zone, periods: PERIODS })
      })
    for (const company of ['Sever Group', 'Motor Servis'])
      test(`the overview of the client ${company} shows the same from the archive as page by page`, async ({
        browser,
        second,
      }) => {
        await compare({ browser, second, who: 'manager', zone, periods: PERIODS, company })
      })
  })
}
