import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { largeAgency, MANAGER } from '#/test/large-agency.ts'
import { fling, frameFigures, HANDWRITTEN, SCREENS, unitFigure } from './fling.ts'
import { ms, percentile, printFigures, withBench, type BenchFigure } from './support.ts'

/*
 * npm run bench:clients: the clients page of an agency with 2,000 clients, some of them pinned. How soon the rows are
 * there, how they scroll, what they weigh, and how soon a search, another order and a pin are on the screen.
 */

const CLIENTS = 2_000
const PINNED = 50
const LOADS = 7
const GOAL_MS = 50

const median = (numbers: readonly number[]) => percentile(numbers, 0.5)

/** Milliseconds from the list's answer to the first row, as the page saw both. */
const firstRow = async (page: Page) => {
  await page.goto('/clients')
  await page.getByRole('table', { name: 'Clients' }).getByRole('link').first().waitFor()
  return page.evaluate(() => {
    const [list] = performance
      .getEntriesByType('resource')
      .filter(({ name }) => new URL(name).pathname === '/api/v2/agency') as PerformanceResourceTiming[]
    return {
      beyond: (globalThis as { firstRowAt?: number }).firstRowAt! - list!.responseEnd,
      service: list!.responseEnd - list!.startTime,
    }
  })
}

/** Runs in the page before anything else: when the first row was painted. */
const watchFirstRow = () => {
  const look = () => {
    if (!document.querySelector('tbody a[data-does="open"]')) {
      requestAnimationFrame(look)
      return
    }
    // The frame that draws it is over by then.
    setTimeout(() => {
      ;(globalThis as { firstRowAt?: number }).firstRowAt = performance.now()
    })
  }
  requestAnimationFrame(look)
}

interface Step {
  /** What is typed into the search. */
  readonly type?: string
  /** The button that is pressed. */
  readonly press?: string
}

/** From an input to the end of the frame that shows what it did; refused if the rows are the same. */
const toPaint = (page: Page, step: Step) =>
  page.evaluate(async ({ type, press }) => {
    const rows = () =>
      document.querySelector('table[aria-label="Clients"]')?.getAttribute('aria-rowcount') +
      [...document.querySelectorAll('tbody a[data-does="open"]')].map((link) => link.textContent).join()
    const before = rows()
    const field = document.querySelector<HTMLInputElement>('input[type="search"]')!
    const button = [...document.querySelectorAll('main button')].find(
      (one) => (one.getAttribute('aria-label') ?? one.textContent) === press,
    ) as HTMLElement | undefined
    const start = performance.now()
    if (type === undefined) button?.click()
    else {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, type)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    do await frame()
    while (rows() === before && performance.now() - start < 2_000)
    if (rows() === before) throw new Error(`Nothing came of ${type ?? press}`)
    return performance.now() - start
  }, step)

/** Each finds other clients than the one before. */
const SEARCHES = ['к', 'кл', 'кл 1', 'h', 'hot', 'hot 2', 'client1', 'client19', 'север', 'park 12', 'w', '']
const COLUMNS = ['Calls', 'Calls', 'Objects', 'Objects', 'Company', 'Company']

const api = createServer(largeAgency(CLIENTS)).listen(0, '127.0.0.1')
await once(api, 'listening')
await withBench(
  { api: `http://127.0.0.1:${(api.address() as AddressInfo).port}` },
  async ({ browser, open, origin }) => {
    const byHand = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await byHand.setContent(HANDWRITTEN)
    const unit = await fling(byHand, '#box')
    await byHand.close()

    const page = await open(MANAGER)
    const pins = Array.from({ length: PINNED }, (_, index) => String((index + 1) * 37))
    const saved = await page.request.put('/api/preferences', {
      data: { base_version: 0, preferences: { pins: { clients: pins } } },
      headers: { origin, 'x-requested-by': 'callboard' },
    })
    if (!saved.ok()) throw new Error(`Pins: ${saved.status()}`)
    await page.addInitScript(watchFirstRow)
    const loads: { beyond: number; service: number }[] = []
    for (let load = 0; load < LOADS; load++) loads.push(await firstRow(page))
    await page
      .getByRole('button', { name: /^Unpin / })
      .first()
      .waitFor()

    const down = await fling(page, 'html')
    await page.evaluate(() => scrollTo({ top: 0 }))
    const searches: number[] = []
    for (let round = 0; round < 3; round++)
      for (const type of SEARCHES) searches.push(await toPaint(page, { type }))
    const sorts: number[] = []
    for (let round = 0; round < 3; round++)
      for (const press of COLUMNS) sorts.push(await toPaint(page, { press }))
    const pinned: number[] = []
    for (let round = 0; round < 10; round++) {
      const first = page.getByRole('button', { name: /^Unpin / }).first()
      const press = (await first.getAttribute('aria-label'))!
      pinned.push(await toPaint(page, { press }))
    }
    const spans = (name: string, times: readonly number[]): BenchFigure[] => [
      { name: `${name}, median of ${times.length}`, value: ms(median(times)) },
      {
        name: `${name}, 95th percentile`,
        value: ms(percentile(times, 0.95)),
        goal: `${GOAL_MS} ms`,
        met: percentile(times, 0.95) <= GOAL_MS,
      },
    ]
    printFigures(`${CLIENTS.toLocaleString('en')} clients, ${PINNED} pinned`, [
      {
        name: `list's answer to first row painted, median of ${LOADS}`,
        value: ms(median(loads.map(({ beyond }) => beyond))),
      },
      { name: '  the service before it', value: ms(median(loads.map(({ service }) => service))) },
      ...spans('key to rows painted, search', searches),
      ...spans('click to rows painted, order', sorts),
      ...spans('click to rows painted, pin', pinned),
      {
        name: `work per screen over ${SCREENS} screens`,
        value: `${ms(down.work / SCREENS)} (${(down.work / unit.work).toFixed(2)} × by hand)`,
      },
      ...frameFigures(down),
      {
        name: 'DOM nodes of the page',
        value: String(down.nodes),
        goal: '1,500',
        met: down.nodes <= 1_500,
      },
      { name: 'heap', value: `${down.heap.toFixed(1)} MB` },
      unitFigure(unit),
    ])
  },
)
api.close()
