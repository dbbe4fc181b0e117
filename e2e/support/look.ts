import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** What axe looks at: the page, or no more than what is open over it and its colours. */
interface Look {
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

/**
 * What is looked at has no violation that axe knows of, or none of its colours, in the theme it shows. What is in a frame
 * that may run nothing is left out: axe runs there no more than anything else, and would wait for ever.
 */
export const axe = async (page: Page, { over = false, rules }: Look) => {
  const builder = new AxeBuilder({ page })
    // What is in order is not written down, and no second page adds up what frames say: there are none to ask.
    .options({ resultTypes: ['violations'] })
    .setLegacyMode(true)
    .exclude('iframe[sandbox=""]')
  if (over && (await markOver(page))) builder.include(`[${OVER}]`)
  const { violations } = await (
    rules === 'all' ? builder : builder.withRules(['color-contrast', 'link-in-text-block'])
  ).analyze()
  const found = violations.map(({ id, help, nodes }) => ({ id, help, at: nodes.map(({ html }) => html) }))
  expect(found, `axe on ${page.url()}`).toEqual([])
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
