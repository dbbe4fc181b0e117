import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { chromium, type Browser, type BrowserContextOptions, type Page } from '@playwright/test'
import type { SampleAccount } from '#/contract/session.ts'
import { freePort } from '#/server/process-tests/start-process.ts'
import { SAMPLE_SIGN_INS } from '#/server/reference/sample-data.ts'
import { ensureChromium } from '../scripts/chromium.ts'
import { markdownTable, writeResults } from './results.ts'
import { buildApp, runServer } from './run-server.ts'

/*
 * What every bench needs: the built app behind its real server with as many sample contacts as it wants, and a Chromium
 * that has signed in.
 */

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
 * @param flags of the browser's engine
 * @param env further variables of the server's environment
 */
export const withBench = async (
  data: number | { readonly api: string },
  work: (bench: Bench) => Promise<void>,
  flags: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<void> => {
  buildApp()
  const folder = mkdtempSync(join(tmpdir(), 'callboard-bench-'))
  const of =
    typeof data === 'number'
      ? { SAMPLE_CONTACTS: String(data), API_BASE_URL: '' }
      : { API_BASE_URL: data.api }
  if (typeof data === 'number') console.log(`Making ${data.toLocaleString('en')} sample contacts …`)
  let browser: Browser | undefined
  try {
    await using server = await runServer(await freePort(), { DATA_DIR: folder, ...of, ...env })
    const { origin, gone } = server
    browser = await chromium.launch({
      executablePath: ensureChromium(),
      chromiumSandbox: process.getuid?.() !== 0,
      args: [`--js-flags=${['--expose-gc', ...flags].join(' ')}`],
    })
    const started = browser
    noteVersion(started)
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
    await browser?.close()
    rmSync(folder, { recursive: true, force: true })
  }
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

/** What this bench has printed, and of what it was told; `npm run bench` names the section of bench/results.md that it becomes. */
const printed: string[] = []
const versions: Record<string, string> = {}
const section = process.env['BENCH_SECTION']
if (section !== undefined)
  process.once('exit', (code) => {
    if (code === 0 && printed.length > 0) writeResults(section, printed.join('\n\n'), versions)
  })

/** Prints how something was measured, above its table. */
export const printNote = (text: string) => {
  printed.push(text)
  console.log(`\n${text}`)
}

/** Of the browser that a bench drives. */
export const noteVersion = (browser: Browser) => {
  versions['Chromium'] = browser.version()
}

/** Prints rows of as many cells each, the first row above the others and `title` in its corner. */
export const printTable = (title: string, [names = [], ...rows]: readonly (readonly string[])[]) => {
  const head = [title, ...names.slice(1)]
  printed.push(markdownTable([head, ...rows]))
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
