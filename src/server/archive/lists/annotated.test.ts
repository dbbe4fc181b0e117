import { expect, test } from 'vitest'
import { archiveContacts } from '#/contract/archive/contacts.ts'
import { annotationPath } from '#/contract/annotations/annotations.ts'
import { dayNumber } from '#/contract/day.ts'
import { openTestStore } from '#/server/archive/archive-testing.ts'
import { askContacts, pageOfContacts, type ServiceContact } from '#/server/archive/fake-service-testing.ts'
import { cookieOf, createHarness, json, signedInUser } from '#/server/testing.ts'

const TODAY = dayNumber('2026-11-20')
const DAYS = 'date_from=2026-11-16&date_to=2026-11-20'
const ALL: ServiceContact[] = Array.from({ length: 12 }, (_, nth) => ({
  oid: nth % 2 ? 'site' : 'shop',
  // Contact ids repeat between objects.
  id: Math.floor(nth / 2) + 1,
  day: TODAY - (nth % 5),
  minute: 60 + nth,
  note: 'x',
}))

/** An agency with two clients whose objects and contacts have equal ids. */
const withClients = async () => {
  const { store } = await openTestStore()
  const harness = await createHarness({}, { archive: store })
  const clients = [
    { id: 1, email: 'one@example.com', hidden_fields: [] as string[] },
    { id: 2, email: 'two@example.com', hidden_fields: [] as string[] },
  ]
  harness.handlers['POST /v2/users/sign_in'] = () =>
    json(signedInUser({ email: 'manager@example.com', is_agency_manager: true }))
  harness.handlers['GET /v2/agency'] = () => json([{ agency: { name: 'A', clients } }])
  for (const { id } of clients) {
    harness.handlers[`GET /v2/clients/${id}/calls`] = (request) =>
      json(pageOfContacts(ALL, new URL(request.url).searchParams))
    harness.handlers[`GET /v2/clients/${id}/objs/`] = () => json({ objs: [], meta: { pagination: {} } })
  }
  const cookie = cookieOf(await harness.signIn('manager@example.com'))
  const ask = (query: string, client = '1') =>
    askContacts(harness.send, cookie, `${DAYS}${query}`, `/api/clients/${client}`)
  const list = async (query: string, client?: string) => {
    const answer = await ask(query, client)
    expect([query, answer.status]).toEqual([query, 200])
    const { state, total, contacts } = archiveContacts.parse(await answer.json())
    return {
      is: state.is,
      total,
      contacts: contacts
        .map((one) => one as { id: number; obj_oid: string })
        .map(({ id, obj_oid }) => `${id}:${obj_oid}`)
        .toSorted(),
    }
  }
  for (const client of ['1', '2'])
    await expect.poll(async () => (await list('', client)).is, { timeout: 20_000 }).toBe('complete')
  const mark = async (oid: string, id: number, body: object, client = '1') => {
    const response = await harness.send(`/api${annotationPath(client, { oid, id })}`, {
      method: 'PUT',
      cookie,
      body: JSON.stringify({ version: 0, ...body }),
    })
    expect(response.status).toBe(200)
  }
  return { ...harness, clients, cookie, ask, list, mark }
}

test('a list is narrowed by marks: those of its contacts and no others, and anew as soon as one is written', async () => {
  const { list, mark } = await withClients()
  expect(await list('&handled=1')).toMatchObject({ total: 0, contacts: [] })
  expect((await list('&handled=0')).total).toBe(12)
  await mark('site', 1, { outcome: 'called', tags: ['Kitchen'], score: 4, note: 'Wants a garage' })
  await mark('shop', 1, { outcome: 'no_answer', tags: ['garage'], score: 2 })
  // Of a contact that is not listed.
  await mark('site', 999, { outcome: 'called' })
  expect(await list('&handled=1')).toMatchObject({ total: 1, contacts: ['1:site'] })
  expect((await list('&handled=0')).total).toBe(11)
  expect((await list('&tag=kitchen%7Cgarage')).contacts).toEqual(['1:shop', '1:site'])
  expect((await list('&tag=kitchen')).contacts).toEqual(['1:site'])
  expect((await list('&tag=~')).total).toBe(10)
  expect((await list('&score=3')).contacts).toEqual(['1:site'])
  expect((await list('&score=none')).total).toBe(10)
  expect((await list('&note=1')).contacts).toEqual(['1:site'])
  // With other filters and an order.
  expect((await list('&score=1&object=shop')).contacts).toEqual(['1:shop'])
  expect((await list('&handled=0&object=site&order_field=duration')).total).toBe(5)
  const half = await list('&handled=0&limit=4&offset=8')
  expect([half.total, half.contacts.length]).toEqual([11, 3])
})

test('marks-isolation: a list of one client is narrowed by its own marks, not by those of another', async () => {
  const { list, mark } = await withClients()
  await mark('site', 1, { outcome: 'called', tags: ['theirs'], score: 5, note: 'theirs' }, '2')
  for (const query of ['&handled=1', '&tag=theirs', '&score=1', '&note=1']) {
    expect([query, (await list(query)).contacts]).toEqual([query, []])
    expect([query, (await list(query, '2')).contacts]).toEqual([query, ['1:site']])
  }
})

test('a number in a tag finds nothing for who may not see numbers', async () => {
  const { list, mark, clients, pass } = await withClients()
  await mark('site', 1, { tags: ['+7 916 123-45-67'] })
  const requested = `&tag=${encodeURIComponent('+7 916 123-45-67')}`
  expect((await list(requested)).total).toBe(1)
  clients[0]!.hidden_fields.push('phone_number_from')
  pass(61_000)
  expect((await list(requested)).total).toBe(0)
})

test.each(['handled=yes', 'score=6', 'score=0', 'note=2', 'tag='])(
  'what cannot be asked is refused: %s',
  async (query) => {
    const { ask } = await withClients()
    expect((await ask(`&${query}`)).status).toBe(400)
  },
)
