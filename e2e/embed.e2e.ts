import type { BrowserContext, Page } from '@playwright/test'
import { CALLS, FOREIGN, SAME_SITE, test, UNLISTED } from './support/servers/portal.ts'
import { credentialsOf } from './support/sign-in.ts'
import { expect } from './support/test.ts'

/* Portals over TLS on two companies' sites; the rest is in src/server/embed.test.ts and src/features/sign-in/framed. */

const open = async (page: Page, portal: string, path = '/objects?embed=1') => {
  await page.goto(`${portal}/#${encodeURIComponent(path)}`)
  return page.frameLocator('iframe')
}
const insideOf = (page: Page) => page.frames().find((frame) => frame !== page.mainFrame())!
const fillIn = async (page: Page) => {
  const { email, password } = credentialsOf('small')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
const sessionCookies = async (context: BrowserContext) =>
  (await context.cookies()).filter(({ name }) => /^__Host-callboard(?:_p)?$/.test(name))

const attack = async (api: string) => {
  const include = { credentials: 'include', mode: 'no-cors' } as const
  await Promise.allSettled([
    fetch(`${api}/session`, include),
    fetch(`${api}/v2/objs/`, { ...include, mode: 'cors' }),
    fetch(`${api}/embed/session`, { ...include, method: 'POST', body: '{}' }),
    // Fails at the preflight.
    fetch(`${api}/session`, {
      ...include,
      mode: 'cors',
      method: 'DELETE',
      headers: { 'x-requested-by': 'callboard' },
    }),
  ])
  navigator.sendBeacon(`${api}/v2/users/sign_in`, '{}')
  const form = document.createElement('form')
  Object.assign(form, { method: 'post', action: `${api}/embed/codes`, target: 'hidden' })
  const hidden = document.createElement('iframe')
  hidden.name = 'hidden'
  document.body.append(hidden, form)
  form.submit()
}

const signInByPopUp = async (page: Page) => {
  const frame = page.frameLocator('iframe')
  const opening = page.waitForEvent('popup')
  await frame.getByRole('button', { name: 'Sign in', exact: true }).click()
  const popUp = await opening
  await fillIn(popUp)
  const closing = popUp.waitForEvent('close')
  await popUp.getByRole('button', { name: 'Let portal.partner.localhost show Callboard' }).click()
  await closing
  await expect(frame.getByRole('heading', { name: 'Objects', level: 1 })).toBeVisible()
  return frame
}

test('frame-allowed-only-listed: a portal that is not listed gets nothing, nor does any the pop-up', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/frame-ancestors/)
  const frame = await open(page, FOREIGN)
  await expect(frame.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  for (const [portal, path] of [
    [UNLISTED, '/objects?embed=1'],
    [FOREIGN, '/embed/sign-in?portal=x&challenge=y'],
  ] as const) {
    await page.goto('about:blank')
    await open(page, portal, path)
    await expect.poll(() => insideOf(page).url()).toBe('chrome-error://chromewebdata/')
  }
})

test.describe('without a list', () => {
  test.use({ framed: {} })
  test('frame-denied', async ({ page, allowConsole }) => {
    allowConsole(/frame-ancestors|X-Frame-Options/)
    await open(page, SAME_SITE)
    await expect.poll(() => insideOf(page).url()).toBe('chrome-error://chromewebdata/')
  })
})

