import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'
import { DAY_MS } from '#/contract/day.ts'
import { exportAnswer, type ExportRequest } from '#/contract/exports/contact-exports.ts'
import { PRIVACY_MODE_COOKIE } from '#/i18n/privacy-mode.ts'
import {
  pageOfContacts,
  recentContacts,
  recordOfContact,
  type ServiceContact,
} from '#/server/archive/fake-service-testing.ts'
import { cookieOf, createHarness, json, signedInUser, type Harness } from '#/server/testing.ts'
import { exportsFolder, removeLeftExports } from './exports.ts'
import {
  folders,
  request,
  WITHOUT_NUMBERS,
  DAYS,
  withContacts,
  post,
  started,
  readExport,
  over,
  textOf,
  idsOf,
  idsNewestFirst,
  callRequests,
} from './exports-testing.ts'

/** The first file waits for its thread; later ones reuse it. */
beforeAll(async () => {
  const harness = await withContacts(recentContacts(1))
  const id = await started(harness, harness.cookie)
  await vi.waitFor(
    async () => expect((await readExport(harness, harness.cookie, id)).state).toBe('complete'),
    {
      timeout: 30_000,
      interval: 50,
    },
  )
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
  expect(idsOf(text)).toEqual(idsNewestFirst(all))
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
  const before = callRequests(harness)
  const id = await started(harness, cookie)
  expect(await over(harness, cookie, id)).toMatchObject({ state: 'complete', done: 40 })
  expect(callRequests(harness)).toBe(before)
  expect(idsOf(await textOf(harness, cookie, id))).toEqual(idsNewestFirst(all))
})

test('waits for days that only the archive can list', async () => {
  const all = recentContacts(40).map((one, nth) => ({ ...one, status: nth < 4 ? 1 : 2 }))
  const harness = await withContacts(all, { archived: true })
  const { cookie } = harness
  const id = await started(harness, cookie, request({ filters: { ...DAYS, status_filter: 'missed' } }))
  expect(await over(harness, cookie, id)).toMatchObject({ state: 'complete', done: 4 })
  expect(idsOf(await textOf(harness, cookie, id)).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4])
})

