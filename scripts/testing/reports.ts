import { relative } from 'node:path'
import process from 'node:process'
import { stripVTControlCharacters } from 'node:util'
import * as z from 'zod/mini'

export interface TestCounts {
  readonly passed: number
  readonly failed: number
}

export interface TestTime {
  readonly name: string
  readonly file: string
  readonly seconds: number
}

/** A failed test, or a file that failed before. */
export interface TestFailure {
  readonly name: string
  readonly file: string | null
  readonly message: string
}

export interface TestReport {
  readonly counts: TestCounts
  readonly failures: readonly TestFailure[]
  readonly times: readonly TestTime[]
}

export const sum = (all: readonly TestCounts[]): TestCounts => ({
  passed: all.reduce((total, { passed }) => total + passed, 0),
  failed: all.reduce((total, { failed }) => total + failed, 0),
})

export const summary = ({ passed, failed }: TestCounts): string => `${passed} passed, ${failed} failed`

const vitestReport = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.nullish(z.string()),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          duration: z.nullish(z.number()),
          failureMessages: z.nullish(z.array(z.string())),
        }),
      ),
    }),
  ),
})

/** Vitest's JSON report. Files that fail early count once. */
export const readVitest = (report: unknown): TestReport => {
  const { numPassedTests, numFailedTests, testResults } = vitestReport.parse(report)
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  )
  return {
    counts: { passed: numPassedTests, failed: numFailedTests + broken.length },
    failures: [
      ...testResults.flatMap(({ name: file, assertionResults }) =>
        assertionResults
          .filter(({ status }) => status === 'failed')
          .map(({ fullName, failureMessages }) => ({
            name: fullName,
            file: relative(process.cwd(), file),
            message: failureMessages?.join('\n') ?? '',
          })),
      ),
      ...broken.map(({ name: file, message }) => ({
        name: 'the file itself',
        file: relative(process.cwd(), file),
        message: message ?? '',
      })),
    ],
    times: testResults.flatMap(({ name: file, assertionResults }) =>
      assertionResults.map(({ fullName, duration }) => ({
        name: fullName,
        file: relative(process.cwd(), file),
        seconds: (duration ?? 0) / 1000,
      })),
    ),
  }
}

const playwrightError = z.object({ message: z.nullish(z.string()) })
const playwrightSuite = z.object({
  specs: z.array(
    z.object({
      title: z.string(),
      file: z.string(),
      tests: z.array(
        z.object({
          projectName: z.string(),
          status: z.string(),
          results: z.array(z.object({ duration: z.number(), errors: z.array(playwrightError) })),
        }),
      ),
    }),
  ),
  get suites() {
    return z.optional(z.array(playwrightSuite))
  },
})
type PlaywrightSuite = z.infer<typeof playwrightSuite>
const playwrightReport = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int() }),
  errors: z.array(playwrightError),
  suites: z.array(playwrightSuite),
})

const messagesOf = (errors: readonly z.infer<typeof playwrightError>[]): string =>
  errors.map(({ message }) => message ?? '').join('\n')

const specsOf = ({ specs, suites = [] }: PlaywrightSuite): PlaywrightSuite['specs'] => [
  ...specs,
  ...suites.flatMap(specsOf),
]

/** Playwright's JSON report. Errors outside tests are failures. */
export const readPlaywright = (report: unknown): TestReport => {
  const { stats, errors, suites } = playwrightReport.parse(report)
  return {
    counts: { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length },
    failures: [
      ...suites.flatMap(specsOf).flatMap(({ title, file, tests }) =>
        tests
          .filter(({ status }) => status === 'unexpected' || status === 'flaky')
          .map(({ results }) => ({
            name: title,
            file: `e2e/${file}`,
            message: messagesOf(results.flatMap(({ errors: own }) => own)),
          })),
      ),
      ...errors.map((error) => ({ name: 'outside any test', file: null, message: messagesOf([error]) })),
    ],
    // What runs on a desk and on a phone is two tests, neither as slow as both.
    times: suites.flatMap(specsOf).flatMap(({ title, file, tests }) =>
      tests.map(({ projectName, results }) => ({
        name: tests.length > 1 ? `${title}, ${projectName}` : title,
        // Playwright names files from its own folder.
        file: `e2e/${file}`,
        seconds: results.reduce((total, { duration }) => total + duration, 0) / 1000,
      })),
    ),
  }
}

/** At least one failure, whatever the report says. */
export const withExitCode = (counts: TestCounts, succeeded: boolean): TestCounts =>
  succeeded || counts.failed > 0 ? counts : { ...counts, failed: 1 }

/** `  12.3 s  name (file)` */
export const slowest = (times: readonly TestTime[], limit: number): readonly string[] =>
  times
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, limit)
    .map(({ name, file, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${name} (${file})`)

/** What failed, as lines to end a long output with: `name (file)` and the first `limit` lines of its message. */
export const failed = (failures: readonly TestFailure[], limit: number): readonly string[] =>
  failures.flatMap(({ name, file, message }) => [
    file === null ? name : `${name} (${file})`,
    ...stripVTControlCharacters(message)
      .split('\n')
      .filter((line) => line.trim() !== '')
      .slice(0, limit)
      .map((line) => `    ${line}`),
  ])

export const timeLine = (elapsed: number, cpu: number | null): string => {
  const text = (seconds: number) => `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
  return cpu === null ? text(elapsed) : `${text(elapsed)}, ${text(cpu)} of CPU`
}
