import { close, onLoopback, test } from './support/servers/real-api.ts'
import { signInByRequest, signInUnread } from './support/sign-in.ts'
import { table } from './support/table.ts'
import { answered, expect } from './support/test.ts'

const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'] as const

/** A text/plain form can produce a JSON body. */
const form = (action: string, enctype: string) =>
  `<form method="post" action="${action}" enctype="${enctype}">
    <input name='{"script_config":{"utm":"3"},"x":"' value='"}'></form><script>document.forms[0].submit()</script>`
const script = (code: string) => `<script>${code}</script>`
const fetching = (address: string, init: object) =>
  script(`fetch(${JSON.stringify(address)}, ${JSON.stringify(init)}).catch(() => {})`)

/** Attacker pages by technique, one request each. */
const attacksOn = (origin: string, oid: string): Readonly<Record<string, string>> => {
  const write = `${origin}/api/v2/objs/${oid}/script_config`
  const read = `${origin}/api/v2/objs/`
  const body = '{"script_config":{}}'
  return {
    ...Object.fromEntries(FORMS.map((type) => [`form ${type}`, form(write, type)])),
    'form sign-in': form(`${origin}/api/v2/users/sign_in`, 'text/plain'),
    'fetch no-cors read': fetching(read, { mode: 'no-cors', credentials: 'include' }),
    'fetch no-cors write': fetching(write, { method: 'POST', mode: 'no-cors', credentials: 'include', body }),
    // Fails at the preflight.
    'fetch cors write': fetching(write, {
      method: 'POST',
      credentials: 'include',
      headers: { 'content-type': 'application/json', 'x-requested-by': 'callboard' },
      body,
    }),
    beacon: script(`navigator.sendBeacon(${JSON.stringify(write)}, ${JSON.stringify(body)})`),
    img: `<img src="${read}">`,
    script: `<script src="${read}"></script>`,
    style: `<link rel="stylesheet" href="${read}">`,
    audio: `<audio src="${origin}/api/recordings/${oid}/1" preload="auto"></audio>`,
    iframe: `<iframe src="${read}"></iframe>`,
    navigation: script(`location = ${JSON.stringify(read)}`),
  }
}

test('csrf-matrix', async ({ page, context, gate, second, allowConsole }) => {
  // About thirty pages; their errors are expected.
  allowConsole(/./)
  // Opening figures starts reading, which continues.
  await signInUnread(page, second.origin, 'marketer')
  const objects = table(page, 'Objects')
  await expect(objects.locator.getByRole('link').first()).toBeVisible()
  const oid = /objects\/([^/]+)/.exec(
    (await objects.locator.getByRole('link').first().getAttribute('href'))!,
  )![1]!
  // Pending requests of the page would be counted.
  await answered(page)
  await page.goto('about:blank')

  const attacks = attacksOn(second.origin, oid)
  const { server, port } = await onLoopback((request, response) => {
    const name = decodeURIComponent(request.url!.slice(1))
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<!doctype html><link rel="icon" href="data:,"><body>${attacks[name] ?? ''}`)
  })
  const sent: Record<string, string>[] = []
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  const { host } = new URL(second.origin)
  network.on('Network.requestWillBeSentExtraInfo', ({ headers }) => {
    const byName = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
    )
    if (byName['host'] === host) sent.push(byName)
  })
  const before = { calls: gate.calls.length, requests: second.requests().length }
  const refusals = () =>
    second
      .requests()
      .slice(before.requests)
      .filter(({ route }) => route.startsWith('/api/'))

  for (const [attacker, site] of [
    [`http://127.0.0.1:${port}`, 'cross-site'],
    [`http://evil.example.localhost:${port}`, 'same-site'],
  ] as const) {
    sent.length = 0
    for (const name of Object.keys(attacks)) {
      const count = refusals().length
      await page.goto(`${attacker}/${encodeURIComponent(name)}`)
      await expect
        .poll(() => refusals().length, { message: `${name} from ${attacker}`, intervals: [20] })
        .toBeGreaterThan(count)
      expect(new Set(refusals().map(({ status }) => status)), `${name} from ${attacker}`).toEqual(
        new Set([403]),
      )
    }
    expect(sent.length).toBeGreaterThan(Object.keys(attacks).length / 2)
    expect(new Set(sent.map((each) => each['sec-fetch-site']))).toEqual(new Set([site]))
    // Same-site requests carry the session; our own check refuses them.
    expect(sent.some((each) => each['cookie']?.includes('__Host-callboard='))).toBe(site === 'same-site')
  }
  await close(server)
  expect(gate.calls.slice(before.calls)).toEqual([])

  await page.goto(`${second.origin}/objects`)
  await expect(objects.locator.getByRole('link').first()).toBeVisible()
})

test('cross-origin-script-load-fails: nothing of ours loads in a page of another site, as whatever it is asked for', async ({
  page,
  baseURL,
  allowConsole,
}) => {
  allowConsole(/./)
  await signInByRequest(page, 'small')
  await page.goto('/calls')
  const assets = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => /^\/assets\/.*\.(?:js|css)$/.test(path)),
  )
  expect(assets.length).toBeGreaterThan(2)
  const { server, port } = await onLoopback((_, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<!doctype html><link rel="icon" href="data:,">'),
  )
  await page.goto(`http://127.0.0.1:${port}/`)
  const addresses = [
    '/api/session',
    '/api/v2/objs/',
    '/api/preferences',
    '/favicon.svg',
    ...assets.slice(0, 3),
  ]
  const loaded = await page.evaluate(
    (urls) =>
      Promise.all(
        urls.flatMap((url) =>
          (['script', 'module', 'img', 'link'] as const).map(
            (kind) =>
              new Promise<string[]>((resolve) => {
                const element = document.createElement(kind === 'module' ? 'script' : kind)
                element.addEventListener('load', () => resolve([`${url} as ${kind}`]))
                element.addEventListener('error', () => resolve([]))
                if (element instanceof HTMLLinkElement)
                  Object.assign(element, { rel: 'stylesheet', href: url })
                else Object.assign(element, { src: url, ...(kind === 'module' && { type: 'module' }) })
                document.documentElement.append(element)
              }),
          ),
        ),
      ),
    addresses.map((path) => `${baseURL}${path}`),
  )
  expect(loaded.flat()).toEqual([])
  await close(server)
})
