import { createHash, X509Certificate } from 'node:crypto'
import { join } from 'node:path'
import process from 'node:process'
import { chromium, type Browser } from '@playwright/test'
import { freePort } from '#/server/process-tests/start-process.ts'
import { SAMPLE_SIGN_INS } from '#/server/reference/sample-data.ts'
import { ensureChromium } from '../../scripts/chromium.ts'
import { makeCertificate, startNginx } from '../../scripts/nginx.ts'
import { runServer } from '../run-server.ts'
import { buildPeer, PEERS, type StartPeer } from './peers.ts'

/*
 * The built app and the pages beside it, each behind its own server, and all of them behind one nginx that speaks HTTP/2,
 * as deploy/nginx.conf has it: headers and Brotli are what the server sends.
 */

export interface Fronts extends AsyncDisposable {
  readonly browser: Browser
  /** Where the app is. */
  readonly app: string
  readonly peers: Readonly<Record<StartPeer, string>>
}

const block = (front: number, behind: string, certificate: string, key: string) => `
  server {
    listen 127.0.0.1:${front} ssl http2;
    ssl_certificate ${certificate};
    ssl_certificate_key ${key};
    location / {
      proxy_pass http://127.0.0.1:${new URL(behind).port};
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_buffering off;
    }
  }`

/** @param folder its own, to write in */
export const startFronts = async (folder: string, contacts: number): Promise<Fronts> => {
  await using started = new AsyncDisposableStack()
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const { publicKey } = new X509Certificate(makeCertificate(key, certificate))
  const spki = createHash('sha256').update(publicKey.export({ type: 'spki', format: 'der' }))
  const blocks: string[] = []
  /** Starts a server, and writes what nginx needs to stand in front of it. */
  const front = async (env: Readonly<Record<string, string>>, program: 'app' | 'site') => {
    const port = await freePort()
    const origin = `https://localhost:${port}`
    const server = started.use(
      await runServer(await freePort(), { PUBLIC_URL: origin, TRUSTED_PROXY: '127.0.0.1', ...env }, program),
    )
    blocks.push(block(port, server.origin, certificate, key))
    return { origin, port }
  }
  const app = await front(
    { DATA_DIR: join(folder, 'app'), API_BASE_URL: '', SAMPLE_CONTACTS: String(contacts) },
    'app',
  )
  const peers: Partial<Record<StartPeer, string>> = {}
  for (const name of PEERS) {
    const site = await buildPeer(name, folder)
    const env = { DATA_DIR: join(folder, `${name}-data`), API_BASE_URL: 'http://127.0.0.1:9', SITE: site }
    peers[name] = (await front(env, 'site')).origin
  }
  started.defer(await startNginx(join(folder, 'nginx'), blocks.join('\n'), app.port))
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    chromiumSandbox: process.getuid?.() !== 0,
    // A certificate that is merely excused would keep answers out of the cache.
    args: [`--ignore-certificate-errors-spki-list=${spki.digest('base64')}`],
  })
  started.defer(() => browser.close())
  const all = started.move()
  return {
    browser,
    app: app.origin,
    peers: peers as Record<StartPeer, string>,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}

/** Signs in as the large marketer. @returns what a context begins with, and the address of one contact */
export const enterApp = async ({ browser, app }: Fronts) => {
  const who = SAMPLE_SIGN_INS.find(({ account }) => account === 'marketer')
  const context = await browser.newContext({ baseURL: app, ignoreHTTPSErrors: true })
  const headers = { origin: app, 'x-requested-by': 'callboard' }
  const answer = await context.request.post('/api/v2/users/sign_in', {
    data: { user: { email: who?.email, password: who?.password } },
    headers,
  })
  if (!answer.ok()) throw new Error(`Signing in was answered ${answer.status()}`)
  const listed = await context.request.get('/api/v2/calls?period=month', { headers })
  const { calls } = (await listed.json()) as { calls: { id: number; obj_oid: string }[] }
  const [contact] = calls
  const state = await context.storageState()
  await context.close()
  return { state, contact: `/objects/${contact?.obj_oid}/calls/${contact?.id}` }
}
