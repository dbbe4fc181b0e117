import { expect, test } from 'vitest'
import { API, createHarness, EMAIL, json, KEY, signedInUser, type UpstreamHandler } from './testing.ts'

const PATH = '/api/notification-preview/site'
const objectWith = (message_template: unknown, changes: object = {}) => ({
  obj: {
    oid: 'site',
    title: 'Окна <b>',
    phone_number: '74957654321',
    client_phone_numbers: [],
    email_notification: { obj_email_notify_config: { message_template } },
    ...changes,
  },
})
const contact = (id: number, changes: object = {}) => ({
  id,
  date: '2026-11-20T14:03:00+03:00',
  phone_number_from: `7900000000${id}`,
  duration: 187,
  ...changes,
})

/** A signed-in user with an object of this template and these contacts. */
const looking = async (
  template: unknown = '<p>%ОТ_КОГО%</p>',
  contacts: readonly object[] = [contact(2)],
) => {
  const harness = await createHarness()
  const { handlers, send, enter } = harness
  handlers['GET /v2/objs/site'] = () => json(objectWith(template))
  handlers['GET /v2/objs/site/calls'] = () => json({ calls: contacts, meta: {} })
  const cookie = await enter()
  const look = (query = '', headers: Record<string, string> = {}, path = PATH) =>
    send(path + query, { cookie, headers: { 'sec-fetch-dest': 'iframe', ...headers } })
  return { ...harness, cookie, look }
}
const bodyOf = async (response: Response) =>
  /<body>\n([\s\S]*)\n<\/body>/.exec(await response.text())?.[1] ?? null

test('headers-snapshot: a preview', async () => {
  const { look } = await looking()
  const response = await look()
  expect(response.status).toBe(200)
  const { 'x-request-id': _, 'x-callboard-principal': __, ...headers } = Object.fromEntries(response.headers)
  expect(headers).toMatchInlineSnapshot(`
    {
      "cache-control": "no-store",
      "content-security-policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
      "content-type": "text/html; charset=utf-8",
      "cross-origin-resource-policy": "same-origin",
      "referrer-policy": "no-referrer",
      "vary": "Cookie, Origin, Sec-Fetch-Site, Sec-Fetch-Mode, Sec-Fetch-Dest",
      "x-callboard": "1",
      "x-callboard-build": "b1",
      "x-content-type-options": "nosniff",
      "x-dns-prefetch-control": "off",
    }
  `)
})

test('the newest contact fills it, in one request for the object and one for its contacts', async () => {
  const { look, requests } = await looking('<p>%ОТ_КОГО%, %ДЛИТЕЛЬНОСТЬ%, %НАЗВАНИЕ_ОБЪЕКТА%, %ЗАПИСЬ%</p>', [
    { date: 'no identifier' },
    contact(3),
    contact(2),
  ])
  const before = requests.length
  expect(await bodyOf(await look())).toBe('<p>79000000003, 3&#58;07, Окна&#32;&#60;b&#62;, –</p>')
  expect(
    requests
      .slice(before)
      .map(({ url }) => url.slice(API.length))
      .toSorted(),
  ).toEqual(['/v2/objs/site', '/v2/objs/site/calls?period=all'])
})

test('the contact that is asked for, the sample, and the sample where there is no contact', async () => {
  const { look, requests, handlers } = await looking('%ОТ_КОГО%', [contact(3), contact(2)])
  expect(await bodyOf(await look('?contact=2'))).toContain('79000000002')
  const before = requests.length
  expect(await bodyOf(await look('?contact=sample'))).toContain('79001234567')
  expect(requests.length - before).toBe(1)
  handlers['GET /v2/objs/site/calls'] = () => json({ calls: [], meta: {} })
  expect(await bodyOf(await look())).toContain('79001234567')
  const gone = await look('?contact=2')
  expect(gone.status).toBe(410)
  expect(await bodyOf(gone)).toContain('no longer among the newest')
})

