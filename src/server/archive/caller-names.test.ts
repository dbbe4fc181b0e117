import { expect, test } from 'vitest'
import { readDaysOf } from '#/server/archive/figures/figures-testing.ts'
import { callerNames } from '#/contract/archive/caller-names.ts'
import { dayNumber } from '#/contract/day.ts'
import { PRIVACY_MODE_COOKIE } from '#/i18n/privacy-mode.ts'
import { cookieOf, createHarness, json, signedInUser } from '#/server/testing.ts'
import { openTestStore } from './archive-testing.ts'
import { pageOfContacts, type ServiceContact } from './fake-service-testing.ts'

const TODAY = dayNumber('2026-11-20')
const [MISSED, CHAT, FORM] = [7, 9, 14]
const [ANNA, OLEG, NOBODY, VERA] = ['79110000001', '79110000002', '79110000003', '79110000004']

type Written = ServiceContact & { readonly custom_data?: unknown; readonly customer_status?: unknown }
const contact = (id: number, ago: number, phone: string, status: number, custom_data?: unknown): Written => ({
  id,
  oid: 'site',
  day: TODAY - ago,
  minute: 600,
  note: 'x',
  status,
  phone,
  ...(custom_data !== undefined && { custom_data: JSON.stringify(custom_data) }),
})
const CONTACTS: readonly Written[] = [
  contact(1, 0, ANNA, MISSED),
  contact(2, 5, ANNA, FORM, { name: ' Анна \n Серова ', email: 'a@b.example' }),
  contact(3, 20, ANNA, CHAT, { visitor: { name: 'Аня' } }),
  contact(4, 1, OLEG, MISSED),
  contact(5, 9, OLEG, CHAT, { visitor: { name: '' } }),
  contact(6, 12, OLEG, CHAT, { visitor: { name: 'Oleg, +7 911 000-00-02' } }),
  contact(7, 2, NOBODY, MISSED),
  contact(9, 1, VERA, MISSED),
  contact(10, 200, VERA, CHAT, { visitor: { name: 'Vera' } }),
  // Not a name.
  contact(8, 3, NOBODY, FORM, ['name']),
]

const world = async (contacts = CONTACTS) => {
  const { store } = await openTestStore()
  const harness = await createHarness({}, { archive: store })
  harness.handlers['GET /v2/calls'] = (request) => {
    const page = pageOfContacts(contacts, new URL(request.url).searchParams)
    return json({
      ...page,
      calls: page.calls.map((one) => {
        const { id } = one as { id: number }
        const { custom_data, customer_status } = contacts.find((known) => known.id === id)!
        return { ...(one as object), custom_data, customer_status }
      }),
    })
  }
  const read = async (cookie: string) =>
    readDaysOf(harness.send, cookie, { from: '2026-10-20', to: '2026-11-20' })
  const names = async (
    cookie: string,
    query = 'contact=1:site&contact=4:site&contact=7:site&contact=99:site',
  ) => {
    const answer = await harness.send(`/api/archive/names?${query}`, { cookie })
    return answer.status === 200 ? callerNames.parse(await answer.json()).names : answer.status
  }
  return { ...harness, read, names }
}

test('a caller goes by the name that they gave last, in a form or a chat', async () => {
  const { enter, read, names, requests } = await world()
  const cookie = await enter()
  expect(await names(cookie)).toEqual([])
  await read(cookie)
  const before = requests.length
  expect(await names(cookie)).toEqual([
    { oid: 'site', id: 1, caller_name: 'Анна Серова', company_name: null },
    { oid: 'site', id: 4, caller_name: 'Oleg, +7 911 000-00-02', company_name: null },
  ])
  expect(await names(cookie, 'contact=1:shop')).toEqual([])
  expect(requests).toHaveLength(before)
  expect(await names(cookie, 'contact=x')).toBe(400)
  const many = Array.from({ length: 101 }, (_, nth) => `contact=${nth}:site`).join('&')
  expect(await names(cookie, many)).toBe(400)
})

const deal = (id: number, company: string) => ({ id, status: 'Новый', customer_id: 1, name: 'x', company })
const DEALS: readonly Written[] = [
  ...CONTACTS,
  { ...contact(20, 3, ANNA, MISSED), customer_status: deal(5, '{}') },
  { ...contact(21, 4, ANNA, MISSED), customer_status: deal(6, '{"id":7,"name":"ООО \\n Ромашка"}') },
  { ...contact(22, 9, ANNA, MISSED), customer_status: deal(7, '{"name":"Former"}') },
  { ...contact(23, 3, NOBODY, MISSED), customer_status: deal(8, 'ИП Петров, +7 911 000-00-03') },
]

