import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { ensureChromium } from './chromium.ts'
import { ensurePostgres } from './postgres.ts'
import {
  failed,
  readPlaywright,
  readVitest,
  slowest,
  sum,
  summary,
  withExitCode,
  type TestCounts,
  type TestFailure,
  type TestReport,
  type TestTime,
} from './test-reports.ts'

const REPORTS = '.cache'
const UNIT_REPORT = join(REPORTS, 'unit.json')
/** Also named in e2e/playwright.config.ts. */
const E2E_REPORT = join(REPORTS, 'e2e.json')
const SLOWEST = 20
const MESSAGE_LINES = 12

/** Runs a command with its output on screen and nothing to read from. */
const run = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], shell: process.platform === 'win32' })
    .status === 0

const npmScript = (name: string, ...args: string[]): boolean => run('npm', 'run', '-s', name, '--', ...args)

/** A check is right or wrong: one point. */
const check = (succeeded: boolean): TestCounts =>
  succeeded ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }

const times: TestTime[] = []
const failures: TestFailure[] = []
/** A test runner's points are its tests, as its report counts them. */
const tests = (succeeded: boolean, report: string, read: (report: unknown) => TestReport): TestCounts => {
  try {
    const { counts, times: ownTimes, failures: ownFailures } = read(JSON.parse(readFileSync(report, 'utf8')))
    times.push(...ownTimes)
    failures.push(...ownFailures)
    return withExitCode(counts, succeeded)
  } catch (error) {
    console.error(`${report} cannot be read:`, error)
    return check(false)
  }
}

const results: TestCounts[] = []
/** One step: heading, output, counts and seconds. The steps after a failed one still run, so that one run tells all. */
const step = (name: string, work: () => TestCounts): boolean => {
  console.log(`\n── ${name}`)
  const start = performance.now()
  const known = failures.length
  let counts: TestCounts
  try {
    counts = work()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    counts = check(false)
  }
  results.push(counts)
  // A check has no report that names what failed; its own output does.
  if (counts.failed > 0 && failures.length === known)
    failures.push({ name: `the step "${name}"`, file: null, message: 'See its output above.' })
  console.log(`── ${name}: ${summary(counts)} (${((performance.now() - start) / 1000).toFixed(1)} s)`)
  return counts.failed === 0
}

process.chdir(join(import.meta.dirname, '..'))
rmSync(REPORTS, { recursive: true, force: true })
mkdirSync(REPORTS)

// One after another: type check, lint and format take few seconds together and use all cores themselves.
step('Lock file', () => check(run(process.execPath, 'scripts/check-lock.ts')))
step('Messages', () => check(npmScript('i18n')))
step('Types', () => check(npmScript('types')))
step('Lint', () => check(npmScript('lint')))
step('Format', () => check(npmScript('format:check')))
step('Unused code', () => check(npmScript('unused')))
// Vitest's browser tests and the end-to-end tests drive the same one.
step('Chromium', () => {
  process.env['CHROMIUM_PATH'] = ensureChromium()
  return check(true)
})
step('PostgreSQL', () => {
  process.env['POSTGRES_PATH'] = ensurePostgres()
  return check(true)
})
step('Unit, API and browser tests', () =>
  tests(
    npmScript('test:unit', '--reporter=default', '--reporter=json', `--outputFile.json=${UNIT_REPORT}`),
    UNIT_REPORT,
    readVitest,
  ),
)
const built = step('Build', () => check(npmScript('build')))
if (built) step('Entry sizes', () => check(run(process.execPath, 'scripts/entry-bytes.ts')))
if (built) step('End-to-end tests', () => tests(npmScript('test:e2e'), E2E_REPORT, readPlaywright))
else console.log('\n── End-to-end tests: not run, there is no built app')

console.log(`\n── The ${SLOWEST} slowest tests\n${slowest(times, SLOWEST).join('\n')}`)
// Last, where whoever reads the end of a long output finds it.
if (failures.length > 0) console.log(`\n── What failed\n${failed(failures, MESSAGE_LINES).join('\n')}`)
const total = sum(results)
console.log(`\n${summary(total)}`)
process.exitCode = total.failed > 0 ? 1 : 0
