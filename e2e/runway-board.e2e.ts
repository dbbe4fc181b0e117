import type { Locator, Page } from '@playwright/test'
import { FAULT_COOKIE } from '#/server/faults.ts'
import { test } from './support/servers/real-api.ts'
import { signIn } from './support/sign-in.ts'
import { expect } from './support/test.ts'

/*
 * Behind a server of their own: what other tests pin meanwhile would choose other clients.
 */
test.use({ env: { FAULTS: '1' } })

const CLIENTS = 23
const open = async (page: Page, origin: string) => {
  await page.goto(`${origin}/sign-in`)
  await signIn(page, 'manager')
  return page.getByRole('region', { name: 'Runway', exact: true })
}
const load = async (board: Locator) => {
  await board.getByRole('button', { name: `Look over ${CLIENTS} clients` }).click()
  await expect(board.getByText(/^Checked \d\d:\d\d$/)).toBeVisible({ timeout: 30_000 })
}
const objectsAsked = (page: Page) => {
  const made: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/api\/v2\/clients\/[^/]+\/objs\/$/.test(pathname)) made.push(pathname)
  })
  return made
}

/** Days left of every line, as its button says it: `Runway Dec 4, 2026, 13 days, paid period`. */
const daysLeft = async (board: Locator) =>
  (await board.getByRole('listitem').getByRole('button').allTextContents()).map((text) => {
    if (/Today/.test(text)) return 0
    const [, days, ago] = /(\d+) days?( ago)?/.exec(text.replace(/^.*?\d{4}/, ''))!
    return Number(days) * (ago ? -1 : 1)
  })

test('objects of all clients, the soonest to stop first; the others are counted', async ({
  page,
  second,
}) => {
  const made = objectsAsked(page)
  const board = await open(page, second.origin)
  await expect(board.getByText(`At least 1 request for each client: ${CLIENTS}`)).toBeVisible()
  expect(made).toEqual([])
  await load(board)
  expect(made).toHaveLength(CLIENTS)

  const more = board.getByRole('button', { name: 'Show all' })
  if (await more.isVisible()) await more.click()
  const days = await daysLeft(board)
  const counted = async (text: RegExp) => {
    const words = board.getByText(text)
    return (await words.count()) === 0 ? 0 : Number.parseInt((await words.textContent())!)
  }
  expect(days).toEqual(days.toSorted((a, b) => a - b))
  expect(Math.max(...days)).toBeLessThanOrEqual(90)
  expect(days).toHaveLength(await counted(/stops? within 90 days\.$/))
  const others =
    (await counted(/for longer\.$/)) + (await counted(/no such day\.$/)) + (await counted(/not counting\.$/))
  // Every object of every client, none twice.
  const total = await page.evaluate(async (paths) => {
    const answers = await Promise.all(
      paths.map(async (path) => (await fetch(path, { headers: { 'x-requested-by': 'callboard' } })).json()),
    )
    return (answers as { objs: unknown[] }[]).reduce((sum, { objs }) => sum + objs.length, 0)
  }, made.slice())
  expect(days.length + others).toBe(total)

  // Of one client they stand in the order of its own list.
  const sever = board.getByRole('listitem').filter({ hasText: /Sever Group/ })
  const names = await sever.getByRole('link').allTextContents()
  expect(names.length).toBeGreaterThan(0)
  await sever.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/objects\/[^/?]+\?client=/)
  await expect(page.getByRole('heading', { name: names[0]!, exact: true })).toBeVisible()
  await page.goBack()
  // Kept for the visit.
  await expect(board.getByText(/^Checked /)).toBeVisible()
})

test('a line opens its receipt', async ({ page, second }) => {
  const board = await open(page, second.origin)
  await load(board)
  await board.getByRole('listitem').getByRole('button').first().click()
  const receipt = page.getByRole('dialog', { name: 'Receipt' })
  await expect(receipt.getByText('Paid until')).toBeVisible()
})

test('a client that fails says so and is asked again alone', async ({
  page,
  context,
  second,
  allowConsole,
}) => {
  allowConsole(/status of 500/)
  const board = await open(page, second.origin)
  const url = second.origin
  await context.addCookies([{ name: FAULT_COOKIE, value: 'objects-one-client-500', url }])
  await load(board)
  const failure = board.getByRole('listitem').filter({ hasText: 'Motor Servis: The service failed' })
  await expect(failure).toBeVisible()
  await context.addCookies([{ name: FAULT_COOKIE, value: '', url }])
  const made = objectsAsked(page)
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(failure).toBeHidden()
  await expect(board.getByText(/clients checked$/)).toBeHidden()
  expect(made).toHaveLength(1)
})
