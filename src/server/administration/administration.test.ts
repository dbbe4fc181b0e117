import { expect, test } from 'vitest'
import { auditAnswer, type AuditEntry } from '#/contract/administration/audit.ts'
import { sessionsAnswer } from '#/contract/administration/sessions.ts'
import { session as sessionSchema, type Right } from '#/contract/session.ts'
import { directoryFrom } from '#/server/identity/directory.ts'
import { cookieOf, createHarness, EMAIL, json, KEY, PASSWORD, type Harness } from '#/server/testing.ts'
import { DAY_MS } from '#/contract/day.ts'

const ADMIN = 'admin@example.com'

/** A user with these rights, and an administrator. */
const withRights = (rights: readonly Right[], env: Record<string, string> = {}) =>
  createHarness(env, {
    directory: directoryFrom(
      JSON.stringify({ users: { [EMAIL]: { rights }, [ADMIN]: { rights: ['administer'] } } }),
    ),
  })

const signedIn = async ({ signIn }: Harness, email: string) => cookieOf(await signIn(email))

const audit = async (harness: Harness, query = ''): Promise<readonly AuditEntry[]> => {
  const answer = await harness.send(`/api/audit${query}`, { cookie: await signedIn(harness, ADMIN) })
  expect(answer.status).toBe(200)
  return auditAnswer.parse(await answer.json()).entries
}
const eventsOf = (entries: readonly AuditEntry[]) => entries.map(({ who, what }) => ({ who, ...what }))

const CONTACT = {
  id: 5,
  obj_oid: 'site',
  date: '2026-11-20T14:03:00+03:00',
  phone_number_from: '79161234567',
  record_url: `https://api.test/base/rec.mp3`,
  messages: 'перезвоните 8 916 123-45-67',
}

test('who may not see numbers or listen gets neither, by no way of asking', async () => {
  const harness = await withRights([])
  const { handlers, send, requests } = harness
  handlers['GET /v2/calls'] = () => json({ calls: [CONTACT], meta: {} })
  handlers['GET /v2/objs/site/calls/5'] = () => json({ call: CONTACT })
  const cookie = await signedIn(harness, EMAIL)
  for (const path of ['/api/v2/calls', '/api/v2/objs/site/calls/5']) {
    const text = await (await send(path, { cookie })).text()
    expect(text).toContain('"id":5')
    expect(text).not.toMatch(/123-?45|9161234567|rec\.mp3/)
  }
  requests.length = 0
  for (const query of ['from_filter=7916', 'order_field=from&order_way=ASC']) {
    const refused = await send(`/api/v2/calls?${query}`, { cookie })
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({ error: 'hidden_field' })
  }
  const recording = await send('/api/recordings/site/5', { cookie })
  expect(recording.status).toBe(403)
  expect(await recording.json()).toMatchObject({ error: 'right_missing' })
  expect(requests).toHaveLength(0)
  const session = sessionSchema.parse(await (await send('/api/session', { cookie })).json())
  expect(session.rights).toEqual([])
})

test('fields that a client’s account hides leave no answer either (G12)', async () => {
  const { handlers, send, enter } = await createHarness()
  const client = { id: 7, email: 'c@example.com', hidden_fields: ['messages', 'duration'] }
  handlers['GET /v2/agency'] = () => json([{ agency: { name: 'A', clients: [client] } }])
  handlers['POST /v2/users/sign_in'] = () =>
    json({ user: { email: EMAIL, is_agency_manager: true, roles: [], objs: [], api_key: KEY } })
  handlers['GET /v2/clients/7/calls'] = () => json({ calls: [{ ...CONTACT, duration: 5 }], meta: {} })
  const cookie = await enter()
  const [shown] = ((await (await send('/api/v2/clients/7/calls', { cookie })).json()) as { calls: object[] })
    .calls
  expect(shown).toHaveProperty('phone_number_from', '79161234567')
  expect(shown).not.toHaveProperty('messages')
  expect(shown).not.toHaveProperty('duration')
  expect((await send('/api/v2/clients/7/calls?duration_filter=gt10m', { cookie })).status).toBe(403)
})

