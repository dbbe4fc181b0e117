import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PREFERENCES_MAX_BYTES, type Preferences } from '#/contract/preferences.ts'
import { runs } from '#/test/runs.ts'
import { openOwnDatabase } from '#/server/database/testing/own-database.ts'
import { createPreferencesStore } from './preferences.ts'
import { cookieOf, createHarness, type Harness } from '#/server/testing.ts'

const PATH = '/api/preferences'
const ANOTHER = 'another@example.com'
const NOTHING = { version: 0, preferences: {} }

const put = ({ send }: Harness, cookie: string, preferences: unknown, base_version = 0) =>
  send(PATH, { method: 'PUT', cookie, body: JSON.stringify({ base_version, preferences }) })
const get = async ({ send }: Harness, cookie: string): Promise<unknown> =>
  (await send(PATH, { cookie })).json()

const pins = (...clients: string[]): Preferences => ({ pins: { clients } })

test('preferences belong to the account: they outlive the session and are the same on the second computer', async () => {
  const harness = await createHarness()
  const first = await harness.enter()
  expect(await get(harness, first)).toEqual(NOTHING)
  const saved = await put(harness, first, pins('7'))
  expect([saved.status, await saved.json()]).toEqual([200, { version: 1 }])

  const second = await harness.enter()
  expect(await get(harness, second)).toEqual({ version: 1, preferences: pins('7') })
  await harness.send('/api/session', { method: 'DELETE', cookie: first })
  expect(await get(harness, await harness.enter())).toEqual({ version: 1, preferences: pins('7') })
  expect(await get(harness, cookieOf(await harness.signIn(ANOTHER)))).toEqual(NOTHING)
  expect(harness.requests.filter(({ url }) => url.includes('preferences'))).toEqual([])
})

test('who has not seen the last change gets it in place of their own; sections they do not name stay', async () => {
  const harness = await createHarness()
  const [one, two] = [await harness.enter(), await harness.enter()]
  const first = { ...pins('1'), won_statuses: ['Paid'] }
  await put(harness, one, first)
  const late = await put(harness, two, pins('2'), 0)
  expect([late.status, await late.json()]).toMatchObject([
    409,
    { error: 'preferences_changed', version: 1, preferences: first },
  ])
  const again = await put(harness, two, pins('1', '2'), 1)
  expect(await again.json()).toEqual({ version: 2 })
  expect(await get(harness, one)).toEqual({ version: 2, preferences: { ...first, ...pins('1', '2') } })
})

describe('refused, with nothing written', () => {
  const view = { id: 'a', name: 'Mine', filters: { period: 'month' } }
  test.each<[string, unknown]>([
    ['a caller filter', { saved_views: [{ ...view, filters: { from_filter: '+74951234567' } }] }],
    ['a caller beside a view', { saved_views: [{ ...view, caller: '+74951234567' }] }],
    ['an unknown filter', { saved_views: [{ ...view, filters: { phone: '1' } }] }],
    ['an unknown section', { callers: ['+74951234567'] }],
    ['an unknown list of pins', { pins: { callers: ['+74951234567'] } }],
    ['a wrong type', { pins: { clients: [7] } }],
    ['a prototype', JSON.parse('{"__proto__": {"polluted": true}}')],
    ['no object', []],
  ])('%s', async (_, preferences) => {
    const harness = await createHarness()
    const cookie = await harness.enter()
    const response = await put(harness, cookie, preferences)
    expect([response.status, await response.json()]).toMatchObject([400, { error: 'invalid_request' }])
    expect(await get(harness, cookie)).toEqual(NOTHING)
  })

  test('what another account typed into a page that is still its own', async () => {
    const harness = await createHarness()
    const answer = await harness.signIn(ANOTHER)
    const response = await harness.send(PATH, {
      method: 'PUT',
      cookie: await harness.enter(),
      headers: { 'x-callboard-principal': answer.headers.get('x-callboard-principal') ?? '' },
      body: JSON.stringify({ base_version: 0, preferences: pins('7') }),
    })
    expect([response.status, await response.json()]).toMatchObject([409, { error: 'principal_changed' }])
    expect(response.headers.get('x-callboard-principal')).toMatch(/^[0-9a-f]{16}$/)
    expect(await get(harness, await harness.enter())).toEqual(NOTHING)
  })

  test('without a session, from another site, with another method', async () => {
    const harness = await createHarness()
    const cookie = await harness.enter()
    const body = JSON.stringify({ base_version: 0, preferences: pins('7') })
    const tries = [
      harness.send(PATH),
      harness.send(PATH, { method: 'PUT', body }),
      harness.send(PATH, { method: 'PUT', body, cookie, headers: { 'sec-fetch-site': 'cross-site' } }),
      harness.send(PATH, { method: 'PUT', body, cookie, headers: { 'x-requested-by': '' } }),
      harness.send(PATH, { method: 'DELETE', cookie }),
    ]
    expect((await Promise.all(tries)).map(({ status }) => status)).toEqual([401, 401, 403, 403, 405])
    expect(await get(harness, cookie)).toEqual(NOTHING)
  })
})

