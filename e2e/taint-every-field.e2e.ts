import type { Page } from '@playwright/test'
import { preferences } from '#/contract/preferences.ts'
import { PAYLOADS } from '#/test/taint/payloads.ts'
import { ALL_TAINTS, taintedOid } from '#/test/taint/tainted-service.ts'
import { tainted, type Taint } from '#/test/taint/tainted.ts'
import { openContact } from './support/edge-cases.ts'
import { survives } from './support/survives.ts'
import { test } from './support/servers/tainted.ts'
import { table } from './support/table.ts'
import { answered, expect } from './support/test.ts'

/* Every text of the service, preferences and imports is an attack. Errors and CSP violations fail the test. */

type Origin = string

/** Distinguishes truncated payloads. */
const beginningOf = (payload: string) => payload.toWellFormed().slice(0, 120)

const createWatch = (page: Page, origin: Origin) => {
  const seen = new Set<number>()
  const strangers: string[] = []
  page.context().on('request', (request) => {
    const url = new URL(request.url())
    if (url.origin !== origin && url.protocol !== 'data:') strangers.push(request.url())
  })
  return {
    strangers,
    unseen: () => PAYLOADS.filter((_, number) => !seen.has(number)),
    look: async () => {
      await survives(page)
      const text = await page.evaluate(() =>
        [
          document.body.textContent,
          ...[...document.querySelectorAll('input, textarea')].map((field) =>
            'value' in field ? String(field.value) : '',
          ),
        ].join('\n'),
      )
      PAYLOADS.forEach((payload, number) => {
        if (text.includes(beginningOf(payload))) seen.add(number)
      })
    },
  }
}

const ask = (page: Page, path: string, body?: unknown) =>
  page.evaluate(
    async ([path, body]) => {
      const answer = await fetch(path, {
        headers: { 'x-requested-by': 'callboard', 'content-type': 'application/json' },
        ...(body !== null && { method: 'PUT', body }),
      })
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
      return (await answer.json()) as unknown
    },
    [path, body === undefined ? null : JSON.stringify(body)] as const,
  )

const enter = async (page: Page, origin: Origin) => {
  await page.goto(`${origin}/sign-in`)
  await page.getByLabel('Email', { exact: true }).fill('anna@example.com')
  await page.getByLabel('Password', { exact: true }).fill('a password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Account' })).toBeVisible()
}

/** Payloads in all preference texts. */
const taintPreferences = async (page: Page, client: string) => {
  const short = ALL_TAINTS.filter(({ payload }) => payload.length < 100).map((taint): Taint => ({
    ...taint,
    form: 'plain',
  }))
  const made = preferences.parse(
    tainted(preferences, {
      ...ALL_TAINTS[0]!,
      form: 'plain',
      instead: (path, number) => {
        const at = path.join('.')
        if (at === 'saved_views.*.id') return `v${number}`
        if (at.endsWith('.period')) return 'all'
        return at === 'spend.*.client' ? client : undefined
      },
      lists: (path) => {
        const at = path.join('.')
        if (at === 'saved_views') return short.slice(0, 80)
        return at === 'columns' || at.includes('.') ? undefined : short.slice(0, 120)
      },
    }),
  )
  delete made.columns
  await ask(page, '/api/preferences', { base_version: 0, preferences: made })
}

const clientOf = async (page: Page): Promise<string> => {
  const answer = (await ask(page, '/api/v2/agency')) as { agency: { clients: { client: string }[] } }[]
  return answer[0]!.agency.clients[0]!.client
}

const haveCome = (root: Element) => {
  const all = [...root.querySelectorAll('tbody tr')]
  // Virtual tables have row numbers.
  const numbered = all.filter((row) => row.hasAttribute('aria-rowindex'))
  const rows = numbered.length > 0 ? numbered : all
  return rows.length > 0 && rows.every((row) => row.querySelector('a, button') !== null)
}

const walkTable = async (page: Page, name: string, look: () => Promise<void>) => {
  const root = table(page, name).locator
  await expect(root.getByRole('link').first()).toBeVisible()
  for (let top = 0, reached = false; !reached; top += 700) {
    reached = await root.evaluate(async (element, at) => {
      const scrolls = [element.parentElement!, document.scrollingElement!].find(
        (box) => box.scrollHeight > box.clientHeight + 1,
      )
      scrolls?.scrollTo({ top: at })
      for (let frame = 0; frame < 3; frame++) await new Promise((drawn) => requestAnimationFrame(drawn))
      return !scrolls || at + scrolls.clientHeight >= scrolls.scrollHeight
    }, top)
    await expect.poll(() => root.evaluate(haveCome)).toBe(true)
    await look()
  }
}

