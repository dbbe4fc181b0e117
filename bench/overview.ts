import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { createDataset } from '#/server/metrics/columns/dataset.ts'
import { appendSegment, encodeSegment } from '#/server/metrics/columns/segment.ts'
import { DAY_MS, dayNumber } from '#/contract/day.ts'
import { figuresPath, readingState } from '#/contract/figures/reading.ts'
import { openArchive } from '#/server/archive/open.ts'
import { pack, unpack } from '#/server/archive/store/stored-day.ts'
import { addGoal, addTable, median, ms, percentile, chosenSize, whole, type BenchOptions } from './report.ts'
import { inFolder, memoryOf } from './machine.ts'
import { buildApp, ownHeaders, withApp, type BenchApp } from './servers.ts'

/*
 * The overview, counted by the server: memory after the first visit; of a year that is stored the second visit, a click on
 * a filter, and many people who ask at the same time; a click once more over 1,000,000 contacts.
 */

/** Over all accounts; some 50,000 are the large marketer's of a year. */
const CONTACTS = 136_000
/** Each contact so many times: to read a million from the sample would take many minutes. */
const TIMES = 20
const DAYS = 365
const PEOPLE = 50
const EVERY_MS = 2_000
const FOR_MS = 20_000
const PATIENCE_MS = 900_000
/** What a visit leaves behind for a moment is no memory that is held. */
const CALM_MS = 5_000

const NEXT = {
  memory:
    'Take a heap snapshot after the visit: what the sample service holds, what the counting thread loads at its start',
  first: 'See in the server log when the newest days were answered, and when the first report was asked for',
  visit:
    'Lay the phases of one visit beside each other (document, scripts, report, render) and shorten the longest',
  click:
    'See in the server log how much of the click is the answer; the rest is rendering: memoise panels whose rows are the same',
  million: 'Profile one report in the counting thread: the passes over columns that could be one',
  people:
    'See whether equal questions in flight are answered once, and how long a question waits for its turn',
} as const

const dayAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)
const YEAR = `/overview?date_from=${dayAgo(DAYS - 1)}&date_to=${dayAgo(0)}&compare=none`
const JOB = {
  oid: null,
  days: { first: dayNumber(dayAgo(DAYS - 1)), last: dayNumber(dayAgo(0)) },
  comparedDays: null,
}

interface Seen {
  figures: number | null
  loaded: number | null
}

/** Runs in the page before anything else of it. */
const watch = () => {
  const seen: Seen = { figures: null, loaded: null }
  Object.assign(globalThis, { seen })
  const look = () => {
    const summary = [...document.querySelectorAll('section')].find(
      (one) => document.getElementById(one.getAttribute('aria-labelledby') ?? '')?.textContent === 'Summary',
    )
    if (/[1-9]/.test(summary?.textContent ?? '')) seen.figures ??= performance.now()
    const isComplete = [...document.querySelectorAll('button')].some((one) => one.ariaLabel === 'Refresh')
    if (isComplete && document.querySelector('[role=slider]') !== null) seen.loaded ??= performance.now()
    else requestAnimationFrame(look)
  }
  look()
}

/** Milliseconds from the navigation to the last figure. */
const visit = async (page: Page, address = YEAR): Promise<number> => {
  await page.goto(address)
  const loaded = await page.waitForFunction(
    () => (globalThis as unknown as { seen: Seen }).seen.loaded,
    null,
    { timeout: PATIENCE_MS, polling: 50 },
  )
  return (await loaded.jsonValue())!
}

/** Milliseconds until the first figures of the last visit: from the request that makes our server read, and from the navigation. */
const untilFigures = (page: Page) =>
  page.evaluate(() => {
    const { figures } = (globalThis as unknown as { seen: Seen }).seen
    const [request] = performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.includes('/figures/'))
    return { sinceRequest: figures! - request!.startTime, sinceNavigation: figures! }
  })

/** Visits the year so many times; when each showed its first and its last figures, and how many contacts it shows. */
const visits = async (page: Page, count: number) => {
  const figures: number[] = []
  const took: number[] = []
  for (let nth = 0; nth < count; nth++) {
    took.push(await visit(page))
    figures.push((await untilFigures(page)).sinceNavigation)
  }
  const shown = await page
    .getByText(/[\d,]+ contacts/)
    .first()
    .textContent()
  const contacts = Number(/([\d,]+) contacts/.exec(shown ?? '')?.[1]?.replaceAll(',', ''))
  return { figures, took, contacts }
}

/**
 * Milliseconds from a click on the first source to the frame that shows another number of contacts; on and off in turns.
 * New contacts change figures too: only figures of the address after the click are its answer.
 */
const clicks = async (page: Page, count: number): Promise<number[]> => {
  await page.getByRole('region', { name: 'Sources' }).getByRole('rowheader').first().waitFor()
  const took: number[] = []
  for (let nth = 0; nth < count; nth++)
    took.push(
      await page.evaluate(async () => {
        const section = (name: string) =>
          [...document.querySelectorAll('section')].find(
            (one) => document.getElementById(one.getAttribute('aria-labelledby') ?? '')?.textContent === name,
          )!
        const shown = () => section('Summary').textContent
        const row = () => section('Sources').querySelector<HTMLElement>('tbody th button[aria-pressed]')!
        const [before, pressed, address] = [shown(), row().ariaPressed, location.search]
        const from = performance.now()
        const until = async (isDone: () => boolean, what: string) => {
          while (!isDone()) {
            if (performance.now() - from > 10_000) throw new Error(`The click changed nothing: ${what}`)
            await new Promise(requestAnimationFrame)
          }
          return performance.now() - from
        }
        const isFormer = () =>
          location.search === address || section('Summary').closest('[aria-busy=true]') !== null
        row().click()
        const painted = await until(() => !isFormer() && shown() !== before, 'the figures')
        // The list follows when the page is idle: a click before would ask for what is there.
        await until(() => row().ariaPressed !== pressed, 'the row')
        return painted
      }),
    )
  return took
}

