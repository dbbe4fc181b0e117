import { expect, test } from 'vitest'
import { EMAIL, KEY, PASSWORD, createHarness, json, signedInUser } from './testing.ts'

const OTHER = 'other.canary@example.com'

const tryAs = (
  { send }: Awaited<ReturnType<typeof createHarness>>,
  cookie: string | undefined,
  password = PASSWORD,
) =>
  send('/api/console/sign_in', {
    method: 'POST',
    ...(cookie !== undefined && { cookie }),
    body: JSON.stringify({ user: { email: OTHER, password } }),
  })

test('console-sign-in: the console tries a sign-in without a session, a cookie or a key coming of it', async () => {
  const harness = await createHarness()
  const cookie = await harness.enter()
  harness.handlers['POST /v2/users/sign_in'] = () =>
    json(signedInUser({ email: OTHER, company_name: `calls with ${KEY}`, objs: [{ apiKey: KEY }] }))
  const response = await tryAs(harness, cookie)
  expect(response.status).toBe(200)
  expect(response.headers.getSetCookie()).toEqual([])
  const text = await response.text()
  expect(JSON.parse(text)).toMatchObject({ user: { email: OTHER, company_name: 'calls with ***' } })
  expect(text).not.toContain(KEY)
  expect(text).not.toMatch(/api_?key/i)
  const session = await harness.send('/api/session', { cookie })
  expect(await session.json()).toMatchObject({ user: { email: EMAIL } })
  const { sessions } = (await (await harness.send('/api/sessions', { cookie })).json()) as {
    sessions: readonly unknown[]
  }
  expect(sessions).toHaveLength(1)
})

test('console-sign-in: only for who is signed in', async () => {
  const harness = await createHarness()
  const requested = harness.requests.length
  expect((await tryAs(harness, undefined)).status).toBe(401)
  expect(harness.requests).toHaveLength(requested)
})

test('console-sign-in: a wrong password is told as one, ends no session, and counts as a try', async () => {
  const harness = await createHarness()
  const cookie = await harness.enter()
  for (let nth = 0; nth < 5; nth++) {
    const response = await tryAs(harness, cookie, 'no')
    expect([response.status, await response.json()]).toMatchObject([401, { error: 'unauthorized' }])
    expect(response.headers.getSetCookie()).toEqual([])
  }
  expect((await tryAs(harness, cookie, 'no')).status).toBe(429)
  expect((await harness.send('/api/v2/objs/', { cookie })).status).toBe(200)
  expect((await harness.signIn(OTHER)).status).toBe(429)
})
