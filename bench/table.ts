import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import process from 'node:process'
import type { Page } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { build, preview, type InlineConfig } from 'vite'
import { addGoal, addRemark, addTable, median, ms, percent, chosenSize, times, whole } from './report.ts'
import type { BenchOptions } from './report.ts'
import { inFolder } from './machine.ts'
import { buildApp, ownHeaders, withApp, type BenchApp } from './servers.ts'
import { loadRows, measurePass, withSlowCpu, type Pass, type ScrolledTable } from './table/gesture.ts'
import type { PeerName } from './table/peer-page.tsx'

/*
 * The journal under a wheel, beside tables that do nothing but show the same texts: rows of a pool written by hand, which
 * are the unit, TanStack Virtual, AG Grid Community. They are measured in turns of one run, at full and at half speed.
 */

/** Over all accounts; the large marketer's are about 84,000. */
const CONTACTS = 200_000
const PEERS: readonly PeerName[] = ['pool', 'virtual', 'ag-grid']
const NAMES = {
  journal: 'Callboard',
  pool: 'row pool by hand',
  virtual: 'TanStack Virtual',
  'ag-grid': 'AG Grid Community',
} as const satisfies Record<PeerName | 'journal', string>
type Name = keyof typeof NAMES

const NEXT = {
  work: 'Trace one screen: fewer elements a row, fewer classes and inline styles a cell',
  lost: 'Trace a pass at half speed: draw fewer rows ahead, and leave titles and marks until it stands',
  blank: 'Draw rows ahead in the direction of the wheel',
  paint: 'Trace a click on a view: what renders besides the rows, and whether rows keep their elements',
} as const

const ROW = 32
const BOX = '[data-scroll-restoration-id="contacts"]'
const JOURNAL: ScrolledTable = {
  box: BOX,
  row: `${BOX} tbody > tr`,
  rowIndex: 'aria-rowindex',
  rowHeight: ROW,
  // Rows are counted from 1, and the head is one of them.
  first: 2,
  head: ROW,
  // A record that cannot be read has no link, but a text.
  waiting: ':not(:has(td:not(:empty)))',
}
const COLUMNS = 'date status caller source page duration object kind target crm manager region'.split(' ')
/** Views of the journal that ask the service for one list each. It is kept as long as the page is open: each is clicked once. */
const VIEWS = ['target', 'long_calls']

/** The texts of so many contacts, from which the peers make all of theirs. */
const TEXTS = 2_000

/** A contact as texts, one for each column. */
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

const withColumns = async (page: Page, origin: string) => {
  const saved = await page.request.put('/api/preferences', {
    data: { base_version: 0, preferences: { columns: { contacts: { shown: COLUMNS } } } },
    headers: ownHeaders(origin),
  })
  if (!saved.ok()) throw new Error(`Columns: ${saved.status()}`)
  await openJournal(page)
  // Preferences may come after the first rows.
  await page.locator(`thead th:nth-child(${COLUMNS.length})`).waitFor()
}

/** A click on a view: milliseconds until its rows are painted, without the service's own. */
const clickToPaint = (page: Page, view: string): Promise<number> =>
  page.evaluate(
    async ([view, box]) => {
      const tab = document.querySelector<HTMLElement>(`[data-view="${view}"]`)
      if (!tab) throw new Error(`No view ${view}`)
      const lists = () =>
        performance.getEntriesByType('resource').filter(({ name }) => {
          // A look ahead at the second page is not waited for.
          const { pathname, searchParams } = new URL(name)
          return pathname === '/api/v2/calls' && !searchParams.has('page')
        }) as PerformanceResourceTiming[]
      const before = lists().length
      const start = performance.now()
      tab.click()
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      while (lists().length === before || document.querySelector(box)?.getAttribute('aria-busy') === 'true') {
        await frame()
        if (performance.now() - start > 10_000) throw new Error(`Nothing came of ${view}`)
      }
      // The frame in which the rows are drawn has begun; the next one begins when it is over.
      await frame()
      const shown = performance.now() - start
      const [listRequest] = lists().slice(before)
      return shown - (listRequest!.responseEnd - listRequest!.startTime)
    },
    [view, BOX] as const,
  )

/** The same for a peer, which has its rows at hand. */
const filterToPaint = (page: Page, column: number, value: string): Promise<number> =>
  page.evaluate(
    async ([column, value]) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      const start = performance.now()
      await globalThis.filterPeer!(column, value)
      await frame()
      await frame()
      return performance.now() - start
    },
    [column, value] as const,
  )

