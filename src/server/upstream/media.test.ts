import { expect, test } from 'vitest'
import { API, createHarness, json, KEY, signedInUser, type Harness } from '#/server/testing.ts'
import type { CreateAppOptions } from '#/server/parts.ts'

const PATH = '/api/recordings/site/17'
const audio = (
  body = 'RIFF',
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
) => new Response(body, { status, headers: { 'content-type': 'audio/wav', ...headers } })

/** A signed-in user whose call 17 has the recording `url`. */
const listening = async (
  url: string | null,
  env: Record<string, string> = {},
  overrides: Partial<CreateAppOptions> = {},
) => {
  const harness = await createHarness(env, overrides)
  const { handlers, send, enter } = harness
  handlers['GET /v2/objs/site/calls/17'] = () => json({ call: { id: 17, record_url: url } })
  const cookie = await enter()
  const play = (headers: Record<string, string> = {}, path = PATH) =>
    send(path, { cookie, headers: { 'sec-fetch-dest': 'audio', ...headers } })
  return { ...harness, cookie, play }
}
const OWN = `${API}/records/17.wav`
const onOwnHost = ({ handlers }: Pick<Harness, 'handlers'>, handler: (request: Request) => Response) =>
  void (handlers['GET /records/17.wav'] = handler)

test("recording-type-and-range: from the API's own host, under the key, with the range", async () => {
  const harness = await listening(OWN)
  onOwnHost(harness, () =>
    audio('IF', {
      status: 206,
      headers: { 'content-range': 'bytes 2-3/4', 'set-cookie': 'a=b', 'content-length': '2' },
    }),
  )
  const response = await harness.play({ range: 'bytes=2-3' })
  expect(response.status).toBe(206)
  expect(await response.text()).toBe('IF')
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'audio/wav',
    'content-range': 'bytes 2-3/4',
    'content-length': '2',
    'accept-ranges': 'bytes',
    'cache-control': 'no-store',
    'content-disposition': 'inline; filename="call-17.wav"',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
  expect(response.headers.get('set-cookie')).toBeNull()
  const sent = harness.asked.at(-1)!
  expect([sent.url, sent.headers.get('range'), sent.headers.get('accept-encoding')]).toEqual([
    OWN,
    'bytes=2-3',
    'identity',
  ])
  expect(sent.headers.get('authorization')).toBe(`Basic ${btoa(`${KEY}:`)}`)
})

test.each(['text/html', 'application/json', 'video/mp4', 'audio/"x"', ''])(
  '%s is no recording',
  async (type) => {
    const harness = await listening(OWN)
    onOwnHost(harness, () => new Response('x', { headers: { 'content-type': type } }))
    const response = await harness.play()
    expect(response.status).toBe(502)
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
  },
)

test.each([302, 401, 500])('status %i of the source is no recording', async (status) => {
  const harness = await listening(OWN)
  onOwnHost(harness, () => audio('x', { status, headers: { location: 'http://127.0.0.1/' } }))
  expect((await harness.play()).status).toBe(502)
  // Only the API's answers to calls say that a session is over.
  expect(await (await harness.send('/api/session', { cookie: harness.cookie })).json()).toMatchObject({
    user: {},
  })
})

test.each([
  [202, 409, 'recording_not_ready'],
  [409, 409, 'recording_not_ready'],
  [425, 409, 'recording_not_ready'],
  [404, 404, 'no_recording'],
  [410, 410, 'recording_gone'],
  [416, 416, 'range_not_satisfiable'],
])('status %i of the source becomes %i %s', async (status, told, error) => {
  const harness = await listening(OWN)
  onOwnHost(harness, () => audio('x', { status }))
  const response = await harness.play()
  expect(response.status).toBe(told)
  expect(await response.json()).toMatchObject({ error })
})

test('too large by its own account', async () => {
  const harness = await listening(OWN)
  onOwnHost(harness, () => audio('x', { headers: { 'content-length': String(2 ** 40) } }))
  expect(await (await harness.play()).json()).toMatchObject({ error: 'upstream_too_large' })
})

test.each([
  'https://evil.test/17.wav',
  'https://api.test.evil.test/17.wav',
  'http://api.test/base/17.wav',
  'https://user:pw@api.test/17.wav',
  'https://169.254.169.254/latest',
  'file:///etc/passwd',
  'javascript:alert(1)',
  '/relative.wav',
])('G16: %s is left to a link', async (url) => {
  const { play, asked } = await listening(url)
  const response = await play()
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ error: 'recording_elsewhere' })
  expect(asked.at(-1)?.url).toBe(`${API}/v2/objs/site/calls/17`)
})

test('a listed host is asked without the key, through the check of its address', async () => {
  const fetched: Request[] = []
  const { play } = await listening(
    'https://media.test/17.mp3',
    { API_MEDIA_HOSTS: 'media.test' },
    {
      checkedFetch: async (request) => {
        fetched.push(request)
        return audio('ID3', { headers: { 'content-type': 'audio/mpeg' } })
      },
    },
  )
  const response = await play()
  expect(response.headers.get('content-disposition')).toBe('inline; filename="call-17.mp3"')
  expect(fetched[0]?.headers.get('authorization')).toBeNull()
})

test('a listed host with a private address', async () => {
  const { play } = await listening(
    'https://media.test/17.mp3',
    { API_MEDIA_HOSTS: 'media.test' },
    { checkedFetch: () => Promise.reject(new Error('refused')) },
  )
  expect((await play()).status).toBe(503)
})

test('a call without a recording, a call that is not there, a path that is none', async () => {
  const { play, send, cookie } = await listening(null)
  expect(await (await play()).json()).toMatchObject({ error: 'no_recording' })
  expect((await play({}, '/api/recordings/site/18')).status).toBe(404)
  expect((await play({}, '/api/recordings/site/..%2f17')).status).toBe(404)
  expect((await play({}, '/api/recordings/site')).status).toBe(404)
  expect((await send(PATH, { cookie, method: 'HEAD' })).status).toBe(405)
  expect((await send(PATH)).status).toBe(401)
})

test("a client's recording, under the client's key where that is the way in", async () => {
  const { handlers, enter, send, asked } = await createHarness({ API_CLIENT_ACCESS: 'token' })
  handlers['POST /v2/users/sign_in'] = () => json(signedInUser({ is_agency_manager: true }))
  handlers['GET /v2/agency'] = () =>
    json([{ agency: { clients: [{ id: 7, email: 'c@example.com', auth_token: 'token-7' }] } }])
  handlers['GET /v2/objs/site/calls/17'] = () => json({ call: { id: 17, record_url: OWN } })
  handlers['GET /records/17.wav'] = () => audio()
  const response = await send('/api/clients/7/recordings/site/17', { cookie: await enter() })
  expect(await response.text()).toBe('RIFF')
  expect(asked.at(-1)?.headers.get('authorization')).toBe(`Basic ${btoa('token-7:')}`)
})
