import { describe, expect, test } from 'vitest'
import {
  annotationsAnswer,
  annotationPath,
  savedAnnotation,
  tagsInUse,
  type Annotation,
  type SaveAnnotationBody,
} from '#/contract/annotations/annotations.ts'
import { contactText } from '#/contract/annotations/contact-text.ts'
import { PRIVACY_MODE_COOKIE } from '#/i18n/privacy-mode.ts'
import { EMAIL, cookieOf, createAgencyHarness, createHarness, type Harness } from '#/server/testing.ts'
import { ANNOTATIONS_LIMIT } from './store.ts'

const ANOTHER = 'another@example.com'
const AT = Date.parse('2026-11-20T14:03:00Z')

const put = (
  { send }: Pick<Harness, 'send'>,
  cookie: string,
  body: Partial<SaveAnnotationBody> | Record<string, unknown>,
  path = `/api${annotationPath(null, { oid: 'site', id: 5 })}`,
) => send(path, { method: 'PUT', cookie, body: JSON.stringify({ version: 0, ...body }) })

const saved = async (response: Response): Promise<Annotation> => {
  expect(response.status).toBe(200)
  return savedAnnotation.parse(await response.json()).mark
}
const annotationsOf = async (
  { send }: Pick<Harness, 'send'>,
  cookie: string,
  path = '/api/marks?since=0',
): Promise<Annotation[]> => {
  const response = await send(path, { cookie })
  expect(response.status).toBe(200)
  return annotationsAnswer.parse(await response.json()).marks
}

test('what one person marks, the others of the account see: what, who and when', async () => {
  const harness = await createHarness()
  const [one, two] = [await harness.enter(), await harness.enter()]
  const called = await saved(await put(harness, one, { outcome: 'called' }))
  expect(called).toEqual({
    oid: 'site',
    id: 5,
    version: 1,
    outcome: 'called',
    outcome_at: AT,
    outcome_who: EMAIL,
    note: '',
    tags: [],
    score: null,
    at: AT,
    who: EMAIL,
  })
  harness.pass(60_000)
  const noted = await saved(
    await put(harness, two, {
      version: 1,
      note: 'Wants a garage',
      tags: [' Big  deal', 'big deal', ''],
      score: 4,
    }),
  )
  // Unnamed fields stay, also the time of the call.
  expect(noted).toEqual({
    ...called,
    version: 2,
    note: 'Wants a garage',
    tags: ['Big deal'],
    score: 4,
    at: AT + 60_000,
  })
  expect(await annotationsOf(harness, one)).toEqual([noted])
  expect(await annotationsOf(harness, one, '/api/marks?contact=5:site&contact=6:site')).toEqual([noted])
  expect(await annotationsOf(harness, one, '/api/marks?contact=5:shop')).toEqual([])
  const undone = await saved(await put(harness, one, { version: 2, outcome: null }))
  expect(undone).toMatchObject({ version: 3, outcome: null, outcome_at: null, outcome_who: null, score: 4 })
  // A contact without an object works too, without requests to the service.
  await saved(await put(harness, one, { note: 'x' }, `/api${annotationPath(null, { oid: '', id: 7 })}`))
  expect(
    await annotationsOf(harness, one, `/api/marks?contact=${contactText({ oid: '', id: 7 })}`),
  ).toMatchObject([{ oid: '', id: 7 }])
  expect(harness.requests.filter(({ url }) => url.includes('marks'))).toEqual([])
})

test('reads “handled”, as a page of an earlier version still sends it, as called', async () => {
  const harness = await createHarness()
  const cookie = await harness.enter()
  expect(await saved(await put(harness, cookie, { outcome: 'handled' }))).toMatchObject({ outcome: 'called' })
  expect(await annotationsOf(harness, cookie)).toMatchObject([{ outcome: 'called' }])
})

