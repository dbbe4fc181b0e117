import { expect, test } from 'vitest'
import { ApiError } from '#/api/error.ts'
import { problemOf } from './use-problem.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const refused = (code: string) => new ApiError('server', { code })

test.each([
  ['recording_not_ready', 'not-ready'],
  ['recording_gone', 'gone'],
  ['recording_empty', 'empty'],
  ['recording_elsewhere', 'elsewhere'],
  ['upstream_bad_response', 'no-audio'],
  ['upstream_too_large', 'too-large'],
  ['upstream_unreachable', null],
  ['client_forbidden', null],
])('%s is %s', (code, expected) => {
  expect(problemOf(refused(code), { date: '2026-11-20T14:59:00+03:00', now: NOW })).toBe(expected)
})

test.each([
  ['2026-11-20T14:59:00+03:00', 'not-ready'],
  ['2026-11-20T11:30:00Z', 'not-ready'],
  ['2026-11-20T13:59:00+03:00', 'gone'],
  ['2026-11-20T11:59:00+03:00', 'gone'],
  ['2026-11-20T14:59:00', 'gone'],
  ['yesterday', 'gone'],
  [null, 'gone'],
])('a recording that is not there, of a contact at %s', (date, expected) => {
  expect(problemOf(refused('no_recording'), { date, now: NOW })).toBe(expected)
})

test('what is no answer of ours is no reason', () => {
  expect(problemOf(new Error('x'), { date: null, now: NOW })).toBeNull()
  expect(problemOf(new ApiError('network'), { date: null, now: NOW })).toBeNull()
})
