import type { BrowserContext, Locator, Page } from '@playwright/test'
import { FAULT_COOKIE, type FaultName } from '#/server/faults.ts'
import { test } from './support/servers/real-api.ts'
import { signIn } from './support/sign-in.ts'
import { expect } from './support/test.ts'

/*
 * Behind a server of their own: what other tests pin meanwhile would choose other clients.
 */
test.use({ env: { FAULTS: '1' } })

const wallOf = (page: Page) => page.getByRole('region', { name: 'Silence wall', exact: true })
const checkButton = (wall: Locator) => wall.getByRole('button', { name: /^Check \d+ clients?$/ })
/** The clients of the sample that have objects. */
const CLIENTS = 23

const open = async (page: Page, origin: string) => {
  await page.goto(`${origin}/sign-in`)
  await signIn(page, 'manager')
  await expect(page).toHaveURL(/\/clients$/)
  return wallOf(page)
}
/** Only these are looked at: a check of all clients takes its time. */
const pin = async (page: Page, ...companies: readonly string[]) => {
  for (const company of companies)
    await page.getByRole('button', { name: `Pin ${company}`, exact: true }).click()
  await expect(wallOf(page).getByText('Only the clients you have pinned.')).toBeVisible()
}
const faultAt = (context: BrowserContext, origin: string, ...names: FaultName[]) =>
  context.addCookies([{ name: FAULT_COOKIE, value: names.join(','), url: origin }])

/** Requests for clients' data from now on: for first pages, and for further ones. */
const requestsOf = (page: Page) => {
  const made = { first: 0, further: 0 }
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (!/^\/api\/v2\/clients\/[^/]+\/(objs\/|calls)$/.test(pathname)) return
    if (searchParams.has('page')) made.further++
    else made.first++
  })
  return made
}

const check = async (wall: Locator) => {
  await checkButton(wall).click()
  await expect(wall.getByText(/^Checked \d\d:\d\d$/)).toBeVisible({ timeout: 60_000 })
}

test('the number of requests is shown before they are made, and no others are', async ({ page, second }) => {
  const made = requestsOf(page)
  const wall = await open(page, second.origin)
  await expect(checkButton(wall)).toHaveText(`Check ${CLIENTS} clients`)
  const words = await wall.getByText(/^At least 10 requests for each client: \d+$/).textContent()
  const said = Number(/\d+$/.exec(words!)![0])
  expect(said).toBe(10 * CLIENTS)
  expect(made).toEqual({ first: 0, further: 0 })

  await check(wall)
  expect(made.first).toBe(said)
  // As many again, and no more than that, if every list were of two pages.
  expect(made.further).toBeLessThan(said)
  await expect(wall.getByText(/are not tracked\.$/)).toBeVisible()
})

/** The receipt of a figure: label to value, and the receipt is closed again. */
const receiptOf = async (page: Page, figure: Locator): Promise<ReadonlyMap<string, string>> => {
  await figure.click()
  const receipt = page.getByRole('dialog', { name: 'Receipt' })
  const labels = await receipt.getByRole('term').allTextContents()
  const values = await receipt.getByRole('definition').allTextContents()
  await receipt.getByRole('button', { name: 'Close' }).click()
  return new Map(labels.map((label, index) => [label, values[index]!]))
}

const DAY_MS = 86_400_000
const isoDay = (words: string) => new Date(Date.parse(`${words} UTC`)).toISOString().slice(0, 10)
const around = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** How many contacts an object has on a day up to a time of its clock, as the service lists them day by day. */
const countUpTo = (
  page: Page,
  of: { client: string; oid: string },
  [from, to]: readonly [string, string],
  day: string,
  time: string,
) =>
  page.evaluate(
    async ({ of, from, to, day, time }) => {
      let count = 0
      for (let number = 1; ; number++) {
        const query = `period=custom&date_from=${from}&date_to=${to}&order_way=ASC${number > 1 ? `&page=${number}` : ''}`
        const response = await fetch(`/api/v2/clients/${of.client}/calls?${query}`, {
          headers: { 'x-requested-by': 'callboard' },
        })
        const { calls, meta } = (await response.json()) as {
          calls: { obj_oid: string; date: string }[]
          meta: { pagination: { total_pages: number } }
        }
        count += calls.filter(
          ({ obj_oid, date }) => obj_oid === of.oid && date.slice(0, 10) === day && date.slice(11, 16) < time,
        ).length
        if (number >= meta.pagination.total_pages) return count
      }
    },
    { of, from, to, day, time },
  )

