import { createRandom } from '#/server/reference/sample/random.ts'
import type { Page } from '@playwright/test'
import { test } from './support/servers/chaos.ts'
import { credentialsOf, signIn } from './support/sign-in.ts'
import type { TwoBuilds } from './support/servers/two-builds.ts'
import { table } from './support/table.ts'
import { expect } from './support/test.ts'
import { isLongSuite } from '#/test/suite.ts'

/*
 * Random user actions over a service with a fifth of requests failing; invariants are checked after each. Steps
 * depend on the seed, answer order doesn't. `CHAOS_SEED=7` repeats one.
 */

const STEPS = isLongSuite ? 200 : 15
const SEEDS = process.env['CHAOS_SEED']
  ? [Number(process.env['CHAOS_SEED'])]
  : Array.from({ length: isLongSuite ? 50 : 5 }, (_, index) => index + 1)

const LONGEST_SLEEP_MS = 12 * 3_600_000

/** Longest wait for a press before the step is skipped. */
const PATIENCE = { timeout: 3_000 }

const ROUTES = [
  '/overview',
  '/overview/report',
  '/overview/tools',
  '/overview/changes',
  '/calls?period=all',
  '/calls?period=year&target_filter=1',
  '/objects',
  '/clients',
  '/settings',
  '/console',
  '/nowhere',
]

interface Walk extends Pick<TwoBuilds, 'deploy' | 'sleep'> {
  readonly page: Page
  readonly origin: string
  readonly random: () => number
}
const oneOf = <T>({ random }: Walk, all: readonly T[]): T => all[Math.floor(random() * all.length)]!

const press = async (walk: Walk, found: ReturnType<Page['locator']>) => {
  const count = await found.count()
  if (count === 0) return
  await found
    .nth(Math.floor(walk.random() * Math.min(count, 20)))
    .click(PATIENCE)
    .catch(() => undefined)
}

/** Tab past the last control leaves for the browser's UI. */
const TAB = 'press Tab'

const STEPS_BY_NAME: Readonly<Record<string, (walk: Walk) => Promise<unknown>>> = {
  'open an address': (walk) =>
    walk.page.goto(walk.origin + oneOf(walk, ROUTES), PATIENCE).catch(() => undefined),
  'go to a page': (walk) =>
    press(walk, walk.page.getByRole('navigation', { name: 'Main' }).getByRole('link')),
  'go to another page': (walk) =>
    press(walk, walk.page.getByRole('navigation', { name: 'Main' }).getByRole('link')),
  filter: (walk) => press(walk, walk.page.getByRole('checkbox')),
  sort: (walk) => press(walk, walk.page.getByRole('columnheader').getByRole('button')),
  'open a row': (walk) => press(walk, walk.page.locator('tbody a')),
  'open another row': (walk) => press(walk, walk.page.locator('tbody a')),
  'press anything': (walk) =>
    press(walk, walk.page.locator('main').getByRole('button').and(walk.page.locator(':not([disabled])'))),
  'try again': (walk) => press(walk, walk.page.getByRole('button', { name: /^Retry$/ })),
  scroll: ({ page, random }) =>
    page.evaluate((share) => {
      for (const box of document.querySelectorAll('main, main *'))
        if (box.scrollHeight > box.clientHeight + 200) box.scrollTop = share * box.scrollHeight
    }, random()),
  'switch the client': async (walk) => {
    await press(walk, walk.page.getByRole('button', { name: /^Client / }))
    await press(walk, walk.page.getByRole('option'))
  },
  export: async (walk) => {
    await press(walk, walk.page.getByRole('button', { name: /^Export/ }))
    await press(walk, walk.page.getByRole('menuitem'))
  },
  'close what is open': ({ page }) => page.keyboard.press('Escape'),
  'go back': ({ page }) => page.goBack(PATIENCE).catch(() => undefined),
  'go forward': ({ page }) => page.goForward(PATIENCE).catch(() => undefined),
  'use the keys': async (walk) => walk.page.keyboard.press(oneOf(walk, ['j', 'k', '/', 'Enter', '?'])),
  [TAB]: ({ page }) => page.keyboard.press('Tab'),
  'lose the network': ({ page }) => page.context().setOffline(true),
  'find the network': ({ page }) => page.context().setOffline(false),
  'open a second tab': async (walk) => {
    const other = await walk.page.context().newPage()
    await other.goto(walk.origin + oneOf(walk, ROUTES), PATIENCE).catch(() => undefined)
    await other.close()
  },
  deploy: async ({ deploy }) => deploy(),
  sleep: async ({ page, sleep, random }) => {
    const ms = Math.ceil(random() * LONGEST_SLEEP_MS)
    sleep(ms)
    await page.clock.fastForward(ms)
  },
  'sign out': async (walk) => {
    await press(walk, walk.page.getByRole('button', { name: 'Account' }))
    await press(walk, walk.page.getByRole('menuitem', { name: 'Sign out' }))
  },
}
const NAMES = Object.keys(STEPS_BY_NAME)

/** Invariants that a closing page can't show. */
const read = async <T>(page: Page, from: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await from()
    } catch (error) {
      if (!/Execution context was destroyed/.test(String(error))) throw error
      await page.waitForLoadState()
    }
  }
}

/** The browser's own offline page. */
const isOurs = async (page: Page, origin: string) =>
  (await read(page, () => page.evaluate(() => location.origin))) === origin &&
  (await read(page, () => page.evaluate(() => document.getElementById('root') !== null)))

