import { fling, frameFigures, HANDWRITTEN, SCREENS, unitFigure } from './fling.ts'
import { ms, percentile, printFigures, withBench, type BenchFigure } from './support.ts'
import { clickToPaint, VIEWS } from './table/filter.ts'

/*
 * npm run bench:journal: the journal over a sample of 200,000 contacts. How it scrolls, what it weighs, and how soon a
 * changed filter is on the screen. The unit of scrolling is a list written by hand for nothing but this, in the same
 * Chromium and the same run: absolute times move with the machine.
 */

const CONTACTS = 200_000

const LIST = '[data-scroll-restoration-id="contacts"]'
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

  const changes: { shown: number; server: number; beyond: number }[] = []
  for (let round = 0; round < 5; round++) {
    await page.goto('/calls?period=all')
    await table.getByRole('link').first().waitFor()
    for (const view of VIEWS) changes.push(await clickToPaint(page, view))
  }
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
