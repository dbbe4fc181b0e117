import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSignIn, startProvider, type TestProvider } from '#/server/identity/oidc/provider-testing.ts'
import { behindPlain } from '#/server/identity/proxy/proxy-testing.ts'
import { createHarness, type Harness } from '#/server/testing.ts'
import { DAY_MS } from '#/contract/day.ts'
import type { SharedPage } from '#/server/reports/page/shared-page-labels.ts'

const DOCUMENT = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document', 'x-requested-by': '' }

const row = { name: 'Search', contacts: '40', target: '25.0%', missed: '10.0%', isWorse: false }
const PAGE: SharedPage = {
  language: 'en',
  label: 'Snapshot of a report',
  name: 'Sever Group',
  conditions: ['All objects', 'Nov 9 – 15, 2026'],
  headline: 'More contacts than before',
  cards: [{ name: 'Contacts', value: '40', change: '+5.0%', verdict: 'same' }],
  findingsTitle: 'Highlights',
  figures: 'The figures behind it',
  findings: [],
  byDay: null,
  sources: { note: 'by target rate', rows: [row], rest: null, all: { ...row, name: 'All' } },
  sourcesTitle: 'Sources',
  columns: { source: 'Source', contacts: 'Contacts', target: 'Target rate', missed: 'Missed rate' },
  footer: 'All contacts are counted: 40.',
  frozen: 'These figures are frozen.',
  made: 'made Nov 20, 2026',
}

type SharingHarness = Pick<Harness, 'options'>
const keep = async ({ options }: SharingHarness, page: SharedPage = PAGE, account = 'a') => {
  const added = await options.sharedReports.add({
    account,
    client: null,
    company_name: page.name,
    object_title: null,
    date_from: '2026-11-09',
    date_to: '2026-11-15',
    who: 'anna@example.com',
    expires: options.now() + 7 * DAY_MS,
    page: JSON.stringify(page),
  })
  return { path: `/s/${added!.token}`, token: added!.token, id: added!.link.id }
}
const reading =
  ({ send }: Pick<Harness, 'send'>) =>
  (path: string, init: { method?: string; ip?: string; headers?: Record<string, string> } = {}) =>
    send(path, { ...init, headers: { ...DOCUMENT, ...init.headers } })

test('a page shows the missed rate in working hours beside it, one that was shared before does not', async () => {
  const harness = await createHarness()
  const card = { name: 'Missed rate', value: '12.5%', change: '+2.5 pt, worse', verdict: 'worse' } as const
  const page = { ...PAGE, cards: [{ ...card, beside: '10.0% in working hours' }, card] }
  const html = await (await reading(harness)((await keep(harness, page)).path)).text()
  expect(html.match(/<dd class="change">10\.0% in working hours<\/dd>/g)).toHaveLength(1)
})

