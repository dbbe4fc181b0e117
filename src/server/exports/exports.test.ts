import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { exportAnswer, type ExportAnswer, type ExportRequest } from '#/contract/exports/contact-exports.ts'
import { RIGHTS } from '#/contract/session.ts'
import { PRESENTING_COOKIE } from '#/i18n/privacy-mode.ts'
import { openTestStore } from '#/server/archive/archive-testing.ts'
import {
  pageOfContacts,
  recentContacts,
  recordOfContact,
  type ServiceContact,
} from '#/server/archive/fake-service-testing.ts'
import { directoryWithout } from '#/server/identity/directory.ts'
import { cookieOf, createHarness, json, type Harness } from '#/server/testing.ts'
import type { EXPORT_LIMITS } from './exports.ts'

const folders: string[] = []
const stops: (() => void)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) stop()
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

/** May export, but not see numbers. */
const WITHOUT_NUMBERS = 'second@example.com'

const DAYS = { period: 'custom', date_from: '2026-11-16', date_to: '2026-11-20' }

const request = (change: Partial<ExportRequest> = {}): ExportRequest => ({
  object: null,
  filters: DAYS,
  format: 'csv',
  columns: ['date', 'caller', 'region', 'id'],
  language: 'en',
  separator: ',',
  numbers_as_text: false,
  time_zone: 'UTC',
  total: 40,
  client_name: null,
  file_name: 'callboard-all-2026-11-16_2026-11-20-contacts',
  about: [{ name: 'Object', value: 'All objects' }],
  status_names: [],
  ...change,
})

const withContacts = async (
  all: readonly ServiceContact[],
  { limits, archived = false }: { limits?: Partial<typeof EXPORT_LIMITS>; archived?: boolean } = {},
) => {
  const parent = mkdtempSync(join(tmpdir(), 'callboard-exports-'))
  folders.push(parent)
  const folder = join(parent, 'exports')
  const { store } = await openTestStore()
  const harness = await createHarness(
    {},
    {
      exports: { folder, ...(limits && { limits }) },
      archive: archived ? store : null,
      directory: {
        ...directoryWithout(),
        rightsOf: (email) => new Set(email === WITHOUT_NUMBERS ? ['export'] : RIGHTS),
      },
    },
  )
  stops.push(harness.app.exports.stop)
  harness.handlers['GET /v2/calls'] = (requested) =>
    json(pageOfContacts(all, new URL(requested.url).searchParams))
  return { ...harness, folder, cookie: await harness.enter() }
}

const post = async ({ send }: Pick<Harness, 'send'>, cookie: string, body: unknown, at = '/api/exports') =>
  send(at, { method: 'POST', cookie, body: JSON.stringify(body) })

const started = async (harness: Pick<Harness, 'send'>, cookie: string, body = request()) => {
  const response = await post(harness, cookie, body)
  expect(response.status).toBe(201)
  return exportAnswer.parse(await response.json()).id
}

const looked = async ({ send }: Pick<Harness, 'send'>, cookie: string, id: string): Promise<ExportAnswer> =>
  exportAnswer.parse(await (await send(`/api/exports/${id}`, { cookie })).json())

/** An export once it is over. */
const over = (harness: Pick<Harness, 'send'>, cookie: string, id: string): Promise<ExportAnswer> =>
  vi.waitFor(
    async () => {
      const answer = await looked(harness, cookie, id)
      expect(['complete', 'incomplete', 'failed']).toContain(answer.state)
      return answer
    },
    { timeout: 30_000, interval: 20 },
  )

const textOf = async ({ send }: Pick<Harness, 'send'>, cookie: string, id: string) =>
  (await (await send(`/api/exports/${id}/file`, { cookie })).text()).replace('\uFEFF', '')

const idsOf = (text: string) =>
  text
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => Number(line.split(',').at(-1)))

const newestFirst = (all: readonly ServiceContact[]) =>
  all.toSorted((a, b) => b.day - a.day || b.minute - a.minute).map(({ id }) => id)

const callsAsked = ({ asked: requested }: Pick<Harness, 'asked'>) =>
  requested.filter(({ url }) => new URL(url).pathname.endsWith('/v2/calls')).length

