import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setInterval } from 'node:timers'
import { pathToFileURL } from 'node:url'
import type { PrintFailure } from '#/contract/delivery/reports.ts'
import { errorEntry, type Log } from '#/server/log.ts'

/*
 * Prints a page with a Chromium of its own, from a local file, without network, within limits of time and
 * memory. If it fails, the mail is sent without a PDF.
 */

const LIMITS = { ms: 60_000, megabytes: 1_024, bytes: 5 * 1024 * 1024 }
export type PrintLimits = typeof LIMITS
const POLL_MS = 250

/** No network: names do not resolve, and other traffic goes to a closed port. */
const ARGUMENTS = [
  '--headless',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-extensions',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--no-default-browser-check',
  '--no-pings',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--no-pdf-header-footer',
]
/** The page contains escaped texts of strangers; even unescaped, nothing would run or load. */
const POLICY =
  '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; img-src data:; style-src \'unsafe-inline\'">'

/** A process and its descendants, by /proc; elsewhere only itself. */
const family = async (pid: number): Promise<readonly number[]> => {
  const entries = await readdir('/proc').catch(() => [])
  const parents = new Map<number, number>()
  for (const entry of entries) {
    if (!/^\d+$/.test(entry)) continue
    const stat = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '')
    // The process name may contain brackets.
    const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (parent !== undefined) parents.set(Number(entry), Number(parent))
  }
  const all = [pid]
  for (const one of all) for (const [child, parent] of parents) if (parent === one) all.push(child)
  return all
}

/** Memory of processes, shared pages counted once; 0: unknown. */
const megabytesOf = async (pids: readonly number[]): Promise<number> => {
  const each = await Promise.all(
    pids.map(async (pid) => {
      const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
      return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0)
    }),
  )
  return each.reduce((sum, kilobytes) => sum + kilobytes, 0) / 1024
}

const kill = async ({ pid }: ChildProcess) => {
  if (pid === undefined) return
  // Processes that left the group are found by their living parents.
  for (const one of [-pid, ...(await family(pid))])
    try {
      process.kill(one, 'SIGKILL')
    } catch {}
}

const ADVICE: Readonly<Record<Exclude<PrintFailure, 'other'>, string>> = {
  no_start: 'PDF_CHROMIUM cannot be started: see that it is a program, and that this user may run it.',
  no_sandbox:
    'Chromium cannot run with its own sandbox here, as root or without user namespaces (the systemd unit has none): run Callboard as another user, or see docs/deploy.md, PDF.',
  ended:
    'Chromium ended before the page was printed: start PDF_CHROMIUM --headless --print-to-pdf by hand to see why.',
  too_long: 'Chromium took longer than a minute: the machine is too busy, or Chromium hangs.',
  too_much_memory: 'Chromium took more than 1 GiB of memory and was ended.',
  too_large: 'The PDF is larger than 5 MiB, too large for an email.',
}

const NO_SANDBOX = /Running as root without --no-sandbox|No usable sandbox/i
const MAX_OUTPUT_BYTES = 8_192

class PrintFailed extends Error {
  override readonly name = 'PrintFailed'
  readonly code: keyof typeof ADVICE

  constructor(code: keyof typeof ADVICE, cause?: unknown) {
    super(code, { cause })
    this.code = code
  }
}

const run = async (
  program: string,
  folder: string,
  parameters: readonly string[],
  signal: AbortSignal,
  { ms, megabytes }: PrintLimits,
): Promise<void> => {
  // A file rather than a pipe: complete when Chromium ends, whoever else holds it open.
  const output = await open(join(folder, 'said'), 'w+')
  const child = spawn(program, parameters, {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'ignore', output.fd],
    // Not the server's environment, which has keys and secrets.
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8' },
  })
  const over = Promise.withResolvers<void>()
  const fail = (...why: ConstructorParameters<typeof PrintFailed>) => over.reject(new PrintFailed(...why))
  child.once('error', (cause: Error) => fail('no_start', cause))
  child.once('exit', (code) => (code === 0 ? over.resolve() : fail('ended')))
  const enough = AbortSignal.any([signal, AbortSignal.timeout(ms)])
  enough.addEventListener('abort', () => fail('too_long'), { once: true })
  const looking = setInterval(() => {
    void family(child.pid ?? -1)
      .then(megabytesOf)
      .then((used) => used > megabytes && fail('too_much_memory'))
  }, POLL_MS)
  try {
    await over.promise
  } catch (error) {
    if (!(error instanceof PrintFailed) || error.code !== 'ended') throw error
    const { buffer, bytesRead } = await output.read({ buffer: Buffer.alloc(MAX_OUTPUT_BYTES), position: 0 })
    throw NO_SANDBOX.test(buffer.toString('utf8', 0, bytesRead)) ? new PrintFailed('no_sandbox') : error
  } finally {
    clearInterval(looking)
    await kill(child)
    await output.close()
  }
}

/** @returns the PDF, or why there is none, which is logged too */
export type PrintPage = (html: string, signal: AbortSignal) => Promise<Uint8Array | PrintFailure>

/**
 * One page at a time.
 * @param program Chromium or its wrapper; null: none
 */
export const createPrinter = (
  program: string | null,
  log: Log,
  limits: PrintLimits = LIMITS,
): PrintPage | null => {
  if (program === null) return null
  let before: Promise<unknown> = Promise.resolve()
  const print: PrintPage = async (html, signal) => {
    signal.throwIfAborted()
    const folder = await mkdtemp(join(tmpdir(), 'callboard-pdf-'))
    try {
      const [page, pdf] = [join(folder, 'page.html'), join(folder, 'page.pdf')]
      await writeFile(page, html.replace('<head>', `<head>${POLICY}`))
      const own = [`--user-data-dir=${join(folder, 'profile')}`, `--print-to-pdf=${pdf}`]
      await run(program, folder, [...ARGUMENTS, ...own, pathToFileURL(page).href], signal, limits)
      const bytes = await readFile(pdf)
      if (bytes.length > limits.bytes) throw new PrintFailed('too_large')
      return bytes
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof PrintFailed)) {
        log(errorEntry(error, null))
        return 'other'
      }
      const { code } = error
      log({ event: 'no-pdf', code, advice: ADVICE[code] })
      return code
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    }
  }
  return (html, signal) => {
    const mine = before.then(() => print(html, signal))
    before = mine.catch(() => undefined)
    return mine
  }
}
