import { describe, expect, test } from 'vitest'
import { readDaysOf } from '#/server/archive/figures/figures-testing.ts'
import {
  alertPreview,
  alertsAnswer,
  savedAlert,
  type Alert,
  type AlertRule,
} from '#/contract/alerts/alerts.ts'
import { dayNumber } from '#/contract/day.ts'
import { PRIVACY_MODE_COOKIE } from '#/i18n/privacy-mode.ts'
import { openTestStore } from '#/server/archive/archive-testing.ts'
import { pageOfContacts, type ServiceContact } from '#/server/archive/fake-service-testing.ts'
import { cookieOf, createHarness, EMAIL, json, signedInUser, type Harness } from '#/server/testing.ts'

const RULE: AlertRule = {
  kind: 'missed_rate',
  threshold: 20,
  min_calls: 20,
  readings: 1,
  clients: null,
  objects: null,
  to: ['boss@example.com'],
  webhook: null,
  at_most: 'daily',
  quiet: { from: 21 * 60, to: 8 * 60 },
  language: 'en',
  zone: 'Europe/Moscow',
  is_on: true,
}

type Sender = Pick<Harness, 'send'>
const post = ({ send }: Sender, cookie: string, rule: Record<string, unknown>, path = '/api/alerts') =>
  send(path, { method: 'POST', cookie, body: JSON.stringify({ version: 0, rule: { ...RULE, ...rule } }) })
const made = async (response: Response): Promise<Alert> => {
  expect(response.status).toBe(200)
  return savedAlert.parse(await response.json()).alert
}
const listed = async ({ send }: Sender, cookie: string) => {
  const response = await send('/api/alerts', { cookie })
  expect(response.status).toBe(200)
  return alertsAnswer.parse(await response.json())
}
const put = ({ send }: Sender, cookie: string, { id, version }: Pick<Alert, 'id' | 'version'>, rule = {}) =>
  send(`/api/alerts/${id}`, {
    method: 'PUT',
    cookie,
    body: JSON.stringify({ version, rule: { ...RULE, ...rule } }),
  })

const clientsOf = async (clients: readonly Record<string, unknown>[]) => {
  const { store } = await openTestStore()
  const harness = await createHarness({}, { archive: store })
  harness.handlers['POST /v2/users/sign_in'] = () => json(signedInUser({ is_agency_manager: true }))
  harness.handlers['GET /v2/agency'] = () => json([{ agency: { name: 'A', clients } }])
  return { ...harness, cookie: await harness.enter() }
}

test('what one person sets up, the others of the account see, change and delete', async () => {
  const harness = await createHarness()
  const [one, two] = [await harness.enter(), await harness.enter()]
  const alert = await made(await post(harness, one, {}))
  expect(alert).toMatchObject({ ...RULE, version: 1, who: EMAIL, looked_at: null, fired_at: null })
  expect(await listed(harness, two)).toMatchObject({ alerts: [alert], runs: [], unseen: 0 })
  const off = await made(await put(harness, two, alert, { is_on: false }))
  expect(off).toMatchObject({ id: alert.id, version: 2, is_on: false })
  // The later of two writers gets the current value.
  const late = await put(harness, one, alert, { threshold: 30 })
  expect([late.status, await late.json()]).toMatchObject([
    409,
    { error: 'alert_changed', alert: { version: 2, threshold: 20, is_on: false } },
  ])
  const path = `/api/alerts/${alert.id}`
  expect((await harness.send(path, { method: 'DELETE', cookie: one })).status).toBe(204)
  expect((await harness.send(path, { method: 'DELETE', cookie: one })).status).toBe(404)
  expect((await put(harness, one, off)).status).toBe(404)
  expect((await listed(harness, two)).alerts).toEqual([])
  const { entries } = await harness.options.audit.read({})
  expect(entries.map(({ what }) => what).slice(0, 3)).toEqual([
    { event: 'alert_deleted', kind: 'missed_rate' },
    { event: 'alert_saved', kind: 'missed_rate' },
    { event: 'alert_saved', kind: 'missed_rate' },
  ])
  // The service gets no requests for alerts.
  expect(harness.requests.filter(({ url }) => url.includes('alerts'))).toEqual([])
})

