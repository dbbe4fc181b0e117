import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { scriptConfigBody } from '#/contract/script-config.ts'
import { readId, readJson } from './context.ts'
import { Refusal } from './failure.ts'

test.each(['04', '+4', '4.0', '', '1e3', '9'.repeat(16)])('%j is the id of nothing', (value) => {
  expect(() => readId(value)).toThrow(Refusal)
  expect(readId('4')).toBe(4)
})

test('an option called __proto__ is refused, not left out: the options that are on stay on', async () => {
  const app = new Hono().post('/', async (c) => {
    await expect(readJson(c as never, scriptConfigBody)).rejects.toThrow(Refusal)
    return c.body(null, 204)
  })
  const body = '{"script_config":{"__proto__":"1"}}'
  expect((await app.request('/', { method: 'POST', body })).status).toBe(204)
})
