import { signInByRequest } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test(
  'offline-page: a page that nothing answers says so in both languages; the API’s word is never replaced, and nothing is kept',
  { tag: '@journey' },
  async ({ page, context, allowConsole }) => {
    allowConsole(/ERR_INTERNET_DISCONNECTED|status of 503/)
    await signInByRequest(page, 'small')
    await page.goto('/objects')
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready
    })
    await context.setOffline(true)
    await page.goto('/calls?period=year')
    await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Нет связи' })).toBeVisible()
    expect(new URL(page.url()).search, 'the address stays').toBe('?period=year')
    expect(await page.evaluate(() => caches.keys())).toEqual([])
    await expect(page.goto('/api/session')).rejects.toThrow(/ERR_/)
    await page.waitForURL('chrome-error://chromewebdata/')

    await page.goto('/objects')
    await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
    await context.setOffline(false)
    await page.getByRole('link', { name: 'Retry' }).click()
    await expect(page.getByRole('table', { name: 'Objects' })).toBeVisible()
  },
)

test('a page whose code did not come for want of a network is there when the network is', async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED|A part of the app has not come/)
  await signInByRequest(page, 'small')
  await page.goto('/settings')
  await expect(page.getByRole('region', { name: 'Help' })).toBeVisible()
  await context.setOffline(true)
  // By address: hovering a link prefetches its page.
  await page.evaluate(() => {
    history.pushState(null, '', '/console')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('button', { name: 'Send request' })).toBeVisible()
})

test('it can be installed: a manifest in the document’s language, with icons that are there', async ({
  page,
}) => {
  for (const [language, name] of [
    ['en', 'Callboard: call tracking'],
    ['ru', 'Callboard: коллтрекинг'],
  ] as const) {
    const document = await (
      await page.request.get('/sign-in', {
        headers: { 'accept-language': language, 'sec-fetch-mode': 'navigate' },
      })
    ).text()
    const [, address] =
      /<link rel="manifest" href="([^"]+)" crossorigin="use-credentials"/.exec(document) ?? []
    const answer = await page.request.get(address!)
    expect(answer.headers()['content-type']).toBe('application/manifest+json')
    const manifest = (await answer.json()) as {
      name: string
      lang: string
      icons: { src: string; type: string }[]
    }
    expect(manifest).toMatchObject({ name, lang: language, display: 'standalone', start_url: '/' })
    for (const { src, type } of manifest.icons) {
      const icon = await page.request.get(src)
      expect(icon.status(), src).toBe(200)
      expect(icon.headers()['content-type']).toBe(type)
    }
  }
})