test('a file begins by asking: it is written down, or refused', async () => {
  const harness = await withRights(['export'])
  const { handlers } = harness
  handlers['GET /v2/agency'] = () =>
    json([{ agency: { name: 'A', clients: [{ id: 7, email: 'c@example.com' }] } }])
  handlers['POST /v2/users/sign_in'] = async (request) => {
    const { user } = (await request.json()) as { user: { email: string } }
    return json({ user: { ...user, is_agency_manager: true, roles: [], objs: [], api_key: KEY } })
  }
  const cookie = await signedIn(harness, EMAIL)
  const ofClient = (client: string) => JSON.stringify({ what: 'contacts', format: 'csv', client, rows: 537 })
  const foreign = await harness.send('/api/audit/exports', { cookie, method: 'POST', body: ofClient('8') })
  expect([foreign.status, await foreign.json()]).toMatchObject([403, { error: 'client_forbidden' }])
  const body = ofClient('7')
  expect((await harness.send('/api/audit/exports', { cookie, method: 'POST', body })).status).toBe(204)
  const [entry] = await audit(harness, '?event=exported')
  expect(entry).toMatchObject({
    who: EMAIL,
    client: '7',
    address: '198.51.100.7',
    at: '2026-11-20T14:03:00.000Z',
    what: { event: 'exported', what: 'contacts', format: 'csv', rows: 537 },
  })
  expect(entry?.request_id).toMatch(/^[0-9a-f-]{36}$/)
  harness.breakStorage('full')
  const unwritten = await harness.send('/api/audit/exports', { cookie, method: 'POST', body })
  expect(unwritten.status).toBe(503)
  harness.breakStorage(null)

  const without = await withRights(['listen'])
  const refused = await without.send('/api/audit/exports', {
    cookie: await signedIn(without, EMAIL),
    method: 'POST',
    body,
  })
  expect(refused.status).toBe(403)
  expect(await refused.json()).toMatchObject({ error: 'right_missing' })
})

test('the log tells who did what, and no key, password or caller', async () => {
  const harness = await withRights(['listen', 'numbers', 'export'])
  const { send, signIn, handlers } = harness
  handlers['GET /v2/objs/site/calls/5'] = () => json({ call: CONTACT })
  handlers['GET /rec.mp3'] = () =>
    new Response('ID3\x04\0\0\0\0\0\0sound', { headers: { 'content-type': 'audio/mpeg' } })
  handlers['POST /v2/objs/site/script_config'] = () => json({})
  await signIn(EMAIL, 'wrong')
  await signIn('my password instead', 'wrong')
  const cookie = await signedIn(harness, EMAIL)
  for (let part = 0; part < 3; part++) await (await send('/api/recordings/site/5', { cookie })).text()
  await send('/api/v2/objs/site/script_config', {
    cookie,
    method: 'POST',
    body: JSON.stringify({ script_config: { utm: '3' } }),
  })
  await send('/api/session', { cookie, method: 'DELETE' })
  const entries = await audit(harness)
  expect(eventsOf(entries).slice(1)).toEqual([
    { who: EMAIL, event: 'signed_out' },
    { who: EMAIL, event: 'settings_changed', what: 'tracking_script', object: 'site', fields: ['utm'] },
    { who: EMAIL, event: 'recording_heard', object: 'site', contact: '5' },
    { who: EMAIL, event: 'signed_in', by: 'password' },
    { who: null, event: 'sign_in_refused', reason: 'wrong' },
    { who: EMAIL, event: 'sign_in_refused', reason: 'wrong' },
  ])
  expect(JSON.stringify(entries)).not.toMatch(new RegExp(`${KEY}|${PASSWORD}|9161234567`))
})

test('the log is for administrators; it is searched, and read page by page', async () => {
  const harness = await withRights(['export'])
  const cookie = await signedIn(harness, EMAIL)
  expect((await harness.send('/api/audit', { cookie })).status).toBe(403)
  expect((await harness.send('/api/audit')).status).toBe(401)
  const body = JSON.stringify({ what: 'figures', format: 'svg', client: null, rows: null })
  for (let one = 0; one < 205; one++)
    await harness.send('/api/audit/exports', { cookie, method: 'POST', body })
  const admin = await signedIn(harness, ADMIN)
  const read = async (query: string) =>
    auditAnswer.parse(await (await harness.send(`/api/audit${query}`, { cookie: admin })).json())
  const first = await read('?event=exported')
  expect([first.entries.length, first.has_more]).toEqual([200, true])
  const rest = await read(`?event=exported&before=${first.entries.at(-1)?.id}`)
  expect([rest.entries.length, rest.has_more]).toEqual([5, false])
  expect(eventsOf((await read('?who=ADMIN@')).entries)).toEqual([
    { who: ADMIN, event: 'signed_in', by: 'password' },
  ])
  expect((await read('?who=%25')).entries).toEqual([])
  expect((await read('?since=2026-11-20T14:03:01Z')).entries).toEqual([])
  expect((await read('?until=2026-11-20T17:03:01%2B03:00&event=signed_in')).entries).toHaveLength(2)
  for (const query of ['?before=x', '?since=2026-13-01', '?event=flew'])
    expect((await harness.send(`/api/audit${query}`, { cookie: admin })).status).toBe(400)
})