test('a caller’s company is the one that the newest deal names, also of whom no name is known', async () => {
  const { enter, read, names } = await world(DEALS)
  const cookie = await enter()
  await read(cookie)
  expect(await names(cookie, 'contact=1:site&contact=4:site&contact=7:site')).toEqual([
    { oid: 'site', id: 1, caller_name: 'Анна Серова', company_name: 'ООО Ромашка' },
    { oid: 'site', id: 4, caller_name: 'Oleg, +7 911 000-00-02', company_name: null },
    { oid: 'site', id: 7, caller_name: null, company_name: 'ИП Петров, +7 911 000-00-03' },
  ])
  const shown = await names(
    `${cookie}; ${PRIVACY_MODE_COOKIE}=${'p'.repeat(32)}`,
    'contact=1:site&contact=7:site',
  )
  expect(shown).toHaveLength(2)
  expect(JSON.stringify(shown)).not.toMatch(/Ромашка|Петров|911/)
})

test('where deals are hidden no company leaves', async () => {
  const { handlers, signIn, send } = await world(DEALS)
  const clients = [{ id: 1, email: 'one@example.com', hidden_fields: ['customer_status'] }]
  handlers['POST /v2/users/sign_in'] = () => json(signedInUser({ is_agency_manager: true }))
  handlers['GET /v2/agency'] = () => json([{ agency: { name: 'A', clients } }])
  handlers['GET /v2/clients/1/calls'] = handlers['GET /v2/calls']!
  const cookie = cookieOf(await signIn('manager@example.com'))
  const of = async (path: string) => send(`/api/clients/1/archive/${path}`, { cookie })
  await readDaysOf(send, cookie, { from: '2026-10-20', to: '2026-11-20' }, '1')
  const answer = await (await of('names?contact=1:site&contact=7:site')).json()
  expect(callerNames.parse(answer).names).toEqual([
    { oid: 'site', id: 1, caller_name: 'Анна Серова', company_name: null },
  ])
})

test('a name from long ago is found where the days are held', async () => {
  const { enter, names, send } = await world()
  const cookie = await enter()
  const days = async (from: string) => readDaysOf(send, cookie, { from, to: '2026-11-20' })
  await days('2026-10-20')
  expect(await names(cookie, 'contact=9:site')).toEqual([])
  await days('2026-04-01')
  expect(await names(cookie, 'contact=9:site')).toEqual([
    { oid: 'site', id: 9, caller_name: 'Vera', company_name: null },
  ])
})

test('no user is told another account’s, nor what is hidden from them, and a shown screen says a mask', async () => {
  const { enter, read, names, signIn, send } = await world()
  const cookie = await enter()
  await read(cookie)
  const presented = await names(`${cookie}; ${PRIVACY_MODE_COOKIE}=${'p'.repeat(32)}`)
  expect(presented).toHaveLength(2)
  expect(JSON.stringify(presented)).not.toMatch(/Анна|Серова|Oleg|911/)
  expect(await names(cookieOf(await signIn('another@example.com')))).toEqual([])
  expect((await send('/api/archive/names?contact=1:site', {})).status).toBe(401)
  expect((await send('/api/archive/names', { method: 'POST', cookie })).status).toBe(405)
})

test('where a client hides numbers or what visitors say of themselves, no name leaves', async () => {
  for (const [hidden_fields, found] of [
    [null, 1],
    [['phone_number_from'], 0],
    [['custom_data'], 0],
  ] as const) {
    const { handlers, signIn, send } = await world()
    const clients = [{ id: 1, email: 'one@example.com', hidden_fields }]
    handlers['POST /v2/users/sign_in'] = () =>
      json(signedInUser({ email: 'manager@example.com', is_agency_manager: true }))
    handlers['GET /v2/agency'] = () => json([{ agency: { name: 'A', clients } }])
    handlers['GET /v2/clients/1/calls'] = handlers['GET /v2/calls']!
    const cookie = cookieOf(await signIn('manager@example.com'))
    const of = async (path: string) => send(`/api/clients/1/archive/${path}`, { cookie })
    await readDaysOf(send, cookie, { from: '2026-10-20', to: '2026-11-20' }, '1')
    const { names } = callerNames.parse(await (await of('names?contact=1:site')).json())
    expect([hidden_fields, names.length]).toEqual([hidden_fields, found])
  }
})
