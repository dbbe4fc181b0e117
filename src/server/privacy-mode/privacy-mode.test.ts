import { expect, test } from 'vitest'
import { endpoints } from '#/contract/endpoints.ts'
import { dayNumber } from '#/contract/day.ts'
import { PRIVACY_MODE_COOKIE } from '#/i18n/privacy-mode.ts'
import { openTestStore } from '#/server/archive/archive-testing.ts'
import { askContacts, recordOfContact } from '#/server/archive/fake-service-testing.ts'
import { numbered, postFigures, readDaysOf } from '#/server/archive/figures/figures-testing.ts'
import { createHarness, json, signedInUser } from '#/server/testing.ts'

const [NUMBER, NAME, MAIL, WORDS] = [
  '79261234567',
  'Canarina Peep',
  'canary@cage.example',
  'sings at dawn',
] as const
/** The number in any notation. */
const CANARIES = /9261234567|926[ )-]+123|Canarina|canary@|sings at|at dawn/

const contact = {
  ...(recordOfContact({ oid: 'site', id: 1, day: dayNumber('2026-11-20'), minute: 60, note: 'x' }) as object),
  phone_number_from: NUMBER,
  request_uri: `/thanks?tel=${NUMBER}&mail=${MAIL}`,
  custom_data: JSON.stringify({ visitor: { name: NAME, email: MAIL }, said: WORDS, age: 9_261_234_567 }),
  messages: `${NAME} (13:12): ${WORDS}, +7 926 123-45-67`,
  sms_message: WORDS,
  email_text: WORDS,
  widget_text: WORDS,
  managers: NAME,
  comments: [
    { id: 1, comment: WORDS, user_id: 1, name: NAME, email: MAIL, created_at: '2026-11-20T10:00:00+03:00' },
  ],
  customer_status: {
    id: 5,
    status: 'Won',
    name: `${NAME}: ${WORDS}`,
    responsible_user: NAME,
    company: JSON.stringify({ name: NAME }),
    tags: JSON.stringify([NAME]),
    price: 54_321,
  },
}
const object = {
  oid: 'site',
  alias: 'site',
  title: 'Site of +7 926 123-45-67',
  phone_number: NUMBER,
  email_notification: {
    obj_email_notify_config: { recipients: `${MAIL}\n${MAIL}`, message_template: `for ${MAIL}` },
  },
  client_phone_numbers: [{ number: NUMBER, phone_number: NUMBER, sip: `sip:${NUMBER}@pbx.example` }],
  blocked_ip_addresses: ['10.0.0.1'],
}

const presented = async () => {
  const { store } = await openTestStore()
  const harness = await createHarness(
    {},
    {
      archive: store,
      site: { build: 'b1', fetch: async (_request, preload) => json((await preload?.()) ?? null) },
    },
  )
  const calls = () =>
    json({ calls: [contact], meta: { pagination: { page: 1, total_pages: 1, total_objects: 1 } } })
  Object.assign(harness.handlers, {
    'POST /v2/users/sign_in': () =>
      json(signedInUser({ contact_name: NAME, email: MAIL, phone_number: NUMBER })),
    'GET /v2/calls': calls,
    'GET /v2/objs/site/calls': calls,
    'GET /v2/objs/site/calls/1': () => json({ call: contact }),
    'GET /v2/objs/': () => json({ objs: [object], meta: { pagination: {} } }),
    'GET /v2/objs/site': () => json({ obj: object }),
    'GET /v2/objs/site/filters': () => json({}),
    'GET /v2/agency': () =>
      json([
        { agency: { name: 'Agency', phone_number: NUMBER, clients: [{ email: MAIL, company_name: NAME }] } },
      ]),
    'PUT /v2/agency': () => json({ agency: {} }),
    'POST /v2/objs/site/script_config': () => json({ obj: object }),
    'GET /v1/geo': () => json({}),
    'GET /v1/payment/plans/Pro': () => json({}),
  })
  const session = await harness.enter()
  const cookie = `${session}; ${PRIVACY_MODE_COOKIE}=visit`
  return { ...harness, session, cookie }
}

const addressOf = (path: string) =>
  `/api${path.replace(':oid', 'site').replace(':call_id', '1').replace(':plan_name', 'Pro')}`

test('presenting-masks-every-answer: no documented answer and none of our own says who called, who works there or what was said', async () => {
  const { send, session, cookie } = await presented()
  const reads = Object.values(endpoints).filter(({ method }) => method === 'GET')
  const paths = [...reads.map(({ path }) => addressOf(path)), '/api/session', '/api/sessions']
  const answersTo = (person: string) => [
    ...paths.map((path) => [path, send(path, { cookie: person })] as const),
    ['contacts', askContacts(send, person, 'date_from=2026-11-16&date_to=2026-11-20')] as const,
  ]
  const plain = await Promise.all(answersTo(session).map(async ([, answer]) => (await answer).text()))
  expect(plain.filter((text) => CANARIES.test(text)).length, 'answers that say it otherwise').toBeGreaterThan(
    7,
  )
  for (const [path, pending] of answersTo(cookie)) {
    const answer = await pending
    expect([200, 204], path).toContain(answer.status)
    expect(await answer.text(), path).not.toMatch(CANARIES)
  }
})