const begin = async (page: Page, origin: Origin) => {
  const watch = createWatch(page, origin)
  await enter(page, origin)
  const client = await clientOf(page)
  await taintPreferences(page, client)
  const search = `client=${encodeURIComponent(client)}`
  const go = async (path: string) => {
    await page.goto(`${origin}${path}${path.includes('?') ? '&' : '?'}${search}`)
    await expect(page.getByRole('heading').first()).toBeVisible()
  }
  const look = async (path: string) => {
    await go(path)
    await answered(page)
    await watch.look()
  }
  const visitContacts = async (numbers: readonly number[]) => {
    await go('/objects/o1/calls/1')
    await expect(page.getByRole('region', { name: 'Attribution' })).toBeVisible()
    for (const number of numbers) {
      await openContact(page, 'o1', number + 1, `?${search}`)
      await watch.look()
    }
  }
  return { ...watch, go, visit: look, visitContacts }
}

/** Wide and unbreakable without a font. */
const STACKED_DIACRITICS = PAYLOADS.findIndex((payload) => payload.includes('\u0334\u031B'))

const every = (step: number) => ALL_TAINTS.map(({ number }) => number).filter((number) => number % step === 0)
const objectPath = (number: number) => `/objects/${encodeURIComponent(taintedOid(number))}`

const spendFile = () =>
  [
    ['Source', 'Campaign', 'Month', 'Amount'],
    ...PAYLOADS.filter((payload) => payload.length < 250).map((payload) => [
      payload,
      payload,
      '2026-10',
      '1000',
    ]),
  ]
    .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';'))
    .join('\r\n')

const importSpend = async (page: Page, look: () => Promise<void>) => {
  await page.getByRole('button', { name: 'Spend', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Spend' })
  await dialog.getByRole('button', { name: 'File', exact: true }).click()
  await dialog.getByLabel('CSV or Excel file', { exact: true }).setInputFiles({
    name: '"><img src=x onerror=window.__pwn=1>.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(spendFile()),
  })
  await expect(dialog.getByRole('table', { name: 'Amounts to apply' })).toBeVisible()
  await look()
}

test.beforeEach(({ allowConsole }) =>
  // Odd objects may lack answers.
  allowConsole(/status of 4\d\d/),
)

test('taint-every-field, every-anchor-is-safe: clients and contacts, all payloads in the texts of their lists', async ({
  page,
  second: { origin },
}) => {
  const { go, look, unseen, strangers } = await begin(page, origin)
  await go('/clients')
  await walkTable(page, 'Clients', look)
  await go('/calls?period=all')
  await walkTable(page, 'Contacts', look)
  expect(unseen()).toEqual([])
  expect(strangers).toEqual([])
})

for (const [kind, paths] of Object.entries({
  'what is of the account': ['/overview/report', '/settings', '/health', '/alerts'],
  'lists of objects and of whom to call back': ['/objects', '/call-back'],
  objects: [objectPath(1), objectPath(8)],
}))
  test(`taint-every-field, every-anchor-is-safe: ${kind}, one page of each kind`, async ({
    page,
    second: { origin },
  }) => {
    const { visit, strangers } = await begin(page, origin)
    for (const path of paths) await visit(path)
    expect(strangers).toEqual([])
  })

test('taint-every-field, every-anchor-is-safe: pages of contacts, the console and a file of spend', async ({
  page,
  second: { origin },
}) => {
  const { go, visit, visitContacts, look, strangers } = await begin(page, origin)
  await visitContacts([...every(60), STACKED_DIACRITICS])
  await go('/console?endpoint=all_calls')
  await page.getByRole('button', { name: 'Send request' }).click()
  await page.getByRole('button', { name: 'Open all' }).click()
  await look()
  await visit('/overview')
  await importSpend(page, look)
  expect(strangers).toEqual([])
})

test(
  'taint-every-field, every-anchor-is-safe: every list to its end, every object and every contact',
  { tag: '@long' },
  async ({ page, second: { origin } }) => {
    test.setTimeout(3_600_000)
    const { go, visit, visitContacts, look, unseen, strangers } = await begin(page, origin)
    await go('/objects')
    await walkTable(page, 'Objects', look)
    await visitContacts(every(1))
    expect(unseen()).toEqual([])
    for (const number of every(1)) await visit(objectPath(number))
    for (const number of every(20)) await visit(`/overview?object=${encodeURIComponent(taintedOid(number))}`)
    expect(strangers).toEqual([])
  },
)
