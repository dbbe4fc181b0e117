import type { Page } from '@playwright/test'
import { fling, frameFigures, HANDWRITTEN, SCREENS, unitFigure } from './fling.ts'
import { ms, percentile, printFigures, withBench, type BenchFigure } from './support.ts'

/*
 * npm run bench:journal: the journal over a sample of 200,000 contacts. How it scrolls, what it weighs, and how soon a
 * changed filter is on the screen. The unit of scrolling is a list written by hand for nothing but this, in the same
 * Chromium and the same run: absolute times move with the machine.
 */

const CONTACTS = 200_000

/** One click on a chip: what the user waits for beyond the service's own time. */
const clickToPaint = (page: Page, name: string) =>
  page.evaluate(async (label) => {
    const chip = [...document.querySelectorAll<HTMLElement>('[aria-pressed]')].find(
      (one) => one.textContent === label,
    )
    const box = document.querySelector('[data-scroll-restoration-id="contacts"]')
    const lists = () =>
      performance.getEntriesByType('resource').filter(({ name }) => {
        // A look ahead at the second page is not waited for.
        const { pathname, searchParams } = new URL(name)
        return pathname === '/api/v2/calls' && !searchParams.has('page')
      }) as PerformanceResourceTiming[]
    const before = lists().length
    const start = performance.now()
    chip?.click()
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    while (lists().length === before || box?.getAttribute('aria-busy') === 'true') await frame()
    // The frame in which the rows are drawn has begun; the next one begins when it is over.
    await frame()
    const shown = performance.now() - start
    const [asked] = lists().slice(before)
    const server = asked ? asked.responseEnd - asked.startTime : Number.NaN
    return { shown, server, beyond: shown - server }
  }, name)

const LIST = '[data-scroll-restoration-id="contacts"]'
const CHIPS = ['No answer', 'First-time', 'Target', 'Long (over 1 min)']
/** Each step one chip more or less, and each combination once: nothing comes out of the cache. */
const GRAY = Array.from({ length: 2 ** CHIPS.length - 1 }, (_, step) => Math.log2((step + 1) & -(step + 1)))

await withBench(CONTACTS, async ({ browser, open }) => {
  const byHand = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await byHand.setContent(HANDWRITTEN)
  const unit = await fling(byHand, '#box')
  await byHand.close()

  const page = await open('marketer')
  await page.goto('/calls?period=all')
  const table = page.getByRole('table', { name: 'Contacts' })
  await table.getByRole('link').first().waitFor()
  const total = await page.getByRole('status').first().textContent()
  await page.evaluate(() => (globalThis as { gc?: () => void }).gc?.())
  const ours = await fling(page, LIST)
  // The same screens again, upwards: their pages are here, what is left is drawing.
  const again = await fling(page, LIST, -1)

  await page.goto('/calls?period=all')
  await table.getByRole('link').first().waitFor()
  const changes: { shown: number; server: number; beyond: number }[] = []
  for (const chip of GRAY) changes.push(await clickToPaint(page, CHIPS[chip] ?? ''))
  const beyond = changes.map((one) => one.beyond)

  const figures: BenchFigure[] = [
    { name: 'rows of the list', value: total ?? '' },
    {
      name: `work per screen, pages here already, over ${SCREENS} screens`,
      value: `${ms(again.work / SCREENS)} (${(again.work / unit.work).toFixed(2)} × by hand)`,
      goal: '1.3 ×',
      met: again.work / unit.work <= 1.3,
    },
    { name: 'work per screen, asking for its pages and reading them', value: ms(ours.work / SCREENS) },
    ...frameFigures(ours),
    { name: 'last screen whole after', value: ms(ours.rowsWaiting) },
    { name: 'DOM nodes of the page', value: String(ours.nodes), goal: '900', met: ours.nodes <= 900 },
    { name: 'heap', value: `${ours.heap.toFixed(1)} MB`, goal: '35 MB', met: ours.heap <= 35 },
    {
      name: `filter to paint, median of ${changes.length}`,
      value: ms(
        percentile(
          changes.map((one) => one.shown),
          0.5,
        ),
      ),
    },
    {
      name: '  of it the service',
      value: ms(
        percentile(
          changes.map((one) => one.server),
          0.5,
        ),
      ),
    },
    {
      name: '  beyond the service, median',
      value: ms(percentile(beyond, 0.5)),
      goal: '60 ms',
      met: percentile(beyond, 0.5) <= 60,
    },
    {
      name: '  beyond the service, 95th percentile',
      value: ms(percentile(beyond, 0.95)),
      goal: '60 ms',
      met: percentile(beyond, 0.95) <= 60,
    },
    unitFigure(unit),
  ]
  printFigures('Journal', figures)
})