/** How long each of many people waits for a report that nobody else asks for just then. */
const askTogether = async (page: Page, origin: string, forMs: number): Promise<number[]> => {
  const cookies = await page.context().cookies()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const took: number[] = []
  const ask = async (name: string, body: object) =>
    fetch(`${origin}/api${figuresPath(null)}/${name}`, {
      method: 'POST',
      headers: { ...ownHeaders(origin), cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const read = async (after: object) =>
    readingState.parse(await (await ask('reading', { ...JOB, ...after })).json())
  for (let state = await read({}); state.is === 'loading';) state = await read({ after: state.version })
  const person = async (nth: number) => {
    await pause((nth * EVERY_MS) / PEOPLE)
    for (const until = performance.now() + forMs; performance.now() < until;) {
      const from = performance.now()
      const filters = [{ by: 'hour', values: [String(nth % 24)], except: true }]
      const question = { filters, ...JOB, bucket: 'week', won: [] }
      const answer = await ask('report', { ...JOB, question })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`A report was answered ${answer.status}`)
      took.push(performance.now() - from)
      await pause(Math.max(0, EVERY_MS - (performance.now() - from)))
    }
  }
  await Promise.all(Array.from({ length: PEOPLE }, (_, nth) => person(nth)))
  return took
}

/** Each stored contact so many times: figures are counted from the columns alone. */
const multiply = async (folder: string, times: number) => {
  const { database } = await openArchive(folder)
  const segments = await database.selectFrom('archive_segments').selectAll().execute()
  for (const { account, first_day, bytes, version } of segments) {
    const plain = await unpack(bytes)
    const data = createDataset()
    for (let time = 0; time < times; time++) appendSegment(data, plain)
    await database
      .updateTable('archive_segments')
      .set({ bytes: await pack(encodeSegment(data), 1), version: version + 1_000_000 })
      .where('account', '=', account)
      .where('first_day', '=', first_day)
      .execute()
  }
  await database
    .updateTable('archive_days')
    .set(({ eb }) => ({ contacts: eb('contacts', '*', times) }))
    .execute()
  await database.destroy()
}

const openPage = async ({ open }: BenchApp) => {
  const page = await open('marketer')
  await page.addInitScript(watch)
  return page
}

const both = (took: readonly number[], name: string, p = 1) =>
  `${ms(median(took))}, ${ms(percentile(took, p))} (${name})`

export const measureOverview = async (options: BenchOptions): Promise<void> => {
  const contacts = chosenSize(options.contacts, options, CONTACTS, 10_000)
  const rounds = chosenSize(options.rounds, options, 9, 2)
  const rows = [['overview', 'measured']]
  buildApp()
  await inFolder((folder) =>
    withApp({ folder, contacts: null }, async (app) => {
      const page = await openPage(app)
      await visit(page, '/overview')
      await pause(CALM_MS)
      const { now, most } = memoryOf(app.pid)
      rows.push([
        'memory of a fresh server after the first overview; at most',
        `${whole(now)}; ${whole(most)} MB`,
      ])
      addGoal('memory of a fresh server after the first overview', now, 250, 'MB', NEXT.memory)
    }),
  )
  await inFolder(async (folder) => {
    await withApp({ folder, contacts }, async (app) => {
      const page = await openPage(app)
      const first = await visit(page)
      const figures = await untilFigures(page)
      const year = await visits(page, rounds)
      const clicked = await clicks(page, rounds)
      const waits = await askTogether(page, app.origin, options.quick ? 4_000 : FOR_MS)
      rows.push(
        ['contacts of the year', whole(year.contacts)],
        [
          'first visit, which reads them: first figures after the request for them, after the navigation; complete',
          `${ms(figures.sinceRequest)}, ${ms(figures.sinceNavigation)}; ${ms(first)}`,
        ],
        ['second visit to its first figures', both(year.figures, 'slowest')],
        ['second visit to complete figures and the chart', both(year.took, 'slowest')],
        ['click on a source to painted figures', both(clicked, 'slowest')],
        [
          `${PEOPLE} people, a report every ${EVERY_MS / 1000} s each, ${whole(waits.length)} in all`,
          both(waits, 'p99', 0.99),
        ],
      )
      // The service's first answer comes after that request.
      addGoal(
        'first figures of a first visit after the request for them, a year of 50,000 contacts',
        figures.sinceRequest,
        2_000,
        'ms',
        NEXT.first,
      )
      addGoal('second visit of a year of 50,000 contacts', median(year.took), 400, 'ms', NEXT.visit)
      addGoal('click on a filter to paint, 50,000 contacts', median(clicked), 100, 'ms', NEXT.click)
      addGoal(`p99 of ${PEOPLE} people asking every 2 s`, percentile(waits, 0.99), 150, 'ms', NEXT.people)
    })
    await multiply(folder, TIMES)
    await withApp({ folder, contacts }, async (app) => {
      const page = await openPage(app)
      await visit(page)
      const year = await visits(page, rounds)
      const clicked = await clicks(page, rounds)
      rows.push(
        [`contacts of the year, each ${TIMES} times`, whole(year.contacts)],
        ['second visit to its first figures', both(year.figures, 'slowest')],
        ['second visit to complete figures and the chart', both(year.took, 'slowest')],
        ['click on a source to painted figures', both(clicked, 'slowest')],
      )
      addGoal('click on a filter to paint, 1,000,000 contacts', median(clicked), 200, 'ms', NEXT.million)
    })
  })
  addTable(rows)
}
