/** @module-tag all */
import { inJson, readDaysOf } from '#/server/archive/figures/figures-testing.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { DAY_MS, dayAt } from '#/contract/day.ts'
import { freePort, startProcess } from './start-process.ts'

const root = mkdtempSync(join(tmpdir(), 'callboard-metrics-'))
afterAll(() => rmSync(root, { recursive: true }))
const EMAIL = 'igor@domograd.ru'
const daysAgo = (days: number) => dayAt(Date.now() - days * DAY_MS, 180)

test('metrics are on a port of their own, and on no other', async () => {
  const metricsPort = String(await freePort())
  await using server = await startProcess({
    DATA_DIR: join(root, 'data'),
    SAMPLE_CONTACTS: '1000',
    METRICS_PORT: metricsPort,
  })
  await server.ready()
  const cookie = await server.enter(EMAIL, 'domograd')
  await readDaysOf(inJson(server.send), cookie, { from: daysAgo(40), to: daysAgo(10) })
  const read = async (path: string) => fetch(`http://127.0.0.1:${metricsPort}${path}`)
  const answer = await read('/metrics')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ])
  const text = await answer.text()
  expect(text).toContain('callboard_sessions 1\n')
  expect(text).toMatch(/route="\/api\/figures\/reading",status="200"\} [1-9]/)
  expect(text).toMatch(/^callboard_archive_days_read_total [1-9]/m)
  expect(text).toMatch(/^process_resident_memory_bytes \d+$/m)
  expect((await read('/api/session')).status).toBe(404)
  // Every address is a page of the app.
  expect(await (await server.send('/metrics')).text()).toBe('page')

  const other = await startProcess({
    DATA_DIR: join(root, 'other'),
    METRICS_PORT: metricsPort,
  })
  expect(await other.ended).toBe(1)
  expect(other.output.stderr).toMatch(/^Callboard cannot start: METRICS_PORT is in use/)
})