test('snapshot-page: read without a session, without scripts, found by no search, kept by no cache', async () => {
  const harness = await createHarness({ PUBLIC_URL: 'https://calls.example.com' })
  const { path, token } = await keep(harness)
  const page = await reading(harness)(path)
  expect(page.status).toBe(200)
  const html = await page.text()
  expect(html).toMatch(/^<!doctype html><html lang="en">/)
  expect(html).toContain('<meta name="robots" content="noindex,nofollow">')
  expect(html).not.toMatch(/<script|<link|<img|<a |<form|<iframe|\sstyle=|\son\w+=|src=|url\(/)
  expect(html).not.toContain(token)
  const headers = Object.fromEntries(page.headers)
  const policy = headers['content-security-policy']!.replace(/'sha256-[\w+/=]{44}'/, "'sha256-…'")
  expect(policy).toBe(
    "default-src 'none'; style-src 'sha256-…'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  )
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'content-type': 'text/html; charset=utf-8',
  })
  expect(headers).toHaveProperty('strict-transport-security')
  expect(headers).not.toHaveProperty('set-cookie')
  const head = await reading(harness)(path, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect((await reading(harness)(path, { method: 'POST' })).status).toBe(405)
  // The log never contains the address.
  expect(JSON.stringify(harness.log)).not.toContain(token)
  expect(harness.log.at(-1)).toMatchObject({ route: '/s/*' })
})

test('snapshot-alike: what is unknown, expired, withdrawn or no address at all is the same page', async () => {
  const harness = await createHarness()
  const { options, pass } = harness
  const expired = await keep(harness)
  pass(3 * DAY_MS)
  const withdrawn = await keep(harness)
  const good = await keep(harness)
  await options.sharedReports.withdraw('a', withdrawn.id)
  pass(4 * DAY_MS)
  const unreadable = await keep(harness, { ...PAGE, cards: 1 } as never)
  const read = reading(harness)
  expect((await read(good.path)).status).toBe(200)
  const seen = new Set<string>()
  for (const path of [
    expired.path,
    withdrawn.path,
    unreadable.path,
    `/s/${'A'.repeat(43)}`,
    good.path.slice(0, -1),
    `${good.path}/`,
    `${good.path}/x`,
    good.path.replace('/s/', '/s//'),
    '/s',
    '/s/',
    '/s/%00%ff',
    '/s/../s/x',
    `/s/${'x'.repeat(6_000)}`,
    "/s/'%20or%201=1",
  ]) {
    const answer = await read(path)
    expect([path, answer.status]).toEqual([path, 404])
    const { 'x-request-id': _, ...headers } = Object.fromEntries(answer.headers)
    seen.add(JSON.stringify([headers, await answer.text()]))
  }
  expect(seen.size).toBe(1)
  expect([...seen][0]).toContain('There is no such page')
  const russian = await read('/s/x', { headers: { 'accept-language': 'ru-RU,ru;q=0.9' } })
  expect(await russian.text()).toContain('Такой страницы нет')
})

test('snapshot-only-hash-kept: the address is in no row, and is never the same twice', async () => {
  const harness = await createHarness()
  const tokens = []
  for (let nth = 0; nth < 5; nth++) tokens.push((await keep(harness)).token)
  expect(new Set(tokens).size).toBe(5)
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  const rows = await harness.database.selectFrom('snapshots').selectAll().execute()
  for (const token of tokens) expect(JSON.stringify(rows)).not.toContain(token)
})

test('share-guessing: who tries addresses is stopped for a while, a good link opens all the same', async () => {
  const harness = await createHarness()
  const read = reading(harness)
  const { path } = await keep(harness)
  // Valid links are not limited.
  for (let nth = 0; nth < 80; nth++) expect((await read(path)).status).toBe(200)
  const statuses = []
  for (let nth = 0; nth < 70; nth++) statuses.push((await read(`/s/x${nth}`)).status)
  expect(statuses.filter((status) => status === 404)).toHaveLength(60)
  const stopped = await read('/s/y')
  expect(stopped.status).toBe(429)
  expect(stopped.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(await stopped.text()).toContain('Too many requests')
  expect((await read(path)).status).toBe(200)
  expect((await read('/s/y')).status).toBe(429)
  expect((await read('/s/y', { ip: '203.0.113.9' })).status).toBe(404)
  harness.pass(61_000)
  expect((await read('/s/y')).status).toBe(404)
})

test('what is over is deleted; a withdrawal can be taken back for ten minutes, by its account alone', async () => {
  const harness = await createHarness()
  const { options, pass, database } = harness
  const { sharedReports } = options
  const read = reading(harness)
  const [one, two] = [await keep(harness), await keep(harness)]
  const ids = async () => (await sharedReports.list('a')).map(({ id }) => id).toSorted()
  expect(await sharedReports.withdraw('b', one.id)).toBeUndefined()
  expect(await sharedReports.withdraw('a', one.id)).toEqual({ client: null })
  expect(await sharedReports.withdraw('a', one.id)).toBeUndefined()
  expect((await read(one.path)).status).toBe(404)
  expect(await ids()).toEqual([two.id])
  expect(await sharedReports.restore('b', one.id)).toBeUndefined()
  expect(await sharedReports.restore('a', one.id)).toEqual({ client: null })
  expect((await read(one.path)).status).toBe(200)
  await sharedReports.withdraw('a', one.id)
  pass(11 * 60_000)
  expect(await sharedReports.restore('a', one.id)).toBeUndefined()
  await sharedReports.purge()
  const stored = () => database.selectFrom('snapshots').select('id').execute()
  expect(await stored()).toEqual([{ id: two.id }])
  pass(7 * DAY_MS)
  expect((await read(two.path)).status).toBe(404)
  expect(await ids()).toEqual([])
  await sharedReports.purge()
  expect(await stored()).toEqual([])
})

test('fault-database: a full disk keeps nobody from a page; where nothing can be read, it says so in plain words', async () => {
  const harness = await createHarness()
  const { path } = await keep(harness)
  harness.breakStorage('full')
  expect((await reading(harness)(path)).status).toBe(200)
  const read = async () => {
    throw Object.assign(new Error('locked'), { errcode: 5 })
  }
  const { sharedReports } = harness.options
  const broken = await createHarness({}, { sharedReports: { ...sharedReports, read } })
  const answer = await reading(broken)(path)
  expect(answer.status).toBe(503)
  expect(await answer.text()).toContain('The page cannot be shown just now')
})

test('snapshot-text-only: names that strangers wrote stay texts', async () => {
  const harness = await createHarness()
  const attack = '"><script>alert(1)</script><style>*{display:none}</style>&amp;'
  const every = (value: unknown): unknown =>
    typeof value === 'string' && !['en', 'same'].includes(value)
      ? attack
      : Array.isArray(value)
        ? value.map(every)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, every(one)]))
          : value
  const { path } = await keep(harness, every({ ...PAGE, findings: [] }) as SharedPage)
  const html = await (await reading(harness)(path)).text()
  expect(html).not.toContain('<script')
  expect(html.match(/<style/g)).toHaveLength(1)
  expect(html).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;')
})