/** The first file waits for its thread; later ones reuse it. */
beforeAll(async () => {
  const harness = await withContacts(recentContacts(1))
  const id = await started(harness, harness.cookie)
  await vi.waitFor(async () => expect((await looked(harness, harness.cookie, id)).state).toBe('complete'), {
    timeout: 30_000,
    interval: 50,
  })
}, 30_000)

test('makes a file of all contacts page by page, its owner’s alone, and notes it in the audit log', async () => {
  const all = recentContacts(40)
  const harness = await withContacts(all)
  const { cookie, folder, send } = harness
  const id = await started(harness, cookie)
  const answer = await over(harness, cookie, id)
  expect(answer).toMatchObject({
    state: 'complete',
    done: 40,
    file_name: 'callboard-all-2026-11-16_2026-11-20-contacts.csv',
    shortfall: null,
  })
  const [file = ''] = readdirSync(folder)
  expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600)
  const response = await send(`/api/exports/${id}/file`, { cookie })
  expect(response.headers.get('content-disposition')).toContain(answer.file_name)
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const text = await textOf(harness, cookie, id)
  expect(text.split('\r\n', 1)).toEqual(['Date,Caller,Region,Contact ID'])
  expect(idsOf(text)).toEqual(newestFirst(all))
  const noted = await harness.options.audit.read({})
  expect(noted.entries[0]?.what).toEqual({ event: 'exported', what: 'contacts', format: 'csv', rows: 40 })
})

test('dates contacts by the clock of the time zone where that is chosen', async () => {
  const harness = await withContacts(recentContacts(3))
  const { cookie } = harness
  const rowsOf = async (change: Partial<ExportRequest>) => {
    const id = await started(harness, cookie, request({ columns: ['date', 'offset', 'id'], ...change }))
    await over(harness, cookie, id)
    const lines = (await textOf(harness, cookie, id)).trim().split('\r\n').slice(1)
    return lines.map((line) => {
      const [date = '', offset = ''] = line.split(',')
      return { at: Date.parse(`${date}Z`) - Number(offset.replace('UTC', '') || 0) * 3_600_000, offset }
    })
  }
  const own = await rowsOf({})
  const mine = await rowsOf({ times: 'mine', time_zone: 'Asia/Yekaterinburg' })
  expect(new Set(mine.map(({ offset }) => offset))).toEqual(new Set(['UTC+5']))
  expect(own.map(({ offset }) => offset)).not.toContain('UTC+5')
  expect(mine.map(({ at }) => at)).toEqual(own.map(({ at }) => at))
})

test('reads the archive where it holds all days, and asks the service for no page', async () => {
  const all = recentContacts(40)
  const harness = await withContacts(all, { archived: true })
  const { cookie } = harness
  const missed = request({ filters: { ...DAYS, status_filter: 'missed' } })
  await over(harness, cookie, await started(harness, cookie, missed))
  const before = callsAsked(harness)
  const id = await started(harness, cookie)
  expect(await over(harness, cookie, id)).toMatchObject({ state: 'complete', done: 40 })
  expect(callsAsked(harness)).toBe(before)
  expect(idsOf(await textOf(harness, cookie, id))).toEqual(newestFirst(all))
})

test('waits for days that only the archive can list', async () => {
  const all = recentContacts(40).map((one, nth) => ({ ...one, status: nth < 4 ? 1 : 2 }))
  const harness = await withContacts(all, { archived: true })
  const { cookie } = harness
  const id = await started(harness, cookie, request({ filters: { ...DAYS, status_filter: 'missed' } }))
  expect(await over(harness, cookie, id)).toMatchObject({ state: 'complete', done: 4 })
  expect(idsOf(await textOf(harness, cookie, id)).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4])
})

test('fault-page-fails: page 9 does not come: the part says so, and only that page is asked for again', async () => {
  const all = recentContacts(40)
  const harness = await withContacts(all)
  const { cookie, handlers } = harness
  let isBroken = true
  handlers['GET /v2/calls'] = (requested) => {
    const query = new URL(requested.url).searchParams
    return isBroken && query.get('page') === '9'
      ? json({ error: 'unknown_error' }, 500)
      : json(pageOfContacts(all, query))
  }
  const id = await started(harness, cookie)
  expect(await over(harness, cookie, id)).toMatchObject({
    state: 'incomplete',
    done: 37,
    total: 40,
    file_name: 'callboard-all-2026-11-16_2026-11-20-contacts-incomplete.csv',
    shortfall: { gaps: ['failed'] },
    error: { status: 500, code: 'unknown_error' },
  })
  expect(await textOf(harness, cookie, id)).toContain(
    'Incomplete export: 37 of 40. Some pages couldn’t be loaded.',
  )
  isBroken = false
  const before = callsAsked(harness)
  await post(harness, cookie, {}, `/api/exports/${id}/retry`)
  const whole = await over(harness, cookie, id)
  expect(whole).toMatchObject({ state: 'complete', done: 40, error: null })
  expect(callsAsked(harness)).toBe(before + 1)
  expect(idsOf(await textOf(harness, cookie, id))).toEqual(newestFirst(all))
})

