import { expect, test } from 'vitest'
import { archiveClientComparison } from '#/contract/archive/client-comparison.ts'
import { archiveClocks } from '#/contract/archive/clocks.ts'
import { openTestStore } from '#/server/archive/archive-testing.ts'
import { HARNESS_DAY, pageOfContacts, type ServiceContact } from '#/server/archive/fake-service-testing.ts'
import { readDaysOf } from '#/server/archive/figures/figures-testing.ts'
import { createHarness, json } from '#/server/testing.ts'

/** The harness's clock is 17:03 in Moscow, 00:03 of the next day in Vladivostok. */
const MOSCOW = [4, 9, 12].map((ago, nth): ServiceContact => ({
  oid: `moscow-${nth}`,
  id: nth + 1,
  day: HARNESS_DAY - ago,
  minute: 600,
  note: 'x',
}))
const VLADIVOSTOK = Array.from({ length: 30 }, (_, nth): ServiceContact => ({
  oid: 'vladivostok',
  id: 100 + nth,
  day: HARNESS_DAY + 1 - (nth % 10),
  minute: nth % 3,
  zone: '+10:00',
  note: 'x',
}))

const world = async () => {
  const { store } = await openTestStore()
  const harness = await createHarness({}, { archive: store })
  harness.handlers['GET /v2/calls'] = (request) =>
    json(pageOfContacts([...VLADIVOSTOK, ...MOSCOW], new URL(request.url).searchParams))
  const cookie = await harness.enter()
  const clocks = async () => {
    const answer = await harness.send('/api/archive/clocks', { cookie })
    expect(answer.status).toBe(200)
    return archiveClocks.parse(await answer.json())
  }
  return { ...harness, cookie, clocks }
}

test('the clock of an account is that of most objects, not that of most or of the newest contacts', async () => {
  const { send, cookie, clocks } = await world()
  expect(await clocks()).toEqual({ main: null, objects: [] })
  await readDaysOf(send, cookie, { from: '2026-10-22', to: '2026-11-21' })
  const { main, objects } = await clocks()
  expect(main).toBe(180)
  expect(new Map(objects)).toEqual(
    new Map([
      ['moscow-0', 180],
      ['moscow-1', 180],
      ['moscow-2', 180],
      ['vladivostok', 600],
    ]),
  )
})

test('today by most objects is the same whatever period is asked for', async () => {
  const { send, cookie } = await world()
  await readDaysOf(send, cookie, { from: '2026-10-22', to: '2026-11-21' })
  // Vladivostok alone has contacts on these days.
  const { now } = await readDaysOf(send, cookie, { from: '2026-11-20', to: '2026-11-21' })
  expect(now).toEqual({ day: HARNESS_DAY, minute: 17 * 60 + 3, offset: 180 })
  const days = { from: '2026-10-22', to: '2026-11-20' }
  const answer = await send('/api/client-comparison', {
    cookie,
    method: 'POST',
    body: JSON.stringify({ days, compared: null, clients: null, is_update: false }),
  })
  const { accounts } = archiveClientComparison.parse(await answer.json())
  expect(accounts.map(({ offset }) => offset)).toEqual([180])
})
