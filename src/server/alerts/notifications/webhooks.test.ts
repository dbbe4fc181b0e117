import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { alertDelivery, triedAlert, webhookSecret } from '#/contract/alerts/alerts.ts'
import { DAY_MS } from '#/contract/day.ts'
import { PRIVACY_MODE_COOKIE } from '#/i18n/privacy-mode.ts'
import { smtpRefusal } from '#/server/mail/mail-server-testing.ts'
import { createCheckedFetch } from '#/server/upstream/checked-fetch.ts'
import { UNTIL_NINE_MS, watchedAlert } from '#/server/alerts/watched-testing.ts'

const HOOK = 'https://hooks.example.com/callboard?team=1'
const env = { WEBHOOK_HOSTS: 'hooks.example.com' }
const TWO = ['boss@example.com', 'second@example.com']

/** A webhook receiver with prepared answers. */
const listener = (answers: Response[] = []) => {
  const got: { body: string; signature: string }[] = []
  return {
    got,
    overrides: {
      checkedFetch: async (request: Request) => {
        got.push({
          body: await request.text(),
          signature: request.headers.get('x-callboard-signature') ?? '',
        })
        return answers.shift() ?? new Response(null, { status: 204 })
      },
    },
  }
}

const post = (
  { send, cookie }: Pick<Awaited<ReturnType<typeof watchedAlert>>, 'send' | 'cookie'>,
  path: string,
  body: unknown,
) => send(path, { method: 'POST', cookie, body: JSON.stringify(body) })

test('what an alert finds is posted once, beside its mails, signed with the secret that its page tells', async () => {
  const { got, overrides } = listener()
  const world = await watchedAlert({ webhook: HOOK }, { env, overrides })
  const answer = await post(world, '/api/alerts/webhook', { webhook: HOOK })
  const { secret } = webhookSecret.parse(await answer.json())
  expect(secret).toMatch(/^[0-9a-f]{64}$/)
  await world.after(UNTIL_NINE_MS)
  await world.tick()
  expect([got.length, world.caught.length]).toEqual([1, 2])
  const [{ body, signature }] = got as [(typeof got)[number]]
  const [, second, hex] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature)!
  expect(hex).toBe(createHmac('sha256', secret).update(`${second}.${body}`).digest('hex'))
  expect(JSON.parse(body)).toMatchObject({
    event: 'alert',
    id: expect.stringMatching(/^[0-9a-f]{32}$/),
    alert: world.alert.id,
    kind: 'missed_rate',
    due: '2026-11-21T06:00:00.000Z',
    found: [{ client: null, title: expect.stringContaining('missed 33%'), lines: expect.any(Array) }],
  })
  // No caller: neither a number nor a contact's key.
  expect(body).not.toMatch(/phone|subject|\+7\d{10}/)
  const { runs } = await world.listed()
  expect(runs[0]?.delivery).toEqual({ sent: 3, failed: [], again: null })
})

test('a host that does not answer is asked again, the mails are not sent twice, and runs say how it stands', async () => {
  const { got, overrides } = listener([
    new Response(null, { status: 503 }),
    new Response(null, { status: 503 }),
  ])
  const world = await watchedAlert({ webhook: HOOK }, { env, overrides })
  const deliveryOf = async () => alertDelivery.parse((await world.listed()).runs[0]?.delivery)
  await world.after(UNTIL_NINE_MS)
  const waiting = await deliveryOf()
  expect(waiting).toMatchObject({ sent: 2, failed: [{ to: HOOK, reason: 'webhook_refused', said: '503' }] })
  expect(waiting.again).toBe(world.options.now() + 60_000)
  await world.after(60_000)
  await world.after(5 * 60_000)
  expect([got.length, world.caught.length]).toEqual([3, 2])
  expect(new Set(got.map(({ body }) => body)).size).toBe(1)
  expect(await deliveryOf()).toEqual({ sent: 3, failed: [], again: null })
  expect(await world.runs()).toEqual([['done', null]])
})

