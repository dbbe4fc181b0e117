import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import {
  failed,
  readPlaywright,
  readVitest,
  slowest,
  sum,
  summary,
  timeLine,
  withExitCode,
  type TestCounts,
  type TestFailure,
  type TestReport,
  type TestTime,
} from './testing/reports.ts'
import { cpuSeconds, endOnSignal, endRun, runner, type RunCommand } from './testing/run.ts'

/* `npm test`; `--all`: `npm run test:all`; `--long`: nightly. */

const { values } = parseArgs({
  options: { all: { type: 'boolean', default: false }, long: { type: 'boolean', default: false } },
})
/** Read by src/test/suite.ts. */
process.env['TEST_SUITE'] = values.long ? 'long' : values.all ? 'all' : 'quick'
const TOOLS = ['chromium', ...(values.all ? ['firefox', 'nginx', 'postgres'] : [])]

const REPORTS = '.cache'
const UNIT_REPORT = join(REPORTS, 'unit.json')
/** Also named in e2e/playwright.config.ts. */
const E2E_REPORT = join(REPORTS, 'e2e.json')
const SLOWEST = 20
const MESSAGE_LINES = 12

const script = (run: RunCommand, name: string, ...args: string[]) =>
  run('npm', 'run', '-s', name, '--', ...args)

interface StepCounts extends TestCounts {
  readonly isNamed: boolean
}

/** A check is right or wrong: one point. */
const check = (succeeded: boolean): StepCounts => ({
  passed: succeeded ? 1 : 0,
  failed: succeeded ? 0 : 1,
  isNamed: false,
})

const times: TestTime[] = []
const failures: TestFailure[] = []
/** A test runner's points are its tests, as its report counts them. */
const tests = (succeeded: boolean, report: string, read: (report: unknown) => TestReport): StepCounts => {
  try {
    const { counts, times: ownTimes, failures: ownFailures } = read(JSON.parse(readFileSync(report, 'utf8')))
    times.push(...ownTimes)
    failures.push(...ownFailures)
    return { ...withExitCode(counts, succeeded), isNamed: ownFailures.length > 0 }
  } catch (error) {
    console.error(`${report} cannot be read:`, error)
    return check(false)
  }
}

const results: TestCounts[] = []
/**
 * One step: heading, output, counts and seconds. The steps after a failed one still run, so that one run tells all.
 * @param work `run` keeps what a command says until the step is over, so that steps side by side do not mix their words;
 *   `runLive` shows it at once
 */
const step = async (
  name: string,
  work: (run: RunCommand, runLive: RunCommand) => Promise<StepCounts> | StepCounts,
): Promise<boolean> => {
  console.log(`\n── ${name}`)
  const start = performance.now()
  let output = ''
  let counts: StepCounts
  try {
    counts = await work(
      runner((text) => (output += text)),
      runner(null),
    )
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    counts = check(false)
  }
  results.push(counts)
  // Checks have no report; their output tells.
  if (counts.failed > 0 && !counts.isNamed)
    failures.push({ name: `the step "${name}"`, file: null, message: 'See its output above.' })
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(
    `${output === '' ? '' : `\n${output.trimEnd()}\n`}── ${name}: ${summary(counts)} (${seconds} s)`,
  )
  return counts.failed === 0
}
/** A step of one command, which is right or wrong. */
const checkStep = (name: string, command: (run: RunCommand) => Promise<boolean>) =>
  step(name, async (run) => check(await command(run)))

process.chdir(join(import.meta.dirname, '..'))
const begun = performance.now()
endOnSignal()
rmSync(REPORTS, { recursive: true, force: true })
mkdirSync(REPORTS)

/** Without what the tests drive nothing else is worth its time. */
const findTools = async () => {
  const found = await checkStep('Tools', (run) => run(process.execPath, 'scripts/tools/tools.ts', ...TOOLS))
  if (found) return
  await endRun()
  process.exit(1)
}
const checks = async () => {
  await checkStep('Types', (run) => run('tsc', '--noEmit'))
  await checkStep('Lint', (run) => script(run, 'lint'))
  await checkStep('Format', (run) => script(run, 'format:check'))
  await checkStep('Unused code', (run) => script(run, 'unused'))
}
const build = async () => {
  const built = await checkStep('Build', (run) => script(run, 'build:app'))
  if (built) await checkStep('Entry sizes', (run) => run(process.execPath, 'scripts/entry-bytes.ts'))
  return built
}

await checkStep('Lock file', (run) => run(process.execPath, 'scripts/check-lock.ts'))
// Once: nothing may rewrite messages later.
await checkStep('Messages', (run) => script(run, 'i18n'))
const [built] = await Promise.all([build(), checks(), findTools()])

// Sequential: parallel runs hit limits of time and memory.
await step('Unit, API and page tests', async (_, run) =>
  tests(
    await script(
      run,
      'test:unit',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${UNIT_REPORT}`,
    ),
    UNIT_REPORT,
    readVitest,
  ),
)
if (built)
  await step('End-to-end tests', async (_, run) =>
    tests(await script(run, 'test:e2e'), E2E_REPORT, readPlaywright),
  )
else console.log('\n── End-to-end tests: not run, there is no built app')
await endRun()

console.log(`\n── The ${SLOWEST} slowest tests\n${slowest(times, SLOWEST).join('\n')}`)
if (failures.length > 0) console.log(`\n── What failed\n${failed(failures, MESSAGE_LINES).join('\n')}`)
const total = sum(results)
console.log(`\n── Time: ${timeLine((performance.now() - begun) / 1000, cpuSeconds())}`)
console.log(`\n${summary(total)}`)
process.exitCode = total.failed > 0 ? 1 : 0
