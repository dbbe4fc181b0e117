import { expect, test } from 'vitest'
import {
  savedWorkingHours,
  workingHoursAnswer,
  type SaveWorkingHoursBody,
  type WeekHours,
} from '#/contract/working-hours/working-hours.ts'
import { PRIVACY_MODE_COOKIE } from '#/i18n/privacy-mode.ts'
import { createAgencyHarness, createHarness, EMAIL, type Harness } from '#/server/testing.ts'

const WEEK: WeekHours = [...Array.from({ length: 5 }, () => ({ from: '09:00', to: '18:00' })), null, null]
const HOURS: SaveWorkingHoursBody = { oid: 'site', version: 0, week: WEEK }
const PATH = '/api/working-hours'

const put = (
  { send }: Pick<Harness, 'send'>,
  cookie: string,
  body: Record<string, unknown> = {},
  path = PATH,
) => send(path, { method: 'PUT', cookie, body: JSON.stringify({ ...HOURS, ...body }) })
const stored = async ({ send }: Pick<Harness, 'send'>, cookie: string, path = PATH) =>
  workingHoursAnswer.parse(await (await send(path, { cookie })).json()).objects

test('stores hours by object and refuses to write over a later version', async () => {
  const harness = await createHarness()
  const [one, two] = [await harness.enter(), await harness.enter()]
  const first = await put(harness, one)
  const { hours } = savedWorkingHours.parse(await first.json())
  expect(hours).toEqual({
    oid: 'site',
    version: 1,
    week: WEEK,
    at: Date.parse('2026-11-20T14:03:00Z'),
    who: EMAIL,
  })
  const late = await put(harness, two, { week: null })
  expect([late.status, await late.json()]).toMatchObject([409, { error: 'working_hours_changed', hours }])
  expect((await put(harness, two, { version: 1, week: null })).status).toBe(200)
  expect(await stored(harness, one)).toMatchObject([{ oid: 'site', version: 2, week: null }])
})

test.each([
  ['six days', { week: WEEK.slice(1) }],
  ['a time that is none', { week: [{ from: '9:00', to: '18:00' }, ...WEEK.slice(1)] }],
  ['an hour too many', { week: [{ from: '09:00', to: '24:00' }, ...WEEK.slice(1)] }],
  ['another field', { who: 'somebody' }],
  ['an object that is none', { oid: '../site' }],
])('refuses %s and stores nothing', async (_, body) => {
  const harness = await createHarness()
  const cookie = await harness.enter()
  expect((await put(harness, cookie, body)).status).toBe(400)
  expect(await stored(harness, cookie)).toEqual([])
})

test('writes nothing in presentation mode or without a session', async () => {
  const harness = await createHarness()
  expect((await put(harness, '')).status).toBe(401)
  const cookie = await harness.enter()
  expect((await put(harness, `${cookie}; ${PRIVACY_MODE_COOKIE}=visit`)).status).toBe(409)
  expect(await stored(harness, cookie)).toEqual([])
})

test('keeps clients apart, and the agency deletes all of them', async () => {
  const clients = [1, 2].map((id) => ({ id, email: `${id}@example.com` }))
  const { cookie, ...harness } = await createAgencyHarness(clients)
  const path = (client: number) => `/api/clients/${client}/working-hours`
  expect((await put(harness, cookie, {}, path(1))).status).toBe(200)
  expect(await stored(harness, cookie, path(1))).toHaveLength(1)
  expect(await stored(harness, cookie, path(2))).toEqual([])
  expect((await put(harness, cookie, {}, path(3))).status).toBe(403)
  const storedCount = async () => (await harness.send(`${PATH}/kept`, { cookie })).json()
  expect(await storedCount()).toEqual({ objects: 1 })
  expect((await harness.send(PATH, { method: 'DELETE', cookie })).status).toBe(204)
  expect(await storedCount()).toEqual({ objects: 0 })
})
