import { createHash, randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { auditAnswer } from '#/contract/administration/audit.ts'
import { sessionsAnswer } from '#/contract/administration/sessions.ts'
import { embedding, embedAuthCodeAnswer, type FrameSessionBody } from '#/contract/embed/embed.ts'
import { session as sessionSchema } from '#/contract/session.ts'
import { directoryFrom } from '#/server/identity/directory.ts'
import { createSignIn, startProvider, type TestProvider } from '#/server/identity/oidc/provider-testing.ts'
import { cookieOf, createHarness, EMAIL, type Harness } from './testing.ts'

const PORTAL = 'https://portal.partner.example'
const OTHER = 'https://other.partner.example'
const FRAMED = {
  PUBLIC_URL: 'https://calls.example.com',
  EMBED_ANCESTORS: `${PORTAL},${OTHER}`,
  EMBED_COOKIE: 'partitioned',
}
const MINUTE = 60_000

/** The frame's verifier and challenge. */
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')
const makeSecret = () => {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: challengeOf(verifier) }
}

type Send = Harness['send']
const post = (send: Send, path: string, body: object, cookie?: string) =>
  send(path, { method: 'POST', body: JSON.stringify(body), ...(cookie !== undefined && { cookie }) })
const give = async (send: Send, cookie: string, challenge: string, portal = PORTAL) =>
  embedAuthCodeAnswer.parse(
    await (await post(send, '/api/embed/codes', { challenge, portal }, cookie)).json(),
  ).code

/**
 * A signed-in user allows the portal.
 * @returns the frame's cookie
 */
const showInFrame = async (send: Send, cookie: string, portal = PORTAL) => {
  const { verifier, challenge } = makeSecret()
  const code = await give(send, cookie, challenge, portal)
  const answer = await post(send, '/api/embed/session', { code, verifier, portal })
  expect(answer.status).toBe(204)
  return cookieOf(answer)
}
const whoIn = async (send: Send, cookie: string) =>
  sessionSchema.parse(await (await send('/api/session', { cookie })).json()).user?.email ?? null

test('who may show Callboard in a frame is told to whoever asks, or is no site', async () => {
  const { send } = await createHarness(FRAMED)
  expect(embedding.parse(await (await send('/api/embed')).json())).toEqual({
    ancestors: [PORTAL, OTHER],
    cookie: 'partitioned',
  })
  expect((await (await createHarness()).send('/api/embed')).status).toBe(404)
})

