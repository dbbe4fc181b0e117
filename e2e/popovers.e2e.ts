import type { Page } from '@playwright/test'
import { signInByRequest, type Who } from './support/sign-in.ts'
import { answered, expect, test } from './support/test.ts'

const PAGES: Readonly<Record<string, Who>> = {
  '/overview': 'marketer',
  '/overview/report': 'marketer',
  '/calls': 'marketer',
  '/call-back': 'marketer',
  '/objects': 'marketer',
  '/clients': 'manager',
}
const WINDOWS = [
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
] as const
/** Tooltips and toasts animate. */
const OPEN = '[popover="auto"]:popover-open, dialog[open]:not([popover])'
const STEADY_POLLS = 4
const OPENS = 'main button:is([aria-haspopup], [aria-expanded="false"])'

/** Overlays outside the window or with unreachable content. */
const outside = (page: Page): Promise<string[]> =>
  page.locator(OPEN).evaluateAll((open) =>
    open.flatMap((surface) => {
      const { left, top, right, bottom } = surface.getBoundingClientRect()
      const isCut =
        surface.scrollHeight > surface.clientHeight + 1 &&
        !/auto|scroll/.test(getComputedStyle(surface).overflowY)
      const isOut = left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1
      return isOut || isCut ? [`${surface.ariaLabel ?? ''} ${[left, top, right, bottom].join(' ')}`] : []
    }),
  )

test.use({ locale: 'ru-RU' })
for (const [path, who] of Object.entries(PAGES))
  for (const window of WINDOWS)
    test(`what opens on ${path} is inside a window of ${window.width} × ${window.height}`, async ({
      page,
    }) => {
      await page.setViewportSize(window)
      await signInByRequest(page, who)
      await page.goto(path)
      await answered(page)
      const kindsOf = async () => {
        const names = await page
          .locator(OPENS)
          .evaluateAll((buttons) => buttons.map((one) => one.ariaLabel ?? one.textContent ?? ''))
        return Map.groupBy(names.keys(), (at) => names[at]!.replaceAll(/[\d\s.,%]+/g, '#'))
      }
      await expect.poll(async () => (await kindsOf()).size).toBeGreaterThan(1)
      const kinds = await kindsOf()
      for (const [kind, [at]] of kinds) {
        const button = page.locator(OPENS).nth(at!)
        if (!(await button.isVisible())) continue
        await button.scrollIntoViewIfNeeded()
        const hasOverlay = (await button.getAttribute('aria-haspopup')) !== null
        await button.click()
        // Its code may load first.
        if (hasOverlay) await expect(page.locator(OPEN)).not.toHaveCount(0)
        // Overlays may grow when loaded.
        let polls = 0
        await expect
          .poll(async () => (polls = (await outside(page)).length === 0 ? polls + 1 : 0), {
            message: kind,
            intervals: [100],
          })
          .toBeGreaterThanOrEqual(STEADY_POLLS)
        await page.keyboard.press('Escape')
        await expect(page.locator(OPEN)).toHaveCount(0)
      }
    })
