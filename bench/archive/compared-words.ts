import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'

/*
 * What two visits of one page show, word by word; how long ago something was is another one some minutes later.
 */

/** Words and figures of the page, of pictures too; equal rows may stand in either order. */
const words = (page: Page) =>
  page.evaluate(() => {
    const main = document.querySelector('main')!
    const found: string[] = []
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) found.push(node.textContent ?? '')
    for (const element of main.querySelectorAll('[aria-label]')) found.push(element.ariaLabel ?? '')
    return found
      .map((text) =>
        text
          .trim()
          .replace(/\b\d\d:\d\d\b/, 'now')
          .replace(/^\d+ h \d\d$|^\d+ min$/, 'ago'),
      )
      .filter((text) => text !== '' && !/^(As of|Updated) /.test(text))
      .toSorted()
  })

const STILL_MS = 1_000

/** The same of a page on which nothing changes any more: what stands below is drawn after the figures. */
export const stillWords = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  for (let before: readonly string[] = []; ;) {
    const now = await words(page)
    if (now.join('\n') === before.join('\n')) return now
    before = now
    await pause(STILL_MS)
  }
}

/** In how many words two pages differ. */
export const differences = (one: readonly string[], other: readonly string[]): number => {
  const left = [...other]
  const missing = one.filter((word) => {
    const at = left.indexOf(word)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
  for (const word of missing) console.log(`only one visit says: ${word}`)
  for (const word of left) console.log(`only the other one says: ${word}`)
  return missing.length + left.length
}
