import { describe, expect, test } from 'vitest'
import { wav } from '#/server/faults/wav.ts'
import {
  API,
  createAgencyHarness,
  createHarness,
  json,
  KEY,
  signedInUser,
  type Harness,
} from '#/server/testing.ts'
import type { CreateAppOptions } from '#/server/parts.ts'
import { parseRange, partOf, type Bytes } from '#/server/http/bytes.ts'

const PATH = '/api/recordings/site/17'
const SOUND = wav({ seconds: 1 })
const audio = (
  body: Bytes | string = SOUND,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
) =>
  new Response(body, {
    status,
    headers: { 'content-type': 'audio/wav', 'content-length': String(body.length), ...headers },
  })
/** A source with ranges. */
const ranged =
  (file: Bytes = SOUND, type = 'audio/wav') =>
  (request: Request) => {
    const part = partOf(file, parseRange(request.headers.get('range') ?? undefined))
    const headers = {
      'content-type': type,
      ...(part?.contentRange && { 'content-range': part.contentRange }),
    }
    return part
      ? audio(part.bytes, { status: part.contentRange ? 206 : 200, headers })
      : new Response(null, { status: 416, headers: { 'content-range': `bytes */${file.length}` } })
  }
/** A source without length and ranges. */
const chunked =
  (file: Bytes = SOUND, type = 'audio/wav') =>
  () =>
    new Response(
      new ReadableStream({
        start: (controller) => {
          for (let at = 0; at < file.length; at += 5000) controller.enqueue(file.slice(at, at + 5000))
          controller.close()
        },
      }),
      { headers: { 'content-type': type } },
    )

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
  onOwnHost(harness, (request) => {
    const response = ranged()(request)
    response.headers.set('set-cookie', 'a=b')
    return response
  })
  const response = await harness.play({ range: 'bytes=2-3' })
  expect(response.status).toBe(206)
  expect(await response.text()).toBe('FF')
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'audio/wav',
    'content-range': `bytes 2-3/${SOUND.length}`,
    'content-length': '2',
    'accept-ranges': 'bytes',
    'cache-control': 'no-store',
    'content-disposition': 'inline; filename="call-17.wav"',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
  expect(response.headers.get('set-cookie')).toBeNull()
  const sent = harness.requests.filter(({ url }) => url === OWN)
  // The type is detected by the first bytes.
  expect(sent.map(({ headers }) => headers.get('range'))).toEqual(['bytes=2-3', 'bytes=0-4095'])
  expect(sent.map(({ headers }) => headers.get('accept-encoding'))).toEqual(['identity', 'identity'])
  for (const { headers } of sent) expect(headers.get('authorization')).toBe(`Basic ${btoa(`${KEY}:`)}`)
})

test.each(['text/html', 'application/json', 'video/mp4', 'audio/"x"', 'audio/x-mpegurl', 'audio/html'])(
  'media-kinds: %s is no recording, whatever it begins with',
  async (type) => {
    const harness = await listening(OWN)
    onOwnHost(harness, ranged(SOUND, type))
    const response = await harness.play()
    expect(response.status).toBe(502)
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
  },
)

test.each([304, 401, 500])('status %i of the source is no recording', async (status) => {
  const harness = await listening(OWN)
  onOwnHost(harness, () => new Response(null, { status }))
  expect((await harness.play()).status).toBe(502)
  // Only the API's answers to calls can end a session.
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
])('status %i of the source becomes %i %s', async (status, expected, error) => {
  const harness = await listening(OWN)
  onOwnHost(harness, () => audio('x', { status }))
  const response = await harness.play()
  expect(response.status).toBe(expected)
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
  const { play, requests } = await listening(url)
  const response = await play()
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ error: 'recording_elsewhere' })
  expect(requests.at(-1)?.url).toBe(`${API}/v2/objs/site/calls/17`)
})

