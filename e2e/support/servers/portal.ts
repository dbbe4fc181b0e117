import { once } from 'node:events'
import { request as ask } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Browser } from '@playwright/test'
import { makeCertificate } from './certificate.ts'
import { test as base } from './real-api.ts'

/** Portals: same site, listed, unlisted. */
export const CALLS = 'https://calls.company.localhost'
export const SAME_SITE = 'https://portal.company.localhost'
export const FOREIGN = 'https://portal.partner.localhost'
export const UNLISTED = 'https://portal.evil.localhost'

/** As in docs/embedding.md. */
const PORTAL_PAGE = `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Portal</title>
<iframe title="Callboard" allow="clipboard-write" style="border:0; width:100%; height:600px"></iframe>
<script>
  window.heard = []
  const frame = document.querySelector('iframe')
  frame.src = '${CALLS}' + decodeURIComponent(location.hash.slice(1))
  addEventListener('message', ({ origin, source, data }) => {
    if (origin !== '${CALLS}' || source !== frame.contentWindow) return
    heard.push(data)
    if (data.type === 'height') frame.style.height = Math.min(Math.max(data.height, 200), 2000) + 'px'
  })
</script>`

interface WorkerFixtures {
  /** One TLS server under all names; `callboard` is where Callboard listens behind it. */
  tls: {
    readonly port: number
    readonly pin: string
    callboard: number
    readonly cookies: string[]
  }
  browser: Browser
}

export const test = base.extend<{ framed: Readonly<Record<string, string>>; portals: void }, WorkerFixtures>({
  tls: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern.
    async ({}, use) => {
      const { cert, key, pin } = makeCertificate(
        [CALLS, SAME_SITE, FOREIGN, UNLISTED].map((origin) => new URL(origin).hostname),
      )
      const tls = { port: 0, pin, callboard: 0, cookies: new Array<string>() }
      const server = createServer({ cert, key }, (request, response) => {
        const { method, url = '/', headers } = request
        if (headers.host !== new URL(CALLS).host) {
          const isolated =
            (url.startsWith('/isolated') && { 'cross-origin-opener-policy': 'same-origin' }) ||
            (url.startsWith('/embedder') && { 'cross-origin-embedder-policy': 'require-corp' })
          response
            .writeHead(200, { 'content-type': 'text/html', ...isolated })
            .end(url === '/empty' ? '<!doctype html><title>Empty</title>' : PORTAL_PAGE)
          return
        }
        tls.cookies.push(headers.cookie ?? '')
        const further = ask({ port: tls.callboard, method, path: url, headers }, (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(response)
        })
        further.on('error', () => response.destroy())
        request.pipe(further)
      })
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      tls.port = (server.address() as AddressInfo).port
      await use(tls)
      server.close().closeAllConnections()
    },
    { scope: 'worker' },
  ],
  browser: [
    async ({ playwright, launchOptions, tls }, use) => {
      const browser = await playwright.chromium.launch({
        ...launchOptions,
        args: [
          ...(launchOptions.args ?? []),
          `--host-resolver-rules=MAP *.localhost 127.0.0.1:${tls.port}`,
          `--ignore-certificate-errors-spki-list=${tls.pin}`,
          // Third-party cookies are blocked except partitioned ones.
          '--test-third-party-cookie-phaseout',
        ],
      })
      await use(browser)
      await browser.close()
    },
    { scope: 'worker' },
  ],
  framed: [{ EMBED_ANCESTORS: `${SAME_SITE},${FOREIGN}`, EMBED_COOKIE: 'partitioned' }, { option: true }],
  env: async ({ framed }, use) => use({ PUBLIC_URL: CALLS, ...framed }),
  portals: [
    async ({ second, tls }, use) => {
      tls.callboard = Number(new URL(second.origin).port)
      await use()
    },
    { auto: true },
  ],
})
