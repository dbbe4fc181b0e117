import * as z from 'zod/mini'

/** What one step adds to the last line of `npm test`. */
export interface Counts {
  readonly passed: number
  readonly failed: number
}

export const sum = (all: readonly Counts[]): Counts => ({
  passed: all.reduce((total, { passed }) => total + passed, 0),
  failed: all.reduce((total, { failed }) => total + failed, 0),
})

/** The last line of `npm test`. */
export const summary = ({ passed, failed }: Counts): string => `${passed} passed, ${failed} failed`

const vitestReport = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  testResults: z.array(
    z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) }),
  ),
})

/** Counts of Vitest's JSON report. A file that failed before its first test counts as one failure. */
export const countVitest = (report: unknown): Counts => {
  const { numPassedTests, numFailedTests, testResults } = vitestReport.parse(report)
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  )
  return { passed: numPassedTests, failed: numFailedTests + broken.length }
}

const playwrightReport = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int() }),
  errors: z.array(z.unknown()),
})

/** Counts of Playwright's JSON report. An error outside any test, such as a server that did not start, is a failure. */
export const countPlaywright = (report: unknown): Counts => {
  const { stats, errors } = playwrightReport.parse(report)
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length }
}

/** A step whose command failed has at least one failure, whatever its report says or if it left none. */
export const withExitCode = (counts: Counts, succeeded: boolean): Counts =>
  succeeded || counts.failed > 0 ? counts : { ...counts, failed: 1 }