test('notification-preview-values: what people and pages wrote is text in the preview', async () => {
  const { look } = await looking('<a href="%СТРАНИЦА_ЗВОНКА%">%СМС%</a><p title=%РЕФЕРЕР%>', [
    contact(2, {
      request_uri: 'javascript:window.__pwn=1//"><script>',
      sms_message: '<img src=x onerror=1>',
      referrer: 'x onclick=1>',
    }),
  ])
  const body = await bodyOf(await look())
  expect(body).not.toMatch(/<script|<img|onclick=|onerror=|"javascript:window/)
  expect(body?.match(/</g)).toHaveLength(3)
})

test('what would connect elsewhere before any policy is asked loses its name', async () => {
  const { look } = await looking(
    '<IFRAME src="https://evil.test"></IFRAME><link rel=preconnect href=//evil.test><frameset><object data=x></object><embed>',
  )
  const text = await (await look()).text()
  expect(text).not.toMatch(/<\/?(iframe|frame|link|object|embed)/i)
  expect(text).toContain('<x-IFRAME src="https://evil.test"></x-IFRAME><x-link ')
})

test('a template that is text keeps its lines; an unknown placeholder is marked', async () => {
  const { look } = await looking('Звонок %ОТ_КОГО%\n%ИМЯ%')
  expect(await bodyOf(await look())).toBe('<div class="plain">Звонок 79000000002\n<mark>%ИМЯ%</mark></div>')
})

test.each([
  ['', 'en', 'no such object, or it has no message template'],
  ['?lang=ru', 'ru', 'нет такого объекта, или у него нет шаблона'],
  ['?lang=%22%3E', 'en', 'no such object'],
])('an object that is not there is words in a document: %s', async (query, language, words) => {
  const { look } = await looking()
  const response = await look(query, {}, '/api/notification-preview/other')
  expect(response.status).toBe(404)
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(response.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none';/)
  expect(response.headers.get('x-frame-options')).toBeNull()
  const text = await response.text()
  expect(text).toContain(`<html lang="${language}">`)
  expect(text).toContain(words)
})

test.each([[null], [''], [' \n'], [[]]])('no template (%j) is words too', async (template) => {
  const { look } = await looking(template)
  expect((await look()).status).toBe(404)
})

test('settings of another shape are no template', async () => {
  const { look, handlers } = await looking()
  handlers['GET /v2/objs/site'] = () => json(objectWith('', { email_notification: [] }))
  expect((await look()).status).toBe(404)
})

const failing =
  (status: number): UpstreamHandler =>
  () =>
    json({ error: `${KEY} of ${EMAIL}` }, status)
test.each([
  [failing(500), 500, 'could not be made'],
  [failing(503), 503, 'is not answering'],
  [failing(429), 429, 'Too many requests'],
  [failing(403), 403, 'can’t see this object'],
  [
    () => new Response('<h1>Maintenance</h1>', { headers: { 'content-type': 'text/html' } }),
    502,
    'cannot be read',
  ],
  [() => json({ calls: 'none' }), 502, 'cannot be read'],
] satisfies [UpstreamHandler, number, string][])(
  'a service that fails: %#',
  async (handler, status, words) => {
    const { look, handlers, log } = await looking()
    handlers['GET /v2/objs/site/calls'] = handler
    const response = await look()
    expect(response.status).toBe(status)
    const text = await response.text()
    expect(text).toContain(words)
    expect(text + JSON.stringify(log)).not.toContain(KEY)
    expect(text + JSON.stringify(log)).not.toContain(EMAIL)
  },
)

test('a session that ended says so, and is over', async () => {
  const { look, handlers, send, cookie } = await looking()
  handlers['GET /v2/objs/site'] = () => json({ error: 'unauthorized' }, 401)
  const response = await look('?lang=ru')
  expect(response.status).toBe(401)
  expect(await response.text()).toContain('Сеанс закончился')
  expect(response.headers.get('x-callboard-principal')).toBeNull()
  expect(await (await send('/api/session', { cookie })).json()).toMatchObject({ user: null })
})

test('only a frame of our own page is let in, and only to read', async () => {
  const { look, send, cookie, requests } = await looking()
  const before = requests.length
  for (const headers of [
    { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' },
    { 'sec-fetch-dest': 'document' },
    { 'sec-fetch-dest': 'empty' },
    { 'sec-fetch-dest': 'image' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])
    expect((await look('', headers)).status, JSON.stringify(headers)).toBe(403)
  expect((await send('/api/v2/objs/site', { cookie, headers: { 'sec-fetch-dest': 'iframe' } })).status).toBe(
    403,
  )
  expect(requests).toHaveLength(before)
  for (const method of ['HEAD', 'POST', 'PUT', 'DELETE']) {
    const response = await send(PATH, { cookie, method, headers: { 'sec-fetch-dest': 'iframe' } })
    expect(response.status, method).toBe(405)
    expect(response.headers.get('allow')).toBe('GET')
  }
  expect((await look('', { cookie: '' })).status).toBe(401)
  for (const path of ['..%2fsite', 'site/', 'site/calls', '%00', '.'])
    expect((await look('', {}, `/api/notification-preview/${path}`)).status, path).toBe(404)
})

test("client-id-not-mine-403: a preview is the client's own, and a client that is not mine has none", async () => {
  const { handlers, enter, send, requests } = await createHarness({ API_CLIENT_ACCESS: 'prefix' })
  handlers['POST /v2/users/sign_in'] = () => json(signedInUser({ is_agency_manager: true }))
  handlers['GET /v2/agency'] = () =>
    json([{ agency: { clients: [{ id: 7, email: 'c@example.com', auth_token: 'token-7' }] } }])
  handlers['GET /v2/clients/7/objs/site'] = () => json(objectWith('<p>%ОТ_КОГО%</p>'))
  handlers['GET /v2/clients/7/objs/site/calls'] = () => json({ calls: [contact(2)] })
  const cookie = await enter()
  const look = (client: string) =>
    send(`/api/clients/${client}/notification-preview/site`, {
      cookie,
      headers: { 'sec-fetch-dest': 'iframe' },
    })
  expect(await bodyOf(await look('7'))).toBe('<p>79000000002</p>')
  const before = requests.filter(({ url }) => url.includes('/objs/')).length
  const refused = await look('8')
  expect(refused.status).toBe(403)
  expect(await refused.text()).toContain('can’t see this object')
  expect(requests.filter(({ url }) => url.includes('/objs/'))).toHaveLength(before)
})
