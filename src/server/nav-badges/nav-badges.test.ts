import { expect, test } from 'vitest'
import { readDaysOf } from '#/server/archive/figures/figures-testing.ts'
import { attention } from '#/contract/nav-badges/nav-badges.ts'
import { dayNumber, HOUR_MS } from '#/contract/day.ts'
import { openTestStore } from '#/server/archive/archive-testing.ts'
import { pageOfContacts, type ServiceContact } from '#/server/archive/fake-service-testing.ts'
import { directoryWithout } from '#/server/identity/directory.ts'
import { cookieOf, createHarness, json } from '#/server/testing.ts'

/** 17:03 in Moscow by the harness's clock. */
const TODAY = dayNumber('2026-11-20')
const MISSED = 7
const ANSWERED = 2
const call = (id: number, ago: number, minute: number, phone: string, status: number): ServiceContact => ({
  id,
  oid: 'site',
  day: TODAY - ago,
  minute,
  note: 'x',
  status,
  phone,
})
const CALLS: readonly ServiceContact[] = [
  // Tried twice, and waits.
  call(1, 1, 600, '79110000001', MISSED),
  call(2, 0, 600, '79110000001', MISSED),
  // Answered afterwards.
  call(3, 0, 610, '79110000002', MISSED),
  call(4, 0, 620, '79110000002', ANSWERED),
  call(5, 2, 700, '79110000003', MISSED),
  // Too long ago.
  call(6, 30, 700, '79110000004', MISSED),
]

const world = async (directory = directoryWithout()) => {
  const { store } = await openTestStore()
  const harness = await createHarness({}, { archive: store, directory })
  harness.handlers['GET /v2/calls'] = (request) =>
    json(pageOfContacts(CALLS, new URL(request.url).searchParams))
  const badges = async (cookie: string) => {
    const answer = await harness.send('/api/attention', { cookie })
    expect(answer.status).toBe(200)
    return attention.parse(await answer.json())
  }
  const read = async (cookie: string) => {
    await readDaysOf(harness.send, cookie, { from: '2026-09-20', to: '2026-11-20' })
  }
  return { ...harness, badges, read }
}

test('who waits is counted of what was read, without those that are done with, and the service is asked for nothing', async () => {
  const { enter, badges, read, requests, send, pass } = await world()
  const cookie = await enter()
  expect(await badges(cookie)).toEqual({ callers: null, findings: null, alerts: 0 })
  await read(cookie)
  const before = requests.length
  expect(await badges(cookie)).toMatchObject({ callers: 2, alerts: 0 })
  const mark = async (contact: number, outcome: string) => {
    const body = JSON.stringify({ version: 0, outcome })
    expect((await send(`/api/marks/site/${contact}`, { method: 'PUT', cookie, body })).status).toBe(200)
  }
  await mark(5, 'no_answer')
  expect((await badges(cookie)).callers).toBe(2)
  await mark(2, 'called')
  expect((await badges(cookie)).callers).toBe(1)
  expect(requests).toHaveLength(before)
  // Counts of hours ago are not shown, nor is anything to a session without a recent answer of the service.
  pass(4 * HOUR_MS)
  const later = await enter()
  expect((await badges(later)).callers).toBeNull()
  await send('/api/marks/tags', { cookie: later })
  expect((await badges(later)).callers).toBeNull()
  await read(later)
  expect((await badges(later)).callers).toBe(1)
})

test('attention-isolation: no user is told of another account, nor of a client that is not theirs', async () => {
  const { enter, badges, read, signIn, send } = await world()
  await read(await enter())
  const theirs = cookieOf(await signIn('another@example.com'))
  expect(await badges(theirs)).toEqual({ callers: null, findings: null, alerts: 0 })
  const client = await send('/api/clients/7/attention', { cookie: theirs })
  expect(attention.parse(await client.json()).callers).toBeNull()
  expect((await send('/api/attention', {})).status).toBe(401)
  expect((await send('/api/attention', { method: 'DELETE', cookie: theirs })).status).toBe(405)
})

test('tells no callers to who may not see numbers, also after the live page', async () => {
  const { enter, badges, read, send } = await world({ ...directoryWithout(), rightsOf: () => new Set() })
  const cookie = await enter()
  await read(cookie)
  const live = await send('/api/live', { cookie, method: 'POST', body: '{}' })
  expect(live.status).toBe(200)
  expect((await badges(cookie)).callers).toBeNull()
})

test('what alerts told and no user has seen is counted until a user of the account looks', async () => {
  const { enter, badges, send, options, database } = await world()
  const cookie = await enter()
  const rule = { kind: 'silent', threshold: null, min_calls: null, readings: 1, clients: null, objects: null }
  const how = {
    to: [],
    webhook: null,
    at_most: 'hourly',
    quiet: null,
    language: 'en',
    zone: 'UTC',
    is_on: true,
  }
  const made = await send('/api/alerts', {
    method: 'POST',
    cookie,
    body: JSON.stringify({ version: 0, rule: { ...rule, ...how } }),
  })
  const { alert } = (await made.json()) as { alert: Parameters<typeof options.alerts.saveEvaluation>[1] }
  const { account } = await database.selectFrom('alerts').select('account').executeTakeFirstOrThrow()
  await options.alerts.saveEvaluation(account, alert, null, {
    state: new Map(),
    incidents: [{ subject: 'site', at: 1, oid: 'site', value: 0, of: null, usual: 5 }],
    words: [],
    clocks: [],
    mailAt: null,
    evaluatedBefore: null,
  })
  expect((await badges(cookie)).alerts).toBe(1)
  await send('/api/alerts/seen', { method: 'POST', cookie })
  expect((await badges(await enter())).alerts).toBe(0)
})

test('days that could not be read whole are counted among the findings', async () => {
  const { enter, badges, handlers, send } = await world()
  const cookie = await enter()
  // The service sends less than it counts for one day.
  handlers['GET /v2/calls'] = (request) => {
    const query = new URL(request.url).searchParams
    const page = pageOfContacts(CALLS, query)
    const isBroken =
      query.get('date_from') === query.get('date_to') && query.get('date_from') === '2026-11-18'
    return json(isBroken ? { ...page, calls: [] } : page)
  }
  await readDaysOf(send, cookie, { from: '2026-11-18', to: '2026-11-18' })
  // Records without documented fields are the second finding.
  expect((await badges(cookie)).findings).toBe(2)
})

test('an object that has gone silent is counted among the findings', async () => {
  const { enter, badges, read, handlers } = await world()
  const cookie = await enter()
  // Sixteen contacts on each of the Fridays before, none today.
  const fridays = Array.from({ length: 8 }, (_, week) => TODAY - 7 * (week + 1))
  const busy = fridays.flatMap((day, week) =>
    Array.from({ length: 16 }, (_, nth) => ({
      ...call(week * 16 + nth, 0, 540 + nth * 25, '', ANSWERED),
      day,
    })),
  )
  handlers['GET /v2/calls'] = (request) => json(pageOfContacts(busy, new URL(request.url).searchParams))
  await read(cookie)
  // Records without documented fields are the other finding.
  expect((await badges(cookie)).findings).toBe(2)
})
