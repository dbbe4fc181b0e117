import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request as send } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { freePort } from '#/server/process-tests/start-process.ts'
import { runServer } from './run-server.ts'
import { ms, percentile, printFigures, type BenchFigure } from './support.ts'

/*
 * npm run bench:server: what our server adds to a request for a page of contacts, beside a proxy that only forwards, in the
 * same run and in turns; quiet, and while preferences are saved. Then memory while 200 requests a second meet a service of
 * which a tenth of the answers is none. `-- --quick` measures seconds instead of minutes.
 */

const QUICK = process.argv.includes('--quick')
const PART = ['overhead', 'memory'].find((part) => process.argv.includes(part))
const ROUNDS = QUICK ? 3 : 6
const ROUND_S = QUICK ? 4 : 10
const RATE = 50
const WRITES = 4
const SOAK_S = QUICK ? 60 : 600
const SOAK_RATE = 200
/** Of one session six requests are under way at a time; a busy server has many. */
const SESSIONS = 40
const P99_GOAL_MS = 15
/** What may come on top of the first minutes without being growth. */
const FLAT = 1.1

const agent = new Agent({ keepAlive: true, maxSockets: 256 })

interface Answer {
  readonly status: number
  readonly ms: number
  readonly cookie: string
  readonly body: string
}

/** One request; its time from when it was due, so that a server that falls behind does not hide it. */
const ask = (
  origin: string,
  path: string,
  {
    method = 'GET',
    cookie = '',
    body,
    due = performance.now(),
  }: { method?: string; cookie?: string; body?: unknown; due?: number } = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(origin)
    const sent = send(
      {
        agent,
        host: '127.0.0.1',
        port,
        path,
        method,
        headers: {
          host: new URL(origin).host,
          origin,
          accept: 'application/json',
          'x-requested-by': 'callboard',
          ...(cookie && { cookie }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
      },
      (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('error', reject)
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            ms: performance.now() - due,
            cookie: answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '',
            body: Buffer.concat(parts).toString(),
          }),
        )
      },
    )
    sent.on('error', reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })

/** So many requests a second, each when it is due, whatever became of those before. */
const load = async (seconds: number, rate: number, one: (nth: number, due: number) => Promise<void>) => {
  const begun = performance.now()
  const running: Promise<void>[] = []
  for (let nth = 0; nth < seconds * rate; nth++) {
    const due = begun + (nth * 1000) / rate
    const wait = due - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    running.push(one(nth, due))
  }
  await Promise.all(running)
}

const started: ChildProcess[] = []
const servers = new AsyncDisposableStack()
const helper = async (...args: string[]) => {
  const port = await freePort()
  const [role = '', ...rest] = args
  const child = fork(join(import.meta.dirname, 'server/upstream.ts'), [role, String(port), ...rest])
  started.push(child)
  await once(child, 'message')
  return `http://127.0.0.1:${port}`
}

const callboard = async (api: string, folder: string) => {
  const { origin, pid } = servers.use(
    await runServer(await freePort(), { DATA_DIR: folder, API_BASE_URL: api, ARCHIVE: 'memory' }),
  )
  const cookies: string[] = []
  for (let nth = 0; nth < SESSIONS; nth++) {
    const answer = await ask(origin, '/api/session', { method: 'POST', body: { api_key: `key-${nth}` } })
    if (answer.status !== 200) throw new Error(`Signing in was answered ${answer.status}: ${answer.body}`)
    cookies.push(answer.cookie)
  }
  return { origin, cookies, pid }
}

const PATH = '/api/v2/calls?period=month&page=1'
const cookieOf = ({ cookies }: { cookies: readonly string[] }, nth: number) => cookies[nth % SESSIONS] ?? ''

