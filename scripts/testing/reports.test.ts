import { join } from 'node:path'
import { expect, test } from 'vitest'
import { failed, readPlaywright, readVitest, slowest, sum, summary, withExitCode } from './reports.ts'

const assertion = (status: string, duration: number | null = 5, fullName = 'a test') => ({
  fullName,
  status,
  duration,
  failureMessages: status === 'failed' ? ['expected 1 to be 2'] : [],
})
const file = (status: string, ...assertionResults: ReturnType<typeof assertion>[]) => ({
  name: join(process.cwd(), 'src/some.test.ts'),
  status,
  assertionResults,
})

test('Vitest: tests are counted, and a file that broke before its first test is one failure', () => {
  const report = {
    numPassedTests: 3,
    numFailedTests: 1,
    testResults: [
      file('passed', assertion('passed')),
      file('failed', assertion('passed'), assertion('failed')),
      file('failed'),
    ],
  }
  expect(readVitest(report).counts).toEqual({ passed: 3, failed: 2 })
  expect(readVitest(report).failures).toEqual([
    { name: 'a test', file: join('src', 'some.test.ts'), message: 'expected 1 to be 2' },
    { name: 'the file itself', file: join('src', 'some.test.ts'), message: '' },
  ])
  expect(
    readVitest({
      numPassedTests: 1,
      numFailedTests: 0,
      testResults: [file('passed', assertion('passed'))],
    }).counts,
  ).toEqual({ passed: 1, failed: 0 })
})

test('Vitest: each test has its seconds and its file from the root; one that did not run took none', () => {
  const report = {
    numPassedTests: 1,
    numFailedTests: 0,
    testResults: [file('passed', assertion('passed', 1500, 'slow'), assertion('skipped', null, 'never'))],
  }
  expect(readVitest(report).times).toEqual([
    { name: 'slow', file: join('src', 'some.test.ts'), seconds: 1.5 },
    { name: 'never', file: join('src', 'some.test.ts'), seconds: 0 },
  ])
})

const stats = { expected: 7, unexpected: 1, flaky: 1, skipped: 0 }

test('Playwright: unexpected and flaky tests and errors outside tests are failures', () => {
  expect(readPlaywright({ stats, errors: [], suites: [] }).counts).toEqual({ passed: 7, failed: 2 })
  expect(
    readPlaywright({
      stats: { ...stats, unexpected: 0, flaky: 0 },
      errors: [{ message: 'no server' }],
      suites: [],
    }).counts,
  ).toEqual({ passed: 7, failed: 1 })
})

test('Playwright: what failed is named with what it said, outside any test too', () => {
  const tried = (status: string, ...messages: string[]) => ({
    title: status,
    file: 'journal.e2e.ts',
    tests: [
      {
        projectName: 'desktop',
        status,
        results: messages.map((message) => ({ duration: 1, errors: [{ message }] })),
      },
    ],
  })
  const suites = [{ specs: [tried('unexpected', 'first', 'second'), tried('expected')] }]
  expect(readPlaywright({ stats, errors: [{ message: 'no server' }], suites }).failures).toEqual([
    { name: 'unexpected', file: 'e2e/journal.e2e.ts', message: 'first\nsecond' },
    { name: 'outside any test', file: null, message: 'no server' },
  ])
})

test('Playwright: tests are found in suites within suites; all tries of one add up', () => {
  const run = (projectName: string, ...durations: number[]) => ({
    projectName,
    status: 'expected',
    results: durations.map((duration) => ({ duration, errors: [] })),
  })
  const spec = (title: string, ...durations: number[]) => ({
    title,
    file: 'journal.e2e.ts',
    tests: [run('desktop', ...durations)],
  })
  const suites = [
    { specs: [spec('first', 2000)], suites: [{ specs: [spec('within', 1000, 500)] }] },
    { specs: [spec('last', 250), { ...spec('both'), tests: [run('desktop', 3000), run('phone', 4000)] }] },
  ]
  expect(readPlaywright({ stats, errors: [], suites }).times).toEqual([
    { name: 'first', file: 'e2e/journal.e2e.ts', seconds: 2 },
    { name: 'within', file: 'e2e/journal.e2e.ts', seconds: 1.5 },
    { name: 'last', file: 'e2e/journal.e2e.ts', seconds: 0.25 },
    { name: 'both, desktop', file: 'e2e/journal.e2e.ts', seconds: 3 },
    { name: 'both, phone', file: 'e2e/journal.e2e.ts', seconds: 4 },
  ])
})

test('a report of another shape is an error, not zero failures', () => {
  expect(() => readVitest({})).toThrow()
  expect(() => readPlaywright(null)).toThrow()
})

test('a failed command is a failure even if its report names none', () => {
  expect(withExitCode({ passed: 4, failed: 0 }, false)).toEqual({ passed: 4, failed: 1 })
  expect(withExitCode({ passed: 4, failed: 2 }, false)).toEqual({ passed: 4, failed: 2 })
  expect(withExitCode({ passed: 4, failed: 0 }, true)).toEqual({ passed: 4, failed: 0 })
})

test('the slowest tests of all runners are listed, the slowest first, and no more than asked for', () => {
  const times = [
    { name: 'quick', file: 'a.test.ts', seconds: 0.04 },
    { name: 'slowest', file: 'e2e/b.e2e.ts', seconds: 12.34 },
    { name: 'slow', file: 'a.test.ts', seconds: 2 },
  ]
  expect(slowest(times, 2)).toEqual(['  12.3 s  slowest (e2e/b.e2e.ts)', '   2.0 s  slow (a.test.ts)'])
  expect(slowest(times, 20)).toHaveLength(3)
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

test('what failed ends the output: a name, its file and the first lines of what it said, without colours', () => {
  expect(
    failed(
      [
        {
          name: 'a test',
          file: 'a.test.ts',
          message: '\u001b[31mexpected 1\u001b[39m\n\nto be 2\nat line 3',
        },
        { name: 'the step "Lint"', file: null, message: '' },
      ],
      2,
    ),
  ).toEqual(['a test (a.test.ts)', '    expected 1', '    to be 2', 'the step "Lint"'])
})
