import type { Page } from '@playwright/test'
import { addDays, dayAt } from '#/contract/day.ts'
import { faultAt } from './fault.ts'
import { signInUnread, type Who } from './sign-in.ts'
import { expect } from './test.ts'

/** Minutes east of UTC, of the marketer's first objects. */
const MOSCOW = 180

/** Regions whose height is known before their figures, with all heights they had. */
const STILL = ['Summary', 'Changes']

interface Moved {
  /** Cumulative layout shift. */
  sum: number
  readonly heights: Record<string, number[]>
}

const countShifts = (page: Page) =>
  page.addInitScript((names) => {
    const moved: Moved = { sum: 0, heights: {} }
    Object.assign(globalThis, { moved })
    const measure = () => {
      for (const section of document.querySelectorAll('main section')) {
        const name = section.querySelector('h2')?.textContent ?? ''
        if (!names.includes(name)) continue
        const heights = (moved.heights[name] ??= [])
        const height = Math.round(section.getBoundingClientRect().height)
        if (heights.at(-1) !== height) heights.push(height)
      }
      requestAnimationFrame(measure)
    }
    measure()
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as PerformanceEntry & {
          readonly value: number
          readonly hadRecentInput: boolean
        }
        if (!hadRecentInput) moved.sum += value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  }, STILL)

/**
 * Loads without layout shifts.
 * @param origin server with an empty archive
 * @param isSlow many contacts
 */
export const expectStillOverview = async (
  page: Page,
  origin: string,
  who: Who,
  { days = 14, isSlow = true } = {},
) => {
  await signInUnread(page, origin, who)
  // Slow pages hit rendered content.
  await faultAt(origin, page.context(), 'calls-slow-pages')
  await countShifts(page)
  // Where the contacts are, it is tomorrow before it is in UTC.
  const today = dayAt(Date.now(), MOSCOW)
  await page.goto(`${origin}/overview?date_from=${addDays(today, 1 - days)}&date_to=${today}`)
  const tiles = page.getByRole('region', { name: 'Summary' })
  if (isSlow) await expect(tiles.getByText('so far').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible()
  await expect(tiles.getByText('so far')).toHaveCount(0)
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Trend', exact: true }).getByRole('slider')).toBeVisible()
  const { sum, heights } = await page.evaluate(() => (globalThis as unknown as { moved: Moved }).moved)
  // Twice the design target.
  expect(sum).toBeLessThanOrEqual(0.1)
  for (const name of STILL) expect(heights[name], name).toHaveLength(1)
}