describe('embed-code', () => {
  test('a code and its verifier are a session in the frame, by a cookie of its own', async () => {
    const { send, enter } = await createHarness(FRAMED)
    const { verifier, challenge } = makeSecret()
    const code = await give(send, await enter(), challenge)
    const answer = await post(send, '/api/embed/session', { code, verifier, portal: PORTAL })
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-callboard_p=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=None; Partitioned$/,
      ),
    ])
    expect(await whoIn(send, cookieOf(answer))).toBe(EMAIL)
    expect((await send('/api/v2/objs/', { cookie: cookieOf(answer) })).status).toBe(200)
  })

  const redeemed = async (bad: (good: FrameSessionBody) => object) => {
    const { send, enter } = await createHarness(FRAMED)
    const { verifier, challenge } = makeSecret()
    const good = { code: await give(send, await enter(), challenge), verifier, portal: PORTAL }
    const refused = await post(send, '/api/embed/session', bad(good))
    expect(refused.status).toBe(401)
    expect(refused.headers.getSetCookie()).toEqual([])
    return (await post(send, '/api/embed/session', good)).status
  }

  test.each<[string, (good: FrameSessionBody) => object]>([
    ['another verifier', (good) => ({ ...good, verifier: makeSecret().verifier })],
    ['the challenge in place of the verifier', (good) => ({ ...good, verifier: challengeOf(good.verifier) })],
    ['another portal, listed as well', (good) => ({ ...good, portal: OTHER })],
    ['a portal that is not listed', (good) => ({ ...good, portal: 'https://evil.example' })],
  ])('%s opens nothing, and the code is used up', async (_, bad) => {
    expect(await redeemed(bad)).toBe(401)
  })

  test('another code opens nothing, and is none of this one’s business', async () => {
    expect(await redeemed((good) => ({ ...good, code: makeSecret().verifier }))).toBe(204)
  })

  test('it is good once', async () => {
    const { send, enter } = await createHarness(FRAMED)
    const { verifier, challenge } = makeSecret()
    const good = { code: await give(send, await enter(), challenge), verifier, portal: PORTAL }
    const answers = await Promise.all([1, 2, 3].map(() => post(send, '/api/embed/session', good)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 401, 401])
  })

  test('it is good for a minute', async () => {
    const { send, enter, pass } = await createHarness(FRAMED)
    const cookie = await enter()
    for (const [ms, status] of [
      [MINUTE - 1, 204],
      [MINUTE, 401],
    ] as const) {
      const { verifier, challenge } = makeSecret()
      const code = await give(send, cookie, challenge)
      pass(ms)
      expect((await post(send, '/api/embed/session', { code, verifier, portal: PORTAL })).status).toBe(status)
    }
  })

  test('it is no more than its hash in the database', async () => {
    const { send, enter, database } = await createHarness(FRAMED)
    const code = await give(send, await enter(), makeSecret().challenge)
    expect(JSON.stringify(await database.selectFrom('hand_overs').selectAll().execute())).not.toContain(code)
  })

  test.each<[string, object]>([
    ['a portal that is not listed', { portal: 'https://evil.example', challenge: makeSecret().challenge }],
    ['a part of a listed one', { portal: `${PORTAL}/`, challenge: makeSecret().challenge }],
  ])('none is given for %s', async (_, body) => {
    const { send, enter } = await createHarness(FRAMED)
    expect((await post(send, '/api/embed/codes', body, await enter())).status).toBe(403)
  })

  test('none is given without a session, for a frame, for a challenge that is none, or where frames are of the same site', async () => {
    const { send, enter } = await createHarness(FRAMED)
    const body = { portal: PORTAL, challenge: makeSecret().challenge }
    expect((await post(send, '/api/embed/codes', body)).status).toBe(401)
    const cookie = await enter()
    expect((await post(send, '/api/embed/codes', { ...body, challenge: 'short' }, cookie)).status).toBe(400)
    const inFrame = await showInFrame(send, cookie)
    expect((await post(send, '/api/embed/codes', body, inFrame)).status).toBe(403)
    const sameSite = await createHarness({ ...FRAMED, EMBED_COOKIE: 'samesite' })
    const there = await sameSite.enter()
    expect((await post(sameSite.send, '/api/embed/codes', body, there)).status).toBe(404)
  })

  test('only our own page asks for one or uses one', async () => {
    const { send, enter } = await createHarness(FRAMED)
    const cookie = await enter()
    const { verifier, challenge } = makeSecret()
    for (const [path, body] of [
      ['/api/embed/codes', { challenge, portal: PORTAL }],
      ['/api/embed/session', { code: verifier, verifier, portal: PORTAL }],
    ] as const)
      for (const site of ['cross-site', 'same-site', 'none']) {
        const refused = await send(path, {
          method: 'POST',
          cookie,
          body: JSON.stringify(body),
          headers: { 'sec-fetch-site': site, origin: PORTAL },
        })
        expect([site, refused.status]).toEqual([site, 403])
      }
  })
})

