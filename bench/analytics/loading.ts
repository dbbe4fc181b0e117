import type { Page, Worker } from '@playwright/test'
import { ms, percentile, printFigures, withBench } from '../support.ts'
import { DAY_MS } from '#/contract/day.ts'

/** Over all accounts; about half of them are the large marketer's. */
const CONTACTS = 130_000
const IN_FLIGHT = 4
const GOAL = 1.15
const LONG_MS = 50
const FIRST_CHARTS_MS = 1000
const SAMPLE_DAYS = 430
/** How often something else is requested meanwhile. */
const ASK_EVERY_MS = 250
const IDLE_ASKS = 40

/** What the page's main thread went through, and when it showed what; milliseconds since 1970. */
interface Seen {
  longestTask: number
  longestGap: number
  charts: number | null
  loaded: number | null
  asks: number[]
}

/** Runs in the page before anything else of it. */
const watch = ({ askEvery, longTasks }: { askEvery: number; longTasks: boolean }) => {
  const seen: Seen = { longestTask: 0, longestGap: 0, charts: null, loaded: null, asks: [] }
  Object.assign(globalThis, { seen })
  const now = () => performance.timeOrigin + performance.now()
  if (longTasks)
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries())
        if (seen.charts !== null && seen.loaded === null)
          seen.longestTask = Math.max(seen.longestTask, duration)
    }).observe({ type: 'longtask' })
  let last = now()
  const tick = () => {
    if (seen.charts !== null && seen.loaded === null)
      seen.longestGap = Math.max(seen.longestGap, now() - last)
    last = now()
    setTimeout(tick, 4)
  }
  tick()
  const look = () => {
    // The trend is the page's only slider. What is found here is on the screen with the frame that begins.
    if (document.querySelector('[role=slider]')) seen.charts ??= now()
    if (seen.charts !== null && document.querySelector('button[aria-label=Refresh]') !== null)
      seen.loaded ??= now()
    requestAnimationFrame(look)
  }
  look()
  const ask = async () => {
    const start = performance.now()
    await (await fetch('/api/v2/calls?period=month&page=3')).arrayBuffer()
    if (seen.charts !== null && seen.loaded === null) seen.asks.push(performance.now() - start)
    if (seen.loaded === null) setTimeout(() => void ask(), askEvery)
  }
  void ask()
}

interface Request {
  readonly start: number
  readonly end: number
}

/** Pages that the worker has asked for; milliseconds since 1970. */
const requestsOf = (worker: Worker): Promise<Request[]> =>
  worker.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => new URL(name).pathname === '/api/v2/calls')
      .map(({ startTime, responseEnd }) => ({
        start: performance.timeOrigin + startTime,
        end: performance.timeOrigin + responseEnd,
      })),
  )

/** What the same request takes when nothing is being loaded. */
const idleAsks = (page: Page, times: number) =>
  page.evaluate(async (count) => {
    const took: number[] = []
    for (let time = 0; time < count; time++) {
      const start = performance.now()
      await (await fetch('/api/v2/calls?period=month&page=3')).arrayBuffer()
      took.push(performance.now() - start)
    }
    return took
  }, times)

const dayAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)

/** The overview of more than a year, from its first request to its last figure. */
export const measureLoading = () =>
  withBench(CONTACTS, async ({ open }) => {
    const page = await open('marketer')
    // The archive would answer: what is measured is paging.
    await page.route('**/api/archive/columns*', (route) => route.fulfill({ status: 204 }))
    await page.addInitScript(watch, { askEvery: ASK_EVERY_MS, longTasks: true })
    page.on('worker', (worker) => {
      // There are thousands, and a worker remembers 250. One that has ended meanwhile is none of ours.
      worker.evaluate(() => performance.setResourceTimingBufferSize(100_000)).catch(() => {})
    })
    await page.goto(`/overview?date_from=${dayAgo(SAMPLE_DAYS)}&date_to=${dayAgo(0)}&compare=none`)
    await page.waitForFunction(() => (globalThis as unknown as { seen: Seen }).seen.loaded !== null, null, {
      timeout: 900_000,
      polling: 500,
    })
    const seen = await page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen)
    const idle = await idleAsks(page, IDLE_ASKS)
    const said = await page
      .getByText(/[\d,]+ contacts/)
      .first()
      .textContent()
    const requests = (await Promise.all(page.workers().map(requestsOf)))
      .flat()
      .toSorted((a, b) => a.start - b.start)

    const [first] = requests
    const answers = requests.map(({ start, end }) => end - start)
    const least = answers.reduce((sum, one) => sum + one, 0) / IN_FLIGHT
    const took = seen.loaded! - first!.start
    const most = Math.max(
      ...requests.map(({ start }) => requests.filter((one) => one.start <= start && one.end > start).length),
    )
    const charts = seen.charts! - first!.end
    const asked = percentile(seen.asks, 0.5)
    const [idleAsk, answer] = [percentile(idle, 0.5), percentile(answers, 0.5)]
    printFigures('loading the overview', [
      { name: 'contacts', value: said?.trim() ?? '' },
      { name: 'pages', value: String(requests.length) },
      { name: 'in flight at most', value: String(most), goal: String(IN_FLIGHT), met: most <= IN_FLIGHT },
      {
        name: 'answer, median and 95th percentile',
        value: `${ms(answer)}, ${ms(percentile(answers, 0.95))}`,
      },
      { name: 'pages × answer time ÷ 4', value: ms(least) },
      {
        name: 'first request to everything shown',
        value: `${ms(took)} (${(took / least).toFixed(2)} ×)`,
        goal: `${GOAL} ×`,
        met: took / least <= GOAL,
      },
      { name: 'contacts a second', value: ((requests.length * 20_000) / took).toFixed(0) },
      {
        name: 'first page’s answer to first charts',
        value: ms(charts),
        goal: ms(FIRST_CHARTS_MS),
        met: charts <= FIRST_CHARTS_MS,
      },
      {
        name: 'longest task of the page while loading',
        value: ms(seen.longestTask),
        goal: ms(LONG_MS),
        met: seen.longestTask <= LONG_MS,
      },
      { name: 'longest gap between two turns of it', value: ms(seen.longestGap) },
      {
        name: `another request meanwhile (${seen.asks.length}), median`,
        value: `${ms(asked)}; ${ms(idleAsk)} after it`,
        goal: ms(idleAsk + answer),
        met: asked <= idleAsk + answer,
      },
    ])
  })
