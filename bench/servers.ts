import { WITH_COMPILED } from '../scripts/compile-cache.ts'
import { spawn, spawnSync } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import type { SampleAccount } from '#/contract/session.ts'
import { freePort } from '#/server/process-tests/start-process.ts'
import { SAMPLE_SIGN_INS } from '#/server/reference/sample-data.ts'
import { ensureChromium } from '../scripts/chromium.ts'
import { makeCertificate, startNginx } from '../scripts/nginx.ts'
import { report } from './report.ts'

/*
 * The built app behind its real server, with sample contacts, and a Chromium that has signed in.
 */

const ROOT = join(import.meta.dirname, '..')

/** As a release is built. */
export const buildApp = () => {
  const { status } = spawnSync('npm', ['run', '-s', 'build'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error('The app could not be built')
}

/** A server in a process of its own. `await using` ends it. */
interface BenchServer extends AsyncDisposable {
  /** Where it listens, whatever address its PUBLIC_URL names. */
  readonly origin: string
  readonly pid: number
  /** Rejects when it ends by itself. */
  readonly gone: Promise<never>
}

const PROGRAMS = {
  /** With the app that was built. */
  app: 'src/server/main.ts',
  /** With the folder that SITE names in its place. */
  site: 'src/server/process-tests/server.ts',
} as const

const untilHealthy = async (origin: string) => {
  for (const end = Date.now() + 120_000; Date.now() < end;) {
    const answer = await fetch(`${origin}/healthz`).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('The server did not start within two minutes')
}

/** Starts it on a port of loopback as a deployment does, resolves once it serves. @param env on top of the environment */
const runServer = async (
  port: number,
  env: Readonly<Record<string, string>>,
  program: keyof typeof PROGRAMS = 'app',
): Promise<BenchServer> => {
  const origin = `http://localhost:${port}`
  const child = spawn(process.execPath, ['--max-semi-space-size=4', join(ROOT, PROGRAMS[program])], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit', ...(program === 'site' ? (['ipc'] as const) : [])],
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: origin,
      API_BASE_URL: '',
      FAULTS: '0',
      SESSION_SECRET: 'a secret of the benches, long enough to be one',
      // As in the Dockerfile.
      MALLOC_ARENA_MAX: '2',
      ...WITH_COMPILED,
      ...env,
    },
  })
  const exited = once(child, 'exit')
  const gone = exited.then(([code]) => {
    throw new Error(`The server ended with ${code}`)
  })
  gone.catch(() => {})
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
  }
  try {
    await Promise.race([untilHealthy(origin), gone])
  } catch (error) {
    await stop()
    throw error
  }
  return { origin, pid: child.pid!, gone, [Symbol.asyncDispose]: stop }
}

const openBrowser = async (...args: string[]): Promise<Browser> => {
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    chromiumSandbox: process.getuid?.() !== 0,
    args,
  })
  report.versions['Chromium'] = browser.version()
  return browser
}

/** Headers of a request that our own page could send. */
export const ownHeaders = (origin: string) => ({ origin, 'x-requested-by': 'callboard' })

/** Signs a context in with a user of the sample. */
export const signInSample = async (context: BrowserContext, origin: string, account: SampleAccount) => {
  const { email, password } = SAMPLE_SIGN_INS.find((one) => one.account === account)!
  const answer = await context.request.post(`${origin}/api/v2/users/sign_in`, {
    data: { user: { email, password } },
    headers: ownHeaders(origin),
  })
  if (!answer.ok()) throw new Error(`Signing in was answered ${answer.status()}`)
}

export interface BenchApp {
  readonly origin: string
  readonly pid: number
  readonly browser: Browser
  /** A page of a signed-in user, in its own context. */
  readonly open: (account: SampleAccount, size?: { width: number; height: number }) => Promise<Page>
}

/**
 * Starts a server and a Chromium, does the work, and leaves nothing behind but what is in the folder.
 * @param contacts of the sample over all accounts; null: as many as a new installation has
 * @param flags of the browser's engine
 */
export const withApp = async (
  { folder, contacts, flags = [] }: { folder: string; contacts: number | null; flags?: readonly string[] },
  work: (app: BenchApp) => Promise<void>,
): Promise<void> => {
  console.log(`Starting a server with ${contacts?.toLocaleString('en') ?? 'its own number of'} contacts …`)
  const sample = contacts === null ? undefined : { SAMPLE_CONTACTS: String(contacts) }
  await using server = await runServer(await freePort(), { DATA_DIR: folder, ...sample })
  const { origin, pid, gone } = server
  const browser = await openBrowser(`--js-flags=${['--expose-gc', ...flags].join(' ')}`)
  try {
    const open: BenchApp['open'] = async (account, viewport = { width: 1440, height: 900 }) => {
      const context = await browser.newContext({ baseURL: origin, locale: 'en-US', viewport })
      await signInSample(context, origin, account)
      return context.newPage()
    }
    await Promise.race([work({ origin, pid, browser, open }), gone])
  } finally {
    await browser.close()
  }
}

const nginxBlock = (front: number, behind: string, certificate: string, key: string) => `
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

/** The built app and other built sites by name, each behind a server of ours. */
export interface Sites extends AsyncDisposable {
  readonly browser: Browser
  readonly origins: Readonly<Record<string, string>>
}

/**
 * Starts them all behind one nginx that speaks HTTP/2, as deploy/nginx.conf has it: headers and Brotli are what our server sends.
 * @param folder its own, to write in
 * @param sites by name, the folder of a built site
 */
export const startSites = async (
  folder: string,
  contacts: number,
  sites: Readonly<Record<string, string>>,
): Promise<Sites> => {
  await using started = new AsyncDisposableStack()
  mkdirSync(folder, { recursive: true })
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const { publicKey } = new X509Certificate(makeCertificate(key, certificate))
  const spki = createHash('sha256').update(publicKey.export({ type: 'spki', format: 'der' }))
  const origins: Record<string, string> = {}
  const blocks: string[] = []
  const ports: number[] = []
  const start = async (name: string, env: Readonly<Record<string, string>>, program: 'app' | 'site') => {
    const port = await freePort()
    origins[name] = `https://localhost:${port}`
    const own = { PUBLIC_URL: origins[name], TRUSTED_PROXY: '127.0.0.1', DATA_DIR: join(folder, name) }
    const server = started.use(await runServer(await freePort(), { ...own, ...env }, program))
    blocks.push(nginxBlock(port, server.origin, certificate, key))
    ports.push(port)
  }
  await start('app', { SAMPLE_CONTACTS: String(contacts) }, 'app')
  for (const [name, site] of Object.entries(sites))
    await start(name, { API_BASE_URL: 'http://127.0.0.1:9', SITE: site }, 'site')
  started.defer(await startNginx(join(folder, 'nginx'), blocks.join('\n'), ports[0]!))
  // A certificate that is merely excused would keep answers out of the cache.
  const browser = await openBrowser(`--ignore-certificate-errors-spki-list=${spki.digest('base64')}`)
  started.defer(() => browser.close())
  const all = started.move()
  return { browser, origins, [Symbol.asyncDispose]: () => all.disposeAsync() }
}
