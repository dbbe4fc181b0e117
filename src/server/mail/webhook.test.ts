import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { webhookTrouble } from '#/contract/delivery/webhook.ts'
import { createCheckedFetch } from '#/server/upstream/checked-fetch.ts'
import { createWebhooks } from './webhook.ts'

const HOSTS = ['hooks.example.com', 'internal.example.com', '127.0.0.1']
const now = () => Date.parse('2026-11-20T12:00:00Z')
const HOOK = { url: 'https://hooks.example.com/callboard', secret: 'a secret' }

test('a webhook is posted signed: who knows its secret can tell that it is ours', async () => {
  let sent: Request | null = null
  const post = createWebhooks({
    hosts: HOSTS,
    now,
    checkedFetch: async (request) => {
      sent = request
      return new Response(null, { status: 204 })
    },
  })
  await post(HOOK, { alert: 'silent' })
  const body = await sent!.text()
  expect(body).toBe('{"alert":"silent"}')
  const second = now() / 1000
  const hex = createHmac('sha256', 'a secret').update(`${second}.${body}`).digest('hex')
  expect(sent!.headers.get('x-callboard-signature')).toBe(`t=${second},v1=${hex}`)
  expect(sent!.method).toBe('POST')
})

test.each([
  ['http://hooks.example.com/', 'no_address'],
  ['https://me:secret@hooks.example.com/', 'no_address'],
  ['ftp://hooks.example.com/', 'no_address'],
  ['not an address', 'no_address'],
  ['https://hooks.example.com.evil.example/', 'host_not_allowed'],
  ['https://sub.hooks.example.com/', 'host_not_allowed'],
  ['https://hooks.example.com:8443/', 'host_not_allowed'],
  ['https://169.254.169.254/', 'host_not_allowed'],
])('%s is no webhook: %s', async (url, trouble) => {
  expect(webhookTrouble(url, HOSTS)).toBe(trouble)
  const post = createWebhooks({ hosts: HOSTS, now, checkedFetch: () => Promise.reject(new Error('asked')) })
  await expect(post({ ...HOOK, url }, {})).rejects.toMatchObject({
    name: 'PermanentError',
    reason: `webhook_${trouble}`,
  })
})

test('webhook-never-inside: an allowed name that leads into the own network is not asked, nor where a redirect leads', async () => {
  let requested = 0
  const trap = createServer((_, response) => {
    requested++
    response.end()
  }).listen(0, '127.0.0.1')
  await once(trap, 'listening')
  const { port } = trap.address() as AddressInfo
  const inside = createWebhooks({
    hosts: [...HOSTS, `127.0.0.1:${port}`, `internal.example.com:${port}`],
    now,
    checkedFetch: createCheckedFetch({
      lookup: ((_name: string, _options: unknown, callback: (error: null, found: unknown) => void) =>
        callback(null, [{ address: '127.0.0.1', family: 4 }])) as never,
    }),
  })
  for (const host of [`127.0.0.1:${port}`, `internal.example.com:${port}`])
    await expect(inside({ ...HOOK, url: `https://${host}/` }, {})).rejects.toMatchObject({
      reason: 'webhook_not_public',
      isForGood: true,
    })
  const redirecting = createWebhooks({
    hosts: HOSTS,
    now,
    checkedFetch: async () =>
      new Response(null, { status: 302, headers: { location: `http://127.0.0.1:${port}/` } }),
  })
  await expect(redirecting(HOOK, {})).rejects.toMatchObject({ reason: 'webhook_redirects', isForGood: true })
  expect(requested).toBe(0)
  trap.close()
})

test.each([
  [500, false],
  [429, false],
  [410, true],
])('an answer of %i is a refusal, for good: %s', async (status, isForGood) => {
  const post = createWebhooks({ hosts: HOSTS, now, checkedFetch: async () => new Response(null, { status }) })
  await expect(post(HOOK, {})).rejects.toMatchObject({
    name: 'NoEffectError',
    reason: 'webhook_refused',
    isForGood,
  })
})
