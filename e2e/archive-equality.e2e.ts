import type { Browser, Page } from '@playwright/test'
import type { PeriodPreset } from '#/contract/preferences.ts'
import { clientNamed } from './support/agency.ts'
import { ORIGIN } from './support/address.ts'
import { test } from './support/servers/real-api.ts'
import { useTestClock } from './support/servers/clock.ts'
import { signIn, type Who } from './support/sign-in.ts'
import { expect } from './support/test.ts'

/*
 * Whatever the overview shows is the same from contacts in memory and on disk, wherever the reader is. That every answer is
 * what the service's pages come to: src/test/archive/equality.test.ts.
 */

test.use({ env: { ARCHIVE: 'disk' } })

const PERIODS = [
  'today',
  'last_7_days',
  'last_month',
  'last_30_days',
] as const satisfies readonly PeriodPreset[]
/** Behind UTC and ahead of it, far from the objects' own clocks: another day for some hours of every day. */
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

/** Months are read page by page, while other tests run. */
const PATIENCE = { timeout: 120_000 }

/** How each was read, and when. */
const HOW_IT_WAS_READ = /^(As of|Updated) /
/** Of a day that lasts: one is looked at after the other. */
const withoutNow = (text: string) =>
  text.replace(/\b(until|by) \d\d:\d\d/, '$1 now').replace(/^\d+ h \d\d$|^\d+ min$/, 'ago')

/** All words and figures of the page, of pictures too. Equal rows may stand in either order. */
const wordsOn = async (page: Page): Promise<readonly string[]> => {
  const words = await page.evaluate(() => {
    const main = document.querySelector('main')!
    const found: string[] = []
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      // Where there is little room the time alone says when it was read.
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

/** Resolves when all has come. */
const opened = async (page: Page, period: PeriodPreset) => {
  await expect(page.getByText(/^(As of|Updated) /).first()).toBeVisible(PATIENCE)
  await expect(page.getByRole('progressbar', { name: /^Loading/ })).toHaveCount(0, PATIENCE)
  // The trend of one day is not for stretches of days to be picked.
  const trend = page.getByRole('slider')
  const nothing = page.getByRole('button', { name: 'Contacts 0', exact: true })
  if (period !== 'today') await expect(trend.or(nothing).first()).toBeVisible(PATIENCE)
  // What stands below is there once it is looked at.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
}

interface Compared {
  readonly browser: Browser
  readonly second: { readonly origin: string }
  readonly who: Who
  readonly zone: (typeof ZONES)[number]
  readonly periods: readonly PeriodPreset[]
  /** A client of an agency. */
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
    // Edge cases hold what the archive knowingly counts otherwise (docs/archive.md): src/test/archive/equality.test.ts
    // compares the rest of them.
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