test('figures stay right: the sum of a deal, its stage and the contact’s own facts are as they were', async () => {
  const { send, session, cookie } = await presented()
  const read = async (whose: string) =>
    (
      (await (await send('/api/v2/calls', { cookie: whose })).json()) as {
        calls: Record<string, unknown>[]
      }
    ).calls[0]!
  const [plain, masked] = [await read(session), await read(cookie)]
  expect(masked['customer_status']).toMatchObject({ id: 5, price: 54_321, status: 'Won' })
  for (const name of ['id', 'obj_oid', 'date', 'status', 'duration', 'source'])
    expect(masked[name]).toEqual(plain[name])
})

test('presenting-document: what the document brings along is masked too', async () => {
  const { send, session, cookie } = await presented()
  const read = async (whose: string) =>
    (
      await send('/calls', {
        cookie: whose,
        headers: { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' },
      })
    ).text()
  expect(await read(session)).toMatch(CANARIES)
  expect(await read(cookie)).not.toMatch(CANARIES)
})

test('presenting-archive: figures hold masks, count the same callers, and filter by a mask', async () => {
  const { send, session, cookie } = await presented()
  const days = { from: '2026-11-16', to: '2026-11-20' }
  const ask = async (whose: string, name: string, question: object) => {
    await readDaysOf(send, whose, days)
    const job = { oid: null, days: numbered(days), comparedDays: null }
    const text = await (await postFigures(send, whose, name, { ...job, question })).text()
    return { text, answer: (JSON.parse(text) as { answer: never }).answer }
  }
  const callers = async (whose: string) => {
    const { answer } = await ask(whose, 'table', { filters: [], dimension: 'caller', won: [], limit: null })
    return (answer as { rows: { value: string | null; contacts: number }[] }).rows
  }
  const [plain, masked] = [await callers(session), await callers(cookie)]
  expect(masked.map(({ contacts }) => contacts)).toEqual(plain.map(({ contacts }) => contacts))
  const rows = async (whose: string, filters: object[] = []) => ask(whose, 'rows', { filters, limit: 100 })
  expect((await rows(session)).text).toMatch(CANARIES)
  expect((await rows(cookie)).text).not.toMatch(CANARIES)
  expect(JSON.stringify(masked)).not.toMatch(CANARIES)
  const one = masked.find(({ value }) => value !== null)!
  const found = await rows(cookie, [{ by: 'caller', values: [one.value] }])
  expect(found.answer).toMatchObject({ total: one.contacts })
})

test('presenting-search: a caller is found by their mask; a number or a part of it finds nothing out', async () => {
  const { send, cookie, requests } = await presented()
  const { calls } = (await (await send('/api/v2/calls', { cookie })).json()) as {
    calls: { phone_number_from: string }[]
  }
  const found = await send(`/api/v2/calls?from_filter=${calls[0]!.phone_number_from}`, { cookie })
  expect(found.status).toBe(200)
  expect(new URL(requests.at(-1)!.url).searchParams.get('from_filter')).toBe(NUMBER)
  const before = requests.length
  for (const typed of [NUMBER, '926', '1']) {
    const refused = await send(`/api/v2/calls?from_filter=${typed}`, { cookie })
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({ error: 'hidden_field' })
  }
  expect(requests).toHaveLength(before)
})

test('presenting-order: neither the order of callers nor digits in texts find a number out', async () => {
  const { send, cookie, session, requests } = await presented()
  const before = requests.length
  for (const path of [
    '/api/v2/calls?order_field=from&order_way=asc',
    '/api/v2/objs/site/calls?order_field=from',
    'q=926',
    'q=price%20%D9%A9%D9%A2',
  ]) {
    const list = `date_from=2026-11-01&date_to=2026-11-02&${path}`
    const refused = await (path.startsWith('q=') ? askContacts(send, cookie, list) : send(path, { cookie }))
    expect([path, refused.status]).toEqual([path, 403])
    expect(await refused.json()).toMatchObject({ error: 'hidden_field' })
  }
  expect(requests).toHaveLength(before)
  expect((await send('/api/v2/calls?order_field=duration', { cookie })).status).toBe(200)
  expect((await send('/api/v2/calls?order_field=from', { cookie: session })).status).toBe(200)
})

test('presenting-saves-nothing-masked: what writes to the service is refused; what the person arranges is kept as it is', async () => {
  const { send, cookie, session, requests } = await presented()
  const body = JSON.stringify({
    agency: { name: 'A', domain: 'a.example', phone_number: null, is_active: true },
  })
  const headers = { 'content-type': 'application/json' }
  const before = requests.length
  const refused = await send('/api/v2/agency', { method: 'PUT', cookie, body, headers })
  expect(refused.status).toBe(409)
  expect(await refused.json()).toMatchObject({ error: 'presenting' })
  expect(requests).toHaveLength(before)
  expect(await (await send('/api/preferences', { cookie })).json()).toEqual(
    await (await send('/api/preferences', { cookie: session })).json(),
  )
})

test('who is not signed in is told the same as ever', async () => {
  const { send } = await presented()
  const read = async (cookie: string) => (await send('/api/session', { cookie })).json()
  expect(await read(`${PRIVACY_MODE_COOKIE}=visit`)).toEqual(await read(''))
})
