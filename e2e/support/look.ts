import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import type axeCore from 'axe-core'
import { isQuickSuite } from '../../src/test/suite.ts'

/** The page, or only its overlay and colors. */
interface Evaluation {
  readonly over?: boolean
  readonly rules: 'all' | 'colours'
}

const OVER = 'data-looked-at'
/** Marks overlays. */
const markOver = (page: Page) =>
  page.evaluate((mark) => {
    for (const one of document.querySelectorAll(`[${mark}]`)) one.removeAttribute(mark)
    const open = document.querySelectorAll(':popover-open, dialog[open]')
    for (const one of open) one.setAttribute(mark, '')
    return open.length > 0
  }, OVER)

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** No axe violations. Sandboxed frames are excluded: axe would hang. */
export const axe = async (page: Page, { over = false, rules }: Evaluation) => {
  const isOver = over && (await markOver(page))
  // Scrolls content out from under sticky bars.
  if (!isOver) await page.evaluate(() => scrollTo(0, 0))
  // Injecting half a megabyte each time is slow.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  const violations = await page.evaluate(
    async ({ include, runOnly }) => {
      const { run } = (globalThis as unknown as { axe: typeof axeCore }).axe
      const context = { ...(include && { include: [[include]] }), exclude: [['iframe[sandbox=""]']] }
      const found = await run(context, {
        resultTypes: ['violations'],
        // WCAG 2.2 rules are off by default in axe.
        ...(runOnly ? { runOnly } : { rules: { 'target-size': { enabled: true } } }),
      })
      // What scrolls below a bar that stays is whole again when it is scrolled to.
      const isScrolledTo = ({ any }: axeCore.NodeResult) =>
        any.some(({ data }) => (data as { messageKey?: string } | null)?.messageKey === 'partiallyObscured')
      return found.violations.flatMap(({ id, help, nodes }) => {
        const at = nodes.filter((node) => id !== 'target-size' || !isScrolledTo(node)).map(({ html }) => html)
        return at.length > 0 ? [{ id, help, at }] : []
      })
    },
    {
      include: isOver ? `[${OVER}]` : undefined,
      runOnly: rules === 'all' ? undefined : ['color-contrast', 'link-in-text-block'],
    },
  )
  expect(violations, `axe on ${page.url()}`).toEqual([])
}

/** Waits for color transitions (120 ms), not for endless animations. */
const settled = (page: Page) =>
  page.evaluate(async () => {
    const changes = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(changes.map(({ finished }) => finished))
  })

/** `npm test` looks once; the dark theme too is in `npm run test:all`. */
const THEMES = isQuickSuite ? (['light'] as const) : (['light', 'dark'] as const)

/** Does the same in each theme, which follows the system's until one is chosen. */
export const eachTheme = async (page: Page, work: (theme: 'light' | 'dark') => Promise<void>) => {
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme })
    await settled(page)
    await work(theme)
  }
}
