import { setTimeout as pause } from 'node:timers/promises'
import process from 'node:process'
import type { Page } from '@playwright/test'
import { figuresPath, readingState } from '#/contract/figures/reading.ts'
import { DAY_MS, dayNumber } from '#/contract/day.ts'
import { ms, percentile, printFigures, withBench, type BenchFigure } from './support.ts'

/*
 * npm run bench:overview: the overview of a year that is stored: navigation to complete figures, a click on a filter to
 * painted figures, and how long people wait who ask at the same time. `-- 30000` takes another number of contacts.
 */

/** Over all accounts; about half of them are the large marketer's, in 430 days. */
const CONTACTS = Number(process.argv[2] ?? 118_000)
const DAYS = 365
const VISITS = 7
const CLICKS = 9
const PEOPLE = 50
const EVERY_MS = 2_000
const FOR_MS = 20_000
const PATIENCE_MS = 900_000

const dayAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)
const ADDRESS = `/overview?date_from=${dayAgo(DAYS - 1)}&date_to=${dayAgo(0)}&compare=none`
const JOB = {
  oid: null,
  days: { first: dayNumber(dayAgo(DAYS - 1)), last: dayNumber(dayAgo(0)) },
  comparedDays: null,
}
const REPORT = { filters: [], ...JOB, bucket: 'week', won: [] }

/** Runs in the page before anything else of it. */
const watch = () => {
  const seen = { loaded: null as number | null }
  Object.assign(globalThis, { seen })
  const look = () => {
    const isRefreshable = [...document.querySelectorAll('button')].some((one) => one.ariaLabel === 'Refresh')
    if (isRefreshable && document.querySelector('[role=slider]') !== null) seen.loaded ??= performance.now()
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
    { timeout: PATIENCE_MS, polling: 50 },
  )
  return (await loaded.jsonValue())!
}

/** Milliseconds from a click on the nth source to the frame that shows another number of contacts. */
const click = (page: Page, nth: number): Promise<number> =>
  page.evaluate(async (index) => {
    const section = (name: string) =>
      [...document.querySelectorAll('section')].find(
        (one) => document.getElementById(one.getAttribute('aria-labelledby') ?? '')?.textContent === name,
      )!
    const count = () => section('Summary').textContent
    const before = count()
    const rows = section('Sources').querySelectorAll<HTMLElement>('tbody th button[aria-pressed]')
    const from = performance.now()
    rows[index % rows.length]!.click()
    while (count() === before) {
      if (performance.now() - from > 10_000) throw new Error('The click changed nothing')
      await new Promise(requestAnimationFrame)
    }
    return performance.now() - from
  }, nth)

/** How long each of many people waits for a report that nobody else asks for just then. */
const askTogether = async (origin: string, cookie: string): Promise<number[]> => {
  const took: number[] = []
  const ask = async (name: string, body: object) =>
    fetch(`${origin}/api${figuresPath(null)}/${name}`, {
      method: 'POST',
      headers: { cookie, origin, 'x-requested-by': 'callboard', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  for (let is = 'loading'; is === 'loading';)
    ({ is } = readingState.parse(await (await ask('reading', JOB)).json()))
  const person = async (nth: number) => {
    await pause((nth * EVERY_MS) / PEOPLE)
    for (const until = performance.now() + FOR_MS; performance.now() < until;) {
      const from = performance.now()
      const filters = [{ by: 'hour', values: [String(nth % 24)], except: true }]
      const answer = await ask('report', { ...JOB, question: { ...REPORT, filters } })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`A report was answered ${answer.status}`)
      took.push(performance.now() - from)
      await pause(Math.max(0, EVERY_MS - (performance.now() - from)))
    }
  }
  await Promise.all(Array.from({ length: PEOPLE }, (_, nth) => person(nth)))
  return took
}

await withBench(CONTACTS, async ({ open, origin }) => {
  const page = await open('marketer')
  await page.addInitScript(watch)
  const first = await visit(page)
  const visits: number[] = []
  for (let nth = 0; nth < VISITS; nth++) visits.push(await visit(page))
  const said = await page
    .getByText(/[\d,]+ contacts/)
    .first()
    .textContent()
  await page.getByRole('region', { name: 'Sources' }).getByRole('rowheader').first().waitFor()
  const clicks: number[] = []
  for (let nth = 0; nth < CLICKS; nth++) clicks.push(await click(page, 0))
  const cookies = await page.context().cookies()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  await page.close()
  const waits = await askTogether(origin, cookie)
  const figures: BenchFigure[] = [
    { name: 'contacts of the year', value: said?.trim() ?? '' },
    { name: 'first visit, which reads them', value: ms(first) },
    {
      name: 'second visit, navigation to complete figures: median, slowest',
      value: `${ms(percentile(visits, 0.5))}, ${ms(Math.max(...visits))}`,
      goal: '500 ms',
      met: percentile(visits, 0.5) <= 500,
    },
    {
      name: 'a click on a source to painted figures: median, slowest',
      value: `${ms(percentile(clicks, 0.5))}, ${ms(Math.max(...clicks))}`,
      goal: '100 ms',
      met: percentile(clicks, 0.5) <= 100,
    },
    {
      name: `${PEOPLE} people, a report every ${EVERY_MS / 1000} s each: median, p99 of ${waits.length}`,
      value: `${ms(percentile(waits, 0.5))}, ${ms(percentile(waits, 0.99))}`,
      goal: '150 ms',
      met: percentile(waits, 0.99) <= 150,
    },
  ]
  printFigures('the overview, counted by the server', figures)
})
