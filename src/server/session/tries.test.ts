import { expect, test } from 'vitest'
import { createApp } from '#/server/app.ts'
import { createHarness, EMAIL, PAGE_HEADERS } from '#/server/testing.ts'

test('login-rate-limit: all servers over one database count together, and neither accounts nor addresses stand in it', async () => {
  const { signIn, options, database, pass } = await createHarness()
  const other = createApp(options)
  const tryThere = () =>
    other.fetch(
      new Request(`${options.config.publicUrl}/api/v2/users/sign_in`, {
        method: 'POST',
        headers: PAGE_HEADERS,
        body: JSON.stringify({ user: { email: EMAIL, password: 'wrong' } }),
      }),
      { incoming: { socket: { remoteAddress: '198.51.100.7' }, headersDistinct: {} } },
    )
  for (let nth = 0; nth < 3; nth++) expect((await signIn(EMAIL, 'wrong')).status).toBe(401)
  for (let nth = 0; nth < 2; nth++) expect((await tryThere()).status).toBe(401)
  expect([(await signIn(EMAIL, 'wrong')).status, (await tryThere()).status]).toEqual([429, 429])
  const stored = JSON.stringify(await database.selectFrom('tries').selectAll().execute())
  expect(stored).not.toMatch(/person\.canary|198\.51/)
  pass(60_000)
  expect((await tryThere()).status).toBe(401)
  pass(61 * 60_000)
  await options.tries.purge()
  expect(await database.selectFrom('tries').selectAll().execute()).toEqual([])
})

test('login-rate-limit: of many who try at once at several servers no more than said get through', async () => {
  const { options } = await createHarness()
  const windows = [{ count: 5, ms: 60_000 }]
  const waits = await Promise.all(
    Array.from({ length: 20 }, () => options.tries.take('one account', windows)),
  )
  expect(waits.filter((wait) => wait === 0)).toHaveLength(5)
  expect(await options.tries.count('one account', 60_000)).toBe(5)
})
