import process from 'node:process'
import type { Page } from '@playwright/test'
import { installPeers } from './analytics/hosts.ts'
import { ms, percentile, printFigures, printTable, share, withBench, type BenchFigure } from './support.ts'
import { clickToPaint, filterPeerToPaint, VIEWS } from './table/filter.ts'
import { measurePass, prepare, type Pass, type ScrolledTable } from './table/gesture.ts'
import type { PeerName } from './table/peer-page.tsx'
import { servePeers } from './table/peer-server.ts'

/*
 * npm run bench:table: the journal under a wheel, beside tables that do nothing but show the same texts: rows of a pool
 * written by hand, which are the unit, TanStack Virtual, AG Grid Community. They are measured in turns of one run.
 */

const CONTACTS = 200_000
const ROUNDS = Number(process.env['ROUNDS'] ?? 5)
const FILTERS = 5
const PEERS: readonly PeerName[] = ['pool', 'virtual', 'ag-grid']
const NAMES = {
  journal: 'Callboard',
  pool: 'row pool by hand',
  virtual: 'TanStack Virtual',
  'ag-grid': 'AG Grid Community',
} as const satisfies Record<PeerName | 'journal', string>
type Name = keyof typeof NAMES

const ROW = 32
const BOX = '[data-scroll-restoration-id="contacts"]'
const JOURNAL: ScrolledTable = {
  box: BOX,
  row: `${BOX} tbody > tr`,
  rowIndex: 'aria-rowindex',
  rowHeight: ROW,
  // Rows are counted from 1, and the head is one of them.
  first: 2,
  head: 32,
  waiting: ':not(:has(a))',
}
const TWELVE = [
  'date',
  'status',
  'caller',
  'source',
  'page',
  'duration',
  'object',
  'kind',
  'target',
  'crm',
  'manager',
  'region',
]
const SIXTEEN = [...TWELVE, 'custom_status', 'service', 'comments', 'recording']

/** The texts of so many contacts, from which the peers make all of theirs. */
const TEXTS = 2_000

/** A contact as texts, one for each of the twelve columns. */
const textsOf = (call: Readonly<Record<string, unknown>>): string[] => {
  const nested = (field: string, key: string) =>
    (call[field] as Readonly<Record<string, unknown>> | null | undefined)?.[key]
  return [
    String(call['date']).slice(0, 16).replace('T', ' '),
    call['status'],
    call['phone_number_from'],
    nested('source', 'title'),
    call['request_uri'],
    call['duration'],
    call['obj_oid'],
    nested('call_type', 'name'),
    call['target'] ? 'Target' : null,
    nested('customer_status', 'status'),
    call['managers'],
    call['region'],
  ].map((value) => ((typeof value === 'string' && value) || typeof value === 'number' ? `${value}` : '–'))
}

const readTexts = async (page: Page) => {
  const texts: string[][] = []
  for (let number = 1; texts.length < TEXTS; number++) {
    const answer = await page.request.get('/api/v2/calls', {
      params: { period: 'all', page: number },
      headers: { 'x-requested-by': 'callboard' },
    })
    if (!answer.ok()) throw new Error(`Page ${number} of contacts: ${answer.status()} ${await answer.text()}`)
    const { calls } = (await answer.json()) as { calls: Record<string, unknown>[] }
    texts.push(...calls.map(textsOf))
    if (calls.length === 0) break
  }
  return texts
}

const openJournal = async (page: Page) => {
  await page.goto('/calls?period=all')
  await page.getByRole('table', { name: 'Contacts' }).getByRole('link').first().waitFor()
}

const withColumns = async (page: Page, origin: string, shown: readonly string[]) => {
  const saved = await page.request.put('/api/preferences', {
    data: { base_version: 0, preferences: { columns: { contacts: { shown } } } },
    headers: { origin, 'x-requested-by': 'callboard' },
  })
  if (!saved.ok()) throw new Error(`Columns: ${saved.status()}`)
  await openJournal(page)
  // Preferences may come after the first rows.
  await page.locator(`thead th:nth-child(${shown.length})`).waitFor()
  const columns = await page.locator('thead th').count()
  if (columns !== shown.length) throw new Error(`${columns} columns in place of ${shown.length}`)
}

const nodesOf = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length)

const median = (numbers: readonly number[]) => percentile(numbers, 0.5)

