import { describe, expect, test } from 'vitest'
import { auditAnswer } from '#/contract/administration/audit.ts'
import { sessionsAnswer } from '#/contract/administration/sessions.ts'
import { endpoints } from '#/contract/endpoints.ts'
import { live } from '#/contract/live/live.ts'
import { session as sessionSchema } from '#/contract/session.ts'
import { directoryFrom } from '#/server/identity/directory.ts'
import { cookieOf, createHarness, EMAIL, json, KEY, signedInUser, type Harness } from '#/server/testing.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const ADMIN = 'admin@example.com'

const NUMBER = '79161234567'
/** A contact with the caller's number in every text. */
const CONTACT = {
  id: 5,
  obj_oid: 'site',
  date: '2026-11-20T16:50:00+03:00',
  status: 1,
  phone_number_from: NUMBER,
  source: { title: `Referral ${NUMBER}` },
  src: `tel +7 916 123-45-67`,
  search_request: NUMBER,
  messages: 'call 8 (916) 123-45-67',
  request_uri: `https://a.example/?phone=${NUMBER}`,
  comments: [{ text: NUMBER }],
}
const NOWHERE = /9161234567|916[^"]{0,4}123/

const post = (harness: Harness, path: string, body: object, cookie?: string) =>
  harness.send(path, { method: 'POST', body: JSON.stringify(body), ...(cookie !== undefined && { cookie }) })

/**
 * A kiosk opened by the user of this cookie.
 * @returns its own cookie
 */
const openKiosk = async (harness: Harness, cookie: string, client: string | null = null) => {
  const answer = await post(harness, '/api/walls', { client }, cookie)
  expect(answer.status).toBe(204)
  return cookieOf(answer)
}

const withContact = async (env: Record<string, string> = {}) => {
  const harness = await createHarness(env)
  harness.handlers['GET /v2/calls'] = () =>
    json({ calls: [CONTACT], meta: { obj: [{ oid: 'site', title: 'Site' }] } })
  return harness
}

const sessionsOf = async (harness: Harness, cookie: string, query = '') =>
  sessionsAnswer.parse(await (await harness.send(`/api/sessions${query}`, { cookie })).json()).sessions

describe('wall-only-live', () => {
  test('a screen reads its figures, and every other request is refused', async () => {
    const harness = await withContact()
    const kiosk = await openKiosk(harness, await harness.enter())
    expect((await harness.send('/api/live', { cookie: kiosk, method: 'POST', body: '{}' })).status).toBe(200)
    // A kiosk opened before an update.
    expect((await harness.send('/api/live', { cookie: kiosk })).status).toBe(200)
    harness.requests.length = 0
    const calls = Object.values(endpoints).map(({ method, path }) => [
      method,
      `/api${path.replace(/:\w+/g, '5')}`,
    ])
    const others = [
      ['GET', '/api/clients/7/live'],
      ['GET', '/api/preferences'],
      ['PUT', '/api/preferences'],
      ['GET', '/api/audit'],
      ['GET', '/api/sessions'],
      ['DELETE', '/api/sessions/0123456789abcdef'],
      ['POST', '/api/exports'],
      ['GET', '/api/exports/5/file'],
      ['POST', '/api/audit/exports'],
      ['POST', '/api/session'],
      ['POST', '/api/console/sign_in'],
      ['GET', '/api/archive'],
      ['DELETE', '/api/archive'],
      ['POST', '/api/figures/reading'],
      ['POST', '/api/figures/report'],
      ['POST', '/api/archive/contacts'],
      ['POST', '/api/client-comparison'],
      ['POST', '/api/inactivity'],
      ['GET', '/api/recordings/site/5'],
      ['GET', '/api/notification-preview/site'],
      ['GET', '/api/embed'],
      ['POST', '/api/embed/codes'],
      ['POST', '/api/walls'],
      ['GET', '/api/v2/clients/7/calls'],
      ['PUT', '/api/live'],
      ['GET', '/api/Live'],
      ['GET', '/api/live/'],
      ['GET', '/api//live'],
      ['GET', '/api/anything'],
    ]
    for (const [method = '', path = ''] of [...calls, ...others]) {
      const body = method === 'GET' || method === 'DELETE' ? {} : { body: '{}' }
      const { status } = await harness.send(path, { cookie: kiosk, method, ...body })
      expect([method, path, status]).toEqual([method, path, 403])
    }
    expect(harness.requests).toEqual([])
  })

  test('neither the session nor the figures hold a caller’s number, nor whose session it is', async () => {
    const harness = await withContact()
    harness.handlers['POST /v2/users/sign_in'] = () =>
      json(signedInUser({ email: EMAIL, phone_number: '74950000001', company_name: 'Domograd' }))
    const kiosk = await openKiosk(harness, await harness.enter())
    for (const path of ['/api/live', '/api/session']) {
      const answer = await harness.send(path, { cookie: kiosk })
      const text = (await answer.text()) + JSON.stringify([...answer.headers])
      expect(text).not.toMatch(NOWHERE)
      expect(text).not.toMatch(new RegExp(`${EMAIL}|${KEY}|Anna|74950000001`))
    }
    const session = sessionSchema.parse(await (await harness.send('/api/session', { cookie: kiosk })).json())
    expect(session).toMatchObject({ wall: true, rights: [], user: { company_name: 'Domograd' } })
    const figures = live.parse(await (await harness.send('/api/live', { cookie: kiosk })).json())
    expect(figures).toMatchObject({
      day: '2026-11-20',
      objects: [{ oid: 'site', contacts: 1, missed: 1 }],
      waiting: { total: 1, callers: [{ id: 5, source: 'Referral •••', attempts: 1 }] },
    })
  })

  test('nor do they for a person who may see numbers elsewhere', async () => {
    const harness = await withContact()
    const text = await (await harness.send('/api/live', { cookie: await harness.enter() })).text()
    expect(text).toContain('"id":5')
    expect(text).not.toMatch(NOWHERE)
  })

  test('it shows the client it was opened for, whatever it asks', async () => {
    const harness = await createHarness()
    const clients = [
      { id: 7, email: 'c@example.com', company_name: 'Sever' },
      { id: 8, email: 'd@example.com', company_name: 'Yug' },
    ]
    harness.handlers['GET /v2/agency'] = () => json([{ agency: { name: 'A', clients } }])
    harness.handlers['POST /v2/users/sign_in'] = () => json(signedInUser({ is_agency_manager: true }))
    harness.handlers['GET /v2/clients/7/calls'] = () => json({ calls: [CONTACT], meta: {} })
    harness.handlers['GET /v2/clients/7/objs/'] = () => json({ objs: [], meta: {} })
    const cookie = await harness.enter()
    expect((await post(harness, '/api/walls', { client: '9' }, cookie)).status).toBe(403)
    const kiosk = await openKiosk(harness, cookie, '7')
    const answer = await harness.send('/api/live?client=8', { cookie: kiosk })
    expect(await answer.json()).toMatchObject({ client_name: 'Sever', newest: [{ id: 5 }] })
    expect(harness.requests.some(({ url }) => url.includes('/clients/8/'))).toBe(false)
  })
})

describe('wall-thirty-days', () => {
  test('it goes on for thirty days without a user, and no longer', async () => {
    const harness = await withContact()
    const cookie = await harness.enter()
    const answer = await post(harness, '/api/walls', { client: null }, await harness.enter())
    expect(answer.headers.get('set-cookie')).toMatch(
      /^__Host-callboard=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    )
    const kiosk = cookieOf(answer)
    harness.pass(45 * MINUTE)
    expect((await harness.send('/api/preferences', { cookie })).status).toBe(401)
    for (const ms of [0, DAY, 28 * DAY]) {
      harness.pass(ms)
      await harness.options.sessions.purge()
      expect(await harness.options.sessions.count()).toBe(1)
      const background = { headers: { 'x-callboard-background': '1' } }
      expect((await harness.send('/api/live', { cookie: kiosk, ...background })).status).toBe(200)
    }
    harness.pass(DAY - 45 * MINUTE)
    expect((await harness.send('/api/live', { cookie: kiosk })).status).toBe(401)
    await harness.options.sessions.purge()
    expect(await harness.database.selectFrom('sessions').selectAll().execute()).toEqual([])
  })

  test('it takes the place of the session in whose name it was opened', async () => {
    const harness = await withContact()
    const cookie = await harness.enter()
    const kiosk = await openKiosk(harness, cookie)
    expect((await harness.send('/api/preferences', { cookie })).status).toBe(401)
    expect((await harness.send('/api/live', { cookie: kiosk })).status).toBe(200)
  })

  test('a row cannot be made a screen’s, or a person’s, by who writes the table', async () => {
    const harness = await withContact()
    const cookie = await harness.enter()
    const kiosk = await openKiosk(harness, await harness.enter())
    await harness.database.updateTable('sessions').set({ is_wall: 1 }).where('is_wall', '=', 0).execute()
    expect((await harness.send('/api/preferences', { cookie })).status).toBe(401)
    await harness.database.updateTable('sessions').set({ is_wall: 0 }).execute()
    expect((await harness.send('/api/live', { cookie: kiosk })).status).toBe(401)
  })
})

describe('wall-ended', () => {
  test('its person ends it in “My sessions”, at once', async () => {
    const harness = await withContact()
    const cookie = await harness.enter()
    const kiosk = await openKiosk(harness, await harness.enter())
    const [screen, own] = (await sessionsOf(harness, cookie)).toSorted((a, b) =>
      (b.wall_until ?? '').localeCompare(a.wall_until ?? ''),
    )
    expect(screen).toMatchObject({
      who: EMAIL,
      is_mine: true,
      is_this: false,
      wall_until: '2026-12-20T14:03:00.000Z',
    })
    expect(own).toMatchObject({ wall_until: null, is_this: true })
    await harness.send(`/api/sessions/${screen!.id}`, { cookie, method: 'DELETE' })
    expect((await harness.send('/api/live', { cookie: kiosk })).status).toBe(401)
    expect((await harness.send('/api/preferences', { cookie })).status).toBe(200)
  })

  test('an administrator ends it, and the log tells all of it', async () => {
    const harness = await createHarness(
      {},
      {
        directory: directoryFrom(
          JSON.stringify({ users: { [EMAIL]: {}, [ADMIN]: { rights: ['administer'] } } }),
        ),
      },
    )
    const kiosk = await openKiosk(harness, await harness.enter())
    const admin = cookieOf(await harness.signIn(ADMIN))
    const all = await sessionsOf(harness, admin, '?all=1')
    const screen = all.find(({ wall_until }) => wall_until !== null)!
    await harness.send(`/api/sessions/${screen.id}`, { cookie: admin, method: 'DELETE' })
    expect((await harness.send('/api/live', { cookie: kiosk })).status).toBe(401)
    const { entries } = auditAnswer.parse(await (await harness.send('/api/audit', { cookie: admin })).json())
    expect(entries.map(({ who, what }) => `${who} ${what?.event}`)).toEqual([
      `${ADMIN} session_ended`,
      `${ADMIN} signed_in`,
      `${EMAIL} wall_opened`,
      `${EMAIL} signed_in`,
    ])
  })

  test('a user at the screen ends it', async () => {
    const harness = await withContact()
    const cookie = await harness.enter()
    const kiosk = await openKiosk(harness, await harness.enter())
    expect((await harness.send('/api/session', { cookie: kiosk, method: 'DELETE' })).status).toBe(204)
    expect((await harness.send('/api/live', { cookie: kiosk })).status).toBe(401)
    expect((await harness.send('/api/preferences', { cookie })).status).toBe(200)
  })
})

describe('wall-opened', () => {
  test('only by a person’s own session, and by no link or other site', async () => {
    const harness = await withContact()
    const cookie = await harness.enter()
    expect((await post(harness, '/api/walls', { client: null })).status).toBe(401)
    expect((await harness.send('/api/walls', { cookie })).status).toBe(405)
    const foreign = {
      method: 'POST',
      body: JSON.stringify({ client: null }),
      headers: { 'sec-fetch-site': 'cross-site' },
      cookie,
    }
    expect((await harness.send('/api/walls', foreign)).status).toBe(403)
    for (const bad of [{}, { client: '' }, { code: '1234567890' }])
      expect((await post(harness, '/api/walls', bad, cookie)).status).toBe(400)
    expect((await harness.send('/api/preferences', { cookie })).status).toBe(200)
    const kiosk = await openKiosk(harness, cookie)
    expect((await post(harness, '/api/walls', { client: null }, kiosk)).status).toBe(403)
  })
})
