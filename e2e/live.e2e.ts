import type { Page } from '@playwright/test'
import { useTestClock } from './support/servers/clock.ts'
import { axe, eachTheme } from './support/look.ts'
import { signIn, signInByRequest } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'
import { measureMemory } from './support/watch/page-memory.ts'

/* Kiosk behavior in browsers; the rest is in src/server/live and src/features/live. */

const TV = { width: 1920, height: 1080 }
const stands = (page: Page) => expect(page.getByRole('region', { name: 'Newest contacts' })).toBeVisible()

const overflow = (page: Page) =>
  page.evaluate(() => {
    const { scrollHeight, scrollWidth, clientHeight, clientWidth } = document.documentElement
    return [scrollHeight - clientHeight, scrollWidth - clientWidth]
  })

test('a browser that is made a screen in Settings gets to nothing else, and is ended from another', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, 'marketer')
  const tv = await browser.newContext({ viewport: TV, baseURL: baseURL!, locale: 'en-US' })
  await useTestClock(tv)
  const screen = await tv.newPage()
  await signIn(screen, 'marketer')
  await screen.goto('/settings')
  await screen.getByRole('button', { name: 'Open on a TV' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Show Live' }).click()
  await stands(screen)
  expect(await overflow(screen)).toEqual([0, 0])
  await eachTheme(screen, (theme) => axe(screen, { rules: theme === 'light' ? 'all' : 'colours' }))

  const requestedPaths: string[] = []
  screen.on('request', (request) => void requestedPaths.push(new URL(request.url()).pathname))
  for (const path of [
    '/overview',
    '/calls',
    '/settings',
    '/console',
    '/sign-in',
    '/',
    '/objects/x/calls/5',
  ]) {
    await screen.goto(path)
    await expect(screen).toHaveURL(/\/live$/)
    await stands(screen)
  }
  expect(new Set(requestedPaths.filter((path) => path.startsWith('/api')))).toEqual(new Set(['/api/live']))
  const cookie = (await tv.cookies()).find(({ name }) => name === '__Host-callboard')!
  expect(cookie.expires).toBeGreaterThan(0)

  await page.goto('/settings')
  const walls = page.getByRole('listitem').filter({ hasText: 'TV, until' })
  await expect(walls.first()).toBeVisible()
  const count = await walls.count()
  await walls
    .first()
    .getByRole('button', { name: /^End the session of/ })
    .click()
  await expect(walls).toHaveCount(count - 1)
  await screen.reload()
  await expect(screen.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await tv.close()
})

test('no window scrolls where it need not, and a rested pointer is out of the way', async ({ page }) => {
  await signInByRequest(page, 'marketer')
  await page.setViewportSize(TV)
  await page.goto('/live')
  await stands(page)
  for (const size of [
    TV,
    { width: 3840, height: 2160 },
    { width: 1440, height: 900 },
    { width: 1280, height: 720 },
  ]) {
    await page.setViewportSize(size)
    await expect.poll(() => overflow(page)).toEqual([0, 0])
  }
  for (const width of [820, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expect.poll(async () => (await overflow(page))[1]).toBe(0)
  }
  await page.setViewportSize(TV)
  const cursor = () => page.locator('.live').evaluate((screen) => getComputedStyle(screen).cursor)
  await page.mouse.move(200, 200)
  expect(await cursor()).toBe('auto')
  await expect.poll(cursor).toBe('none')
})

test('after two hours of its clock the page holds no more than after one', async ({ page }) => {
  await signInByRequest(page, 'marketer')
  await page.clock.install({ time: Date.now() })
  await page.goto('/live')
  await stands(page)
  const measure = await measureMemory(page)
  const hour = async () => {
    for (let minute = 0; minute < 60; minute++) await page.clock.runFor(60_000)
    await stands(page)
    const { detached, listeners, workers } = await measure()
    const attached = await page.locator('.live *').count()
    return { detached, listeners, workers, attached }
  }
  const first = await hour()
  const second = await hour()
  for (const name of ['detached', 'listeners', 'workers'] as const)
    expect(second[name], name).toBeLessThanOrEqual(first[name])
  expect(second.attached - first.attached).toBeLessThan(20)
})