test('a webhook works without a mail server, and a redirect or a refusal ends it with its reason', async () => {
  const { got, overrides } = listener([
    new Response(null, { status: 302, headers: { location: 'http://127.0.0.1/' } }),
  ])
  const world = await watchedAlert({ webhook: HOOK }, { env, overrides, smtp: null })
  await world.after(UNTIL_NINE_MS)
  await world.after(60_000)
  expect(got).toHaveLength(1)
  expect(await world.runs()).toEqual([['failed', 'webhook_redirects']])
  expect((await world.listed()).runs[0]?.delivery).toEqual({
    sent: 0,
    failed: [{ to: HOOK, reason: 'webhook_redirects', said: '302' }],
    again: null,
  })
  await world.after(DAY_MS)
  expect(got).toHaveLength(1)
})

test('webhook-never-inside: neither saved nor tried nor told is a host that is not allowed, or one that leads inside', async () => {
  const world = await watchedAlert(
    {},
    {
      env: { WEBHOOK_HOSTS: 'hooks.example.com,127.0.0.1' },
      overrides: { checkedFetch: createCheckedFetch() },
    },
  )
  const body = { to: [], language: 'en' }
  for (const [webhook, trouble] of [
    ['https://169.254.169.254/', 'host_not_allowed'],
    ['https://hooks.example.com.evil.example/', 'host_not_allowed'],
    ['http://hooks.example.com/', 'no_address'],
  ])
    for (const path of ['/api/alerts/try', '/api/alerts/webhook']) {
      const answer = await post(world, path, path.endsWith('try') ? { ...body, webhook } : { webhook })
      expect([answer.status, await answer.json()]).toMatchObject([400, { error: { webhook: trouble } }])
    }
  const answer = await post(world, '/api/alerts/try', { ...body, webhook: 'https://127.0.0.1/' })
  expect(triedAlert.parse(await answer.json()).results).toEqual([
    { to: 'https://127.0.0.1/', reason: 'webhook_not_public', said: null },
  ])
})

test('a test is sent at once and says of each what came of it, ten times in ten minutes at most', async () => {
  const { got, overrides } = listener()
  const world = await watchedAlert(
    {},
    {
      env,
      overrides,
      smtp: {
        onRcptTo: ({ address }, _, callback) =>
          callback(address.startsWith('second') ? smtpRefusal(550, 'no such user') : null),
      },
    },
  )
  const requested = () => post(world, '/api/alerts/try', { to: TWO, webhook: HOOK, language: 'ru' })
  expect(triedAlert.parse(await (await requested()).json()).results).toEqual([
    { to: TWO[0], reason: null, said: null },
    { to: TWO[1], reason: 'mailbox_refused', said: expect.stringContaining('no such user') },
    { to: HOOK, reason: null, said: null },
  ])
  expect(world.caught.map(({ to }) => to)).toEqual([['boss@example.com']])
  expect(JSON.parse(got[0]!.body)).toEqual({ event: 'try', found: [] })
  for (let nth = 1; nth < 10; nth++) expect((await requested()).status).toBe(200)
  expect((await requested()).status).toBe(429)
  // Presentation mode refuses to show the secret.
  const presented = { ...world, cookie: `${world.cookie}; ${PRIVACY_MODE_COOKIE}=visit` }
  expect((await post(presented, '/api/alerts/webhook', { webhook: HOOK })).status).toBe(409)
  expect((await post({ ...world, cookie: '' }, '/api/alerts/webhook', { webhook: HOOK })).status).toBe(401)
})

test('alerts-isolation: the secret of an address is another for each account', async () => {
  const world = await watchedAlert({}, { env })
  const { send, signIn } = world
  const theirs = (await signIn('another@example.com')).headers.get('set-cookie')!.split(';', 1)[0]!
  const secrets = await Promise.all(
    [world.cookie, theirs].map(async (cookie) =>
      (await post({ send, cookie }, '/api/alerts/webhook', { webhook: HOOK })).json(),
    ),
  )
  expect(secrets[0]).not.toEqual(secrets[1])
})