test('everybody sees and ends their own sessions, an administrator everybody’s', async () => {
  const harness = await withRights([])
  const { send } = harness
  const sessionsOf = async (cookie: string, query = '') =>
    sessionsAnswer.parse(await (await send(`/api/sessions${query}`, { cookie })).json()).sessions
  const here = cookieOf(
    await send('/api/v2/users/sign_in', {
      method: 'POST',
      headers: { 'user-agent': 'Firefox on a desk' },
      body: JSON.stringify({ user: { email: EMAIL, password: PASSWORD } }),
    }),
  )
  harness.pass(1_000)
  const there = await signedIn(harness, EMAIL)
  const admin = await signedIn(harness, ADMIN)
  const mine = await sessionsOf(here)
  expect(mine.map(({ who, is_this, is_mine }) => ({ who, is_this, is_mine }))).toEqual([
    { who: EMAIL, is_this: false, is_mine: true },
    { who: EMAIL, is_this: true, is_mine: true },
  ])
  expect(mine[1]).toMatchObject({ agent: 'Firefox on a desk', address: '198.51.100.7', by: 'key' })
  expect((await send('/api/sessions?all=1', { cookie: here })).status).toBe(403)

  const all = await sessionsOf(admin, '?all=1')
  expect(all).toHaveLength(3)
  const adminId = all.find(({ is_this }) => is_this)!.id
  expect((await send(`/api/sessions/${adminId}`, { cookie: here, method: 'DELETE' })).status).toBe(404)
  expect((await send(`/api/sessions/${mine[0]!.id}`, { cookie: here, method: 'DELETE' })).status).toBe(204)
  expect((await send('/api/v2/objs/', { cookie: there })).status).toBe(401)
  expect((await send(`/api/sessions/${mine[1]!.id}`, { cookie: admin, method: 'DELETE' })).status).toBe(204)
  expect((await send('/api/v2/objs/', { cookie: here })).status).toBe(401)
  expect(eventsOf(await audit(harness, '?event=session_ended'))).toEqual([
    { who: ADMIN, event: 'session_ended', whose: EMAIL },
    { who: EMAIL, event: 'session_ended', whose: EMAIL },
  ])
})

test('entries older than AUDIT_DAYS go', async () => {
  const harness = await withRights([], { AUDIT_DAYS: '30', SESSION_MAX: '2000h', SESSION_IDLE: '2000h' })
  await signedIn(harness, EMAIL)
  harness.pass(31 * DAY_MS)
  await harness.options.audit.purge()
  expect(eventsOf(await audit(harness))).toEqual([{ who: ADMIN, event: 'signed_in', by: 'password' }])
})

test('what a newer version has written hides no other entries', async () => {
  const harness = await withRights([])
  await signedIn(harness, EMAIL)
  await harness.database
    .updateTable('audit')
    .set({ event: 'of_tomorrow', what: '{"event":"of_tomorrow"}' })
    .execute()
  expect((await audit(harness)).map(({ who, what }) => [who, what?.event])).toEqual([
    [ADMIN, 'signed_in'],
    [EMAIL, undefined],
  ])
})

test('who is refused again and again neither fills the log nor keeps others out of it', async () => {
  const harness = await withRights([], {
    PUBLIC_URL: 'https://calls.example.com',
    EMBED_ANCESTORS: 'https://portal.example',
    EMBED_COOKIE: 'partitioned',
  })
  const body = JSON.stringify({
    code: 'x'.repeat(43),
    verifier: 'y'.repeat(43),
    portal: 'https://portal.example',
  })
  const redeem = (ip: string) => harness.send('/api/embed/session', { method: 'POST', body, ip })
  for (let nth = 0; nth < 200; nth++) expect((await redeem('203.0.113.9')).status).toBe(401)
  await redeem('198.51.100.7')
  const refused = await audit(harness, '?event=sign_in_refused')
  expect(refused[0]?.address).toBe('198.51.100.7')
  expect(refused).toHaveLength(61)
})