/** Holds an object's receipt against what the service lists. */
const expectTrue = async (page: Page, entry: Locator, figure: Locator) => {
  const href = await entry.getByRole('link').first().getAttribute('href')
  const { pathname, searchParams } = new URL(href!, page.url())
  const of = { client: searchParams.get('client')!, oid: pathname.split('/').at(-1)! }
  const receipt = await receiptOf(page, figure)
  const [todayWords, today] = [...receipt].find(([label]) => label.includes(', by '))!
  const [dayWords = '', time = ''] = todayWords.split(', by ')
  const day = isoDay(dayWords)
  // Today is asked for with the days around it: what the day alone answers is what the fault has made busy.
  expect(Number(today)).toBe(await countUpTo(page, of, [around(day, -1), around(day, 1)], day, time))

  const weeks = [...receipt].filter(([label]) => /^\w{3} \d+, \d{4}$/.test(label))
  expect(weeks.map(([label]) => isoDay(label))).toEqual(
    Array.from({ length: 8 }, (_, week) => around(day, -7 * (week + 1))),
  )
  let sum = 0
  for (const [label, count] of weeks) {
    const week = isoDay(label)
    expect(Number(count), label).toBe(await countUpTo(page, of, [week, week], week, time))
    sum += Number(count)
  }
  expect(Number(receipt.get('Usual by now')), 'mean of the weeks').toBeCloseTo(sum / 8, 1)
  return sum / 8
}