/** AG Grid is no dependency of the project: it comes when it is first needed. */
const installPeers = () => {
  const peers = join(import.meta.dirname, 'peers')
  if (existsSync(join(peers, 'node_modules/ag-grid-community'))) return
  const { status } = spawnSync('npm', ['ci'], {
    cwd: peers,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error('AG Grid could not be installed')
}

/** Builds the peers' page as the app is built, and serves it. */
const servePeers = async (outDir: string) => {
  const config: InlineConfig = {
    configFile: false,
    root: join(import.meta.dirname, 'table'),
    logLevel: 'error',
    plugins: [react()],
    build: { outDir, emptyOutDir: true, target: 'es2023' },
  }
  await build(config)
  const server = await preview({ ...config, preview: { host: '127.0.0.1', port: 0 } })
  const { port } = server.httpServer.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: () => server.close() }
}

type Tables = ReadonlyMap<Name, { readonly page: Page; readonly table: ScrolledTable }>

/** The journal, and the peers with as many rows of the same texts in a box of the same size. */
const openTables = async ({ browser, open, origin }: BenchApp, peers: string) => {
  const journal = await open('marketer')
  await withColumns(journal, origin)
  const box = (await journal.locator(BOX).boundingBox())!
  const widths = await journal.evaluate(() =>
    [...document.querySelectorAll('thead th')].map((cell) => cell.getBoundingClientRect().width),
  )
  const rowCount = await journal.getByRole('table', { name: 'Contacts' }).getAttribute('aria-rowcount')
  const count = Number(rowCount) - 1
  const texts = await readTexts(journal)
  const tables = new Map<Name, { page: Page; table: ScrolledTable }>([
    ['journal', { page: journal, table: JOURNAL }],
  ])
  for (const name of PEERS) {
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
    await page.goto(peers)
    await page.waitForFunction(() => globalThis.startPeer !== undefined)
    const found = await page.evaluate((start) => globalThis.startPeer!(start), {
      name,
      count,
      texts,
      columns: COLUMNS,
      widths,
      height: box.height - ROW,
      width: box.width,
      rowHeight: ROW,
    })
    tables.set(name, { page, table: { ...found, rowHeight: ROW, first: 0 } })
  }
  return { tables, count, values: [...new Set(texts.map((row) => row[1]!))].slice(0, VIEWS.length) }
}

/** Passes of each table, in turns. */
const scrollAll = async (tables: Tables, rounds: number, slower: number) => {
  const passes = new Map<Name, Pass[]>([...tables.keys()].map((name) => [name, []]))
  for (let round = 0; round < rounds; round++)
    for (const [name, { page, table }] of tables)
      passes.get(name)!.push(await withSlowCpu(page, slower, () => measurePass(page, table)))
  return (name: Name, read: (pass: Pass) => number) => median(passes.get(name)!.map(read))
}

/** Milliseconds from a filter to its rows. */
const filterAll = async (tables: Tables, rounds: number, values: readonly string[]) => {
  const paints = new Map<Name, number[]>([...tables.keys()].map((name) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    const { page: journal } = tables.get('journal')!
    await journal.bringToFront()
    await openJournal(journal)
    for (const [step, view] of VIEWS.entries())
      for (const [name, { page }] of tables) {
        await page.bringToFront()
        const took = name === 'journal' ? clickToPaint(page, view) : filterToPaint(page, 1, values[step]!)
        paints.get(name)!.push(await took)
      }
  }
  return (name: Name) => median(paints.get(name)!)
}

export const measureTable = async (options: BenchOptions): Promise<void> => {
  const rounds = chosenSize(options.rounds, options, 5, 1)
  const contacts = chosenSize(options.contacts, options, CONTACTS, 20_000)
  installPeers()
  buildApp()
  await inFolder(async (folder) => {
    await using peers = await servePeers(join(folder, 'peers'))
    await withApp({ folder: join(folder, 'data'), contacts }, async (app) => {
      const { tables, count, values } = await openTables(app, peers.origin)
      for (const { page, table } of tables.values()) await loadRows(page, table)
      const full = await scrollAll(tables, rounds, 1)
      const half = await scrollAll(tables, rounds, 2)
      const paint = await filterAll(tables, rounds, values)
      const work = (name: Name) => full(name, (pass) => pass.work)
      addRemark(
        `${whole(count)} rows, ${COLUMNS.length} columns; medians of ${rounds} rounds. Lost frames and blank rows: at full speed; with the CPU at half speed.`,
      )
      addTable([
        [
          'table',
          'work a screen',
          'of it style, layout, paint, script',
          'styled a screen',
          'lost frames',
        ].concat(['frame p95', 'blank rows', 'nodes', 'filter to paint']),
        ...[...tables.keys()].map((name) => [
          NAMES[name],
          `${ms(work(name))}, ${times(work(name) / work('pool'))} ×`,
          (['style', 'layout', 'paint', 'script'] as const)
            .map((part) => full(name, ({ parts }) => parts[part]).toFixed(1))
            .join(', '),
          whole(full(name, ({ styled }) => styled)),
          [full, half].map((of) => percent(of(name, ({ lost }) => lost))).join('; '),
          [full, half].map((of) => ms(of(name, ({ p95 }) => p95))).join('; '),
          [full, half].map((of) => percent(of(name, ({ blank }) => blank))).join('; '),
          whole(full(name, ({ nodes }) => nodes)),
          `${ms(paint(name))}, ${times(paint(name) / paint('pool'))} ×`,
        ]),
      ])
      const lost = ({ lost: share }: Pass) => share * 100
      const blank = ({ blank: share }: Pass) => share * 100
      const ofVirtual = "TanStack Virtual's and 5 points"
      addGoal("work a screen beside AG Grid's", work('journal') / work('ag-grid'), 0.8, '×', NEXT.work)
      addGoal(
        `lost frames at half speed, ${ofVirtual}`,
        half('journal', lost),
        half('virtual', lost) + 5,
        '%',
        NEXT.lost,
      )
      addGoal(
        `blank rows at half speed, ${ofVirtual}`,
        half('journal', blank),
        half('virtual', blank) + 5,
        '%',
        NEXT.blank,
      )
      addGoal('blank rows among loaded ones', full('journal', blank), 0, '%', NEXT.blank)
      addGoal(
        "filter to paint beside the pool's, without the service",
        paint('journal') / paint('pool'),
        2.5,
        '×',
        NEXT.paint,
      )
    })
  })
}
