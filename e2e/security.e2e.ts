import { contacts, filterBy } from './support/journal.ts'
import { credentialsOf, signIn, signInByRequest } from './support/sign-in.ts'
import { table } from './support/table.ts'
import { answered, expect, test } from './support/test.ts'

/** Pages of an account; a manager's include the client. */
const ROUTES = {
  'pages of what a client has': [
    '/overview',
    '/overview/report',
    '/overview/tools',
    '/overview/changes',
    '/calls?period=all',
    '/objects',
    '/objects?status=5',
    '/call-back',
    '/alerts',
  ],
  'other pages': ['/clients', '/audit', '/settings', '/console', '/health', '/nowhere', '/live'],
}

for (const [kind, routes] of Object.entries(ROUTES))
  test(`key-never-in-browser, all-requests-same-origin: ${kind}`, async ({
    page,
    context,
    playwright,
    baseURL,
    allowConsole,
  }) => {
    allowConsole(/status of 40\d/)
    // Keys as issued by the service: the manager's, and client tokens.
    const vendor = await playwright.request.newContext({ baseURL: baseURL! })
    const signedIn = await vendor.post('/v2/users/sign_in', { data: { user: credentialsOf('manager') } })
    const key = ((await signedIn.json()) as { user: { api_key: string } }).user.api_key
    const authorization = `Basic ${Buffer.from(`${key}:`).toString('base64')}`
    const agencies = (await (await vendor.get('/v2/agency', { headers: { authorization } })).json()) as {
      agency: { clients: { auth_token: string; company_name: string }[] }
    }[]
    await vendor.dispose()
    const secrets = [key, authorization.slice(6), ...agencies[0]!.agency.clients.map((one) => one.auth_token)]
    expect(secrets.length).toBeGreaterThan(20)

    const found: string[] = []
    const search = (where: string, text: string) => {
      for (const secret of secrets) if (text.includes(secret)) found.push(`${where}: ${secret.slice(0, 6)}…`)
    }
    const answers: Promise<void>[] = []
    page.on('response', (response) => {
      search(response.url(), JSON.stringify(response.headers()))
      answers.push(
        response
          .text()
          .then((body) => search(response.url(), body))
          .catch(() => {}),
      )
    })

    const strangers: string[] = []
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url())
      if (origin !== baseURL && protocol !== 'data:') strangers.push(request.url())
    })

    await signIn(page, 'manager')
    await page.getByRole('link', { name: 'Sever Group', exact: true }).click()
    await expect(page.getByRole('region', { name: 'Summary' })).toBeVisible()
    const client = new URL(page.url()).searchParams.get('client')!
    for (const route of routes) {
      await page.goto(`${route}${route.includes('?') ? '&' : '?'}client=${client}`)
      await expect(page.getByRole('heading').first()).toBeVisible()
      await answered(page)
      search(`${route} page`, await page.content())
    }
    await page.goto(`/calls?period=all&client=${client}`)
    await table(page, 'Contacts').locator.getByRole('link').first().click()
    await expect(page.getByRole('region', { name: 'Attribution' })).toBeVisible()
    await answered(page)
    search('contact page', await page.content())
    await page.goto(`${new URL(page.url()).pathname.replace(/\/calls\/.*$/, '')}?client=${client}`)
    await expect(page.getByRole('region', { name: 'Facts' })).toBeVisible()
    await answered(page)
    search('object page', await page.content())

    const stored = await page.evaluate(async () => ({
      cookie: document.cookie,
      local: JSON.stringify(localStorage),
      session: JSON.stringify(sessionStorage),
      databases: JSON.stringify(await indexedDB.databases()),
      caches: JSON.stringify(await caches.keys()),
    }))
    search('kept by the page', JSON.stringify(stored))
    expect(stored.databases).toBe('[]')
    expect(stored.caches).toBe('[]')
    const cookies = await context.cookies()
    search('cookies', JSON.stringify(cookies))
    const session = cookies.find(({ name }) => name === '__Host-callboard')
    expect(session).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Strict', path: '/' })

    const cdp = await context.newCDPSession(page)
    const snapshot: string[] = []
    cdp.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => snapshot.push(chunk))
    await cdp.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
    const heap = snapshot.join('')
    expect(heap).toContain('Sever Group')
    search('heap', heap)
    await Promise.all(answers)
    expect(found).toEqual([])
    expect(strangers).toEqual([])
  })

test(
  'pii-not-in-url: a caller that is filtered by, opened, and come back to',
  { tag: '@journey' },
  async ({ page }) => {
    await signInByRequest(page, 'small')
    /** Logged data: addresses, titles and referrers. */
    const navigations: string[] = []
    page.on('framenavigated', (frame) => navigations.push(frame.url()))
    page.on('request', (request) => navigations.push(request.headers()['referer'] ?? ''))
    const note = async () =>
      navigations.push(page.url(), await page.title(), await page.evaluate(() => location.href))
    await page.goto('/calls?period=year')
    const number = await filterBy(page, /^\+7 \d{3} /)
    await expect(page.getByRole('button', { name: `Remove filter: Caller ${number}` })).toBeVisible()
    await note()
    await contacts(page).locator.locator('tbody').getByRole('link').first().click()
    await expect(page.getByRole('region', { name: 'Attribution' })).toBeVisible()
    await note()
    await page.goBack()
    await expect(page.getByRole('button', { name: `Remove filter: Caller ${number}` })).toBeVisible()
    await note()
    await page.reload()
    await expect(page.getByRole('button', { name: `Remove filter: Caller ${number}` })).toBeVisible()
    await note()
    const digits = number.replaceAll(/\D/g, '')
    expect(digits.length).toBeGreaterThan(9)
    expect(navigations.length).toBeGreaterThan(20)
    const spoken = navigations.map((text) => decodeURIComponent(text).replaceAll(/\D/g, ''))
    expect(navigations.filter((_, index) => spoken[index]?.includes(digits.slice(1)))).toEqual([])
  },
)
