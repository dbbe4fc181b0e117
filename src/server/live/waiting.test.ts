import { expect, test } from 'vitest'
import { annotationPath } from '#/contract/annotations/annotations.ts'
import { live } from '#/contract/live/live.ts'
import { openTestStore } from '#/server/archive/archive-testing.ts'
import { HARNESS_DAY, pageOfContacts } from '#/server/archive/fake-service-testing.ts'
import { createHarness, json } from '#/server/testing.ts'

test('who is marked as called does not wait on the wall', async () => {
  const missed = { oid: 'site', day: HARNESS_DAY, note: 'x', status: 1 }
  const contacts = ['79261234567', '79267654321'].map((phone, nth) => ({
    ...missed,
    id: nth + 1,
    minute: 60 + nth,
    phone,
  }))
  const { store } = await openTestStore()
  const { handlers, enter, send, pass } = await createHarness({}, { archive: store })
  handlers['GET /v2/calls'] = (request) => json(pageOfContacts(contacts, new URL(request.url).searchParams))
  const cookie = await enter()
  const waiting = async () => {
    const shown = live.parse(await (await send('/api/live', { cookie })).json()).waiting
    return [shown?.total, shown?.callers.map(({ id }) => id)]
  }
  expect(await waiting()).toEqual([2, [1, 2]])
  const path = `/api${annotationPath(null, { oid: 'site', id: 1 })}`
  const body = JSON.stringify({ version: 0, outcome: 'called' })
  expect((await send(path, { method: 'PUT', cookie, body })).status).toBe(200)
  // Screens of an account share figures for half a minute.
  pass(31_000)
  expect(await waiting()).toEqual([1, [2]])
})
