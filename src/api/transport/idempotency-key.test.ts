import { expect, test } from 'vitest'
import { idempotencyKey } from './idempotency-key.ts'

test('is the same for the same wish, and another once something else is seen or asked for', async () => {
  const send = (seen: unknown, body: unknown = {}, path = '/reports/1/send') =>
    idempotencyKey('POST', path, body, seen)
  const key = await send(5)
  expect(key).toMatch(/^[0-9a-f]{64}$/)
  expect(await send(5)).toBe(key)
  const others = await Promise.all([send(6), send(null), send(5, { due: 1 }), send(5, {}, '/reports/2/send')])
  expect(new Set([key, ...others]).size).toBe(5)
})
