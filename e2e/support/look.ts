import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import type axeCore from 'axe-core'

/** What axe looks at: the page, or no more than what is open over it and its colours. */
interface Evaluation {
  readonly over?: boolean
  readonly rules: 'all' | 'colours'
}

const OVER = 'data-looked-at'
/** Marks what is open over the page, and says whether anything is. */
const markOver = (page: Page) =>
  page.evaluate((mark) => {
    for (const one of document.querySelectorAll(`[${mark}]`)) one.removeAttribute(mark)
    const open = document.querySelectorAll(':popover-open, dialog[open]')
    for (const one of open) one.setAttribute(mark, '')
    return open.length > 0
  }, OVER)

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * What is looked at has no violation that axe knows of, or none of its colours, in the theme it shows. What is in a frame
 * that may run nothing is left out: axe runs there no more than anything else, and would wait for ever.
 */
export const axe = async (page: Page, { over = false, rules }: Evaluation) => {
  const isOver = over && (await markOver(page))
  // What stands below a bar that stays cannot be pressed before it is scrolled to.
  if (!isOver) await page.evaluate(() => scrollTo(0, 0))
  // Half a megabyte that is sent and read for every look would take longer than the look itself.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  const violations = await page.evaluate(
    async ({ include, runOnly }) => {
      const { run } = (globalThis as unknown as { axe: typeof axeCore }).axe
      const context = { ...(include && { include: [[include]] }), exclude: [['iframe[sandbox=""]']] }
      // What is in order is not written down.
      const found = await run(context, {
        resultTypes: ['violations'],
        // It is of WCAG 2.2, and axe leaves it out unless it is asked for.
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

/** Colours change in 120 ms: what is measured before is of neither theme. What turns for ever is not waited for. */
const settled = (page: Page) =>
  page.evaluate(async () => {
    const changes = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(changes.map(({ finished }) => finished))
  })

/** Does the same in the light and the dark theme, which follow the system's until one is chosen. */
export const bothThemes = async (page: Page, work: (theme: 'light' | 'dark') => Promise<void>) => {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    await settled(page)
    await work(theme)
  }
}
