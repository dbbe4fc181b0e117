import type { Page } from '@playwright/test'

/** What a page holds after what it no longer needs has been collected. */
export interface PageMemory {
  /** Nodes that are not found in the document: those of the browser's own controls, and those that were taken out of it. */
  readonly detached: number
  readonly listeners: number
  readonly workers: number
  readonly heapMb: number
}

/** @returns what measures the page */
export const measureMemory = async (page: Page): Promise<() => Promise<PageMemory>> => {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('HeapProfiler.enable')
  return async () => {
    // What weak references and finalizers let go of is collected only the next time.
    for (let time = 0; time < 3; time++) {
      await cdp.send('HeapProfiler.collectGarbage')
      // A task of the page between them: its frames may stand still under a clock that is not the machine's.
      await page.evaluate(() => document.title)
    }
    const { nodes, jsEventListeners } = await cdp.send('Memory.getDOMCounters')
    const attached = await page.evaluate(() => {
      let count = 1
      const walker = document.createTreeWalker(document, NodeFilter.SHOW_ALL)
      while (walker.nextNode()) count++
      return count
    })
    const { usedSize } = await cdp.send('Runtime.getHeapUsage')
    return {
      detached: nodes - attached,
      listeners: jsEventListeners,
      workers: page.workers().length,
      heapMb: usedSize / 2 ** 20,
    }
  }
}