describe('frame-session', () => {
  test('csrf-matrix: the frame’s cookie comes along with what the portal’s own page asks, and opens nothing', async () => {
    const { send, enter, requests } = await createHarness(FRAMED)
    const cookie = await showInFrame(send, await enter())
    requests.length = 0
    for (const method of ['GET', 'POST', 'PUT', 'DELETE'])
      for (const path of ['/api/session', '/api/v2/objs/', '/api/preferences', '/api/v2/calls'])
        for (const headers of [
          { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'empty' },
          { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe' },
          { 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'empty' },
          { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' },
        ]) {
          const body = method === 'GET' ? {} : { body: '{}' }
          const refused = await send(path, {
            method,
            cookie,
            headers: { ...headers, origin: PORTAL },
            ...body,
          })
          expect([method, path, refused.status]).toEqual([method, path, 403])
        }
    expect(requests).toEqual([])
    expect(await whoIn(send, cookie)).toBe(EMAIL)
  })

  test('the ordinary cookie counts where it comes; neither id is worth anything in the other cookie', async () => {
    const { send, enter, signIn } = await createHarness(FRAMED)
    const framed = await showInFrame(send, await enter())
    const other = cookieOf(await signIn('other@example.com'))
    expect(await whoIn(send, `${framed}; ${other}`)).toBe('other@example.com')
    expect(await whoIn(send, `${other}; ${framed}`)).toBe('other@example.com')
    expect(await whoIn(send, framed.replace('callboard_p', 'callboard'))).toBeNull()
    expect(await whoIn(send, other.replace('callboard', 'callboard_p'))).toBeNull()
    // Signing out in one must not fall back to the other cookie.
    const out = await send('/api/session', { method: 'DELETE', cookie: `${other}; ${framed}` })
    expect(out.headers.getSetCookie()).toEqual([expect.stringMatching(/^__Host-callboard=; Max-Age=0; /)])
    expect(await whoIn(send, framed)).toBe(EMAIL)
  })

  test('counts beside an ordinary cookie whose session is over', async () => {
    const { send, enter, signIn } = await createHarness(FRAMED)
    const framed = await showInFrame(send, await enter())
    const other = cookieOf(await signIn('other@example.com'))
    await send('/api/session', { method: 'DELETE', cookie: other })
    expect(await whoIn(send, `${other}; ${framed}`)).toBe(EMAIL)
  })

  test('on the same site, where the ordinary cookie comes too, a code makes no second one', async () => {
    const { send, enter } = await createHarness(FRAMED)
    const cookie = await enter()
    const { verifier, challenge } = makeSecret()
    const code = await give(send, cookie, challenge)
    const answer = await post(send, '/api/embed/session', { code, verifier, portal: PORTAL }, cookie)
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([204, []])
  })

  test('it is looked at only where frames of other sites are allowed, and of portals that still are', async () => {
    const harness = await createHarness(FRAMED)
    const cookie = await showInFrame(harness.send, await harness.enter())
    const { sessions, embedAuthCodes } = harness.options
    for (const env of [{ EMBED_ANCESTORS: '' }, { EMBED_COOKIE: 'samesite' }, { EMBED_ANCESTORS: OTHER }]) {
      const { send } = await createHarness({ ...FRAMED, ...env }, { sessions, embedAuthCodes })
      expect(await whoIn(send, cookie)).toBeNull()
    }
    const { send } = await createHarness(FRAMED, { sessions, embedAuthCodes })
    expect(await whoIn(send, cookie)).toBe(EMAIL)
  })

  test('signing out in the frame ends its session only; ending the one that let it in ends both', async () => {
    const { send, enter } = await createHarness(FRAMED)
    const cookie = await enter()
    const [first, second] = [await showInFrame(send, cookie), await showInFrame(send, cookie, OTHER)]
    const out = await send('/api/session', { method: 'DELETE', cookie: first })
    expect(out.status).toBe(204)
    expect(out.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-callboard_p=; Max-Age=0; .*Partitioned/),
    ])
    expect(await Promise.all([first, second, cookie].map((one) => whoIn(send, one)))).toEqual([
      null,
      EMAIL,
      EMAIL,
    ])
    await send('/api/session', { method: 'DELETE', cookie })
    expect(await whoIn(send, second)).toBeNull()
  })

  test('it is among the person’s sessions, with its portal, and is ended there', async () => {
    const { send, enter } = await createHarness(FRAMED)
    const cookie = await enter()
    const framed = await showInFrame(send, cookie)
    const list = async () =>
      sessionsAnswer.parse(await (await send('/api/sessions', { cookie })).json()).sessions
    const sessions = await list()
    expect(sessions.map(({ portal, is_mine, is_this }) => ({ portal, is_mine, is_this }))).toEqual(
      expect.arrayContaining([
        { portal: PORTAL, is_mine: true, is_this: false },
        { portal: null, is_mine: true, is_this: true },
      ]),
    )
    const { id } = sessions.find(({ portal }) => portal === PORTAL)!
    expect((await send(`/api/sessions/${id}`, { method: 'DELETE', cookie })).status).toBe(204)
    expect(await whoIn(send, framed)).toBeNull()
    expect(await list()).toHaveLength(1)
  })

  test('work in the frame keeps the session alive that let it in, and ends with it at the latest', async () => {
    const { send, enter, pass } = await createHarness(FRAMED)
    const cookie = await enter()
    const framed = await showInFrame(send, cookie)
    for (let passed = 0; passed < 11 * 60 + 40; passed += 20) {
      pass(20 * MINUTE)
      expect(await whoIn(send, framed)).toBe(EMAIL)
    }
    pass(20 * MINUTE)
    expect(await whoIn(send, framed)).toBeNull()
    expect(await whoIn(send, cookie)).toBeNull()
  })

  test('its rights are those of who let it in, and the log tells of that', async () => {
    const harness = await createHarness(FRAMED, {
      directory: directoryFrom(JSON.stringify({ users: { [EMAIL]: { rights: ['administer'] } } })),
    })
    const framed = await showInFrame(harness.send, await harness.enter())
    const { entries } = auditAnswer.parse(await (await harness.send('/api/audit', { cookie: framed })).json())
    expect(entries.map(({ who, what }) => ({ who, ...what }))).toContainEqual({
      who: EMAIL,
      event: 'frame_allowed',
      portal: PORTAL,
    })
  })
})