test('256 KiB in all, in one save or in several', async () => {
  const harness = await createHarness()
  const cookie = await harness.enter()
  const words = (length: number) => Array.from({ length }, () => 'я'.repeat(256))
  const spend = (length: number) =>
    Array.from({ length }, () => ({
      client: null,
      object: null,
      source: 'я'.repeat(256),
      campaign: null,
      months: { '2026-11': 1 },
    }))
  expect((await put(harness, cookie, { won_statuses: words(400) })).status).toBe(200)
  expect((await put(harness, cookie, { spend: spend(120) }, 1)).status).toBe(413)
  expect((await put(harness, cookie, { spend: spend(1000) }, 1)).status).toBe(413)
  expect((await put(harness, cookie, { won_statuses: words(1), spend: spend(120) }, 1)).status).toBe(200)
  const stored = await get(harness, cookie)
  expect(Buffer.byteLength(JSON.stringify(stored))).toBeLessThan(PREFERENCES_MAX_BYTES)
})

test('sections that a newer version has made survive an older one', async () => {
  const database = await openOwnDatabase()
  const store = createPreferencesStore(database)
  const later = {
    dashboards: [{ name: 'Board' }],
    saved_views: [{ id: 'a', name: 'Later', filters: { not_known_yet: 'x' } }],
  }
  const view = { id: 'b', name: 'Mine', filters: {} }
  const sections = JSON.stringify({ ...pins('1'), ...later })
  await database.insertInto('preferences').values({ principal: 'p', version: 4, sections }).execute()
  expect(await store.read('p')).toEqual({ version: 4, preferences: { ...pins('1'), saved_views: [] } })
  await store.save('p', { base_version: 4, preferences: { ...pins('2'), saved_views: [view] } })
  const row = await database.selectFrom('preferences').selectAll().executeTakeFirstOrThrow()
  expect(JSON.parse(row.sections)).toEqual({
    ...pins('2'),
    ...later,
    saved_views: [view, ...later.saved_views],
  })
})

test('however many save at once, each is a version of its own and no section is lost', async () => {
  const change = fc.oneof(
    fc.array(fc.stringMatching(/^[a-z]{1,3}$/)).map((clients) => ({ pins: { clients } })),
    fc.array(fc.stringMatching(/^[a-z]{1,3}$/)).map((won_statuses) => ({ won_statuses })),
    fc
      .array(fc.stringMatching(/^[a-z]{1,3}$/).map((raw) => ({ by: 'source' as const, raw, as: 'x' })))
      .map((count_as) => ({ count_as })),
  )
  const store = createPreferencesStore(await openOwnDatabase())
  let runsSoFar = 0
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
      const principal = `p${runsSoFar++}`
      let version = 0
      const apply = async (preferences: Preferences): Promise<void> => {
        const { version: base_version } = await store.read(principal)
        if ((await store.save(principal, { base_version, preferences })) === null) return apply(preferences)
        version++
        order.push(preferences)
      }
      const order: Preferences[] = []
      await Promise.all(changes.map(apply))
      expect(await store.read(principal)).toEqual({ version, preferences: Object.assign({}, ...order) })
      expect(version).toBe(changes.length)
    }),
    runs(30, 1000),
  )
})

test.each(['{"pins":', '[1]', '', 'null'])(
  'preferences that cannot be read (%j) are set aside, told, and begun anew',
  async (sections) => {
    const harness = await createHarness()
    const { database, enter } = harness
    const cookie = await enter()
    await put(harness, cookie, pins('1'))
    await database.updateTable('preferences').set({ sections }).execute()
    expect(await get(harness, cookie)).toEqual({ ...NOTHING, set_aside: true })
    // A page that was closed at once has informed no other tab.
    expect(await get(harness, cookie)).toEqual({ ...NOTHING, set_aside: true })
    const saved = await put(harness, cookie, pins('2'))
    expect(await saved.json()).toEqual({ version: 1 })
    expect(await get(harness, cookie)).toEqual({ version: 1, preferences: pins('2') })
    expect(
      await database.selectFrom('unreadable_preferences').select(['version', 'sections']).execute(),
    ).toEqual([{ version: 1, sections }])
  },
)

test('preferences that cannot be read, and cannot be set aside either, are no error', async () => {
  const harness = await createHarness()
  const { database, enter, breakStorage } = harness
  const cookie = await enter()
  await put(harness, cookie, pins('1'))
  await database.updateTable('preferences').set({ sections: '{' }).execute()
  breakStorage('full')
  expect(await get(harness, cookie)).toEqual({ ...NOTHING, set_aside: true })
  breakStorage(null)
  expect((await put(harness, cookie, pins('2'))).status).toBe(200)
})