test('on the same site the ordinary session is there; the frame is as high as its page', async ({ page }) => {
  await page.goto(`${CALLS}/sign-in?next=/objects`)
  await fillIn(page)
  await expect(page.getByRole('heading', { name: 'Objects', level: 1 })).toBeVisible()
  const frame = await open(page, SAME_SITE)
  await expect(frame.getByRole('heading', { name: 'Objects', level: 1 })).toBeVisible()
  await expect(frame.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  const heard = () => page.evaluate(() => (globalThis as unknown as { heard: { type: string }[] }).heard)
  const sizes = () =>
    insideOf(page).evaluate(() => [innerHeight, document.querySelector<HTMLElement>('#root')!.offsetHeight])
  await expect(frame.getByRole('table', { name: 'Objects' })).toBeVisible()
  await expect.poll(async () => new Set(await sizes()).size).toBe(1)
  expect(new Set((await heard()).map(({ type }) => type))).toEqual(new Set(['ready', 'height']))
})

test(
  'on another site a pop-up signs in for the frame, which keeps the session in a jar of its own',
  { tag: '@journey' },
  async ({ page, context, second, tls, allowConsole }) => {
    allowConsole(/status of 403|Failed to load resource|CORS policy|net::ERR|X-Frame-Options|frame-ancestors/)
    await open(page, FOREIGN)
    const signIn = page.frameLocator('iframe').getByRole('button', { name: 'Sign in', exact: true })
    await expect(signIn).toBeEnabled()

    await test.step('wrong-origin sender ignored', async () => {
      const requestsBefore = second.requests().length
      await page.evaluate(() => {
        const { contentWindow } = document.querySelector('iframe')!
        for (const code of ['A'.repeat(43), 'x']) contentWindow!.postMessage({ type: 'code', code }, '*')
      })
      const frame = await signInByPopUp(page)
      await expect(frame.getByRole('link').first()).toBeVisible()
      const redeemed = second
        .requests()
        .slice(requestsBefore)
        .filter(({ route }) => route === '/api/embed/session')
      expect(redeemed.map(({ status }) => status)).toEqual([204])
    })

    await test.step('by a cookie that only this portal’s page sends', async () => {
      const cookies = await sessionCookies(context)
      expect(
        cookies.map(({ name, partitionKey, sameSite, httpOnly, secure }) => ({
          name,
          partitionKey,
          sameSite,
          httpOnly,
          secure,
        })),
      ).toEqual(
        expect.arrayContaining([
          {
            name: '__Host-callboard',
            partitionKey: undefined,
            sameSite: 'Strict',
            httpOnly: true,
            secure: true,
          },
          {
            name: '__Host-callboard_p',
            partitionKey: 'https://partner.localhost',
            sameSite: 'None',
            httpOnly: true,
            secure: true,
          },
        ]),
      )
      expect(cookies).toHaveLength(2)
    })

    await test.step('it is there after a reload and on the next page, without rail and account', async () => {
      await insideOf(page).evaluate(() => location.reload())
      const frame = page.frameLocator('iframe')
      await frame.locator('a[data-to="object"]').first().click()
      await expect(frame.getByRole('region', { name: 'Tracking script' })).toBeVisible()
      expect(insideOf(page).url()).toMatch(/\/objects\/[^/?]+\?embed=1$/)
      await expect(frame.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
      await expect(frame.getByRole('button', { name: 'Account' })).toHaveCount(0)
    })

    await test.step('csrf-matrix: what the portal and other frames in it ask carries the cookie, and is refused', async () => {
      await page.evaluate((address) => {
        const other = document.createElement('iframe')
        other.src = address
        document.body.append(other)
      }, `${UNLISTED}/empty`)
      const other = () => page.frames().find((frame) => frame.url() === `${UNLISTED}/empty`)
      await expect.poll(other).toBeDefined()
      for (const attacker of [page.mainFrame(), other()!]) {
        const before = second.requests().length
        tls.cookies.length = 0
        await attacker.evaluate(attack, `${CALLS}/api`)
        const refused = () => second.requests().filter(({ status }, at) => at >= before && status === 403)
        await expect.poll(() => refused().length).toBe(6)
        // Cookies are shared within the portal's partition; our own check refuses.
        expect(tls.cookies.join()).toContain('__Host-callboard_p=')
      }
    })

    await test.step('and what is signed out of here is over here only', async () => {
      await page.goto('about:blank')
      const frame = await open(page, FOREIGN, '/objects')
      await frame.getByRole('button', { name: 'Account' }).click()
      await frame.getByRole('menuitem', { name: 'Sign out' }).click()
      await expect(frame.getByRole('heading', { name: 'Sign in' })).toBeVisible()
      expect((await sessionCookies(context)).map(({ name }) => name)).toEqual(['__Host-callboard'])
      await page.goto(`${CALLS}/objects`)
      await expect(page.getByRole('heading', { name: 'Objects', level: 1 })).toBeVisible()
    })
  },
)

test('fault-401-typed: in a frame that is higher than the window what is typed waits, and the sign-in is where one looks', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 401/)
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, FOREIGN)
  const frame = await signInByPopUp(page)
  await insideOf(page).evaluate(() => location.assign('/calls?embed=1&period=year&status_filter=missed'))
  await frame.getByRole('table', { name: 'Contacts' }).getByRole('link').first().click()
  await frame.getByRole('button', { name: 'Add note' }).click()
  const note = frame.getByRole('textbox', { name: 'Note' })
  await note.fill('Wants a garage')
  await insideOf(page).evaluate(() =>
    fetch('/api/session', { method: 'DELETE', headers: { 'x-requested-by': 'callboard' } }),
  )
  const save = frame.getByRole('button', { name: 'Save note' })
  const over = frame.getByRole('dialog', { name: 'Sign in' })
  // Background requests may detect the end first.
  await expect(async () => {
    if (!(await over.isVisible())) await save.click({ timeout: 1_000 })
    await expect(over).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(over.getByText(/^Your session has ended\. What you typed is kept/)).toBeInViewport()
  await expect(note).toBeHidden()
  const signIn = over.getByRole('button', { name: 'Sign in', exact: true })
  const [button, width] = [await signIn.boundingBox(), page.viewportSize()!.width]
  expect(button!.x + button!.width).toBeLessThan(width)

  const opening = page.waitForEvent('popup')
  await signIn.click()
  const popUp = await opening
  const closing = popUp.waitForEvent('close')
  await popUp.getByRole('button', { name: 'Let portal.partner.localhost show Callboard' }).click()
  await closing
  await expect(over).toBeHidden()
  await expect(note).toHaveValue('Wants a garage')
  await save.click()
  await expect(note).toBeHidden()
  await expect(frame.getByText('Wants a garage')).toBeVisible()
})

test('presenting-frame: the mode masks in a portal’s frame, is still on after a reload, ends there, and is nowhere else', async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/status of 401|Failed to load resource/)
  await open(page, FOREIGN)
  await signInByPopUp(page)
  await page.goto('about:blank')
  const frame = await open(page, FOREIGN, '/calls?embed=1&period=year')
  const rows = frame.getByRole('table', { name: 'Contacts' }).getByRole('row')
  const number = rows.filter({ hasText: /\+7 \d{3} \d{3}-\d\d-\d\d/ })
  const mask = rows.filter({ hasText: /\+7 ••• ••\d-\d\d-\d\d/ })
  await expect(number.first()).toBeVisible()
  // Keys go to the focused frame.
  await frame.getByRole('button', { name: 'Keyboard shortcuts' }).press('Shift+P')
  await expect(frame.getByText('Presentation mode is on.')).toBeVisible()
  await expect(mask.first()).toBeVisible()
  await expect(number).toHaveCount(0)
  await insideOf(page).goto(insideOf(page).url())
  await expect(mask.first()).toBeVisible()
  await expect(number).toHaveCount(0)

  const own = await context.newPage()
  await own.goto(`${CALLS}/calls?period=year`)
  await expect(own.getByRole('table', { name: 'Contacts' }).getByRole('row').nth(2)).toBeVisible()
  await expect(own.getByText('Presentation mode is on.')).toHaveCount(0)

  await frame.getByRole('button', { name: 'End' }).click()
  await expect(number.first()).toBeVisible()
  await expect(frame.getByText('Presentation mode is on.')).toHaveCount(0)
})