describe('refused with the reason, and nothing is kept', () => {
  const many = Array.from({ length: 51 }, (_, nth) => `p${nth}@example.com`)
  test.each<[string, Record<string, unknown>, number, unknown]>([
    ['no address', { to: ['boss'] }, 400, { to: 'must be email addresses' }],
    [
      'an address with a line',
      { to: ['a@example.com\r\nBcc: b@example.com'] },
      400,
      { to: 'must be email addresses' },
    ],
    ['51 recipients', { to: many }, 400, { to: 'must be at most 50' }],
    ['101 %', { threshold: 101 }, 400, { threshold: 'must be 1 to 99' }],
    ['no threshold', { threshold: null }, 400, { threshold: 'must be 1 to 99' }],
    ['a threshold for silence', { kind: 'silent', min_calls: null }, 400, { threshold: 'must be null' }],
    [
      'a plan of −5',
      { kind: 'plan_behind', min_calls: null, threshold: -5 },
      400,
      { threshold: 'must be null' },
    ],
    ['a plan that is no number', { kind: 'plan_behind', threshold: 'много' }, 400, 'invalid_request'],
    ['0 in a row', { readings: 0 }, 400, { readings: 'must be 1 to 10' }],
    ['a day at once', { at_most: 'at_once' }, 400, { at_most: 'must be daily' }],
    ['a zone that is none', { zone: 'Moon' }, 400, 'invalid_request'],
    ['quiet all day', { quiet: { from: 60, to: 60 } }, 400, { quiet: 'must leave some hours' }],
    ['an hour that is none', { quiet: { from: 1440, to: 60 } }, 400, 'invalid_request'],
    ['a webhook in the clear', { webhook: 'http://hooks.example.com/' }, 400, { webhook: 'no_address' }],
    ['a webhook to this machine', { webhook: 'https://127.0.0.1/' }, 400, { webhook: 'host_not_allowed' }],
    [
      'a webhook of 3,000 letters',
      { webhook: `https://h.example/${'a'.repeat(3_000)}` },
      400,
      { webhook: 'no_address' },
    ],
    ['no client', { clients: [] }, 400, { clients: 'must name one' }],
    ['objects of nobody', { objects: [] }, 400, { objects: 'must be 1 to 200' }],
    ['a kind that is none', { kind: 'rain' }, 400, 'invalid_request'],
    ['a field that is none', { phone: '+7' }, 400, 'invalid_request'],
  ])('%s', async (_, rule, status, error) => {
    const harness = await createHarness()
    const cookie = await harness.enter()
    const response = await post(harness, cookie, rule)
    expect([response.status, await response.json()]).toMatchObject([status, { error }])
    expect((await listed(harness, cookie)).alerts).toEqual([])
  })

  test('without a session, while a screen is shown to others, and beyond as many as there may be', async () => {
    const harness = await createHarness()
    expect((await post(harness, '', {})).status).toBe(401)
    const cookie = await harness.enter()
    const alert = await made(await post(harness, cookie, {}))
    const shown = `${cookie}; ${PRIVACY_MODE_COOKIE}=visit`
    expect((await post(harness, shown, {})).status).toBe(409)
    expect((await put(harness, shown, alert)).status).toBe(409)
    expect((await harness.send(`/api/alerts/${alert.id}`, { method: 'DELETE', cookie: shown })).status).toBe(
      409,
    )
    const answer = await (await harness.send('/api/alerts', { cookie: shown })).text()
    expect(answer).not.toMatch(/boss@example/)
    expect(answer).not.toContain(EMAIL)
    for (let nth = 1; nth < 100; nth++)
      await harness.options.alerts.add((await ownOf(harness)).account, RULE, null)
    expect((await post(harness, cookie, {})).status).toBe(400)
  })

  test.each([
    ['GET', '/api/alerts/0-1', 405],
    ['DELETE', '/api/alerts', 405],
    ['GET', '/api/alerts/preview', 405],
    ['POST', '/api/clients/%00/alerts/preview', 404],
  ])('%s %s', async (method, path, status) => {
    const harness = await createHarness()
    const cookie = await harness.enter()
    expect(
      (await harness.send(path, { method, cookie, ...(method === 'POST' && { body: '{}' }) })).status,
    ).toBe(status)
  })
})

