import { describe, expect, test } from 'vitest'
import {
  addedNote,
  chartNotesAnswer,
  type AddNoteBody,
  type ChartNote,
} from '#/contract/chart-notes/chart-notes.ts'
import { PRIVACY_MODE_COOKIE } from '#/i18n/privacy-mode.ts'
import { EMAIL, cookieOf, createAgencyHarness, createHarness, type Harness } from '#/server/testing.ts'

const AT = Date.parse('2026-11-20T14:03:00Z')
const NOTE: AddNoteBody = { day: '2026-11-12', reach: 'client', oid: null, text: 'New landing page' }

const post = (
  { send }: Pick<Harness, 'send'>,
  cookie: string,
  body: Record<string, unknown> = {},
  path = '/api/notes',
) => send(path, { method: 'POST', cookie, body: JSON.stringify({ ...NOTE, ...body }) })
const added = async (response: Response): Promise<ChartNote> => {
  expect(response.status).toBe(200)
  return addedNote.parse(await response.json()).note
}
const notesOf = async (
  { send }: Pick<Harness, 'send'>,
  cookie: string,
  path = '/api/notes',
): Promise<readonly ChartNote[]> => {
  const response = await send(path, { cookie })
  expect(response.status).toBe(200)
  return chartNotesAnswer.parse(await response.json()).notes
}
const textsOf = async (...requested: Parameters<typeof notesOf>) =>
  (await notesOf(...requested)).map(({ text }) => text)

test('what one person pins to a day, the others of the account see: what, who and when', async () => {
  const harness = await createHarness()
  const [one, two] = [await harness.enter(), await harness.enter()]
  const note = await added(await post(harness, one, { text: '  New landing page ' }))
  expect(note).toEqual({ ...NOTE, id: note.id, at: AT, who: EMAIL })
  const ofObject = await added(
    await post(harness, two, { reach: 'object', oid: 'site', day: '2026-11-14', text: 'Form moved' }),
  )
  expect(await notesOf(harness, one)).toEqual([ofObject, note])
  expect((await harness.send(`/api/notes/${note.id}`, { method: 'DELETE', cookie: two })).status).toBe(204)
  expect(await notesOf(harness, one)).toEqual([ofObject])
  expect((await harness.send(`/api/notes/${note.id}`, { method: 'DELETE', cookie: two })).status).toBe(404)
})

describe('refused with the reason, and nothing is written', () => {
  test.each<[string, Record<string, unknown>, number, unknown]>([
    ['a note of 1 MB', { text: 'x'.repeat(1024 * 1024) }, 413, 'request_too_large'],
    ['a note that is too long', { text: 'x'.repeat(281) }, 400, { text: 'must be at most 280 characters' }],
    ['an empty note', { text: ' \n ' }, 400, { text: 'must not be empty' }],
    ['a day that is none', { day: '2026-02-30' }, 400, { day: 'must be a day' }],
    ['a word for a day', { day: 'вчера' }, 400, { day: 'must be a day' }],
    ['an object of a note of all', { oid: 'site' }, 400, { oid: /./ }],
    ['no object of a note of one', { reach: 'object' }, 400, { oid: /./ }],
    ['all clients of no agency', { reach: 'all' }, 400, { reach: /./ }],
    ['another reach', { reach: 'world' }, 400, 'invalid_request'],
    ['a field that is none', { who: 'somebody' }, 400, 'invalid_request'],
  ])('%s', async (_, body, status, error) => {
    const harness = await createHarness()
    const cookie = await harness.enter()
    const response = await post(harness, cookie, body)
    const answer = await response.json()
    expect([response.status, answer]).toMatchObject([
      status,
      {
        error:
          typeof error === 'string'
            ? error
            : Object.fromEntries(
                Object.entries(error as Record<string, unknown>).map(([field, words]) => [
                  field,
                  words instanceof RegExp ? (expect.stringMatching(words) as unknown) : words,
                ]),
              ),
      },
    ])
    expect(await notesOf(harness, cookie)).toEqual([])
  })

  test('without a session, and while a screen is shown to others', async () => {
    const harness = await createHarness()
    expect((await post(harness, '')).status).toBe(401)
    const cookie = await harness.enter()
    const { id } = await added(await post(harness, cookie, { text: 'Ring Ivanov +7 916 123-45-67' }))
    const shown = `${cookie}; ${PRIVACY_MODE_COOKIE}=visit`
    for (const [method, path] of [
      ['POST', '/api/notes'],
      ['DELETE', '/api/notes'],
      ['DELETE', `/api/notes/${id}`],
    ] as const) {
      const refused = await harness.send(path, {
        method,
        cookie: shown,
        ...(method === 'POST' && { body: JSON.stringify(NOTE) }),
      })
      expect([refused.status, await refused.json()]).toMatchObject([409, { error: 'presenting' }])
    }
    const answer = await (await harness.send('/api/notes', { cookie: shown })).text()
    expect(answer).not.toMatch(new RegExp(`Ring|123-45|Ivanov|${EMAIL}`))
    expect(answer).toContain('"2026-11-12"')
    expect(await textsOf(harness, cookie)).toEqual(['Ring Ivanov +7 916 123-45-67'])
  })
})