describe('snapshot-no-sign-in: the company’s sign-in is for no reader of a page', () => {
  let provider: TestProvider
  beforeEach(async () => void (provider = await startProvider()))
  afterEach(async () => provider.stop().catch(() => undefined))

  test('behind a proxy that says who asks, for no one, for a person without an account, and for a liar', async () => {
    const harness = await behindPlain()
    const { path } = await keep(harness)
    for (const request of [
      { ip: '203.0.113.9', headers: DOCUMENT },
      harness.as('nobody@example.com'),
      { ip: '203.0.113.9', headers: { ...DOCUMENT, 'x-auth-request-email': 'anna@example.com' } },
    ]) {
      const page = await harness.send(path, request)
      expect(page.status).toBe(200)
      expect(page.headers.getSetCookie()).toEqual([])
      expect((await harness.send('/s/x', request)).status).toBe(404)
    }
    expect(harness.requests).toEqual([])
  })

  test('with the company’s provider', async () => {
    const harness = await createSignIn(provider)
    const { path } = await keep(harness)
    const page = await harness.send(path, { headers: DOCUMENT })
    expect(page.status).toBe(200)
    expect(page.headers.getSetCookie()).toEqual([])
  })

  test('in no frame, where Callboard itself may stand in one', async () => {
    const harness = await createHarness({
      PUBLIC_URL: 'https://calls.example.com',
      EMBED_ANCESTORS: 'https://portal.partner.example',
      EMBED_COOKIE: 'partitioned',
    })
    const { path } = await keep(harness)
    const { headers } = await harness.send(path, { headers: { ...DOCUMENT, 'sec-fetch-dest': 'iframe' } })
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('x-frame-options')).toBe('DENY')
  })
})