const ownOf = async ({ database }: Pick<Harness, 'database'>) =>
  database.selectFrom('alerts').select('account').executeTakeFirstOrThrow()

test('alerts-isolation: no user reads, changes or deletes the alerts of another account', async () => {
  const harness = await createHarness()
  const mine = await harness.enter()
  const alert = await made(await post(harness, mine, {}))
  const theirs = cookieOf(await harness.signIn('another@example.com'))
  expect(await listed(harness, theirs)).toMatchObject({ alerts: [], runs: [], unseen: 0 })
  expect((await put(harness, theirs, alert, { threshold: 50 })).status).toBe(404)
  expect((await harness.send(`/api/alerts/${alert.id}`, { method: 'DELETE', cookie: theirs })).status).toBe(
    404,
  )
  expect((await listed(harness, mine)).alerts).toEqual([alert])
})

test('alerts-isolation: only clients of one’s own are watched, and of one that was withdrawn nothing is told', async () => {
  const clients = [
    { id: 1, email: 'one@example.com' },
    { id: 2, email: 'two@example.com' },
  ]
  const harness = await clientsOf(clients)
  const { cookie } = harness
  for (const id of [1, 2])
    harness.handlers[`GET /v2/clients/${id}/objs/`] = () => json({ objs: [], meta: { pagination: {} } })
  const foreign = await post(harness, cookie, { clients: ['3'] })
  expect([foreign.status, await foreign.json()]).toMatchObject([403, { error: 'client_forbidden' }])
  const alert = await made(await post(harness, cookie, { clients: ['1', '2'] }))
  const { account } = await ownOf(harness)
  const incidents = [{ subject: '', at: 1, oid: null, value: 30, of: 90, usual: 16 }]
  for (const client of ['1', '2'])
    await harness.options.alerts.saveEvaluation(account, alert, client, {
      state: new Map([['', { bad: 1, isTold: true }]]),
      incidents,
      words: [],
      clocks: [],
      mailAt: null,
      evaluatedBefore: null,
    })
  const both = await listed(harness, cookie)
  expect([both.runs.map(({ client }) => Number(client)).toSorted((a, b) => a - b), both.unseen]).toEqual([
    [1, 2],
    2,
  ])
  const preview = (client: number) =>
    harness.send(`/api/clients/${client}/alerts/preview`, {
      method: 'POST',
      cookie,
      body: JSON.stringify({ rule: RULE, about: 'One' }),
    })
  expect((await preview(1)).status).toBe(200)
  expect((await preview(3)).status).toBe(403)
  clients.splice(0, 1)
  harness.pass(61_000)
  expect((await listed(harness, cookie)).runs.map(({ client }) => client)).toEqual(['2'])
  expect((await preview(1)).status).toBe(403)
  expect((await harness.send('/api/alerts/seen', { method: 'POST', cookie })).status).toBe(204)
  expect((await listed(harness, cookie)).unseen).toBe(0)
})

test('an alert is kept together with its schedule, or not at all', async () => {
  const harness = await createHarness()
  const cookie = await harness.enter()
  const { schema } = harness.database
  await schema.alterTable('schedules').renameTo('away').execute()
  expect((await post(harness, cookie, {})).status).toBeGreaterThanOrEqual(500)
  await schema.alterTable('away').renameTo('schedules').execute()
  expect((await listed(harness, cookie)).alerts).toEqual([])
  const alert = await made(await post(harness, cookie, {}))
  await schema.alterTable('schedules').renameTo('away').execute()
  expect((await put(harness, cookie, alert, { threshold: 30 })).status).toBeGreaterThanOrEqual(500)
  await schema.alterTable('away').renameTo('schedules').execute()
  expect((await listed(harness, cookie)).alerts).toEqual([alert])
})

