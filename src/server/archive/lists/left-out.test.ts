import { expect, test } from 'vitest'
import { openTestStore } from '#/server/archive/archive-testing.ts'
import { askContacts } from '#/server/archive/fake-service-testing.ts'
import { createHarness, json } from '#/server/testing.ts'

const record = (id: unknown, date: unknown) => ({ id, obj_oid: 'site', date, status: 1, duration: 12.7 })
const RECORDS = [
  record(1, '2026-11-19T10:00:00+03:00'),
  record(1, '2026-11-19T10:00:00+03:00'),
  record('1', '2026-11-19T10:00:00+03:00'),
  record(2, '2026-11-19T09:00:00+03'),
  record(3, '19.11.2026 08:00:00'),
  record(undefined, '2026-11-19T07:00:00+03:00'),
]

test('counts every record of the service, or leaves it out by name', async () => {
  const { store } = await openTestStore()
  const harness = await createHarness({}, { archive: store })
  harness.handlers['GET /v2/calls'] = () =>
    json({
      calls: RECORDS,
      meta: { pagination: { current_page: 1, total_pages: 1, total_objects: RECORDS.length } },
    })
  harness.handlers['GET /v2/objs/'] = () => json({ objs: [{ oid: 'site' }], meta: { pagination: {} } })
  const cookie = await harness.enter()
  const ask = async () =>
    (await askContacts(harness.send, cookie, 'date_from=2026-11-18&date_to=2026-11-19')).json()
  await expect.poll(async () => (await ask()).state.is).toBe('complete')
  const { state } = await ask()
  // Three records, of which one has another offset and one an invalid date; one without an id.
  expect(state.shortfall).toMatchObject({ loaded: 3, unreadable: 1, doubled: 2, total: RECORDS.length })
})
