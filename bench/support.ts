import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { chromium, type Browser, type BrowserContextOptions, type Page } from '@playwright/test'
import type { SampleAccount } from '#/contract/session.ts'
import { freePort } from '#/server/process-tests/start-process.ts'
import { SAMPLE_SIGN_INS } from '#/server/reference/sample-data.ts'
import { ensureChromium } from '../scripts/chromium.ts'

/*
 * What every bench needs: the built app behind its real server with as many sample contacts as it wants, and a Chromium
 * that has signed in.
 */

const ROOT = join(import.meta.dirname, '..')

export interface Bench {
  readonly origin: string
  readonly browser: Browser
  /** A page of a signed-in user, in its own context. */
  readonly open: (account: SampleAccount | Credentials, options?: BrowserContextOptions) => Promise<Page>
}

interface Credentials {
  readonly email: string
  readonly password: string
}

/**
 * Builds the app, starts a server of its own and a Chromium, does the work, and leaves nothing behind.
 * @param data contacts of the sample over all accounts, or the address of an API to stand in front of
 */
export const withBench = async (
  data: number | { readonly api: string },
  work: (bench: Bench) => Promise<void>,
): Promise<void> => {
  const built = spawnSync('npm', ['run', '-s', 'build'], { cwd: ROOT, stdio: 'inherit' })
  if (built.status !== 0) throw new Error('The app could not be built')
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const folder = mkdtempSync(join(tmpdir(), 'callboard-bench-'))
  const of =
    typeof data === 'number'
      ? { SAMPLE_CONTACTS: String(data), API_BASE_URL: '' }
      : { API_BASE_URL: data.api, SESSION_SECRET: 'a secret of the benches, long enough to be one' }
  if (typeof data === 'number') console.log(`Making ${data.toLocaleString('en')} sample contacts …`)
  const server = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: origin,
      DATA_DIR: folder,
      FAULTS: '0',
      ...of,
    },
  })
  const gone = new Promise<never>((_, reject) =>
    server.once('exit', (code) => reject(new Error(`The server ended with ${code}`))),
  )
  let browser: Browser | undefined
  try {
    await Promise.race([healthy(origin), gone])
    browser = await chromium.launch({
      executablePath: ensureChromium(),
      chromiumSandbox: process.getuid?.() !== 0,
      args: ['--js-flags=--expose-gc'],
    })
    const started = browser
    await Promise.race([
      work({
        origin,
        browser: started,
        open: async (account, options = { viewport: { width: 1440, height: 900 } }) => {
          const context = await started.newContext({ baseURL: origin, locale: 'en-US', ...options })
          const who =
            typeof account === 'string' ? SAMPLE_SIGN_INS.find((one) => one.account === account) : account
          const answer = await context.request.post('/api/v2/users/sign_in', {
            data: { user: { email: who?.email, password: who?.password } },
            headers: { origin, 'x-requested-by': 'callboard' },
          })
          if (!answer.ok()) throw new Error(`Sign-in as ${who?.email}: ${answer.status()}`)
          return context.newPage()
        },
      }),
      gone,
    ])
  } finally {
    gone.catch(() => {})
    await browser?.close()
    server.kill('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
}

export const healthy = async (origin: string) => {
  for (const end = Date.now() + 120_000; Date.now() < end;) {
    const ok = await fetch(`${origin}/healthz`).then(
      (response) => response.ok,
      () => false,
    )
    if (ok) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('The server did not start within two minutes')
}

export interface BenchFigure {
  readonly name: string
  readonly value: string
  readonly goal?: string
  /** Absent: nothing is asked of it. */
  readonly met?: boolean
}

export const ms = (value: number) => `${value.toFixed(1)} ms`
/** A share of one, in percent. */
export const share = (value: number) => `${(value * 100).toFixed(1)} %`

/** Prints figures as a table. */
export const printFigures = (title: string, figures: readonly BenchFigure[]) =>
  printTable(title, [
    ['', 'measured', 'goal', ''],
    ...figures.map(({ name, value, goal = '', met }) => [
      name,
      value,
      goal,
      met === undefined ? '' : met ? 'PASS' : 'SHORT',
    ]),
  ])

/** Prints rows of as many cells each, the first row above the others and `title` in its corner. */
export const printTable = (title: string, [names = [], ...rows]: readonly (readonly string[])[]) => {
  const head = [title, ...names.slice(1)]
  const widths = head.map((cell, at) => Math.max(cell.length, ...rows.map((row) => row[at]?.length ?? 0)))
  const line = (row: readonly string[]) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')
  console.log(`\n${line(head)}\n${widths.map((width) => '─'.repeat(width)).join('  ')}`)
  for (const row of rows) console.log(line(row))
}

/** The value that a share `p` of the numbers does not exceed. */
export const percentile = (numbers: readonly number[], p: number): number => {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(Math.ceil(sorted.length * p) - 1, sorted.length - 1)] ?? Number.NaN
}