test('of two servers that look at the same time one tells', async () => {
  const harness = await createHarness()
  const cookie = await harness.enter()
  const alert = await made(await post(harness, cookie, {}))
  const { account } = await ownOf(harness)
  const incidents = [{ subject: '', at: 1, oid: null, value: 30, of: 90, usual: null }]
  const state = new Map([['', { bad: 1, isTold: true }]])
  const look = (evaluatedBefore: number | null) =>
    harness.options.alerts.saveEvaluation(account, alert, null, {
      state,
      incidents,
      words: [],
      clocks: [],
      mailAt: null,
      evaluatedBefore,
    })
  const first = await Promise.all([look(null), look(null)])
  expect(first.filter((run) => run !== null)).toHaveLength(1)
  const known = await harness.options.alerts.known(account, alert.id, null)
  expect(known?.state).toEqual(state)
  const second = await Promise.all([look(known!.evaluatedAt), look(known!.evaluatedAt)])
  expect(second.filter((run) => run !== null)).toHaveLength(1)
  expect((await listed(harness, cookie)).runs).toHaveLength(2)
})

const TODAY = dayNumber('2026-11-20')
const NINE_WEEKS = { from: '2026-09-10', to: '2026-11-20' }

test('what a rule would have told is counted of what is kept, with the mail in the alert’s language', async () => {
  const { store } = await openTestStore()
  const harness = await createHarness({}, { archive: store })
  const { handlers, send } = harness
  // On two days the first ten of thirty calls are missed.
  const contacts: ServiceContact[] = Array.from({ length: 60 }, (_, ago) =>
    Array.from({ length: 30 }, (__, nth) => ({
      id: ago * 100 + nth,
      oid: 'site',
      day: TODAY - ago,
      minute: 600 + nth,
      note: 'x',
      status: (ago === 3 || ago === 10) && nth < 10 ? 7 : 2,
    })),
  ).flat()
  handlers['GET /v2/calls'] = (request) => json(pageOfContacts(contacts, new URL(request.url).searchParams))
  const cookie = await harness.enter()
  const preview = async (rule: Record<string, unknown>) => {
    const response = await send('/api/alerts/preview', {
      method: 'POST',
      cookie,
      body: JSON.stringify({ rule: { ...RULE, ...rule }, about: 'Hotel\r\nLadoga' }),
    })
    return alertPreview.parse(await response.json())
  }
  expect(await preview({})).toMatchObject({ why: 'not_kept', fired: 0 })
  await readDaysOf(send, cookie, NINE_WEEKS)
  const found = await preview({})
  expect(found).toMatchObject({ why: null, fired: 2, message_count: 2 })
  expect(found.days.filter(({ fired }) => fired > 0)).toEqual([
    { day: '2026-11-10', value: 100 / 3, fired: 1 },
    { day: '2026-11-17', value: 100 / 3, fired: 1 },
  ])
  expect(found.mail).toEqual({
    subject: 'Hotel Ladoga missed 33% of yesterday’s calls',
    lines: [
      expect.stringMatching(
        /^10 of 30 calls on Tuesday, November 17 were not answered; on the \d Tuesdays before it was \d+%\.$/,
      ),
    ],
    missed_day: expect.objectContaining({
      place: 'Hotel Ladoga',
      rows: [{ hours: '09:00 – 12:00', calls: '30', missed: '10', rate: '33%', bar: 82, isAbove: true }],
      sum: { hours: 'All day', calls: '30', missed: '10', rate: '33%' },
      red: 'red: above your 20%',
      journal: { link: 'Open these 10 contacts', rest: 'in the journal. Times are the objects’ own, UTC+3.' },
    }),
  })
  expect((await preview({ language: 'ru' })).mail?.subject).toBe(
    'Hotel Ladoga: вчера пропущено 33\u00a0% звонков',
  )
  expect(await preview({ threshold: 40 })).toMatchObject({ fired: 0, last: null, mail: null })
  expect(await preview({ objects: ['other'] })).toMatchObject({ fired: 0 })
})