/** Milliseconds of each request, of so many rounds in turns. */
const sideBySide = async (bare: string, ours: Awaited<ReturnType<typeof callboard>>, isWriting: boolean) => {
  const times = { bare: [] as number[], ours: [] as number[] }
  let version = 0
  for (let round = 0; round < ROUNDS; round++)
    for (const side of ['bare', 'ours'] as const) {
      const writing = isWriting
        ? load(ROUND_S, WRITES, async () => {
            const { body } = await ask(ours.origin, '/api/preferences', {
              method: 'PUT',
              cookie: cookieOf(ours, 0),
              body: { base_version: version, preferences: { won_statuses: [`${performance.now()}`] } },
            })
            version = (JSON.parse(body) as { version: number }).version
          })
        : null
      await load(ROUND_S, RATE, async (nth, due) => {
        const answer = await ask(side === 'bare' ? bare : ours.origin, PATH, {
          cookie: side === 'bare' ? '' : cookieOf(ours, nth),
          due,
        })
        if (answer.status !== 200) throw new Error(`${side} answered ${answer.status}`)
        // The first round warms both up.
        if (round > 0) times[side].push(answer.ms)
      })
      await writing
    }
  return times
}

const overhead = (name: string, { bare, ours }: { bare: number[]; ours: number[] }): BenchFigure[] => {
  const both = (p: number) => `${ms(percentile(ours, p))} beside ${ms(percentile(bare, p))}`
  const added = percentile(ours, 0.99) - percentile(bare, 0.99)
  return [
    { name: `${name}: p50`, value: both(0.5) },
    { name: `${name}: p99`, value: both(0.99) },
    {
      name: `${name}: added to p99`,
      value: ms(added),
      goal: `≤ ${P99_GOAL_MS} ms`,
      met: added <= P99_GOAL_MS,
    },
  ]
}

const residentMb = (pid: number) =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024

const mean = (numbers: readonly number[]) =>
  numbers.reduce((sum, one) => sum + one, 0) / Math.max(numbers.length, 1)

const soak = async (folder: string): Promise<BenchFigure[]> => {
  const ours = await callboard(await helper('upstream', '', '1'), folder)
  const resident: number[] = []
  const statuses = new Map<number, number>()
  const sampling = setInterval(() => resident.push(residentMb(ours.pid)), 1000)
  await load(SOAK_S, SOAK_RATE, async (nth, due) => {
    const { status } = await ask(ours.origin, PATH, { cookie: cookieOf(ours, nth), due })
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  })
  clearInterval(sampling)
  // What the process has warmed up to, and what it has come to at the end.
  const third = Math.floor(resident.length / 3)
  const early = mean(resident.slice(third, 2 * third))
  const late = mean(resident.slice(2 * third))
  return [
    {
      name: `answers of ${SOAK_S} s at ${SOAK_RATE}/s, a tenth faulty`,
      value: [...statuses]
        .toSorted(([a], [b]) => a - b)
        .map(([status, count]) => `${status}: ${count.toLocaleString('en')}`)
        .join(', '),
    },
    {
      name: 'resident memory, second and last third',
      value: `${early.toFixed(0)} → ${late.toFixed(0)} MB, ${Math.max(...resident).toFixed(0)} at most`,
      goal: `flat: ≤ ${((FLAT - 1) * 100).toFixed(0)} %`,
      met: late <= early * FLAT,
    },
  ]
}

const folder = mkdtempSync(join(tmpdir(), 'callboard-bench-'))
try {
  if (PART !== 'memory') {
    const api = await helper('upstream')
    const bare = await helper('bare', api)
    const ours = await callboard(api, join(folder, 'quiet'))
    const title = `${RATE} requests a second, ${ROUNDS - 1} rounds of ${ROUND_S} s`
    for (const [name, isWriting] of [
      ['quiet', false],
      [`${WRITES} saves a second`, true],
    ] as const) {
      const minutes = (ROUNDS * ROUND_S * 2) / 60
      console.log(`Measuring, ${name}: ${minutes.toFixed(1)} minutes`)
      printFigures(title, overhead(name, await sideBySide(bare, ours, isWriting)))
    }
  }
  if (PART !== 'overhead') printFigures('memory', await soak(join(folder, 'soak')))
} finally {
  await servers.disposeAsync()
  for (const child of started) child.kill()
  agent.destroy()
  rmSync(folder, { recursive: true, force: true })
}