test('who has asked already asks for what is new, and misses nothing that was written meanwhile', async () => {
  const harness = await createHarness()
  const cookie = await harness.enter()
  await put(harness, cookie, { note: 'old' })
  const first = annotationsAnswer.parse(await (await harness.send('/api/marks?since=0', { cookie })).json())
  expect(first).toMatchObject({ as_of: AT, next: null })
  harness.pass(5_000)
  await put(harness, cookie, { note: 'new' }, '/api/marks/site/6')
  harness.pass(60_000)
  expect(
    (await annotationsOf(harness, cookie, `/api/marks?since=${first.as_of}`)).map(({ id }) => id),
  ).toEqual([5, 6])
  expect(
    (await annotationsOf(harness, cookie, `/api/marks?since=${AT + 20_000}`)).map(({ id }) => id),
  ).toEqual([])
})

test('more than one answer holds is read on from where it ended, each mark once', async () => {
  const harness = await createHarness()
  const cookie = await harness.enter()
  await put(harness, cookie, { note: 'x' })
  const row = await harness.database.selectFrom('contact_marks').selectAll().executeTakeFirstOrThrow()
  const all = Array.from({ length: ANNOTATIONS_LIMIT + 10 }, (_, nth) => nth + 1)
  for (let from = 0; from < all.length; from += 500)
    await harness.database
      .insertInto('contact_marks')
      .values(all.slice(from, from + 500).map((contact) => ({ ...row, oid: 'shop', contact })))
      .execute()
  const ask = async (query: string) =>
    annotationsAnswer.parse(await (await harness.send(`/api/marks?since=0${query}`, { cookie })).json())
  const first = await ask('')
  expect(first.marks.length).toBe(ANNOTATIONS_LIMIT)
  const rest = await ask(`&after=${encodeURIComponent(first.next!)}`)
  expect(rest).toMatchObject({ next: null })
  const ids = [...first.marks, ...rest.marks].map(({ id }) => id)
  expect(ids.toSorted((a, b) => a - b)).toEqual([...all, 5].toSorted((a, b) => a - b))
})

test('tags in use are told with how many contacts have each, whatever their case', async () => {
  const harness = await createHarness()
  const cookie = await harness.enter()
  const tags = ['Kitchen', 'kitchen', 'kitchen', 'garage']
  for (const [nth, tag] of tags.entries())
    await put(harness, cookie, { tags: [tag, `t${nth % 2}`] }, `/api/marks/site/${nth}`)
  await put(harness, cookie, { note: 'x' }, '/api/marks/site/9')
  const tagsSeenBy = async (who: string) =>
    tagsInUse.parse(await (await harness.send('/api/marks/tags', { cookie: who })).json())
  expect(await tagsSeenBy(cookie)).toEqual({
    tags: [
      { tag: 'kitchen', contacts: 3 },
      { tag: 't0', contacts: 2 },
      { tag: 't1', contacts: 2 },
      { tag: 'garage', contacts: 1 },
    ],
  })
  expect(JSON.stringify(await tagsSeenBy(`${cookie}; ${PRIVACY_MODE_COOKIE}=visit`))).not.toMatch(
    /kitchen|garage/,
  )
  expect(await tagsSeenBy(cookieOf(await harness.signIn(ANOTHER)))).toEqual({ tags: [] })
})

test('of two people the later one is told what stands there now, and nothing is written', async () => {
  const harness = await createHarness()
  const [one, two] = [await harness.enter(), cookieOf(await harness.signIn())]
  await put(harness, one, { note: 'first' })
  const late = await put(harness, two, { note: 'second' })
  expect([late.status, await late.json()]).toMatchObject([
    409,
    { error: 'mark_changed', mark: { version: 1, note: 'first', who: EMAIL } },
  ])
  // Of two concurrent writes one wins, the other is a conflict.
  const both = await Promise.all(['third', 'fourth'].map((note) => put(harness, one, { version: 1, note })))
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await annotationsOf(harness, two)).toMatchObject([{ version: 2 }])
})

