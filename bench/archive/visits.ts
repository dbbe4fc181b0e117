import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { measureExport } from './export.ts'
import { ms, percentile, withBench, type Bench, type BenchFigure } from '../support.ts'

/*
 * A year's overview in Chromium: the first visit fills the archive, the second is answered from it, and the same page pages.
 * One server serves the sample as an API, another one stands in front of it, and what passes between them is timed.
 */

const DAYS = 365
/** Requests a second that others have meanwhile. */
const OTHERS = 30
const GOAL_VISIT_MS = 1_000
const GOAL_SHARE = 1 / 20
const GOAL_FILLING = 1.1
const GOAL_STOP_MS = 50
const IN_FLIGHT = 4
const PATIENCE_MS = 600_000

const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const ADDRESS = `/overview?date_from=${dayAgo(DAYS - 1)}&date_to=${dayAgo(0)}&compare=none`

/** Stands between our server and the API, and times the lists of contacts that go through. */
const startBetween = async (api: string) => {
  const took: number[] = []
  const target = new URL(api)
  const server = createServer((incoming, outgoing) => {
    const started = performance.now()
    const { method, headers, url = '' } = incoming
    const onward = request(
      { host: '127.0.0.1', port: target.port, path: url, method, headers: { ...headers, host: target.host } },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
        answer.once('end', () => {
          if (/\/v2\/calls\b/.test(url)) took.push(performance.now() - started)
        })
      },
    )
    onward.once('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { took, origin: `http://localhost:${port}`, close: () => server.close() }
}

/** Runs in the page before anything else of it. */
const watch = () => {
  const seen = { loaded: null as number | null }
  Object.assign(globalThis, { seen })
  const look = () => {
    const buttons = [...document.querySelectorAll('button')]
    const isThere = document.querySelector('[role=slider]') !== null
    if (isThere && buttons.some((one) => one.getAttribute('aria-label') === 'Refresh'))
      seen.loaded ??= performance.now()
    requestAnimationFrame(look)
  }
  look()
}

/** Milliseconds from the navigation to the last figure. */
const visit = async (page: Page): Promise<number> => {
  await page.goto(ADDRESS)
  const loaded = await page.waitForFunction(
    () => (globalThis as unknown as { seen: { loaded: number | null } }).seen.loaded,
    null,
    { timeout: PATIENCE_MS, polling: 100 },
  )
  return (await loaded.jsonValue())!
}

/** What is answered out of memory, so many times a second: how long the slowest one took, others' load included. */
const askMeanwhile = (page: Page) => {
  const took: number[] = []
  let isOver = false
  const cookies = page.context().cookies()
  const { origin } = new URL(page.url())
  const ask = async () => {
    const cookie = (await cookies).map(({ name, value }) => `${name}=${value}`).join('; ')
    const at = performance.now()
    await (
      await fetch(`${origin}/api/session`, { headers: { cookie, origin, 'x-requested-by': 'callboard' } })
    ).text()
    took.push(performance.now() - at)
  }
  const timer = setInterval(() => {
    if (!isOver) void ask().catch(() => undefined)
  }, 1000 / OTHERS)
  return () => {
    isOver = true
    clearInterval(timer)
    return took
  }
}

/** The answer itself, without a browser's work: time and bytes. */
const answers = async (page: Page, times: number) => {
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const { origin } = new URL(page.url())
  const took: number[] = []
  let bytes = 0
  for (let time = 0; time < times; time++) {
    const at = performance.now()
    const response = await fetch(
      `${origin}/api/archive/columns?date_from=${dayAgo(DAYS - 1)}&date_to=${dayAgo(0)}`,
      {
        headers: { cookie, origin, 'x-requested-by': 'callboard' },
      },
    )
    bytes = (await response.arrayBuffer()).byteLength
    took.push(performance.now() - at)
  }
  return { took: percentile(took, 0.5), bytes }
}

const measure = async (
  { open }: Bench,
  took: number[],
  paging: boolean,
  report: (figures: BenchFigure[]) => void,
) => {
  const page = await open('marketer')
  await page.addInitScript(watch)
  await page.goto('/settings')
  const stop = askMeanwhile(page)
  took.length = 0
  const filled = await visit(page)
  const others = stop()
  const [pages, answer] = [took.length, took.reduce((sum, one) => sum + one, 0)]
  const least = answer / IN_FLIGHT
  const said = await page
    .getByText(/[\d,]+ contacts/)
    .first()
    .textContent()
  const contacts = Number(/([\d,]+) contacts/.exec(said ?? '')?.[1]?.replaceAll(',', '') ?? Number.NaN)
  const seconds: number[] = []
  for (let time = 0; time < 3; time++) seconds.push(await visit(page))
  const second = percentile(seconds, 0.5)
  const { took: server, bytes } = await answers(page, 5)
  const figures: BenchFigure[] = [
    { name: 'contacts of the year, pages', value: `${contacts.toLocaleString('en')}, ${pages}` },
    {
      name: 'second visit, navigation to complete figures',
      value: ms(second),
      goal: '1000 ms',
      met: second <= GOAL_VISIT_MS,
    },
    {
      name: 'the columns’ answer, as a client has it',
      value: ms(server),
      goal: '100 ms',
      met: server <= 100,
    },
    {
      name: 'bytes a contact on the wire',
      value: (bytes / contacts).toFixed(1),
      goal: '20',
      met: bytes / contacts <= 20,
    },
    {
      name: 'filling',
      value: `${(filled / 1000).toFixed(1)} s, ${(filled / least).toFixed(2)} × pages × answer time ÷ 4`,
      goal: `${GOAL_FILLING} ×`,
      met: filled / least <= GOAL_FILLING,
    },
    {
      name: `slowest of ${others.length} other requests meanwhile (no stop of the event loop was longer); median`,
      value: `${ms(Math.max(...others))}; ${ms(percentile(others, 0.5))}`,
      goal: ms(GOAL_STOP_MS),
      met: Math.max(...others) <= GOAL_STOP_MS,
    },
  ]
  figures.push(...(await measureExport(page, { from: dayAgo(DAYS - 1), to: dayAgo(0) })))
  if (paging) {
    await page.context().route('**/api/archive/columns*', (route) => route.fulfill({ status: 204 }))
    const paged = await visit(page)
    figures.splice(2, 0, {
      name: 'beside paging',
      value: `${(paged / 1000).toFixed(1)} s, 1/${(paged / second).toFixed(0)}`,
      goal: '1/20',
      met: second / paged <= GOAL_SHARE,
    })
  }
  report(figures)
}

/** @param sample contacts over all accounts; about half of them are the large marketer's, in 430 days */
export const measureVisits = async (sample: number): Promise<BenchFigure[]> => {
  let figures: BenchFigure[] = []
  await withBench(sample, async ({ origin: api }) => {
    const between = await startBetween(api)
    await withBench({ api: between.origin }, (bench) =>
      measure(bench, between.took, true, (found) => (figures = found)),
    )
    between.close()
  })
  return figures
}