test('a listed host is asked without the key, through the check of its address', async () => {
  const fetched: Request[] = []
  const { play } = await listening(
    'https://media.test/17.mp3',
    { API_MEDIA_HOSTS: 'media.test' },
    {
      checkedFetch: async (request) => {
        fetched.push(request)
        return audio('ID3\x04\0\0\0\0\0\0sound', { headers: { 'content-type': 'audio/mpeg' } })
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
  const { handlers, enter, send, requests } = await createHarness({ API_CLIENT_ACCESS: 'token' })
  handlers['POST /v2/users/sign_in'] = () => json(signedInUser({ is_agency_manager: true }))
  handlers['GET /v2/agency'] = () =>
    json([{ agency: { clients: [{ id: 7, email: 'c@example.com', auth_token: 'token-7' }] } }])
  handlers['GET /v2/objs/site/calls/17'] = () => json({ call: { id: 17, record_url: OWN } })
  handlers['GET /records/17.wav'] = () => audio()
  const response = await send('/api/clients/7/recordings/site/17', { cookie: await enter() })
  expect(await response.bytes()).toEqual(SOUND)
  expect(requests.at(-1)?.headers.get('authorization')).toBe(`Basic ${btoa('token-7:')}`)
})

test('not for a client that hides recordings', async () => {
  const client = { id: 7, hidden_fields: ['record_url'] }
  const { handlers, send, cookie, requests } = await createAgencyHarness([client])
  handlers['GET /v2/clients/7/objs/site/calls/17'] = () => json({ call: { id: 17, record_url: OWN } })
  handlers['GET /records/17.wav'] = () => audio()
  const response = await send('/api/clients/7/recordings/site/17', { cookie })
  expect([response.status, await response.json()]).toMatchObject([403, { error: 'hidden_field' }])
  expect(requests.some(({ url }) => url === OWN)).toBe(false)
})

describe('what a file is', () => {
  test.each([
    'binary/octet-stream',
    'application/octet-stream',
    '',
    'audio/mpeg',
    'Audio/WAV; charset=binary',
  ])('sent as "%s": plays as its first bytes say', async (type) => {
    const harness = await listening(OWN)
    onOwnHost(harness, ranged(SOUND, type))
    const response = await harness.play({ range: 'bytes=0-' })
    expect([response.status, response.headers.get('content-type')]).toEqual([206, 'audio/wav'])
    expect(await response.bytes()).toEqual(SOUND)
  })

  test.each(['audio/wav', 'application/octet-stream', ''])(
    'refuses a web page sent as "%s"',
    async (type) => {
      const harness = await listening(OWN)
      const page = new TextEncoder().encode(`<!doctype html><p>${'Sign in '.repeat(1000)}`)
      onOwnHost(harness, ranged(page, type))
      for (const range of ['bytes=0-', 'bytes=100-', 'bytes=0-0']) {
        const response = await harness.play({ range })
        expect(await response.json()).toMatchObject({ error: 'upstream_bad_response' })
      }
    },
  )

  test.each([
    ['a header alone', ranged(wav({ seconds: 0 }))],
    ['a header alone, without ranges', chunked(wav({ seconds: 0 }))],
    ['no byte', ranged(new Uint8Array(0))],
    ['no byte, without ranges', chunked(new Uint8Array(0))],
  ])('says that nothing was recorded when there is %s', async (_, source) => {
    const harness = await listening(OWN)
    onOwnHost(harness, source)
    for (const range of ['bytes=0-', 'bytes=0-0']) {
      const response = await harness.play({ range })
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ error: 'recording_empty' })
    }
  })
})

describe('redirects', () => {
  const redirect = (location: string, status = 302) => new Response(null, { status, headers: { location } })

  test("follows one on the API's own host under the key, for every part", async () => {
    const harness = await listening(OWN)
    onOwnHost(harness, () => redirect('../store/17'))
    harness.handlers['GET /store/17'] = ranged()
    const store = new URL('../store/17', OWN).href
    for (const range of ['bytes=0-', 'bytes=500-599']) {
      expect((await harness.play({ range })).status).toBe(206)
      expect(harness.requests.at(-1)!.url).toBe(store)
      expect(harness.requests.at(-1)!.headers.get('authorization')).toBe(`Basic ${btoa(`${KEY}:`)}`)
    }
  })

  test('follows one to a listed host without the key, through the check of its address', async () => {
    const fetched: Request[] = []
    const harness = await listening(
      OWN,
      { API_MEDIA_HOSTS: 'media.test' },
      {
        checkedFetch: async (request) => {
          fetched.push(request)
          return ranged()(request)
        },
      },
    )
    onOwnHost(harness, () => redirect('https://media.test/17.wav?signature=1', 307))
    expect((await harness.play({ range: 'bytes=0-' })).status).toBe(206)
    expect(fetched.map(({ url }) => url)).toEqual(['https://media.test/17.wav?signature=1'])
    expect(fetched[0]!.headers.get('authorization')).toBeNull()
  })

  test.each([
    'https://evil.test/17.wav',
    'http://127.0.0.1/',
    'http://169.254.169.254/latest',
    'file:///etc/passwd',
  ])('leaves one to %s to a link', async (location) => {
    const harness = await listening(OWN)
    onOwnHost(harness, () => redirect(location))
    const before = harness.requests.length
    const response = await harness.play()
    expect(await response.json()).toMatchObject({ error: 'recording_elsewhere' })
    // The call and its recording only.
    expect(harness.requests.length - before).toBe(2)
  })

  test('ends after three', async () => {
    const harness = await listening(OWN)
    let count = 0
    onOwnHost(harness, () => {
      count += 1
      return redirect(OWN)
    })
    expect(await (await harness.play()).json()).toMatchObject({ error: 'upstream_bad_response' })
    expect(count).toBe(4)
  })
})

describe('a source without length or ranges', () => {
  test.each([
    ['neither', chunked()],
    ['a length alone', () => audio()],
  ])('is read once and can be moved in when it has %s', async (_, source) => {
    const harness = await listening(OWN)
    let count = 0
    onOwnHost(harness, () => {
      count += 1
      return source()
    })
    const whole = await harness.play({ range: 'bytes=0-' })
    expect(whole.status).toBe(206)
    expect(whole.headers.get('content-range')).toBe(`bytes 0-${SOUND.length - 1}/${SOUND.length}`)
    expect(await whole.bytes()).toEqual(SOUND)
    const part = await harness.play({ range: 'bytes=100-199' })
    expect(part.headers.get('content-range')).toBe(`bytes 100-199/${SOUND.length}`)
    expect(await part.bytes()).toEqual(SOUND.slice(100, 200))
    expect((await harness.play({ range: `bytes=${SOUND.length}-` })).status).toBe(416)
    expect(count).toBe(1)
  })

  test('is played as it comes when it is too large to be read first', async () => {
    const harness = await listening(OWN)
    const size = 51 * 1024 * 1024
    let sent = 0
    onOwnHost(
      harness,
      () =>
        new Response(
          new ReadableStream({
            pull: (controller) => {
              controller.enqueue(sent === 0 ? SOUND : new Uint8Array(1024 * 1024))
              sent += 1024 * 1024
              if (sent >= size) controller.close()
            },
          }),
          { headers: { 'content-type': 'audio/wav' } },
        ),
    )
    const response = await harness.play({ range: 'bytes=0-' })
    expect([response.status, response.headers.get('accept-ranges')]).toEqual([200, 'none'])
    expect((await response.bytes()).length).toBe(SOUND.length + 50 * 1024 * 1024)
  })
})