test('notes-isolation: no user reads or deletes the notes of another account, nor of a client that is not theirs', async () => {
  const harness = await createHarness()
  const mine = await harness.enter()
  const { id } = await added(await post(harness, mine, { text: 'mine' }))
  const theirs = cookieOf(await harness.signIn('another@example.com'))
  expect(await notesOf(harness, theirs)).toEqual([])
  const foreign = await harness.send(`/api/notes/${id}`, { method: 'DELETE', cookie: theirs })
  expect(foreign.status).toBe(404)
  await harness.send('/api/notes', { method: 'DELETE', cookie: theirs })
  expect(await textsOf(harness, mine)).toEqual(['mine'])
})

test('notes-isolation: of an agency’s clients each has its own and those of all, and a client that was withdrawn is closed at once', async () => {
  const clients = [
    { id: 1, email: 'one@example.com' },
    { id: 2, email: 'two@example.com' },
  ]
  const harness = await createAgencyHarness(clients)
  const { cookie, pass } = harness
  const path = (client: number) => `/api/clients/${client}/notes`
  const ofOne = await added(await post(harness, cookie, { text: 'of one' }, path(1)))
  const ofAll = await added(await post(harness, cookie, { text: 'of all', reach: 'all' }, path(1)))
  expect([ofOne.reach, ofAll.reach]).toEqual(['client', 'all'])
  expect((await textsOf(harness, cookie, path(1))).toSorted()).toEqual(['of all', 'of one'])
  expect(await notesOf(harness, cookie, path(2))).toEqual([ofAll])
  // Another client's note cannot be deleted here; a note for all clients can.
  const remove = (client: number, { id }: ChartNote) =>
    harness.send(`${path(client)}/${id}`, { method: 'DELETE', cookie })
  expect((await remove(2, ofOne)).status).toBe(404)
  expect((await remove(2, ofAll)).status).toBe(204)
  for (const [method, where] of [
    ['GET', path(3)],
    ['POST', path(3)],
    ['DELETE', `${path(3)}/${ofOne.id}`],
  ] as const) {
    const foreign = await harness.send(where, {
      method,
      cookie,
      ...(method === 'POST' && { body: JSON.stringify(NOTE) }),
    })
    expect([foreign.status, await foreign.json()]).toMatchObject([403, { error: 'client_forbidden' }])
  }
  clients.splice(0, 1)
  pass(61_000)
  expect((await harness.send(path(1), { cookie })).status).toBe(403)
  expect((await post(harness, cookie, {}, path(1))).status).toBe(403)
  // The account may still delete them.
  const stored = async () => (await harness.send('/api/notes/kept', { cookie })).json()
  expect(await stored()).toEqual({ notes: 1 })
  expect((await harness.send('/api/notes', { method: 'DELETE', cookie })).status).toBe(204)
  expect(await stored()).toEqual({ notes: 0 })
})

test('who may not see numbers sees none in notes', async () => {
  const harness = await createAgencyHarness([
    { id: 1, email: 'one@example.com', hidden_fields: ['phone_number_from'] },
  ])
  const text = 'Moved to +7 916 123-45-67'
  await post(harness, harness.cookie, { text }, '/api/clients/1/notes')
  expect(await textsOf(harness, harness.cookie, '/api/clients/1/notes')).toEqual(['Moved to •••'])
})

test('what was written is in the audit log by its day, without a word of it', async () => {
  const harness = await createHarness()
  const cookie = await harness.enter()
  const { id } = await added(await post(harness, cookie, { text: 'CANARY' }))
  await harness.send(`/api/notes/${id}`, { method: 'DELETE', cookie })
  await harness.send('/api/notes', { method: 'DELETE', cookie })
  const { entries } = await harness.options.audit.read({})
  expect(entries.map(({ what }) => what).slice(0, 3)).toEqual([
    { event: 'notes_forgotten' },
    { event: 'note_deleted' },
    { event: 'note_added', day: '2026-11-12' },
  ])
  expect(JSON.stringify([entries, harness.log])).not.toMatch(/CANARY/)
})

test('fault-database: a full disk: notes are read, and a write says why it is none', async () => {
  const harness = await createHarness()
  const cookie = await harness.enter()
  await post(harness, cookie)
  harness.breakStorage('full')
  const refused = await post(harness, cookie)
  expect([refused.status, await refused.json()]).toMatchObject([503, { error: 'storage_full' }])
  expect(await notesOf(harness, cookie)).toHaveLength(1)
})
