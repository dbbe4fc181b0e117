import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { ensureChromium } from './chromium.ts'
import { countPlaywright, countVitest, sum, summary, withExitCode, type Counts } from './test-counts.ts'

const REPORTS = '.cache'
const UNIT_REPORT = join(REPORTS, 'unit.json')
/** Also named in e2e/playwright.config.ts. */
const E2E_REPORT = join(REPORTS, 'e2e.json')

/** Runs a command with its output on screen and nothing to read from. */
const run = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], shell: process.platform === 'win32' })
    .status === 0

const npmScript = (name: string, ...args: string[]): boolean => run('npm', 'run', '-s', name, '--', ...args)

/** A check is right or wrong: one point. */
const check = (succeeded: boolean): Counts =>
  succeeded ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }

/** A test runner's points are its tests, as its report counts them. */
const tests = (succeeded: boolean, report: string, count: (report: unknown) => Counts): Counts => {
  try {
    return withExitCode(count(JSON.parse(readFileSync(report, 'utf8'))), succeeded)
  } catch (error) {
    console.error(`${report} cannot be read:`, error)
    return check(false)
  }
}

const results: Counts[] = []
/** One step: heading, output, counts and seconds. The steps after a failed one still run, so that one run tells all. */
const step = (name: string, work: () => Counts): boolean => {
  console.log(`\n── ${name}`)
  const start = performance.now()
  let counts: Counts
  try {
    counts = work()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    counts = check(false)
  }
  results.push(counts)
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
step('Unit and API tests', () =>
  tests(
    npmScript('test:unit', '--reporter=default', '--reporter=json', `--outputFile.json=${UNIT_REPORT}`),
    UNIT_REPORT,
    countVitest,
  ),
)
const built = step('Build', () => check(npmScript('build')))
if (built)
  step('End-to-end tests', () => {
    process.env['CHROMIUM_PATH'] = ensureChromium()
    return tests(npmScript('test:e2e'), E2E_REPORT, countPlaywright)
  })
else console.log('\n── End-to-end tests: not run, there is no built app')

const total = sum(results)
console.log(`\n${summary(total)}`)
process.exitCode = total.failed > 0 ? 1 : 0
