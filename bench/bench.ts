import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { loopSeconds } from './machine.ts'
import { goalsTable, OPTIONS, report, shownAs, type BenchOptions, type BenchReport } from './report.ts'

/*
 * npm run bench: runs the benches one after the other, prints what they measure, and writes it to results.md.
 * `-- --only start,table` runs these two, `--runs 3` each of them three times.
 */

type Measure = (options: BenchOptions) => Promise<void>

/** In this order: the longest ones are last. */
const BENCHES = {
  start: async () => (await import('./start.ts')).measureStart,
  table: async () => (await import('./table.ts')).measureTable,
  overview: async () => (await import('./overview.ts')).measureOverview,
  export: async () => (await import('./export.ts')).measureExport,
  memory: async () => (await import('./memory.ts')).measureHeldMemory,
  'count-bomb': async () => (await import('./count-bomb.ts')).measureCountBomb,
  scale: async () => (await import('./scale.ts')).measureScale,
  week: async () => (await import('./week.ts')).measureWeek,
  soak: async () => (await import('./soak.ts')).measureSoak,
} as const satisfies Record<string, () => Promise<Measure>>
type BenchName = keyof typeof BENCHES

const NAMES = Object.keys(BENCHES) as BenchName[]
const FILE = join(import.meta.dirname, 'results.md')
/** Set for the process that measures: where it writes what it has measured. */
const OUT = 'BENCH_REPORT'

const args = process.argv.slice(2)
const { values } = parseArgs({ args, options: OPTIONS })
const isFull = Object.keys(values).every(
  (name) => name === 'only' || name === 'runs' || !values[name as keyof BenchOptions],
)
const wanted = (values.only ?? []).flatMap((names) => names.split(','))
const isName = (name: string): name is BenchName => name in BENCHES
const unknown = wanted.filter((name) => !isName(name))
if (unknown.length > 0) throw new Error(`No bench ${unknown.join(', ')}: there are ${NAMES.join(', ')}`)

/** One run in a process of its own, so that none begins with another one's memory. Null: it failed. */
const runOnce = (name: BenchName): BenchReport | null => {
  const folder = mkdtempSync(join(tmpdir(), 'callboard-bench-'))
  const out = join(folder, 'report.json')
  try {
    const { status } = spawnSync(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', import.meta.filename, ...args],
      { stdio: 'inherit', env: { ...process.env, [OUT]: `${name}:${out}` } },
    )
    if (status === 0) return JSON.parse(readFileSync(out, 'utf8')) as BenchReport
    console.error(`── ${name} ended with ${status}`)
    process.exitCode = 1
    return null
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Puts a section in the place of the one of the same name. */
const writeSection = (name: string, body: string) => {
  const [head = '', ...others] = readFileSync(FILE, 'utf8').split(/^(?=## )/m)
  const section = `## ${name}\n\n${body}\n`
  const at = others.findIndex((one) => one.startsWith(`## ${name}\n`))
  const sections = at < 0 ? [...others, section] : others.with(at, section)
  writeFileSync(FILE, [head, ...sections].map((one) => one.trim()).join('\n\n') + '\n')
}

/** When, on what and with what it was measured. */
const originOf = (versions: BenchReport['versions'], runs: number) => {
  const { stdout } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  })
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, loop ${shownAs(loopSeconds(), 's')} s`
  const software = [...Object.entries(versions).map((one) => one.join(' ')), `Callboard ${stdout.trim()}`]
  const count = runs > 1 ? ` · ${runs} runs: goals are medians, tables are those of the last run` : ''
  return `${new Date().toISOString().slice(0, 10)} · ${machine} · ${software.join(', ')}${count}`
}

const own = /^([a-z-]+):(.+)$/.exec(process.env[OUT] ?? '')
if (own) {
  const [, name = '', out = ''] = own
  const measure: Measure = await BENCHES[name as BenchName]()
  await measure(values)
  writeFileSync(out, JSON.stringify(report))
  // Whatever a bench has left open.
  process.exit(0)
}

for (const name of wanted.length > 0 ? wanted.filter(isName) : NAMES) {
  console.log(`\n── ${name}`)
  const runs = Array.from({ length: Number(values.runs) }, () => runOnce(name)).filter((one) => one !== null)
  const last = runs.at(-1)
  if (!last) continue
  const goals = goalsTable(runs.map((one) => one.goals))
  const body = [originOf(last.versions, runs.length), goals, ...last.blocks].filter((one) => one !== '')
  if (isFull) writeSection(name, body.join('\n\n'))
}
