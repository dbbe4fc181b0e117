import { expect, test } from 'vitest'
import type { CreateAppOptions } from '#/server/parts.ts'
import { createHarness, EMAIL, json, KEY, PASSWORD, signedInUser } from '#/server/testing.ts'
import { createMetrics } from './metrics.ts'

const observed = async (overrides: Partial<CreateAppOptions> = {}) => {
  const metrics = createMetrics()
  const harness = await createHarness({}, { log: metrics.log, watched: metrics.watched, ...overrides })
  /** Without the process's own metrics. */
  const read = async () =>
    (await metrics.text(await harness.app.vitals()))
      .split('\n')
      .filter((line) => line.startsWith('callboard_') && !line.includes('_bucket{'))
  return { ...harness, metrics, read }
}

test('requests by method, route template and status, calls of the API by outcome', async () => {
  const { handlers, read, enter, send } = await observed()
  const cookie = await enter()
  await send('/api/v2/objs/', { cookie })
  await send('/api/v2/objs/')
  await send('/api/v2/nothing/of/the/kind', { cookie })
  handlers['GET /v2/calls'] = () => Promise.reject(new Error('no route to host'))
  await send('/api/v2/calls', { cookie })
  const lines = await read()
  expect(lines).toEqual(
    expect.arrayContaining([
      'callboard_http_requests_total{method="POST",route="/api/v2/users/sign_in",status="200"} 1',
      'callboard_http_requests_total{method="GET",route="/api/v2/objs/",status="200"} 1',
      'callboard_http_requests_total{method="GET",route="/api/v2/objs/",status="401"} 1',
      'callboard_http_requests_total{method="GET",route="/api/:version/*",status="404"} 1',
      'callboard_http_requests_total{method="GET",route="/api/v2/calls",status="503"} 1',
      'callboard_http_request_duration_seconds_count{method="GET",route="/api/v2/objs/"} 2',
      'callboard_upstream_request_duration_seconds_count{route="/v2/objs/",outcome="200"} 1',
      'callboard_upstream_request_duration_seconds_count{route="/v2/calls",outcome="upstream_unreachable"} 1',
      'callboard_sessions 1',
      'callboard_storage_degraded 0',
      'callboard_archive_degraded 0',
    ]),
  )
})

test('a full disk and an API that does not answer are figures to alarm by', async () => {
  const { handlers, read, enter, send, breakStorage, pass } = await observed()
  const cookie = await enter()
  handlers['GET /v2/calls'] = () => json({}, 503)
  for (const _ of Array.from({ length: 5 })) await send('/api/v2/calls', { cookie })
  breakStorage('full')
  expect(await read()).toEqual(
    expect.arrayContaining([
      'callboard_breaker_open 1',
      'callboard_breaker_opened_total 1',
      'callboard_storage_degraded 1',
    ]),
  )
  breakStorage(null)
  pass(60_000)
  expect(await read()).toEqual(
    expect.arrayContaining([
      'callboard_breaker_open 0',
      'callboard_breaker_opened_total 1',
      'callboard_storage_degraded 0',
    ]),
  )
})

test('metrics-canary: nothing of a person, an object or a client is a label', async () => {
  const { handlers, read, signIn, enter, send } = await observed()
  const manager = { is_agency_manager: true }
  handlers['POST /v2/users/sign_in'] = async (request) =>
    (await request.text()).includes(PASSWORD)
      ? json(signedInUser(manager))
      : json({ error: 'unauthorized' }, 401)
  handlers['GET /v2/agency'] = () =>
    json({ agency: { clients: [{ id: 'CLIENT_CANARY', email: 'client@example.com' }] } })
  await signIn(EMAIL, 'wrong')
  const cookie = await enter()
  for (const path of [
    '/api/v2/objs/OBJECT_CANARY',
    '/api/v2/objs/OBJECT_CANARY/calls/4711000?caller=79160000000',
    '/api/v2/clients/CLIENT_CANARY/objs/OBJECT_CANARY/calls',
    '/api/clients/CLIENT_CANARY/recordings/OBJECT_CANARY/4711000',
    '/api/clients/CLIENT_CANARY/archive',
    '/api/sessions/SESSION_CANARY',
    '/objects/OBJECT_CANARY',
    '/assets/FILE_CANARY.js',
    '/v2/CANARY',
  ])
    await send(path, { cookie })
  const text = (await read()).join('\n')
  expect(text).toContain('route="/api/v2/clients/:client/objs/:oid/calls"')
  expect(text).not.toMatch(/canary|4711000|79160000000|client@example/i)
  expect(text).not.toContain(EMAIL)
  expect(text).not.toContain(KEY)
})