test('totals that shrink on the way are never called complete', async () => {
  const all = recentContacts(40)
  const harness = await withContacts(all)
  harness.handlers['GET /v2/calls'] = (requested) => {
    const query = new URL(requested.url).searchParams
    return json(pageOfContacts(Number(query.get('page') ?? 1) > 3 ? all.slice(2) : all, query))
  }
  const id = await started(harness, harness.cookie)
  expect(await over(harness, harness.cookie, id)).toMatchObject({
    state: 'incomplete',
    shortfall: { gaps: expect.arrayContaining(['changed']) },
  })
})

/** A service that holds its answers back. */
const held = (harness: Pick<Harness, 'handlers'>, all: readonly ServiceContact[]) => {
  const gate = Promise.withResolvers<void>()
  const isAsked = Promise.withResolvers<void>()
  harness.handlers['GET /v2/calls'] = async (requested) => {
    isAsked.resolve()
    await gate.promise
    return json(pageOfContacts(all, new URL(requested.url).searchParams))
  }
  return { letGo: gate.resolve, isAsked: isAsked.promise }
}

test('a session that ends meanwhile ends its export, and leaves no file', async () => {
  const all = recentContacts(40)
  const harness = await withContacts(all)
  const { cookie, folder, send } = harness
  const ready = await started(harness, cookie)
  await over(harness, cookie, ready)
  const service = held(harness, all)
  const running = await started(harness, cookie)
  await service.isAsked
  await send('/api/session', { method: 'DELETE', cookie })
  service.letGo()
  await expect.poll(() => readdirSync(folder)).toEqual([])
  const again = await harness.enter()
  for (const id of [ready, running])
    expect((await send(`/api/exports/${id}/file`, { cookie: again })).status).toBe(404)
})

test('a cancelled export is gone, with its file', async () => {
  const all = recentContacts(40)
  const harness = await withContacts(all)
  const { cookie, folder, send } = harness
  const service = held(harness, all)
  const id = await started(harness, cookie)
  await service.isAsked
  expect((await send(`/api/exports/${id}`, { method: 'DELETE', cookie })).status).toBe(204)
  service.letGo()
  expect((await send(`/api/exports/${id}`, { cookie })).status).toBe(404)
  expect(readdirSync(folder)).toEqual([])
})

test('nobody else sees an export, nor another session of the same person', async () => {
  const harness = await withContacts(recentContacts(4))
  const { cookie, send } = harness
  const id = await started(harness, cookie)
  await over(harness, cookie, id)
  const other = await harness.enter()
  for (const [path, init] of [
    [`/api/exports/${id}`, {}],
    [`/api/exports/${id}/file`, {}],
    [`/api/exports/${id}`, { method: 'DELETE' }],
  ] as const)
    expect((await send(path, { ...init, cookie: other })).status).toBe(404)
  expect((await send(`/api/exports/${id}`, {})).status).toBe(401)
  expect((await send(`/api/exports/${id}/file`, { cookie })).status).toBe(200)
})

test('two people of one account make files of what each may see', async () => {
  const all = recentContacts(1).map((one) => ({ ...one, phone: '79261234567' }))
  const harness = await withContacts(all)
  const { cookie, signIn, send } = harness
  const second = cookieOf(await signIn(WITHOUT_NUMBERS))
  const ids = [await started(harness, cookie), await started(harness, second)] as const
  await over(harness, cookie, ids[0])
  await over(harness, second, ids[1])
  expect(await textOf(harness, cookie, ids[0])).toContain('79261234567')
  const theirs = await textOf(harness, second, ids[1])
  expect(theirs.split('\r\n', 1)).toEqual(['Date,Region,Contact ID'])
  expect(theirs).not.toContain('9261234567')
  expect((await send(`/api/exports/${ids[0]}/file`, { cookie: second })).status).toBe(404)
  expect((await send(`/api/exports/${ids[1]}/file`, { cookie })).status).toBe(404)
  const filtered = request({ filters: { ...DAYS, from_filter: '79261234567' } })
  const id = await started(harness, second, filtered)
  expect(await over(harness, second, id)).toMatchObject({ error: { code: 'hidden_field' } })
})

