import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, expect, test } from 'vitest'
import type { LogEntry } from '#/server/log.ts'
import { ensureChromium } from '../../../../scripts/chromium.ts'
import { createPrinter, type PrintLimits } from './print-page.ts'

const folder = mkdtempSync(join(tmpdir(), 'callboard-print-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const program = (name: string, script: string) => {
  const path = join(folder, name)
  writeFileSync(path, script)
  chmodSync(path, 0o755)
  return path
}
/** Chromium's sandbox does not run as root, as tests may. */
const chromium = () => program('chromium', `#!/bin/sh\nexec '${ensureChromium()}' --no-sandbox "$@"\n`)
/**
 * Runs in Chromium's place.
 * @param body JavaScript
 */
const other = (body: string) => program('other', `#!${process.execPath}\n${body}\n`)

const LIMITS: PrintLimits = { ms: 120_000, megabytes: 2_048, bytes: 5_000_000 }
const printerOf = (path: string, limits: Partial<PrintLimits> = {}) => {
  const entries: LogEntry[] = []
  const print = createPrinter(path, (entry) => entries.push(entry), { ...LIMITS, ...limits })!
  return { entries, print: (html: string) => print(html, new AbortController().signal) }
}
const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('pdf-alone: Chromium prints the page, fetches nothing, runs nothing, and knows nothing of the server', async () => {
  const requested: string[] = []
  const server = createServer((request, response) => {
    requested.push(request.url ?? '')
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const away = `http://127.0.0.1:${port}`
  process.env['SESSION_SECRET'] = 'the secret of a server that prints'
  const seen = join(folder, 'environment')
  const path = program('spied', `#!/bin/sh\nenv > '${seen}'\nexec '${chromium()}' "$@"\n`)
  const { print, entries } = printerOf(path)
  const pdf = await print(
    `<!doctype html><html><head><title>x</title><link rel="stylesheet" href="${away}/a.css"><style>body{color:red}@import url(${away}/b.css)</style></head><body>` +
      `<h1>Report</h1><img src="${away}/c.png"><iframe src="${away}/d"></iframe><img src="file:///etc/hostname"><script>fetch('${away}/e')</script></body></html>`,
  )
  delete process.env['SESSION_SECRET']
  server.close()
  expect(entries).toEqual([])
  expect(Buffer.from(pdf).subarray(0, 5).toString()).toBe('%PDF-')
  expect(Buffer.from(pdf).toString('latin1')).toMatch(/\/Count 1\b/)
  expect(requested).toEqual([])
  expect(readFileSync(seen, 'utf8')).not.toMatch(/SESSION_SECRET|secret of a server/)
})

test.each([
  ['too long', 'setInterval(() => {}, 1000)', { ms: 2_000 }, 'too_long'],
  [
    'too much memory',
    'globalThis.held = Buffer.alloc(300e6, 1); setInterval(() => {}, 1000)',
    { megabytes: 200 },
    'too_much_memory',
  ],
  ['an end before its time', 'process.exit(3)', {}, 'ended'],
] as const)('%s is no PDF, is told in the log, and leaves nothing behind', async (_, body, limits, code) => {
  const pid = join(folder, `pid-${code}`)
  const { print, entries } = printerOf(
    other(
      `require('node:fs').writeFileSync('${pid}', process.pid + ' ' + process.argv.at(-1).replace('file://', ''))\n${body}`,
    ),
    limits,
  )
  expect(await print('<html><head></head></html>')).toBe(code)
  expect(entries).toMatchObject([{ event: 'no-pdf', code }])
  const [number, page] = readFileSync(pid, 'utf8').split(' ')
  await expect.poll(() => isRunning(Number(number))).toBe(false)
  expect(existsSync(page!)).toBe(false)
})

test.each([
  '[1124/161535.2:ERROR:zygote_host_impl_linux.cc:103] Running as root without --no-sandbox is not supported.',
  '[1124/161535.2:FATAL:zygote_host_impl_linux.cc:128] No usable sandbox! Update your kernel.',
])(
  'Chromium without its sandbox is no PDF, and the log says what an operator does about it: %s',
  async (output) => {
    const { print, entries } = printerOf(other(`console.error(${JSON.stringify(output)})\nprocess.exit(1)`))
    expect(await print('<html><head></head></html>')).toBe('no_sandbox')
    expect(entries).toEqual([
      {
        event: 'no-pdf',
        code: 'no_sandbox',
        advice: expect.stringMatching(/^.*as root.*docs\/deploy\.md, PDF\.$/),
      },
    ])
  },
)

test('what is no program is no PDF, and the log says that it does not start', async () => {
  const { print, entries } = printerOf(join(folder, 'none'))
  expect(await print('<html><head></head></html>')).toBe('no_start')
  expect(entries).toMatchObject([{ code: 'no_start' }])
})