installPeers()
await withBench(CONTACTS, async ({ browser, open, origin }) => {
  const peers = await servePeers()
  try {
    const journal = await open('marketer')
    await withColumns(journal, origin, SIXTEEN)
    await prepare(journal, JOURNAL)
    await measurePass(journal, JOURNAL)
    const nodes16 = await nodesOf(journal)
    await withColumns(journal, origin, TWELVE)
    const box = await journal.locator(BOX).boundingBox()
    const widths = await journal.evaluate(() =>
      [...document.querySelectorAll('thead th')].map((cell) => cell.getBoundingClientRect().width),
    )
    const count =
      Number(await journal.getByRole('table', { name: 'Contacts' }).getAttribute('aria-rowcount')) - 1
    const texts = await readTexts(journal)

    const pages = new Map<Name, { page: Page; table: ScrolledTable }>([
      ['journal', { page: journal, table: JOURNAL }],
    ])
    for (const name of PEERS) {
      const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
      await page.goto(peers.origin)
      await page.waitForFunction(() => globalThis.startPeer !== undefined)
      const found = await page.evaluate((start) => globalThis.startPeer!(start), {
        name,
        count,
        texts,
        columns: TWELVE,
        widths,
        height: box!.height - ROW,
        width: box!.width,
        rowHeight: ROW,
      })
      pages.set(name, { page, table: { ...found, rowHeight: ROW, first: 0 } })
    }
    const passes = new Map<Name, Pass[]>()
    const nodes = new Map<Name, number>()
    for (const [, { page, table }] of pages) await prepare(page, table)
    for (let round = 0; round < ROUNDS; round++)
      for (const [name, { page, table }] of pages) {
        passes.set(name, [...(passes.get(name) ?? []), await measurePass(page, table)])
        nodes.set(name, Math.max(nodes.get(name) ?? 0, await nodesOf(page)))
      }

    const paints = new Map<Name, number[]>()
    const note = (name: Name, took: number) => paints.set(name, [...(paints.get(name) ?? []), took])
    const values = [...new Set(texts.map((row) => row[1]!))].slice(0, VIEWS.length)
    for (let round = 0; round < FILTERS; round++) {
      await openJournal(journal)
      for (const [step, view] of VIEWS.entries()) {
        await journal.bringToFront()
        note('journal', (await clickToPaint(journal, view)).beyond)
        for (const name of PEERS) {
          const { page } = pages.get(name)!
          await page.bringToFront()
          note(name, await filterPeerToPaint(page, 1, values[step]!))
        }
      }
    }

    const of = (name: Name, read: (pass: Pass) => number) => median(passes.get(name)!.map(read))
    const unit = of('pool', ({ work }) => work)
    const paintUnit = median(paints.get('pool')!)
    const rows = [
      [
        '',
        'work a screen',
        'of it style, layout, paint, script',
        'styled a screen',
        'lost frames',
        'frame p95',
        'blank rows',
        'nodes',
        'filter to paint',
      ],
      ...[...pages.keys()].map((name) => [
        NAMES[name],
        `${of(name, ({ work }) => work).toFixed(1)} ms, ${(of(name, ({ work }) => work) / unit).toFixed(2)} ×`,
        (['style', 'layout', 'paint', 'script'] as const)
          .map((part) => of(name, ({ parts }) => parts[part]).toFixed(1))
          .join(', '),
        of(name, ({ styled }) => styled).toFixed(0),
        share(of(name, ({ lost }) => lost)),
        ms(of(name, ({ p95 }) => p95)),
        share(of(name, ({ blank }) => blank)),
        String(nodes.get(name)),
        `${ms(median(paints.get(name)!))}, ${(median(paints.get(name)!) / paintUnit).toFixed(2)} ×`,
      ]),
    ]
    const ours = {
      work: of('journal', ({ work }) => work) / unit,
      lost: of('journal', ({ lost }) => lost),
      blank: of('journal', ({ blank }) => blank),
      paint: median(paints.get('journal')!) / paintUnit,
    }
    const virtual = {
      work: of('virtual', ({ work }) => work) / unit,
      lost: of('virtual', ({ lost }) => lost),
    }
    const figures: BenchFigure[] = [
      {
        name: 'work a screen',
        value: `${ours.work.toFixed(2)} × the pool`,
        goal: `1.3 ×, or TanStack Virtual's ${virtual.work.toFixed(2)} ×`,
        met: ours.work <= Math.max(1.3, virtual.work),
      },
      {
        name: 'lost frames',
        value: share(ours.lost),
        goal: `TanStack Virtual's ${share(virtual.lost)}`,
        met: ours.lost <= virtual.lost,
      },
      {
        name: 'blank rows among loaded ones',
        value: share(ours.blank),
        goal: 'none',
        met: ours.blank === 0,
      },
      {
        name: 'filter to paint, beyond the service',
        value: `${ours.paint.toFixed(2)} × the pool`,
        goal: '1.5 ×',
        met: ours.paint <= 1.5,
      },
      {
        name: 'nodes with 12 columns',
        value: String(nodes.get('journal')),
      },
      { name: 'nodes with 16 columns', value: String(nodes16), goal: '900', met: nodes16 <= 900 },
    ]
    const title = `${count.toLocaleString('en')} rows, 12 columns`
    printTable(title, rows)
    printFigures('Goals', figures)
  } finally {
    await peers.close()
  }
})
