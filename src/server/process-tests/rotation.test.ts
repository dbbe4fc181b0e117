/** @module-tag all */
import { inJson, readDaysOf } from '#/server/archive/figures/figures-testing.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { archiveSummary } from '#/contract/archive/shapes.ts'
import { DAY_MS, dayAt } from '#/contract/day.ts'
import { startProcess } from './start-process.ts'

const root = mkdtempSync(join(tmpdir(), 'callboard-rotation-'))
afterAll(() => rmSync(root, { recursive: true }))
const [EMAIL, PASSWORD] = ['igor@domograd.ru', 'domograd']
const SECRETS = ['the first', 'the second', 'the third'].map(
  (which) => `${which} secret of this installation`,
)
const daysAgo = (days: number) => dayAt(Date.now() - days * DAY_MS, 180)
const MONTH = { from: daysAgo(40), to: daysAgo(11) }
const VIEWS = { saved_views: [{ id: 'v1', name: 'Missed', filters: { target_filter: '1' } }] }

/** The server with the nth secret and its predecessor. */
const start = async (nth: number) => {
  const server = await startProcess({
    DATA_DIR: root,
    SAMPLE_CONTACTS: '1000',
    SAMPLE_NEW_CONTACTS: '0',
    SESSION_SECRET: SECRETS[nth] ?? '',
    SESSION_SECRET_PREVIOUS: SECRETS[nth - 1] ?? '',
  })
  await server.ready()
  return server
}
type Server = Awaited<ReturnType<typeof start>>

const readMonth = ({ send }: Server, cookie: string) => readDaysOf(inJson(send), cookie, MONTH)
const stored = async ({ send }: Server, cookie: string) => {
  const summary = archiveSummary.parse(await (await send('/api/archive', { cookie })).json())
  return summary.accounts.map(({ client, days, contacts, requests_today }) => ({
    client,
    days,
    contacts,
    requests_today,
  }))
}
const views = async ({ send }: Server, cookie: string) => (await send('/api/preferences', { cookie })).json()

test('secret-rotated-twice: views, archive and sessions of before are found', async () => {
  await using first = await start(0)
  const cookie = await first.enter(EMAIL, PASSWORD)
  const body = { base_version: 0, preferences: VIEWS }
  expect((await first.send('/api/preferences', { method: 'PUT', cookie, body })).status).toBe(200)
  await readMonth(first, cookie)
  const read = await stored(first, cookie)
  expect(read).toMatchObject([{ client: null, days: 30 }])
  await first.signal('SIGTERM')

  await using second = await start(1)
  expect(await views(second, cookie)).toMatchObject({ preferences: VIEWS })
  const between = await second.enter(EMAIL, PASSWORD)
  await second.signal('SIGTERM')

  await using third = await start(2)
  for (const known of [cookie, between, await third.enter(EMAIL, PASSWORD)]) {
    expect(await views(third, known)).toMatchObject({ preferences: VIEWS })
    await readMonth(third, known)
    expect(await stored(third, known)).toEqual(read)
  }
  expect(third.output.stdout).not.toContain('sessions-discarded')
})

test('secret-rotated-one-server-at-a-time: whoever answers knows the session', async () => {
  const data = join(root, 'two')
  const both = (SESSION_SECRET: string, SESSION_SECRET_PREVIOUS: string) =>
    startProcess({
      DATA_DIR: data,
      SAMPLE_CONTACTS: '1000',
      SAMPLE_NEW_CONTACTS: '0',
      SESSION_SECRET,
      SESSION_SECRET_PREVIOUS,
    })
  const [old = '', next = ''] = SECRETS
  // Both know the next one before the first uses it.
  await using one = await both(old, next)
  await one.ready()
  await using other = await both(next, old)
  await other.ready()
  const cookies = [await one.enter(EMAIL, PASSWORD), await other.enter(EMAIL, PASSWORD)]
  for (const server of [one, other])
    for (const cookie of cookies) expect((await server.send('/api/session', { cookie })).status).toBe(200)
  const body = { base_version: 0, preferences: VIEWS }
  await one.send('/api/preferences', { method: 'PUT', cookie: cookies[0] ?? '', body })
  expect(await views(other, cookies[1] ?? '')).toMatchObject({ preferences: VIEWS })
})