describe('refused with the reason, and nothing is written', () => {
  test.each<[string, Record<string, unknown>, number, unknown]>([
    ['a note of 1 MB', { note: 'x'.repeat(1024 * 1024) }, 413, 'request_too_large'],
    [
      'a note that is too long',
      { note: 'x'.repeat(2_001) },
      400,
      { note: 'must be at most 2000 characters' },
    ],
    ['a score of 9', { score: 9 }, 400, { score: 'must be 1 to 5, without fractions' }],
    ['a score of 4.5', { score: 4.5 }, 400, { score: 'must be 1 to 5, without fractions' }],
    [
      '200 tags',
      { tags: Array.from({ length: 200 }, (_, nth) => `tag ${nth}`) },
      400,
      { tags: 'must be at most 20' },
    ],
    ['a long tag', { tags: ['x'.repeat(41)] }, 400, { tags: 'each must be at most 40 characters' }],
    ['another outcome', { outcome: 'lost' }, 400, 'invalid_request'],
    ['a field that is none', { caller: '+74951234567' }, 400, 'invalid_request'],
    ['a version that is none', { version: -1, note: 'x' }, 400, 'invalid_request'],
  ])('%s', async (_, body, status, error) => {
    const harness = await createHarness()
    const cookie = await harness.enter()
    const response = await put(harness, cookie, body)
    expect([response.status, await response.json()]).toMatchObject([status, { error }])
    expect(await annotationsOf(harness, cookie)).toEqual([])
  })

  test.each([
    ['GET', '/api/marks', 400],
    ['GET', '/api/marks?since=yesterday', 400],
    ['GET', '/api/marks?contact=site', 400],
    ['GET', '/api/marks?since=0&after=5:site', 400],
    ['GET', '/api/marks?since=0&after=', 400],
    ['GET', `/api/marks?${Array.from({ length: 201 }, (_, nth) => `contact=${nth}:a`).join('&')}`, 400],
    ['PUT', '/api/marks/site/x', 404],
    ['PUT', '/api/marks/site/99999999999999999999', 404],
    ['PUT', '/api/clients/%00/marks/site/5', 404],
    ['PUT', '/api/marks', 405],
    ['GET', '/api/marks/site/5', 405],
    ['DELETE', '/api/marks/kept', 405],
    ['PUT', '/api/marks/tags', 405],
  ])('%s %s', async (method, path, status) => {
    const harness = await createHarness()
    const cookie = await harness.enter()
    const response = await harness.send(path, {
      method,
      cookie,
      ...(method === 'PUT' && { body: JSON.stringify({ version: 0, note: 'x' }) }),
    })
    expect(response.status).toBe(status)
    expect(await annotationsOf(harness, cookie)).toEqual([])
  })

  test('without a session, and while a screen is shown to others', async () => {
    const harness = await createHarness()
    expect((await put(harness, '', { note: 'x' })).status).toBe(401)
    const cookie = await harness.enter()
    await put(harness, cookie, { note: 'Ring +7 916 123-45-67', tags: ['Ivanov'] })
    const shown = `${cookie}; ${PRIVACY_MODE_COOKIE}=visit`
    const refused = await put(harness, shown, { version: 1, note: 'y' })
    expect([refused.status, await refused.json()]).toMatchObject([409, { error: 'presenting' }])
    const deleted = await harness.send('/api/marks', { method: 'DELETE', cookie: shown })
    expect(deleted.status).toBe(409)
    const answer = await (await harness.send('/api/marks?since=0', { cookie: shown })).text()
    expect(answer).not.toMatch(new RegExp(`Ring|123-45|Ivanov|${EMAIL}`))
    expect(await annotationsOf(harness, cookie)).toMatchObject([
      { version: 1, note: 'Ring +7 916 123-45-67' },
    ])
  })
})

test('marks-isolation: no user reads, writes or deletes the marks of another account, nor of a client that is not theirs', async () => {
  const harness = await createHarness()
  const mine = await harness.enter()
  await put(harness, mine, { note: 'mine' })
  const theirs = cookieOf(await harness.signIn(ANOTHER))
  expect(await annotationsOf(harness, theirs)).toEqual([])
  expect(await annotationsOf(harness, theirs, '/api/marks?contact=5:site')).toEqual([])
  // The same object and contact of another account are unrelated.
  expect(await saved(await put(harness, theirs, { note: 'theirs' }))).toMatchObject({ version: 1 })
  await harness.send('/api/marks', { method: 'DELETE', cookie: theirs })
  expect(await annotationsOf(harness, mine)).toMatchObject([{ note: 'mine', version: 1 }])
})

