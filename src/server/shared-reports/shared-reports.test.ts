import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { RIGHTS, type Right } from '#/contract/session.ts'
import {
  sharedAnswer,
  sharedLinks,
  type ShareBody,
  type SharedAnswer,
} from '#/contract/shared-reports/shared-reports.ts'
import { PRIVACY_MODE_COOKIE } from '#/i18n/privacy-mode.ts'
import { openTestStore } from '#/server/archive/archive-testing.ts'
import { directoryFrom, directoryWithout } from '#/server/identity/directory.ts'
import { createReferenceService, openReferenceDatabase } from '#/server/reference/api.ts'
import { SAMPLE_SIGN_INS } from '#/server/reference/sample-data.ts'
import { cookieOf, createHarness } from '#/server/testing.ts'
import { COUNT } from '#/test/sql/contacts-in-sql.ts'
import { copySample } from '#/test/sample-file.ts'
import { DAY_MS } from '#/contract/day.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const SHARE: ShareBody = {
  object: null,
  days: { from: '2026-11-09', to: '2026-11-15' },
  compared_days: { from: '2026-11-02', to: '2026-11-08' },
  compared_months: null,
  filters: [],
  now: null,
  language: 'en',
  offset: 180,
  expires: 30,
}

const open = async (
  email = 'igor@domograd.ru',
  {
    rights,
    env = {},
    refuses = () => false,
  }: {
    rights?: readonly Right[]
    env?: Record<string, string>
    /** Requests that the service refuses. */
    refuses?: (url: URL) => boolean
  } = {},
) => {
  const { file, remove } = await copySample()
  const database = await openReferenceDatabase(file)
  closing.push(remove, () => database.destroy())
  let at = Date.parse('2026-11-20T14:03:00Z')
  const service = createReferenceService({ database, publicUrl: 'http://localhost:8080', now: () => at })
  const { database: stored, store } = await openTestStore()
  closing.push(() => stored.destroy())
  const harness = await createHarness(
    { SESSION_IDLE: '9999h', SESSION_MAX: '9999h', ...env },
    {
      archive: store,
      directory: rights
        ? directoryFrom(JSON.stringify({ users: { [email]: { rights } } }))
        : directoryWithout(SAMPLE_SIGN_INS),
      fetch: (request) =>
        refuses(new URL(request.url))
          ? Promise.resolve(new Response('{}', { status: 500 }))
          : service.fetch(
              new Request(request.url.replace('https://api.test/base', 'http://localhost'), request),
            ),
    },
  )
  closing.push(() => harness.app.archive?.stop())
  const { password } = SAMPLE_SIGN_INS.find((one) => one.email === email)!
  const cookie = cookieOf(await harness.signIn(email, password))
  const ask = (method: string, path: string, body?: unknown, more = '') =>
    harness.send(`/api${path}`, {
      method,
      cookie: cookie + more,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const share = async (change: Partial<ShareBody> = {}, path = '/snapshots'): Promise<SharedAnswer> => {
    const response = await ask('POST', path, { ...SHARE, ...change })
    expect(await response.clone().text()).toContain('"link"')
    return sharedAnswer.parse(await response.json())
  }
  const list = async () => sharedLinks.parse(await (await ask('GET', '/snapshots')).json()).snapshots
  /** A browser without our cookies. */
  const read = (
    link: string,
    init: { method?: string; ip?: string; headers?: Record<string, string> } = {},
  ) =>
    harness.send(new URL(link, 'http://localhost:8080').pathname, {
      ...init,
      headers: {
        'sec-fetch-site': 'none',
        'sec-fetch-dest': 'document',
        'x-requested-by': '',
        ...init.headers,
      },
    })
  const pass = (ms: number) => {
    at += ms
    harness.pass(ms)
  }
  return { ...harness, ask, share, list, read, pass, service: database, cookie }
}
const bare = (html: string) =>
  html
    .replace(/<style>.*?<\/style>/s, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')

const ofDays = (from: string, to: string) => sql`
  from contacts c join objects o on o.id = c.object_id join accounts a on a.id = c.account_id
  where a.email = 'igor@domograd.ru' and o.status <> 5 and c.day between ${from} and ${to}`

test('a link shows the figures that SQL counts, to whoever has it', async () => {
  const { share, read, service, requests } = await open()
  const { link } = await share()
  const before = requests.length
  const page = await read(link)
  expect(page.status).toBe(200)
  expect(requests).toHaveLength(before)
  const { rows } = await sql<Record<'contacts' | 'calls' | 'missed' | 'target', number>>`
    select ${COUNT.contacts} contacts, ${COUNT.calls} calls, ${COUNT.missed} missed, ${COUNT.target} target
    ${ofDays('2026-11-09', '2026-11-15')}`.execute(service)
  const { contacts, calls, missed, target } = rows[0]!
  expect(contacts).toBeGreaterThan(20)
  const percent = (part: number, whole: number) => `${((part / whole) * 100).toFixed(1)}%`
  const pageText = bare(await page.text())
  expect(pageText).toContain(`Contacts ${contacts.toLocaleString('en-US')} `)
  expect(pageText).toContain(`Missed rate ${percent(missed, calls)} `)
  expect(pageText).toContain(`Target rate ${percent(target, contacts)} `)
  expect(pageText).toContain('Nov 9 – 15, 2026')
  expect(pageText).toContain('The page is here until Dec 20, 2026.')
  const { rows: earlier } = await sql<{ contacts: number }>`select ${COUNT.contacts} contacts
    ${ofDays('2026-11-02', '2026-11-08')}`.execute(service)
  const change = contacts - earlier[0]!.contacts
  expect(pageText).toContain(
    `Changes ${Math.abs(change)} ${change < 0 ? 'fewer' : 'more'} contacts than Nov 2 – 8`,
  )
  const { rows: byDay } = await sql<{ day: number; contacts: number; missed: number }>`
    select c.day, ${COUNT.contacts} contacts, ${COUNT.missed} missed
    ${ofDays('2026-11-09', '2026-11-15')} group by c.day order by c.day`.execute(service)
  expect(byDay).toHaveLength(7)
  const days = ['Mon 9', 'Tue 10', 'Wed 11', 'Thu 12', 'Fri 13', 'Sat 14', 'Sun 15']
  byDay.forEach((row, nth) =>
    expect(pageText).toMatch(new RegExp(`${days[nth]} +${row.contacts} +\\d+ +${row.missed}\\b`)),
  )
})

test('a shared page says which days could not be read when a page fails', async () => {
  const { share, read } = await open('igor@domograd.ru', {
    refuses: ({ pathname, searchParams }) => pathname.endsWith('/calls') && searchParams.get('page') === '2',
  })
  const { link } = await share()
  const pageText = bare(await (await read(link)).text())
  expect(pageText).toMatch(/Couldn’t read Nov \d+.*, 2026: \d+ of \d+ contacts/)
})

test('snapshot-frozen: what comes later changes nothing of it', async () => {
  const { share, read, service, pass, ask } = await open()
  const { link } = await share()
  const first = await (await read(link)).text()
  await sql`update contacts set status = 3`.execute(service)
  pass(2 * DAY_MS)
  await ask('DELETE', '/archive')
  expect(await (await read(link)).text()).toBe(first)
})

/** Columns of sources. */
const GROUPS: ReadonlySet<string> = new Set(['source_title', 'source_title_search', 'source', 'src'])

test('snapshot-no-personal-data: no caller’s number, name, e-mail or words, nor who has shared it', async () => {
  let seen = 0
  for (const { email } of SAMPLE_SIGN_INS.filter((one) => one.email !== 'anna.kovaleva@northline.ru')) {
    // One of them may not share; the data are read anyway.
    const { share, read, service } = await open(email, { rights: RIGHTS })
    const days = { from: '2026-10-21', to: '2026-11-20' }
    const { link } = await share({ days, compared_days: null })
    // A line's status is a part of our own word.
    const page = bare(await (await read(link)).text())
      .toLowerCase()
      .replaceAll('unanswered', '')
    const { rows } = await sql<Record<string, string | number | null> & { source_title: string | null }>`
      select c.* from contacts c join accounts a on a.id = c.account_id where a.email = ${email}`.execute(
      service,
    )
    seen += rows.length
    // Source names are the page's subject, whatever strangers wrote into an address.
    const html = rows
      .map((row) => (row.source_title ?? '').toLowerCase())
      .toSorted((a, b) => b.length - a.length)
      .reduce((left, name) => (name === '' ? left : left.replaceAll(name, ' ')), page)
    const found = new Set<string>()
    /** Personal texts and numbers, except for grouping values. */
    const look = (value: unknown, name: string): void => {
      if (GROUPS.has(name)) return
      if (typeof value === 'object' && value !== null)
        return Object.entries(value).forEach(([key, one]) => look(one, Array.isArray(value) ? name : key))
      if (typeof value === 'string' && /^\s*[[{]/.test(value)) {
        try {
          return look(JSON.parse(value), name)
        } catch {
          // Not JSON after all.
        }
      }
      const text = (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
        .trim()
        .toLowerCase()
      if (text.length >= 7 && !/^[\d-]+(?:t[\d:.+z-]+)?$/.test(text) && html.includes(text))
        found.add(`${name}: ${text}`)
      const digits = text.replaceAll(/\D/g, '')
      if (
        name === 'caller' &&
        digits.length >= 7 &&
        html.replaceAll(/[\s()-]/g, '').includes(digits.slice(-7))
      )
        found.add(`${name}: ${text}`)
    }
    for (const row of rows) for (const [name, value] of Object.entries(row)) look(value, name)
    expect([...found]).toEqual([])
    expect(html).not.toContain(email)
    expect(html).not.toContain('@')
    expect(html).not.toMatch(/\+?[78][\s(-]*9\d\d/)
  }
  expect(seen).toBeGreaterThan(1_000)
})

test('snapshot-notes: notes of its days stand on the page only where that is chosen, without who wrote them, numbers and e-mails', async () => {
  const { share, read, ask } = await open()
  const note = (day: string, text: string) => ask('POST', '/notes', { day, reach: 'client', oid: null, text })
  await note('2026-11-12', 'Ad <i>paused</i>, olga@sever.example, tel:+7%20916%20123-45-67, 8 916 123 45 67')
  await note('2026-11-16', 'The day after')
  const [without, withThem] = [await share(), await share({ with_notes: true, language: 'ru' })]
  expect(await (await read(without.link)).text()).not.toMatch(/Notes|paused/)
  const html = await (await read(withThem.link)).text()
  expect(bare(html)).toMatch(/Заметки 12\sнояб\. Ad &lt;i&gt;paused&lt;\/i&gt;, •••, tel:•••, •••/)
  expect(bare(html)).not.toMatch(/The day after|igor@|Игорь|@|123-45|916/)
})

const AGENCY = 'anna.kovaleva@northline.ru'
const errorOf = async (answer: Promise<Response>): Promise<readonly [number, unknown]> => {
  const response = await answer
  const { error } = (await response.json()) as { error: unknown }
  return [response.status, error]
}

test('snapshot-isolation: of a client that is not its own an account shares nothing; what it has shared it withdraws', async () => {
  const { share, ask, read, list, service, options, signIn, send } = await open(AGENCY)
  const { rows } = await sql<{ id: number; company_name: string }>`
    select c.id, c.company_name from accounts c join agencies g on g.id = c.agency_id order by c.id limit 2`.execute(
    service,
  )
  const [client] = rows
  const path = `/clients/${client!.id}/snapshots`
  const { link, snapshot } = await share({}, path)
  expect(snapshot).toMatchObject({
    client: String(client!.id),
    company_name: client!.company_name,
    object_title: null,
    date_from: '2026-11-09',
    who: AGENCY,
    expires: '2026-12-20T14:03:00.000Z',
  })
  expect(bare(await (await read(link)).text())).toContain(client!.company_name)
  expect(await errorOf(ask('POST', '/clients/99999/snapshots', SHARE))).toEqual([403, 'client_forbidden'])
  expect(await list()).toEqual([snapshot])

  const other = cookieOf(await signIn('igor@domograd.ru', 'domograd'))
  const as = (method: string, where: string) => send(`/api${where}`, { method, cookie: other })
  expect(sharedLinks.parse(await (await as('GET', '/snapshots')).json()).snapshots).toEqual([])
  expect((await as('DELETE', `/snapshots/${snapshot.id}`)).status).toBe(404)
  expect((await read(link)).status).toBe(200)

  // The agency has lost the client: what was shared is still its own to withdraw.
  await sql`update accounts set agency_id = null where id = ${client!.id}`.execute(service)
  expect(await list()).toEqual([snapshot])
  expect((await ask('DELETE', `/snapshots/${snapshot.id}`)).status).toBe(200)
  expect((await read(link)).status).toBe(404)
  expect(await list()).toEqual([])
  expect((await ask('DELETE', `/snapshots/${snapshot.id}`)).status).toBe(404)
  expect((await ask('POST', `/snapshots/${snapshot.id}/restore`)).status).toBe(200)
  expect((await read(link)).status).toBe(200)
  const { entries } = await options.audit.read({})
  expect(
    entries.flatMap(({ what, client: whose, who }) =>
      what?.event.startsWith('snapshot') ? [[what, whose, who]] : [],
    ),
  ).toEqual([
    [{ event: 'snapshot_restored' }, String(client!.id), AGENCY],
    [{ event: 'snapshot_withdrawn' }, String(client!.id), AGENCY],
    [{ event: 'snapshot_shared', days: 30 }, String(client!.id), AGENCY],
  ])
  expect(JSON.stringify(entries)).not.toContain(link.split('/').at(-1))
})

test('snapshot-rights: shared by who may export, not in a presentation, and not what is hidden from them', async () => {
  const without = await open('igor@domograd.ru', { rights: ['listen'] })
  expect(await errorOf(without.ask('POST', '/snapshots', SHARE))).toEqual([403, 'right_missing'])
  expect((await without.ask('GET', '/snapshots')).status).toBe(200)

  const { ask, share, read, list, service, send, pass } = await open(AGENCY)
  const refused = await ask('POST', '/snapshots', SHARE, `; ${PRIVACY_MODE_COOKIE}=x`)
  expect(refused.status).toBe(409)
  expect((await send('/api/snapshots', { method: 'POST', body: JSON.stringify(SHARE) })).status).toBe(401)
  expect(await list()).toEqual([])

  const { rows } = await sql<{ id: number }>`
    select c.id from accounts c join agencies g on g.id = c.agency_id order by c.id limit 1`.execute(service)
  const { id } = rows[0]!
  const words = async () =>
    bare(await (await read((await share({}, `/clients/${id}/snapshots`)).link)).text())
  await sql`update accounts set hidden_fields = null where id = ${id}`.execute(service)
  expect(await words()).toMatch(/Missed rate.*Target rate.*Sources/)
  await sql`update accounts set hidden_fields = ${JSON.stringify(['source', 'target', 'status'])} where id = ${id}`.execute(
    service,
  )
  pass(120_000)
  expect(await words()).not.toMatch(/Sources|Target rate|Missed/)
})

test('what it is narrowed by is said, but for people and their words', async () => {
  const { share, read, service } = await open()
  const { rows } = await sql<{ contacts: number }>`
    select count(*) contacts from contacts c join objects o on o.id = c.object_id join accounts a on a.id = c.account_id
    where a.email = 'igor@domograd.ru' and o.status <> 5 and c.day between '2026-11-09' and '2026-11-15'
      and c.call_type = 1`.execute(service)
  const { link } = await share({
    compared_days: null,
    filters: [{ by: 'kind', values: ['first_time'] }],
  })
  const pageText = bare(await (await read(link)).text())
  expect(pageText).toContain('Kind First-time')
  expect(pageText).toContain(`${rows[0]!.contacts} contacts, `)
  const people = await share({
    compared_days: null,
    filters: [
      { by: 'manager', values: ['Мария Canary'] },
      { by: 'search_request', values: ['canary words'] },
      { by: 'page', values: ['/canary?mail=a@b.example'] },
      { by: 'source', values: ['canary@b.example +7 916 123-45-67'] },
      { by: 'day', first: 20_766, last: 20_767 },
    ],
  })
  const html = await (await read(people.link)).text()
  expect(html).toContain('not all of them')
  expect(html.replace('Source •••', '')).not.toMatch(/canary|123-45|@b\.example|Мария/i)
})

test('what cannot be shared says why, and nothing is kept of it', async () => {
  const { ask, list } = await open()
  const post = (change: Record<string, unknown>) =>
    errorOf(ask('POST', '/snapshots', { ...SHARE, ...change }))
  expect(await post({ expires: 8 })).toEqual([400, 'invalid_request'])
  expect(await post({ expires: -30 })).toEqual([400, 'invalid_request'])
  expect(await post({ days: { from: '2026-11-15', to: '2026-11-09' } })).toEqual([400, 'invalid_request'])
  expect(await post({ days: { from: '2026-02-30', to: '2026-03-09' } })).toEqual([400, 'invalid_request'])
  expect(await post({ days: { from: '2016-11-01', to: '2016-11-09' } })).toEqual([400, { days: 'not_kept' }])
  expect(await post({ compared_days: { from: '2016-11-01', to: '2016-11-09' } })).toEqual([
    400,
    { days: 'not_kept' },
  ])
  expect(await post({ filters: [{ by: 'caller', values: ['79161234567'] }] })).toEqual([
    400,
    'invalid_request',
  ])
  expect(await post({ object: '' })).toEqual([400, 'invalid_request'])
  expect(await post({ title: 'mine' })).toEqual([400, 'invalid_request'])
  expect(await post({ filters: [{ by: 'source', values: ['x'.repeat(1024 * 1024)] }] })).toEqual([
    413,
    'request_too_large',
  ])
  expect(await list()).toEqual([])
})

test('there are only so many links of an account, and each that is withdrawn makes room', async () => {
  const { ask, share, list, database, read } = await open()
  const { link, snapshot } = await share()
  const [row] = await database.selectFrom('snapshots').selectAll().execute()
  for (let nth = 1; nth < 200; nth++)
    await database
      .insertInto('snapshots')
      .values({ ...row!, id: `${nth}`, token_hash: `${nth}` })
      .execute()
  expect(await list()).toHaveLength(200)
  expect(await errorOf(ask('POST', '/snapshots', SHARE))).toEqual([400, { snapshots: 'too_many: 200' }])
  expect((await ask('DELETE', `/snapshots/${snapshot.id}`)).status).toBe(200)
  await share()
  expect((await read(link)).status).toBe(404)
})

test('fault-database: what cannot be written down is not shared', async () => {
  const { ask, list, breakStorage } = await open()
  breakStorage('full')
  expect(await errorOf(ask('POST', '/snapshots', SHARE))).toEqual([503, 'storage_full'])
  breakStorage(null)
  expect(await list()).toEqual([])
})