test('a portal that cuts off what it opens: the window goes on by itself, and the frame says so', async ({
  page,
  context,
}) => {
  await page.goto(`${FOREIGN}/isolated#${encodeURIComponent('/objects?embed=1')}`)
  const frame = page.frameLocator('iframe')
  const opening = context.waitForEvent('page')
  await frame.getByRole('button', { name: 'Sign in', exact: true }).click()
  const tab = await opening
  await fillIn(tab)
  await expect(
    tab.getByText('This window has lost its connection with portal.partner.localhost.'),
  ).toBeVisible()
  await expect(frame.getByText('No window has opened that this page can speak to')).toBeVisible()
  await tab.getByRole('link', { name: 'Open Callboard' }).click()
  await expect(tab.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
})

test.describe('in a portal that isolates itself', () => {
  const ISOLATED = `${FOREIGN}/embedder`
  test('nothing is shown unless Callboard does so too', async ({ page, allowConsole }) => {
    allowConsole(/ERR_BLOCKED_BY_RESPONSE|Cross-Origin-Embedder-Policy/)
    await open(page, ISOLATED)
    await expect.poll(() => insideOf(page).url()).toBe('chrome-error://chromewebdata/')
  })

  test.describe('with EMBED_COEP', () => {
    test.use({
      framed: {
        EMBED_ANCESTORS: `${SAME_SITE},${FOREIGN}`,
        EMBED_COOKIE: 'partitioned',
        EMBED_COEP: '1',
      },
    })
    test('one signs in by the pop-up and sees figures', async ({ page }) => {
      await open(page, ISOLATED)
      const frame = await signInByPopUp(page)
      await insideOf(page).evaluate(() => location.assign('/overview?embed=1'))
      await expect(frame.getByRole('table', { name: 'Sources' })).toBeVisible()
    })
  })
})

test.describe('with the ordinary cookie only', () => {
  test.use({ framed: { EMBED_ANCESTORS: `${SAME_SITE},${FOREIGN}` } })
  test('fault-cookies: a frame signs in on the same site; on another one the browser keeps no cookie, and the page says so', async ({
    page,
  }) => {
    let frame = await open(page, FOREIGN)
    await expect(frame.getByText('calls.company.localhost', { exact: true })).toBeVisible()
    const { email, password } = credentialsOf('small')
    for (const portal of [FOREIGN, SAME_SITE]) {
      await page.goto('about:blank')
      frame = await open(page, portal)
      await frame.getByLabel('Email', { exact: true }).fill(email)
      await frame.getByLabel('Password', { exact: true }).fill(password)
      await frame.getByRole('button', { name: 'Sign in', exact: true }).click()
      if (portal === FOREIGN)
        await expect(
          frame.getByText('Your browser blocks cookies in this frame. Open in a new tab.'),
        ).toBeVisible()
    }
    await expect(frame.getByRole('heading', { name: 'Objects', level: 1 })).toBeVisible()
  })
})
