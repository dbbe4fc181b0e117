import { describe, expect, test } from 'vitest'
import {
  monthPlansAnswer,
  savedPlan,
  type MonthPlan,
  type SavePlanBody,
} from '#/contract/month-plans/month-plans.ts'
import { PRIVACY_MODE_COOKIE } from '#/i18n/privacy-mode.ts'
import { cookieOf, createAgencyHarness, createHarness, EMAIL, type Harness } from '#/server/testing.ts'

const PLAN: SavePlanBody = {
  month: '2026-11',
  oid: null,
  version: 0,
  contacts: 500,
  target: 200,
  spend: 300_000.5,
}
const put = (
  { send }: Pick<Harness, 'send'>,
  cookie: string,
  body: Record<string, unknown> = {},
  path = '/api/month-plans',
) => send(path, { method: 'PUT', cookie, body: JSON.stringify({ ...PLAN, ...body }) })
const saved = async (response: Response): Promise<MonthPlan> => {
  expect(response.status).toBe(200)
  return savedPlan.parse(await response.json()).plan
}
const plansOf = async (
  { send }: Pick<Harness, 'send'>,
  cookie: string,
  path = '/api/month-plans',
): Promise<readonly MonthPlan[]> => {
  const response = await send(path, { cookie })
  expect(response.status).toBe(200)
  return monthPlansAnswer.parse(await response.json()).plans
}

test('what one person plans, the others of the account see, and the later of two is told', async () => {
  const harness = await createHarness()
  const [one, two] = [await harness.enter(), await harness.enter()]
  const plan = await saved(await put(harness, one))
  expect(plan).toEqual({ ...PLAN, version: 1, at: Date.parse('2026-11-20T14:03:00Z'), who: EMAIL })
  await saved(await put(harness, two, { oid: 'site', contacts: 100, target: null, spend: null }))
  const late = await put(harness, two, { contacts: 600 })
  expect([late.status, await late.json()]).toMatchObject([409, { error: 'plan_changed', plan }])
  const both = await Promise.all([1, 2].map((nth) => put(harness, one, { version: 1, contacts: nth })))
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await plansOf(harness, two)).toMatchObject([
    { oid: null, version: 2 },
    { oid: 'site', contacts: 100, target: null, spend: null },
  ])
})

describe('refused with the reason, and nothing is written', () => {
  test.each<[string, Record<string, unknown>, unknown]>([
    ['a plan of −5', { contacts: -5 }, { contacts: 'must be 0 or more' }],
    ['half a contact', { target: 1.5 }, { target: 'must be without fractions' }],
    ['more than there is', { spend: 1e13 }, { spend: 'must be 0 or more' }],
    ['a word', { contacts: 'много' }, 'invalid_request'],
    ['no number', { contacts: Number.NaN }, null],
    ['a month that is none', { month: '2026-13' }, { month: 'must be a month' }],
    ['a field that is none', { who: 'somebody' }, 'invalid_request'],
  ])('%s', async (_, body, error) => {
    const harness = await createHarness()
    const cookie = await harness.enter()
    const response = await put(harness, cookie, body)
    // Not a number becomes null in JSON, which means no plan.
    if (error === null) return expect((await saved(response)).contacts).toBeNull()
    expect([response.status, await response.json()]).toMatchObject([400, { error }])
    expect(await plansOf(harness, cookie)).toEqual([])
  })

  test('without a session, and while a screen is shown to others', async () => {
    const harness = await createHarness()
    expect((await put(harness, '')).status).toBe(401)
    const cookie = await harness.enter()
    const shown = `${cookie}; ${PRIVACY_MODE_COOKIE}=visit`
    expect((await put(harness, shown)).status).toBe(409)
    expect((await harness.send('/api/month-plans', { method: 'DELETE', cookie: shown })).status).toBe(409)
    expect(await plansOf(harness, cookie)).toEqual([])
  })
})

test('plans-isolation: no user reads, writes or deletes the plans of another account, nor of a client that is not theirs', async () => {
  const harness = await createHarness()
  const mine = await harness.enter()
  await put(harness, mine)
  const theirs = cookieOf(await harness.signIn('another@example.com'))
  expect(await plansOf(harness, theirs)).toEqual([])
  expect(await saved(await put(harness, theirs, { contacts: 7 }))).toMatchObject({ version: 1 })
  await harness.send('/api/month-plans', { method: 'DELETE', cookie: theirs })
  expect(await plansOf(harness, mine)).toMatchObject([{ contacts: 500 }])
})

test('plans-isolation: of an agency’s clients each has its own', async () => {
  const clients = [1, 2].map((id) => ({ id, email: `${id}@example.com` }))
  const { cookie, ...harness } = await createAgencyHarness(clients)
  const path = (client: number) => `/api/clients/${client}/month-plans`
  await saved(await put(harness, cookie, {}, path(1)))
  expect(await plansOf(harness, cookie, path(1))).toHaveLength(1)
  expect(await plansOf(harness, cookie, path(2))).toEqual([])
  expect((await put(harness, cookie, {}, path(3))).status).toBe(403)
  expect((await harness.send(path(3), { cookie })).status).toBe(403)
  const stored = async () => (await harness.send('/api/month-plans/kept', { cookie })).json()
  expect(await stored()).toEqual({ months: 1 })
  expect((await harness.send('/api/month-plans', { method: 'DELETE', cookie })).status).toBe(204)
  expect(await stored()).toEqual({ months: 0 })
})