describe('who is out at the company is out in the frame', () => {
  let provider: TestProvider
  beforeEach(async () => void (provider = await startProvider()))
  afterEach(() => provider.stop())

  const inFrame = async () => {
    const harness = await createSignIn(provider, FRAMED)
    await harness.signIn()
    const framed = await showInFrame(harness.send, harness.jar.header())
    expect(await whoIn(harness.send, framed)).toBe('anna@example.com')
    return { ...harness, framed }
  }

  test('by back-channel-logout', async () => {
    const { send, logout, framed } = await inFrame()
    expect((await logout(await provider.logoutToken())).status).toBe(200)
    expect(await whoIn(send, framed)).toBeNull()
  })

  test('by AUTH_KEYS', async () => {
    const { send, options, framed } = await inFrame()
    vi.spyOn(options.directory, 'grantOf').mockReturnValue(null)
    expect(await whoIn(send, framed)).toBeNull()
  })

  test('by the provider, which is asked for the session that let it in, and once for both', async () => {
    const { send, jar, pass, framed } = await inFrame()
    const refreshes = () => provider.requests.filter((one) => one.startsWith('/token refresh_token'))
    pass(6 * MINUTE)
    expect(await whoIn(send, framed)).toBe('anna@example.com')
    expect(await whoIn(send, jar.header())).toBe('anna@example.com')
    expect(refreshes()).toHaveLength(1)
    provider.lies.refuseRefresh = { status: 400, error: 'invalid_grant' }
    pass(6 * MINUTE)
    expect(await whoIn(send, framed)).toBeNull()
    expect(await whoIn(send, jar.header())).toBeNull()
  })
})
