import { expect, test } from 'vitest'
import { createApp } from '#/server/app.ts'
import { COMPRESS_FROM_BYTES } from '#/server/http/compress.ts'
import { cookieOf, createHarness, json, PAGE_HEADERS, signedInUser } from '#/server/testing.ts'

const KEY = 'a'.repeat(64)
const NOTE = { day: '2026-11-20', reach: 'client', oid: null, text: 'Prices raised' }

const noting = async () => {
  const harness = await createHarness()
  const cookie = await harness.enter()
  const add = (text = NOTE.text, key: string | null = KEY, as = cookie) =>
    harness.send('/api/notes', {
      method: 'POST',
      cookie: as,
      body: JSON.stringify({ ...NOTE, text }),
      headers: key === null ? {} : { 'idempotency-key': key },
    })
  const texts = async (as = cookie) => {
    const { notes } = await (await harness.send('/api/notes', { cookie: as })).json()
    return (notes as { text: string }[]).map(({ text }) => text)
  }
  return { ...harness, cookie, add, texts }
}

test('does one thing when the same request is sent again, meanwhile or later', async () => {
  const { add, texts, pass, enter } = await noting()
  const answers = await Promise.all([add(), add(), add()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const bodies = await Promise.all(answers.map((answer) => answer.text()))
  expect(new Set(bodies).size).toBe(1)
  pass(12 * 3600_000)
  const cookie = await enter()
  const later = await add(NOTE.text, KEY, cookie)
  expect([await later.text(), later.headers.get('idempotency-replayed')]).toEqual([bodies[0], 'true'])
  expect(await texts(cookie)).toEqual([NOTE.text])
})

test('repeats a large answer as it was, whatever encoding a browser accepts', async () => {
  const { handlers, signIn, send } = await createHarness()
  handlers['POST /v2/users/sign_in'] = () => json(signedInUser({ email: `${'a'.repeat(60)}@example.com` }))
  const cookie = cookieOf(await signIn())
  const body = JSON.stringify({ ...NOTE, text: '漢'.repeat(280) })
  const headers = { 'idempotency-key': KEY, 'accept-encoding': 'br' }
  const answers = []
  for (const _ of [1, 2])
    answers.push(await (await send('/api/notes', { method: 'POST', cookie, body, headers })).text())
  expect(Buffer.byteLength(answers[0]!)).toBeGreaterThan(COMPRESS_FROM_BYTES)
  expect(answers[1]).toBe(answers[0])
})

test('does it again with another key, without one, and after a day', async () => {
  const { add, texts, pass, enter } = await noting()
  await add()
  await add(NOTE.text, 'b'.repeat(64))
  await add(NOTE.text, null)
  expect(await texts()).toHaveLength(3)
  pass(25 * 3600_000)
  const again = await enter()
  await add(NOTE.text, KEY, again)
  expect(await texts(again)).toHaveLength(4)
})

test('refuses the key of another request with 422', async () => {
  const { add, texts } = await noting()
  await add()
  const refused = await add('Something else')
  expect([refused.status, await refused.json()]).toMatchObject([422, { error: 'idempotency_key_reused' }])
  expect((await add(NOTE.text, 'short')).status).toBe(400)
  expect(await texts()).toEqual([NOTE.text])
})

test('may be tried again after a failure', async () => {
  const { add, texts, breakStorage } = await noting()
  expect((await add('')).status).toBe(400)
  breakStorage('full')
  expect((await add()).status).toBe(503)
  breakStorage(null)
  expect((await add()).status).toBe(200)
  expect(await texts()).toEqual([NOTE.text])
})

test('makes a thing anew once it has been deleted', async () => {
  const { add, texts, send, cookie } = await noting()
  const { note } = await (await add()).json()
  await send(`/api/notes/${note.id}`, { method: 'DELETE', cookie })
  expect((await add()).status).toBe(200)
  expect(await texts()).toEqual([NOTE.text])
})

test('is shared by servers over one database', async () => {
  const { add, texts, options, cookie } = await noting()
  const elsewhere = createApp(options).fetch(
    new Request(`${options.config.publicUrl}/api/notes`, {
      method: 'POST',
      body: JSON.stringify(NOTE),
      headers: { ...PAGE_HEADERS, cookie, 'idempotency-key': KEY },
    }),
  )
  const [here, there] = await Promise.all([add(), elsewhere])
  expect([here.status, there.status]).toEqual([200, 200])
  expect(await here.text()).toBe(await there.text())
  expect(await texts()).toHaveLength(1)
})

test('is no failure when it is done and its answer cannot be kept', async () => {
  const { options, cookie, texts, log } = await noting()
  const idempotency = {
    ...options.idempotency,
    answer: () => Promise.reject(new Error('nothing can be written')),
  }
  const answered = await createApp({ ...options, idempotency }).fetch(
    new Request(`${options.config.publicUrl}/api/notes`, {
      method: 'POST',
      body: JSON.stringify(NOTE),
      headers: { ...PAGE_HEADERS, cookie, 'idempotency-key': KEY },
    }),
  )
  expect(answered.status).toBe(200)
  expect(await texts()).toEqual([NOTE.text])
  expect(log.filter(({ event }) => event === 'error')).toHaveLength(1)
})
