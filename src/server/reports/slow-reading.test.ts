import { expect, test, vi } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#/contract/day.ts'
import { createHarness, json, signedInUser } from '#/server/testing.ts'
import { WEEKLY_REPORT } from './reports-testing.ts'

test('a report whose contacts are not read within a quarter of an hour gives its place back, and is tried again', async () => {
  const tooLong = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) =>
    ms === 15 * MINUTE_MS ? tooLong.signal : new AbortController().signal,
  )
  const { handlers, enter, send, pass, app, database } = await createHarness({
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'callboard@example.com',
  })
  const cookie = await enter()
  await send('/api/standing', { method: 'PUT', cookie, body: '{}' })
  const body = JSON.stringify({ version: 0, settings: WEEKLY_REPORT })
  expect((await send('/api/reports', { method: 'POST', cookie, body })).status).toBe(200)
  const [requestSent, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<Response>()]
  handlers['GET /v2/calls'] = () => {
    requestSent.resolve()
    return answer.promise
  }
  pass(3 * DAY_MS)
  const run = app.scheduler.tick()
  await requestSent.promise
  tooLong.abort(new DOMException('too long', 'TimeoutError'))
  await run
  const rows = await database.selectFrom('schedule_runs').select(['state', 'reason']).execute()
  expect(rows).toEqual([{ state: 'waiting', reason: 'service_failed' }])
  answer.resolve(json({ calls: [], meta: {} }))
})

test('a report whose client’s name cannot be read is tried again, and not sent without whose it is', async () => {
  const { handlers, enter, send, pass, app, database } = await createHarness({
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'callboard@example.com',
  })
  let isAway = false
  const clients = [{ id: 1, email: 'a@example.com', company_name: 'Sever Group' }]
  handlers['POST /v2/users/sign_in'] = () => json(signedInUser({ is_agency_manager: true }))
  handlers['GET /v2/agency'] = () => (isAway ? json({}, 503) : json([{ agency: { name: 'A', clients } }]))
  handlers['GET /v2/clients/1/objs/'] = () => json({ objs: [], meta: { pagination: {} } })
  handlers['GET /v2/clients/1/calls'] = () => {
    isAway = true
    return json({ calls: [], meta: {} })
  }
  const cookie = await enter()
  await send('/api/standing', { method: 'PUT', cookie, body: '{}' })
  const body = JSON.stringify({ version: 0, settings: { ...WEEKLY_REPORT, client: '1' } })
  expect((await send('/api/reports', { method: 'POST', cookie, body })).status).toBe(200)
  pass(3 * DAY_MS)
  await app.scheduler.tick()
  expect(isAway).toBe(true)
  const rows = await database.selectFrom('schedule_runs').select(['state', 'reason']).execute()
  expect(rows).toEqual([{ state: 'waiting', reason: 'service_failed' }])
})
