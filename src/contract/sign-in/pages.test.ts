import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { safeNext } from './pages.ts'

test.each([
  '/',
  '/calls?period=year&target_filter=1',
  '/objects/site.example/calls/7?client=a%20b#text',
  '/overview?from=2026-11-01',
])('%s is a page of ours', (next) => expect(safeNext(next)).toBe(next))

test.each([
  undefined,
  '',
  'calls',
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n\\evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/calls/..//evil.example',
  'javascript:alert(1)',
  '/sign-in?next=/calls',
  '/auth/sign-in',
  '/api/session',
])('%j is none', (next) => expect(safeNext(next)).toBe('/'))

test('open-redirect: whatever is asked for, a browser stays here', () => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    '\t',
    '\n',
    '\r',
    '@',
    ':',
    '?',
    '#',
    'evil.example',
    '%2f',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 8 }), (pieces) => {
      expect(new URL(safeNext(`/${pieces.join('')}`), 'https://calls.example.com').origin).toBe(
        'https://calls.example.com',
      )
    }),
  )
})