/** Read at once. */
const stateOf = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement
    return {
      address: location.href,
      html:
        document.documentElement.outerHTML + JSON.stringify([localStorage, sessionStorage, history.state]),
      // An overlay for signing in hides those below.
      modals: [...document.querySelectorAll('dialog:modal')].filter((one) =>
        one.checkVisibility({ visibilityProperty: true }),
      ).length,
      isFocusLost: focused === null || focused === document.body,
      focus: focused instanceof HTMLElement && (focused.ariaLabel ?? focused.textContent).slice(0, 60),
      heading: document.querySelector('h1, h2')?.textContent ?? null,
      page: (document.documentElement.dataset['walk'] ??= crypto.randomUUID()),
    }
  })

/** Replaces missing chunks, as between two releases. */
const reload = (page: Page) => page.getByRole('link', { name: 'Reload', exact: true })

/** Navigation, or the sign-in page. */
const wayOn = (page: Page) =>
  page
    .getByRole('button', { name: 'Account' })
    .or(page.getByRole('heading', { name: 'Sign in', exact: true }))
    // Offline, unopened pages can't load; the page says so.
    .or(page.getByRole('button', { name: /^(?:Reload|Retry)$/ }))
    .or(reload(page))
    .first()

/** Over a page with unsaved work, which the browser would ask about. */
const signInOver = (page: Page) => page.getByRole('dialog', { name: 'Sign in' })

const enter = async (page: Page, origin: string) => {
  if (await signInOver(page).isVisible()) {
    const { email, password } = credentialsOf('manager')
    await signInOver(page).getByLabel('Email', { exact: true }).fill(email)
    await signInOver(page).getByLabel('Password', { exact: true }).fill(password)
    await signInOver(page).getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(signInOver(page)).toBeHidden()
    return
  }
  await page.goto(`${origin}/sign-in`)
  await signIn(page, 'manager')
}

for (const seed of SEEDS)
  test(
    `chaos: seed ${seed}, ${STEPS} steps`,
    {},
    async ({ page, twoBuilds: { origin, deploy, sleep }, chaos, allowConsole }) => {
      test.setTimeout(1_800_000)
      // Logged by the browser.
      allowConsole(/Failed to load resource|net::ERR|A part of the app has not come|Refused to apply style/)
      // The router logs failed chunks.
      allowConsole(/^console: ApiError: \w+\n/)
      // The browser confirms unsaved work.
      allowConsole(/^dialog: $/)
      await page.clock.install({ time: Date.now() })
      const walk: Walk = { page, origin, deploy, sleep, random: createRandom(seed).unit }
      await enter(page, origin)
      chaos.begin(seed)
      const path: string[] = []
      for (let step = 0; step < STEPS; step++) {
        if ((await isOurs(page, origin)) && page.url().includes('/sign-in')) {
          await page.context().setOffline(false)
          path.push('sign in')
          chaos.begin(null)
          await enter(page, origin)
          chaos.begin(seed * 1_000 + step)
        }
        if (await reload(page).isVisible()) {
          path.push('reload')
          // Disappears with the answer.
          await reload(page)
            .click({ timeout: 5_000 })
            .catch(() => expect(reload(page)).toBeHidden())
        }
        const name = oneOf(walk, NAMES)
        path.push(name)
        const trail = `seed ${seed}: ${path.join(', ')}`
        const before = (await isOurs(page, origin)) ? await read(page, () => stateOf(page)) : null
        await STEPS_BY_NAME[name]!(walk)
        if (!(await isOurs(page, origin))) {
          await page.context().setOffline(false)
          await page.goto(`${origin}/calls`)
        }
        await expect(wayOn(page), trail).toBeVisible()
        const after = await read(page, () => stateOf(page))
        expect(after.modals, trail).toBeLessThanOrEqual(1)
        for (const key of chaos.keys) expect(after.html.includes(key), trail).toBe(false)
        if (name === TAB) continue
        if (!before || before.isFocusLost) continue
        const isSamePage = ({ address, heading, page: its }: typeof before) =>
          address === before.address && heading === before.heading && its === before.page
        // Focus may be lost briefly, until restored or replaced.
        if (after.isFocusLost && isSamePage(after))
          await expect
            .poll(
              async () => {
                const now = await read(page, () => stateOf(page))
                return isSamePage(now) && now.isFocusLost
              },
              {
                message: `focus is lost, which was on ${before.focus}, ${trail}`,
                timeout: 5_000,
              },
            )
            .toBe(false)
      }

      chaos.begin(null)
      await page.context().setOffline(false)
      if (!(await isOurs(page, origin))) await enter(page, origin)
      const trail = `seed ${seed}: ${path.join(', ')}`
      const clients = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Clients' })
      const again = page.getByRole('button', { name: 'Retry' }).first()
      // Effects of the previous step may be late.
      await expect(async () => {
        if (await reload(page).isVisible()) await reload(page).click({ timeout: 1_000 })
        if (page.url().includes('/sign-in') || (await signInOver(page).isVisible())) await enter(page, origin)
        await page.keyboard.press('Escape')
        if (!(await clients.isVisible()) && (await again.isVisible())) await again.click({ timeout: 1_000 })
        await clients.click({ timeout: 1_000 })
      }, `the way on can be pressed, ${trail}`).toPass({ timeout: 20_000 })
      const listed = table(page, 'Clients').locator.getByRole('link').first()
      const unsaved = page.getByRole('button', { name: 'Leave without saving' })
      // Keys typed into the search.
      const clear = page.getByRole('button', { name: 'Clear search' })
      await expect(async () => {
        // Parts that the previous step missed, after a release.
        for (const one of [unsaved, clear, again])
          if (await one.isVisible()) await one.click({ timeout: 1_000 })
        await expect(listed).toBeVisible({ timeout: 1_000 })
      }, `well again in ten seconds, ${trail}`).toPass({ timeout: 10_000 })
    },
  )
