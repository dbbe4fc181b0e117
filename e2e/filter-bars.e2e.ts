import type { Locator } from '@playwright/test'
import { signInByRequest } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

const SOURCE = 'Реклама в социальных сетях и мессенджерах, повторный показ'
const REGION = 'Ханты-Мансийский автономный округ — Югра'
const NARROWED = `source=${encodeURIComponent(SOURCE)}&region=${encodeURIComponent(REGION)}`
const DAYS = 'date_from=2026-09-28&date_to=2026-10-27'
const PAGES = {
  overview: `/overview?${DAYS}&match_weekdays=1&${NARROWED}`,
  journal: `/calls?period=custom&${DAYS}&${NARROWED}&status_filter=missed&source_text_filter=${encodeURIComponent(SOURCE)}`,
} as const
const LEAST_LETTERS = 12

/** Overlapped, or clipped beyond recognition. */
const faultsIn = (bars: Locator): Promise<string[]> =>
  bars.evaluateAll((roots, least) => {
    /** The visible part, considering scroll containers. */
    const boxOf = (element: Element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const box = { left, right, top, bottom, isScrolled: false }
      for (let around = element.parentElement; around; around = around.parentElement) {
        if (getComputedStyle(around).overflowX === 'visible') continue
        const edge = around.getBoundingClientRect()
        box.isScrolled ||= around.scrollWidth > around.clientWidth
        box.left = Math.max(box.left, edge.left)
        box.right = Math.min(box.right, edge.right)
      }
      return box
    }
    const isSeen = (element: Element) => {
      const { left, right, top, bottom } = boxOf(element)
      const isShown = right - left > 2 && bottom - top > 2
      return isShown && !element.closest('[popover]') && element.checkVisibility()
    }
    const seen = (selector: string) =>
      roots.flatMap((root) => [...root.querySelectorAll(selector)]).filter(isSeen)
    const parts = seen('button, a, h1, [role=status]').map((element) => ({
      name: element.ariaLabel ?? element.textContent ?? '',
      box: boxOf(element),
    }))
    const over = parts.flatMap(({ name, box }, at) =>
      parts.slice(at + 1).flatMap(({ name: other, box: its }) => {
        const [across, down] = [
          Math.min(box.right, its.right) - Math.max(box.left, its.left),
          Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top),
        ]
        return across > 0.5 && down > 0.5 ? [`“${name}” over “${other}”`] : []
      }),
    )
    const outside = parts.flatMap(({ name, box }) =>
      !box.isScrolled && (box.left < 0 || box.right > innerWidth) ? [`“${name}” out of the window`] : [],
    )
    const cut = seen('bdi').flatMap((value) => {
      const text = value.textContent ?? ''
      const box = [value, value.parentElement!].find(
        ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
      )
      const letters = box ? Math.floor((text.length * box.clientWidth) / box.scrollWidth) : text.length
      return letters < Math.min(least, text.length) ? [`“${text}” cut to ${letters} letters`] : []
    })
    return [...over, ...outside, ...cut]
  }, LEAST_LETTERS)

for (const locale of ['en-US', 'ru-RU'])
  test.describe(`in ${locale}`, () => {
    test.use({ locale })
    for (const [name, address] of Object.entries(PAGES))
      test(`filters of the ${name} stand clear of each other, with long names too`, async ({ page }) => {
        await signInByRequest(page, 'marketer')
        await page.goto(address)
        const title = page.getByRole('heading', { level: 1 })
        const region = page.getByRole('region', { name: /^(Filters|Фильтры)$/ })
        const bars = title.locator('xpath=ancestor::div[2]').or(region)
        await expect(page.getByRole('button', { name: /^(Period|Период) / }).first()).toBeVisible()
        for (const width of [1440, 1366, 1280, 820, 390]) {
          await page.setViewportSize({ width, height: 900 })
          await expect.poll(() => faultsIn(bars), `at ${width}`).toEqual([])
          const isDesk = width > 760
          if (isDesk || name === 'journal')
            await expect(page.locator('bdi', { hasText: REGION.slice(0, 12) }).first()).toBeVisible()
          if (isDesk && name === 'journal')
            for (const quick of [/^(Target only|Целевые)$/, /^(First-time only|Только первичные)$/])
              await expect(region.getByRole('checkbox', { name: quick })).toBeInViewport({ ratio: 1 })
        }
      })
  })