test('marks-isolation: of an agency’s clients each has its own, and a client that was withdrawn is closed at once', async () => {
  const clients = [
    { id: 1, email: 'one@example.com' },
    { id: 2, email: 'two@example.com' },
  ]
  const harness = await createAgencyHarness(clients)
  const { cookie, pass } = harness
  const path = (client: number) => `/api/clients/${client}/marks`
  await saved(await put(harness, cookie, { note: 'of one' }, `${path(1)}/site/5`))
  expect(await annotationsOf(harness, cookie, `${path(1)}?since=0`)).toMatchObject([{ note: 'of one' }])
  expect(await annotationsOf(harness, cookie, `${path(2)}?since=0`)).toEqual([])
  for (const [method, where] of [
    ['GET', `${path(3)}?since=0`],
    ['GET', `${path(3)}/kept`],
    ['GET', `${path(3)}/tags`],
    ['PUT', `${path(3)}/site/5`],
  ] as const) {
    const foreign = await harness.send(where, {
      method,
      cookie,
      ...(method === 'PUT' && { body: JSON.stringify({ version: 0, note: 'x' }) }),
    })
    expect([foreign.status, await foreign.json()]).toMatchObject([403, { error: 'client_forbidden' }])
  }
  clients.splice(0, 1)
  pass(61_000)
  expect((await harness.send(`${path(1)}?since=0`, { cookie })).status).toBe(403)
  expect((await put(harness, cookie, { version: 1, note: 'y' }, `${path(1)}/site/5`)).status).toBe(403)
  // The account may still delete them.
  const stored = async () => (await harness.send('/api/marks/kept', { cookie })).json()
  expect(await stored()).toEqual({ contacts: 1 })
  expect((await harness.send('/api/marks', { method: 'DELETE', cookie })).status).toBe(204)
  expect(await stored()).toEqual({ contacts: 0 })
})

test('who may not see numbers sees none in what colleagues wrote, and cannot write over what they do not see', async () => {
  const clients = [{ id: 1, email: 'one@example.com', hidden_fields: [] as string[] }]
  const harness = await createAgencyHarness(clients)
  const { cookie } = harness
  const path = '/api/clients/1/marks'
  await put(harness, cookie, { note: 'Ring +7 916 123-45-67', tags: ['89161234567'] }, `${path}/site/5`)
  clients[0]!.hidden_fields.push('phone_number_from')
  harness.pass(61_000)
  const [mark] = await annotationsOf(harness, cookie, `${path}?since=0`)
  expect(mark).toMatchObject({ note: 'Ring •••', tags: ['•••'] })
  expect(await (await harness.send(`${path}/tags`, { cookie })).json()).toEqual({
    tags: [{ tag: '•••', contacts: 1 }],
  })
  const refused = await put(harness, cookie, { version: 1, note: 'Ring •••!' }, `${path}/site/5`)
  expect([refused.status, await refused.json()]).toMatchObject([403, { error: 'hidden_field' }])
  await saved(await put(harness, cookie, { version: 1, outcome: 'called' }, `${path}/site/5`))
})

test('what was written is in the audit log by its fields, without a word of it', async () => {
  const harness = await createHarness()
  const cookie = await harness.enter()
  await put(harness, cookie, { note: 'CANARY', outcome: 'called' })
  await put(harness, cookie, { note: 'too late' })
  await harness.send('/api/marks', { method: 'DELETE', cookie })
  const { entries } = await harness.options.audit.read({})
  expect(entries.map(({ what }) => what).slice(0, 2)).toEqual([
    { event: 'marks_forgotten' },
    { event: 'contact_marked', object: 'site', contact: '5', fields: ['outcome', 'note'] },
  ])
  expect(JSON.stringify([entries, harness.log])).not.toMatch(/CANARY/)
})

test('fault-database: a full disk: marks are read, and a write says why it is none', async () => {
  const harness = await createHarness()
  const cookie = await harness.enter()
  await put(harness, cookie, { note: 'x' })
  harness.breakStorage('full')
  const refused = await put(harness, cookie, { version: 1, note: 'y' })
  expect([refused.status, await refused.json()]).toMatchObject([503, { error: 'storage_full' }])
  expect(await annotationsOf(harness, cookie)).toMatchObject([{ note: 'x' }])
})
