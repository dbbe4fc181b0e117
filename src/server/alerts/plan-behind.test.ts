import { expect, test } from 'vitest'
import { alertPreview, type AlertRule } from '#/contract/alerts/alerts.ts'
import { DAY_MS } from '#/contract/day.ts'
import { readMail } from '#/server/mail/read-mail-testing.ts'
import { UNTIL_NINE_MS, watchedAlert, TEST_RULE } from './watched-testing.ts'

/* Thirty contacts a day; it is the 20th of November. */

const RULE: Partial<AlertRule> = {
  kind: 'plan_behind',
  threshold: null,
  min_calls: null,
  to: ['boss@example.com'],
}
type Watched = Awaited<ReturnType<typeof watchedAlert>>

const plan = async (
  { send, enter }: Watched,
  version: number,
  contacts: number,
  oid: string | null = null,
) => {
  const body = { month: '2026-11', oid, version, contacts, target: null, spend: null }
  const saved = await send('/api/month-plans', {
    method: 'PUT',
    cookie: await enter(),
    body: JSON.stringify(body),
  })
  expect(saved.status).toBe(200)
}
const preview = async ({ send, enter }: Watched, rule: Record<string, unknown> = {}) => {
  const answer = await send('/api/alerts/preview', {
    method: 'POST',
    cookie: await enter(),
    body: JSON.stringify({ rule: { ...TEST_RULE, ...RULE, ...rule }, about: 'Hotel Ladoga' }),
  })
  return alertPreview.parse(await answer.json())
}

test('behind the plan that is kept for the month it is told once, and again after the plan was met by its pace', async () => {
  const world = await watchedAlert(RULE, { bad: [] })
  const { after, caught } = world
  // Without a plan nothing is behind.
  await after(UNTIL_NINE_MS)
  expect(caught).toEqual([])
  await plan(world, 0, 2_000)
  await after(DAY_MS)
  expect(caught.map(({ to }) => to)).toEqual([['boss@example.com']])
  const { headers, parts } = readMail(caught[0]!.raw)
  expect(headers['subject']).toMatch(/ is behind its plan$/)
  expect(parts[0]!.text).toContain('630 of 2,000 contacts this month so far.')
  await after(DAY_MS)
  expect(caught).toHaveLength(1)
  // Thirty a day make nine hundred.
  await plan(world, 1, 700)
  await after(DAY_MS)
  await plan(world, 2, 2_000)
  await after(DAY_MS)
  expect(caught).toHaveLength(2)
})

test('the last thirty days are judged by the plans as they stand, of what the alert is about', async () => {
  const world = await watchedAlert(RULE, { bad: [] })
  await world.after(UNTIL_NINE_MS)
  expect(await preview(world)).toMatchObject({ why: 'no_plan', days: [], fired: 0 })
  await plan(world, 0, 2_000, 'site')
  const found = await preview(world)
  expect(found).toMatchObject({
    why: null,
    fired: 1,
    last: { oid: 'site', of: 2_000 },
    // On the first of a month there is no trend yet.
    mail: {
      subject: expect.stringMatching(/^Hotel Ladoga.* is behind its plan$/),
      lines: expect.arrayContaining(['The month has just begun; 2,000 contacts are planned.']),
    },
  })
  // October had no plan.
  expect(found.days.find(({ day }) => day === '2026-10-30')).toMatchObject({ value: null, fired: 0 })
  expect(found.days.find(({ day }) => day === '2026-10-31')).toMatchObject({ fired: 1 })
  expect(await preview(world, { objects: ['other'] })).toMatchObject({ why: 'no_plan' })
  expect(await preview(world, { objects: ['site'] })).toMatchObject({ why: null, fired: 1 })
})

test('an alert of an earlier version goes by its own number in months that have no plan', async () => {
  const world = await watchedAlert({ ...RULE, threshold: 5_000 }, { bad: [] })
  await world.after(UNTIL_NINE_MS)
  expect(world.caught).toHaveLength(1)
  expect(readMail(world.caught[0]!.raw).parts[0]!.text).toMatch(
    /of 5,000 target contacts this month so far\./,
  )
  await plan(world, 0, 700)
  await world.after(DAY_MS)
  await world.after(DAY_MS)
  expect(world.caught).toHaveLength(1)
})
