import { expect, test } from 'vitest'
import { countPlaywright, countVitest, sum, summary, withExitCode } from './test-counts.ts'

const passing = { status: 'passed', assertionResults: [{ status: 'passed' }] }

test('Vitest: tests are counted, and a file that broke before its first test is one failure', () => {
  const report = {
    numPassedTests: 3,
    numFailedTests: 1,
    testResults: [
      passing,
      { status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed' }] },
      { status: 'failed', assertionResults: [] },
    ],
  }
  expect(countVitest(report)).toEqual({ passed: 3, failed: 2 })
  expect(countVitest({ numPassedTests: 1, numFailedTests: 0, testResults: [passing] })).toEqual({
    passed: 1,
    failed: 0,
  })
})

test('Playwright: unexpected and flaky tests and errors outside tests are failures', () => {
  const stats = { expected: 7, unexpected: 1, flaky: 1, skipped: 0 }
  expect(countPlaywright({ stats, errors: [] })).toEqual({ passed: 7, failed: 2 })
  expect(
    countPlaywright({ stats: { ...stats, unexpected: 0, flaky: 0 }, errors: [{ message: 'no server' }] }),
  ).toEqual({
    passed: 7,
    failed: 1,
  })
})

test('a report of another shape is an error, not zero failures', () => {
  expect(() => countVitest({})).toThrow()
  expect(() => countPlaywright(null)).toThrow()
})

test('a failed command is a failure even if its report names none', () => {
  expect(withExitCode({ passed: 4, failed: 0 }, false)).toEqual({ passed: 4, failed: 1 })
  expect(withExitCode({ passed: 4, failed: 2 }, false)).toEqual({ passed: 4, failed: 2 })
  expect(withExitCode({ passed: 4, failed: 0 }, true)).toEqual({ passed: 4, failed: 0 })
})

test('the last line adds everything up', () => {
  expect(
    summary(
      sum([
        { passed: 1, failed: 0 },
        { passed: 20, failed: 3 },
      ]),
    ),
  ).toBe('21 passed, 3 failed')
})