test('presentation mode: the file holds masks, a caller is found by theirs, and a file without masks stays hidden', async () => {
  const number = '79261234567'
  const all = recentContacts(2).map((one, nth) => ({ ...one, ...(nth === 0 && { phone: number }) }))
  const harness = await withContacts(all)
  const { cookie, send, handlers, asked: requested } = harness
  const presenting = `${cookie}; ${PRESENTING_COOKIE}=visit`
  const plain = await started(harness, cookie)
  await over(harness, cookie, plain)
  expect((await send(`/api/exports/${plain}/file`, { cookie: presenting })).status).toBe(404)

  const id = await started(harness, presenting)
  await over(harness, presenting, id)
  const text = await textOf(harness, presenting, id)
  expect(text).not.toContain('9261234567')
  expect(text).toContain('•••')

  const { calls } = (await (
    await send('/api/v2/calls?period=custom&date_from=2026-11-16&date_to=2026-11-20', { cookie: presenting })
  ).json()) as { calls: { phone_number_from?: string }[] }
  const mask = calls.find((one) => one.phone_number_from !== undefined)!.phone_number_from!
  handlers['GET /v2/calls'] = () =>
    json({ calls: all.slice(0, 1).map(recordOfContact), meta: { pagination: { total_objects: 1 } } })
  const byMask = await started(harness, presenting, request({ filters: { ...DAYS, from_filter: mask } }))
  await over(harness, presenting, byMask)
  expect(new URL(requested.at(-1)!.url).searchParams.get('from_filter')).toBe(number)
  const refused = await post(harness, presenting, request({ filters: { ...DAYS, from_filter: '926' } }))
  expect(refused.status).toBe(403)
})

test('a full disk is told in one message, and nothing is left', async () => {
  const harness = await withContacts(recentContacts(4))
  const { cookie, folder } = harness
  const service = held(harness, recentContacts(4))
  const id = await started(harness, cookie)
  await service.isAsked
  // Linux's device that is always full.
  symlinkSync('/dev/full', join(folder, id))
  service.letGo()
  expect(await over(harness, cookie, id)).toMatchObject({
    state: 'failed',
    error: { status: 503, code: 'storage_full' },
  })
  await expect.poll(() => readdirSync(folder)).toEqual([])
})

test('refuses what has no room among all exports, and takes it when files have gone after an hour', async () => {
  const all = recentContacts(40)
  const harness = await withContacts(all, { limits: { bytes: 2_000 } })
  const { cookie, pass } = harness
  const first = await started(harness, cookie)
  expect(await over(harness, cookie, first)).toMatchObject({ state: 'complete' })
  const second = await started(harness, cookie)
  expect(await over(harness, cookie, second)).toMatchObject({
    state: 'failed',
    error: { code: 'exports_full' },
  })
  pass(3_600_000)
  const again = await harness.enter()
  expect(await over(harness, again, await started(harness, again))).toMatchObject({ state: 'complete' })
  expect(readdirSync(harness.folder)).toHaveLength(1)
})

test('a server that starts removes what an earlier one has left', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'callboard-exports-'))
  folders.push(parent)
  const folder = join(parent, 'exports')
  mkdirSync(folder)
  writeFileSync(join(folder, 'left'), 'x')
  await createHarness({}, { exports: { folder } })
  expect(existsSync(folder)).toBe(false)
})

test('numbers are text for Excel and cells stand between what was chosen', async () => {
  const all = recentContacts(1).map((one) => ({ ...one, phone: '79261234567' }))
  const harness = await withContacts(all)
  const { cookie } = harness
  const id = await started(harness, cookie, request({ separator: '\t', numbers_as_text: true }))
  await over(harness, cookie, id)
  const [head, row] = (await textOf(harness, cookie, id)).split('\r\n')
  expect(head).toBe('Date\tCaller\tRegion\tContact ID')
  expect(row).toContain('"=""79261234567"""')
})
