import type { Page } from '@playwright/test'
import { percentile, printFigures, withBench } from './support.ts'

/*
 * npm run bench:roll-up: every figure of the roll-up over the 24 clients of the sample. How many requests it takes, how
 * long, and what the queue adds to them: held against the same requests' own answer times, four at a time.
 */

const CONTACTS = 100_000
const IN_FLIGHT = 4
/** What one roll-up may take beyond its requests. */
const GOAL = 1.25

interface Run {
  readonly requests: number
  readonly different: number
  readonly shown: number
  /** Milliseconds that the answers took, one after another. */
  readonly answers: readonly number[]
  readonly most: number
  readonly longestTask: number
}

/** From the press to the last figure, as the page itself sees it. */
const rollUp = (page: Page) =>
  page.evaluate(async (): Promise<Run> => {
    const isCount = ({ name }: PerformanceEntry) =>
      /\/api\/v2\/clients\/[^/]+\/calls$/.test(new URL(name).pathname)
    const longTasks: number[] = []
    const observer = new PerformanceObserver((list) =>
      longTasks.push(...list.getEntries().map(({ duration }) => duration)),
    )
    observer.observe({ type: 'longtask' })
    performance.setResourceTimingBufferSize(5000)
    const region = document.querySelector('section[aria-label="Roll-up"]')!
    const button = (name: string) =>
      [...region.querySelectorAll('button')].find(({ textContent }) => textContent === name)
    const start = performance.now()
    button('Load figures')!.click()
    while (!button('Load again')) await new Promise((resolve) => requestAnimationFrame(resolve))
    const shown = performance.now() - start
    observer.disconnect()
    const entries = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(isCount)
    // At the beginning of each, how many others had begun and not ended.
    const most = Math.max(
      ...entries.map(
        ({ requestStart: at }) =>
          entries.filter((one) => one.requestStart <= at && one.responseEnd > at).length,
      ),
    )
    return {
      requests: entries.length,
      different: new Set(entries.map(({ name }) => name)).size,
      shown,
      answers: entries.map((one) => one.responseEnd - one.startTime),
      most,
      longestTask: Math.max(0, ...longTasks),
    }
  })

const ms = (value: number) => `${value.toFixed(0)} ms`

await withBench(CONTACTS, async ({ open }) => {
  const page = await open('agency_manager')
  await page.goto('/clients')
  const region = page.getByRole('region', { name: 'Roll-up' })
  await region.getByRole('button', { name: /^Period/ }).click()
  await page.getByRole('button', { name: 'Last month' }).click()
  await region.getByRole('button', { name: /^Columns/ }).click()
  await page.getByRole('checkbox', { name: 'First-time' }).check()
  await page.getByRole('checkbox', { name: 'Change' }).check()
  await page.keyboard.press('Escape')
  const [said] = /24 clients × .+ = [\d,]+ requests/.exec((await region.textContent()) ?? '') ?? ['']
  const run = await rollUp(page)

  const sum = run.answers.reduce((all, one) => all + one, 0)
  const least = sum / IN_FLIGHT
  const wanted = Number(/= ([\d,]+)/.exec(said)?.[1]?.replaceAll(',', ''))
  printFigures('roll-up', [
    { name: 'said before', value: said },
    {
      name: 'requests made, different ones',
      value: `${run.requests}, ${run.different}`,
      goal: String(wanted),
      met: run.requests === wanted && run.different === wanted,
    },
    { name: 'in flight at most', value: String(run.most), goal: '4', met: run.most <= IN_FLIGHT },
    { name: 'answer, median', value: ms(percentile(run.answers, 0.5)) },
    { name: 'answer, 95th percentile', value: ms(percentile(run.answers, 0.95)) },
    { name: 'requests × answer time ÷ 4', value: ms(least) },
    {
      name: 'press to last figure',
      value: `${ms(run.shown)} (${(run.shown / least).toFixed(2)} ×)`,
      goal: `${GOAL} ×`,
      met: run.shown / least <= GOAL,
    },
    { name: 'requests a second', value: ((run.requests / run.shown) * 1000).toFixed(0) },
    {
      name: 'longest task meanwhile',
      value: ms(run.longestTask),
      goal: '200 ms',
      met: run.longestTask <= 200,
    },
  ])
})