test('silent objects come first, the least likely on top, each with its own count, norm and way to the snippet', async ({
  page,
  context,
  second,
}) => {
  const wall = await open(page, second.origin)
  await pin(page, 'Sever Group')
  // Each past day begins with thirty contacts of one object: whatever the hour is now, its today is silent.
  await faultAt(context, second.origin, 'calls-busy-days')
  await check(wall)
  const cards = wall.getByRole('list').first().getByRole('listitem')
  await expect(wall.getByText(/^\d+ objects? (is|are) unusually quiet\.$/)).toBeVisible()
  await expect(cards.first()).toBeVisible()

  const card = cards.first()
  await expect(card.getByText(/^(0 since \d\d:\d\d|\d+ today)$/)).toBeVisible()
  await expect(card.getByText(/by chance$/)).toBeVisible()
  const figure = card.getByRole('button')
  const usual = await expectTrue(page, card, figure)
  await expect(figure).toContainText(/usually \d/)
  expect(usual).toBeGreaterThan(5)

  const times = (await cards.getByText(/by chance$/).allTextContents()).map((text) =>
    text.includes('million') ? Infinity : Number(/1 in ([\d,]+)/.exec(text)![1]!.replaceAll(',', '')),
  )
  expect(times).toEqual(times.toSorted((a, b) => b - a))
  expect(times.at(-1)).toBeGreaterThanOrEqual(100)

  const snippet = cards.getByRole('link', { name: 'Check the snippet' }).first()
  await expect(snippet).toHaveAttribute('href', /^\/objects\/[^/]+\?client=[^#]+#tracking-script$/)
})

test('an object too quiet to judge says so, and shows what it was judged from', async ({ page, second }) => {
  const wall = await open(page, second.origin)
  await pin(page, 'Sever Group', 'Motor Servis')
  await check(wall)
  const toggle = wall.getByRole('button', { name: /^\d+ objects? (is|are) too quiet to judge$/ })
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  await toggle.press('Enter')
  await expect(toggle).toHaveAttribute('aria-expanded', 'true')
  const quiet = wall.getByRole('listitem').filter({ hasText: /usually [\d.]+$/ })
  expect(await quiet.count()).toBe(Number(/^\d+/.exec((await toggle.textContent())!)![0]))
  const usual = (await quiet.getByRole('button').allTextContents()).map((text) => Number(text.split(' ')[1]))
  expect(usual).toEqual(usual.toSorted((a, b) => b - a))
  await expectTrue(page, quiet.first(), quiet.first().getByRole('button'))
})

test('what was cancelled keeps what has come; the rest is asked for alone', async ({
  page,
  context,
  second,
}) => {
  const wall = await open(page, second.origin)
  await checkButton(wall).click()
  const progress = wall.getByRole('progressbar', { name: 'Checking clients' })
  await expect(progress).toHaveAttribute('aria-valuetext', /^\d+ of at least \d+ requests$/)
  await expect(wall.getByText(new RegExp(`^[1-9]\\d* of ${CLIENTS} clients$`))).toBeVisible()
  await faultAt(context, second.origin, 'calls-slow')
  await wall.getByRole('button', { name: 'Cancel' }).click()
  await expect(progress).toBeHidden()
  const partial = await wall.getByText(new RegExp(`^\\d+ of ${CLIENTS} clients checked$`)).textContent()
  const left = CLIENTS - Number.parseInt(partial!)
  const rest = wall.getByRole('button', { name: /^Check the other \d+ clients?$/ })
  await expect(rest).toHaveText(new RegExp(`other ${left} `))
  await expect(wall.getByText(`At least 10 requests for each client: ${10 * left}`)).toBeVisible()

  await faultAt(context, second.origin)
  const made = requestsOf(page)
  await rest.click()
  await expect(rest).toBeHidden()
  await expect(wall.getByText(/^Checked /)).toBeVisible({ timeout: 60_000 })
  await expect(wall.getByText(/clients checked$/)).toBeHidden()
  expect(made.first).toBe(10 * left)
})

test('a client that fails says so in its own line and is asked again alone', async ({
  page,
  context,
  second,
  allowConsole,
}) => {
  allowConsole(/status of 500/)
  const wall = await open(page, second.origin)
  await pin(page, 'Sever Group', 'Motor Servis')
  await faultAt(context, second.origin, 'objects-one-client-500')
  await check(wall)
  const failure = wall.getByRole('listitem').filter({ hasText: 'Motor Servis' })
  await expect(failure).toContainText('Motor Servis: The service failed with status 500.')
  await expect(wall.getByText('1 of 2 clients checked')).toBeVisible()

  await faultAt(context, second.origin)
  const made = requestsOf(page)
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(failure).toBeHidden()
  await expect(wall.getByText(/clients checked$/)).toBeHidden()
  await expect(wall.getByText(/^Checked /)).toBeVisible()
  expect(made.first).toBe(10)
})

test('what was checked is kept for an hour', async ({ page, second }) => {
  await page.clock.install()
  const wall = await open(page, second.origin)
  await pin(page, 'Motor Servis')
  await check(wall)
  const found = await wall.getByText(/too quiet to judge$/).textContent()
  const made = requestsOf(page)
  const navigation = page.getByRole('navigation', { name: 'Main' })
  const awayFor = async (minutes: number) => {
    await navigation.getByRole('link', { name: 'Objects' }).click()
    await expect(page.getByRole('heading', { name: 'Choose a client first' })).toBeVisible()
    await page.clock.fastForward(minutes * 60_000)
    await navigation.getByRole('link', { name: 'Clients' }).click()
    await expect(wall).toBeVisible()
  }
  await awayFor(50)
  await expect(wall.getByText(found!)).toBeVisible()
  await expect(checkButton(wall)).toBeHidden()
  await awayFor(11)
  await expect(checkButton(wall)).toHaveText('Check 1 client')
  await expect(wall.getByText(found!)).toBeHidden()
  expect(made).toEqual({ first: 0, further: 0 })
})

test('pinned clients are checked alone', async ({ page, second }) => {
  const wall = await open(page, second.origin)
  await pin(page, 'Motor Servis')
  await expect(wall.getByText('At least 10 requests for each client: 10')).toBeVisible()
  const made = requestsOf(page)
  await check(wall)
  expect(made.first).toBe(10)
  await page.getByRole('button', { name: 'Unpin Motor Servis', exact: true }).click()
  await expect(wall.getByText(`1 of ${CLIENTS} clients checked`)).toBeVisible()
})