test('ends when the service fails for days that only the archive can list', async () => {
  const harness = await withContacts([], { archived: true })
  const { cookie, handlers } = harness
  handlers['GET /v2/calls'] = () => json({ error: 'unknown_error' }, 500)
  const id = await started(harness, cookie, request({ filters: { ...DAYS, status_filter: 'missed' } }))
  expect(await over(harness, cookie, id)).toMatchObject({
    state: 'failed',
    error: { status: 500, code: 'unknown_error' },
  })
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
  const before = callRequests(harness)
  await post(harness, cookie, {}, `/api/exports/${id}/retry`)
  const whole = await over(harness, cookie, id)
  expect(whole).toMatchObject({ state: 'complete', done: 40, error: null })
  expect(callRequests(harness)).toBe(before + 1)
  expect(idsOf(await textOf(harness, cookie, id))).toEqual(idsNewestFirst(all))
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
  const whenRequested = Promise.withResolvers<void>()
  harness.handlers['GET /v2/calls'] = async (requested) => {
    whenRequested.resolve()
    await gate.promise
    return json(pageOfContacts(all, new URL(requested.url).searchParams))
  }
  return { letGo: gate.resolve, whenRequested: whenRequested.promise }
}

test('a session that ends meanwhile ends its export, and leaves no file', async () => {
  const all = recentContacts(40)
  const harness = await withContacts(all)
  const { cookie, folder, send } = harness
  const ready = await started(harness, cookie)
  await over(harness, cookie, ready)
  const service = held(harness, all)
  const running = await started(harness, cookie)
  await service.whenRequested
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
  await service.whenRequested
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
  const head = await send(`/api/exports/${id}/file`, { cookie, method: 'HEAD' })
  expect(head.status).toBe(200)
  expect(Number(head.headers.get('content-length'))).toBeGreaterThan(0)
  expect((await send(`/api/exports/${id}/file`, { cookie })).status).toBe(200)
})

test('an agency manager’s export is that client’s alone: by another client’s address there is none', async () => {
  const all = recentContacts(4)
  const harness = await withContacts(all)
  const { handlers, send } = harness
  const clients = [1, 2].map((id) => ({ id, email: `client-${id}@example.com` }))
  handlers['POST /v2/users/sign_in'] = () => json(signedInUser({ is_agency_manager: true }))
  handlers['GET /v2/agency'] = () => json([{ agency: { name: 'A', clients } }])
  handlers['GET /v2/clients/1/calls'] = (requested) =>
    json(pageOfContacts(all, new URL(requested.url).searchParams))
  const cookie = await harness.enter()
  const made = await post(harness, cookie, request(), '/api/clients/1/exports')
  expect(made.status).toBe(201)
  const { id } = exportAnswer.parse(await made.json())
  await vi.waitFor(
    async () => {
      const own = await send(`/api/clients/1/exports/${id}`, { cookie })
      expect(exportAnswer.parse(await own.json()).state).toBe('complete')
    },
    { timeout: 30_000, interval: 20 },
  )
  for (const client of ['clients/2/', ''])
    for (const [path, init] of [
      [`/api/${client}exports/${id}`, {}],
      [`/api/${client}exports/${id}/file`, {}],
      [`/api/${client}exports/${id}`, { method: 'DELETE' }],
    ] as const)
      expect((await send(path, { ...init, cookie })).status, path).toBe(404)
  const file = await send(`/api/clients/1/exports/${id}/file`, { cookie })
  expect(idsOf((await file.text()).replace('\uFEFF', ''))).toEqual(idsNewestFirst(all))
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
  const { cookie, send, handlers, requests } = harness
  const privacyCookie = `${cookie}; ${PRIVACY_MODE_COOKIE}=visit`
  const plain = await started(harness, cookie)
  await over(harness, cookie, plain)
  expect((await send(`/api/exports/${plain}/file`, { cookie: privacyCookie })).status).toBe(404)

  const id = await started(harness, privacyCookie)
  await over(harness, privacyCookie, id)
  const text = await textOf(harness, privacyCookie, id)
  expect(text).not.toContain('9261234567')
  expect(text).toContain('•••')

  const { calls } = (await (
    await send('/api/v2/calls?period=custom&date_from=2026-11-16&date_to=2026-11-20', {
      cookie: privacyCookie,
    })
  ).json()) as { calls: { phone_number_from?: string }[] }
  const mask = calls.find((one) => one.phone_number_from !== undefined)!.phone_number_from!
  handlers['GET /v2/calls'] = () =>
    json({ calls: all.slice(0, 1).map(recordOfContact), meta: { pagination: { total_objects: 1 } } })
  const byMask = await started(harness, privacyCookie, request({ filters: { ...DAYS, from_filter: mask } }))
  await over(harness, privacyCookie, byMask)
  expect(new URL(requests.at(-1)!.url).searchParams.get('from_filter')).toBe(number)
  const refused = await post(harness, privacyCookie, request({ filters: { ...DAYS, from_filter: '926' } }))
  expect(refused.status).toBe(403)
})

test('keeps a file when the service refuses a save, drops it when it refuses reading', async () => {
  const harness = await withContacts(recentContacts(4))
  const { cookie, handlers, send } = harness
  const id = await started(harness, cookie)
  await over(harness, cookie, id)
  const stands = async () => (await send(`/api/exports/${id}`, { cookie })).status
  handlers['POST /v2/objs/site/script_config'] = () => json({ error: 'access_denied' }, 403)
  const path = '/api/v2/objs/site/script_config'
  const saved = await send(path, { method: 'POST', cookie, body: '{"script_config":{}}' })
  expect([saved.status, await stands()]).toEqual([403, 200])
  handlers['GET /v2/objs/'] = () => json({ error: 'access_denied' }, 403)
  expect((await send('/api/v2/objs/', { cookie })).status).toBe(403)
  expect(await stands()).toBe(404)
})

test('a full disk is told in one message, and nothing is left', async () => {
  const harness = await withContacts(recentContacts(4))
  const { cookie, folder } = harness
  const service = held(harness, recentContacts(4))
  const id = await started(harness, cookie)
  await service.whenRequested
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

test('removes files of servers that are gone, and leaves those of its neighbours', async () => {
  const data = mkdtempSync(join(tmpdir(), 'callboard-exports-'))
  folders.push(data)
  const [first, second] = [exportsFolder(data, 8080), exportsFolder(data, 8081)]
  for (const folder of [first, second]) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'file'), 'x')
  }
  const now = statSync(join(first, 'file')).mtimeMs
  utimesSync(join(second, 'file'), 0, (now - 3 * DAY_MS) / 1000)
  await removeLeftExports(data, now)
  expect(existsSync(join(first, 'file'))).toBe(true)
  expect(existsSync(join(second, 'file'))).toBe(false)
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
