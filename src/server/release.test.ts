import { expect, test } from 'vitest'
import { dayNumber } from '#/contract/day.ts'
import { openTestStore, readDay } from './archive/archive-testing.ts'
import { cookieOf, createHarness, HARNESS_NOW, json, signedInUser } from './testing.ts'

const TODAY = dayNumber('2026-11-20')
const WHAT = {
  client: '1',
  object: null,
  language: 'en',
  to: ['olga@sever.example'],
}
const TIMING = { timing: { every: 'week', weekday: 1, at: '09:00' }, zone: 'Europe/Moscow' } as const

/** A manager of an agency, with stored contacts of the account and two clients. */
const open = async (kind: 'disk' | 'memory' = 'memory') => {
  const { store } = await openTestStore(kind)
  const harness = await createHarness({ ARCHIVE: kind }, { archive: store })
  const { handlers, send, app } = harness
  handlers['POST /v2/users/sign_in'] = () => json(signedInUser({ is_agency_manager: true }))
  handlers['GET /v2/agency'] = () => json([{ agency: { name: 'A', clients: [{ id: 1 }, { id: 2 }] } }])
  const cookie = await harness.enter()
  const { principal } = (await (await send('/api/session', { cookie })).json()) as { principal: string }
  for (const account of [principal, `${principal} 1`, `${principal} 2`])
    await store.replaceDays(account, [readDay(TODAY, [{ oid: 'site', id: 1, note: 'x' }], HARNESS_NOW)])
  const post = (path: string, body: object, own = cookie) =>
    send(path, { method: 'POST', cookie: own, body: JSON.stringify(body) })
  const signOut = async (own = cookie) => {
    await send('/api/session', { method: 'DELETE', cookie: own })
    // After the removal that the end of the session starts itself.
    await app.release()
  }
  return {
    ...harness,
    cookie,
    principal,
    post,
    signOut,
    /** Clients with stored contacts; the account's own is empty. */
    stored: async () =>
      (await store.storedAccounts()).map((account) => account.slice(principal.length).trim()).toSorted(),
  }
}

test('drops contacts when the last session of their account ends', async () => {
  const { enter, signOut, stored } = await open()
  const other = await enter()
  await signOut()
  expect(await stored()).toEqual(['', '1', '2'])
  await signOut(other)
  expect(await stored()).toEqual([])
})

test('drops contacts when a session has ended by itself', async () => {
  const { app, pass, stored } = await open()
  pass(31 * 60_000)
  await app.release()
  expect(await stored()).toEqual([])
})

test('keeps what a screen on the wall shows when its person signs out', async () => {
  const { post, signOut, stored } = await open()
  const kiosk = cookieOf(await post('/api/walls', { client: '2' }))
  expect(kiosk).not.toBe('')
  await signOut()
  expect(await stored()).toEqual(['2'])
  await signOut(kiosk)
  expect(await stored()).toEqual([])
})

test('keeps what a report is about until its permission ends', async () => {
  const { options, principal, send, cookie, signOut, stored, app } = await open()
  const given = await send('/api/standing', { method: 'PUT', cookie, body: '{}' })
  expect(given.status).toBe(200)
  await options.schedules.add(principal, { kind: 'report', what: WHAT, ...TIMING })
  await signOut()
  expect(await stored()).toEqual(['1'])
  await options.offlineAccess.end(principal, 'person')
  await app.release()
  expect(await stored()).toEqual([])
})

test('keeps what an alert watches while it is on', async () => {
  const { options, principal, send, cookie, post, signOut, stored, app } = await open()
  await send('/api/standing', { method: 'PUT', cookie, body: '{}' })
  const rule = {
    kind: 'missed_rate',
    threshold: 20,
    min_calls: 20,
    readings: 1,
    clients: ['2'],
    objects: null,
    to: ['boss@example.com'],
    webhook: null,
    at_most: 'daily',
    quiet: { from: 21 * 60, to: 8 * 60 },
    language: 'en',
    zone: 'Europe/Moscow',
    is_on: true,
  }
  const { alert } = (await (await post('/api/alerts', { version: 0, rule })).json()) as {
    alert: { id: string; version: number }
  }
  await signOut()
  expect(await stored()).toEqual(['2'])
  await options.alerts.remove(principal, alert.id)
  await app.release()
  expect(await stored()).toEqual([])
})

test('drops nothing that is on disk', async () => {
  const { signOut, stored } = await open('disk')
  await signOut()
  expect(await stored()).toEqual(['', '1', '2'])
})
