import { spawn, spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'

/*
 * How long the suites take on a clean clone, and whether they are green: `node scripts/testing/suites.ts --quiet 3 --busy 3 --all --clocks`.
 * Each run appends a line to the results at once, so that an interrupted one loses only the run under way.
 */

const { values } = parseArgs({
  options: {
    quiet: { type: 'string', default: '0' },
    /** Beside a busy loop for each core. */
    busy: { type: 'string', default: '0' },
    all: { type: 'boolean', default: false },
    /** The unit suite and the journeys at moments that software gets wrong. */
    clocks: { type: 'boolean', default: false },
    start: { type: 'boolean', default: false },
    results: { type: 'string', default: 'suites.tsv' },
  },
})

/** Past midnight in Moscow and a minute before it, ends of months, a leap day, both clock changes of Europe. */
const MOMENTS = [
  '2026-11-20T21:40:00Z',
  '2026-11-20T20:58:00Z',
  '2026-12-01T12:00:00Z',
  '2026-12-04T12:00:00Z',
  '2028-02-29T12:00:00Z',
  '2027-03-28T00:30:00Z',
  '2026-10-25T00:30:00Z',
] as const
const MOMENTS_OF_JOURNEYS = MOMENTS.slice(0, 2)
const START_PORT = '18080'

const root = join(import.meta.dirname, '../..')
const commit = spawnSync('git', ['rev-parse', '--short', 'HEAD'], {
  cwd: root,
  encoding: 'utf8',
}).stdout.trim()
const note = (...fields: readonly (string | number)[]) => {
  const line = [new Date().toISOString(), commit, ...fields].join('\t')
  console.log(line)
  appendFileSync(values.results, `${line}\n`)
}

const clone = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'callboard-clone-'))
  spawnSync('git', ['clone', '-q', root, folder])
  spawnSync('npm', ['ci'], { cwd: folder, stdio: 'ignore' })
  return folder
}

/** @returns what it printed and its seconds; never fails: what went wrong is in its last lines */
const run = (folder: string, command: string, args: readonly string[], env: Record<string, string> = {}) => {
  const begun = performance.now()
  const { stdout, status } = spawnSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return { stdout, status, seconds: (performance.now() - begun) / 1000 }
}

const suite = (kind: string, args: readonly string[]) => {
  const folder = clone()
  const { stdout, status, seconds } = run(folder, 'npm', args)
  const time = /── Time: (.*)/.exec(stdout)?.[1] ?? `${seconds.toFixed(0)} s`
  const counts = stdout.trimEnd().split('\n').at(-1) ?? ''
  note(kind, time, counts, `exit ${status}`)
  if (status !== 0) console.log(/── What failed[\s\S]*/.exec(stdout)?.[0] ?? stdout.slice(-4000))
  rmSync(folder, { recursive: true, force: true })
}

const beside = (work: () => void) => {
  const loops = cpus().map(() => spawn(process.execPath, ['-e', 'for(;;);'], { stdio: 'ignore' }))
  try {
    work()
  } finally {
    for (const loop of loops) loop.kill('SIGKILL')
  }
}

const atMoments = () => {
  const folder = clone()
  run(folder, 'npm', ['run', '-s', 'build'])
  const runs = [
    ...MOMENTS.map((moment) => ['test:unit', moment] as const),
    ...MOMENTS_OF_JOURNEYS.map((moment) => ['test:e2e', moment] as const),
  ]
  for (const [script, moment] of runs) {
    const env = { TEST_NOW: moment, TEST_SUITE: 'quick' }
    const { stdout, status, seconds } = run(folder, 'npm', ['run', '-s', script], env)
    const counts = /Tests .*|\d+ passed.*/.exec(stdout)?.[0] ?? ''
    note(`${script} at ${moment}`, `${seconds.toFixed(0)} s`, counts, `exit ${status}`)
    if (status !== 0)
      console.log(
        stdout
          .split('\n')
          .filter((line) => /FAIL|✘|Error:/.test(line))
          .join('\n'),
      )
  }
  rmSync(folder, { recursive: true, force: true })
}

const firstPage = async () => {
  const folder = clone()
  const begun = performance.now()
  const server = spawn('npm', ['start'], {
    cwd: folder,
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, PORT: START_PORT },
  })
  // A page's own request, which Node's fetch is not: the server refuses others.
  const answers = () =>
    new Promise<boolean>((resolve) => {
      get(`http://localhost:${START_PORT}/`, (answer) => {
        answer.resume()
        resolve(answer.statusCode === 200)
      }).on('error', () => resolve(false))
    })
  while (!(await answers())) await new Promise((resolve) => setTimeout(resolve, 100))
  note('npm start, to the first page', `${((performance.now() - begun) / 1000).toFixed(1)} s`)
  process.kill(-server.pid!, 'SIGTERM')
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

for (let nth = 0; nth < Number(values.quiet); nth++) suite('npm test, quiet', ['test'])
for (let nth = 0; nth < Number(values.busy); nth++)
  beside(() => suite('npm test, beside a busy loop for each core', ['test']))
if (values.start) await firstPage()
if (values.clocks) atMoments()
if (values.all) suite('npm run test:all', ['run', 'test:all'])
