import { expect, test } from 'vitest'
import { MINUTE_MS } from '#/contract/day.ts'
import { alertsAnswer } from '#/contract/alerts/alerts.ts'
import { createAgencyHarness, json, type UpstreamHandler } from '#/server/testing.ts'
import { UNTIL_NINE_MS, TEST_RULE } from './watched-testing.ts'

const AGENCY = 'GET /v2/agency'
const listing =
  (...ids: number[]): UpstreamHandler =>
  () =>
    json([{ agency: { name: 'A', clients: ids.map((id) => ({ id, email: `c${id}@example.com` })) } }])

test.each<[string, unknown]>([
  ['an empty list', []],
  ['an agency without clients', [{ agency: { name: 'A', clients: [] } }]],
  ['a text', 'maintenance'],
])('%s in place of an agency’s clients ends no alert; a list of others does', async (_, answer) => {
  const harness = await createAgencyHarness([1, 2].map((id) => ({ id, email: `c${id}@example.com` })))
  const { send, cookie, handlers, database, pass, app } = harness
  const put = await send('/api/standing', { method: 'PUT', cookie, body: '{}' })
  const rule = { ...TEST_RULE, clients: ['1'] }
  const body = JSON.stringify({ version: 0, rule })
  const added = await send('/api/alerts', { method: 'POST', cookie, body })
  expect([put.status, added.status]).toEqual([200, 200])
  const stateAfter = async (ms: number) => {
    pass(ms)
    await app.scheduler.tick()
    const rows = await database.selectFrom('schedule_runs').select(['state', 'reason']).execute()
    const { stalled } = alertsAnswer.parse(
      await (await send('/api/alerts', { cookie: await harness.enter() })).json(),
    )
    return [rows, stalled.map(({ reason }) => reason)]
  }
  handlers[AGENCY] = () => json(answer)
  expect(await stateAfter(UNTIL_NINE_MS)).toEqual([[{ state: 'waiting', reason: 'service_failed' }], []])
  handlers[AGENCY] = listing(2)
  const forbidden = 'client_forbidden'
  expect(await stateAfter(MINUTE_MS)).toEqual([[{ state: 'failed', reason: forbidden }], [forbidden]])
})
