import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#/test/runs.ts'
import { concealer, MAX_JSON_DEPTH, redact, TooDeep } from './redact.ts'

const SECRET = fc.constantFrom(
  'api_key',
  'auth_token',
  'API_KEY',
  'apiKey',
  'authToken',
  'password',
  'password_hash',
  'webhook_secret',
)
const CANARY = 'CANARY'

const planted = fc.letrec((tie) => ({
  node: fc.oneof(
    { depthSize: 'medium' },
    fc.constantFrom(null, 1, true, 'text'),
    fc.array(tie('node'), { maxLength: 3 }),
    fc
      .tuple(fc.dictionary(fc.string(), tie('node'), { maxKeys: 3 }), fc.option(SECRET))
      .map(([fields, secret]) => (secret === null ? fields : { ...fields, [secret]: { deep: [CANARY] } })),
  ),
})).node

test('redact-any-depth: no withheld field survives, wherever it was planted', () => {
  fc.assert(
    fc.property(planted, (value) => {
      const text = JSON.stringify(redact(value)) ?? ''
      expect(text).not.toContain(CANARY)
    }),
    runs(2_000, 200_000),
  )
})

test('everything else stays as it was', () => {
  const answer = {
    calls: [
      { id: 1, custom_data: '{"api_key":"text"}', secretary: 'x', passed: true, tokens: [null, 0, ''] },
    ],
  }
  expect(redact(answer)).toEqual(answer)
})

test('no prototype key is passed on', () => {
  const redacted = JSON.stringify(redact(JSON.parse('{"__proto__":{"polluted":1},"a":{"__proto__":{}}}')))
  expect(redacted).toBe('{"a":{}}')
})

test('JSON deeper than any answer is refused, however deep it is', () => {
  const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth))
  expect(redact(nested(MAX_JSON_DEPTH))).toEqual(nested(MAX_JSON_DEPTH))
  expect(() => redact(nested(MAX_JSON_DEPTH + 1))).toThrow(TooDeep)
  expect(() => redact(nested(100_000))).toThrow(TooDeep)
})

test('a value that can be no key hides nothing, and keeps no other one from being hidden', () => {
  const endless = Array.from({ length: 24 }, (_, client) => `${client}`.repeat(60_000))
  const conceal = concealer([...endless, 'half a character \uD800', 'key-of-a-client'])
  expect(conceal('the key-of-a-client is said')).toBe('the *** is said')
  expect(conceal(endless[3]!)).toBe(endless[3])
})
