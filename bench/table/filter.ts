import type { Page } from '@playwright/test'

/** Views of the journal, of one list each. What they show is kept as long as the page is open: each is clicked once. */
export const VIEWS = ['target', 'long_calls', 'no_answer_first_time']

/** A click on a view: what the user waits for, of it the service, and what is beyond the service's own time. */
export const clickToPaint = (page: Page, view: string) =>
  page.evaluate(async (view) => {
    const tab = document.querySelector<HTMLElement>(`[data-view="${view}"]`)
    if (!tab) throw new Error(`No view ${view}`)
    const box = document.querySelector('[data-scroll-restoration-id="contacts"]')
    const lists = () =>
      performance.getEntriesByType('resource').filter(({ name }) => {
        // A look ahead at the second page is not waited for.
        const { pathname, searchParams } = new URL(name)
        return pathname === '/api/v2/calls' && !searchParams.has('page')
      }) as PerformanceResourceTiming[]
    const before = lists().length
    const start = performance.now()
    tab.click()
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    while (lists().length === before || box?.getAttribute('aria-busy') === 'true') {
      await frame()
      if (performance.now() - start > 10_000) throw new Error(`Nothing came of ${view}`)
    }
    // The frame in which the rows are drawn has begun; the next one begins when it is over.
    await frame()
    const shown = performance.now() - start
    const [asked] = lists().slice(before)
    const server = asked ? asked.responseEnd - asked.startTime : Number.NaN
    return { shown, server, beyond: shown - server }
  }, view)

/** The same for a peer, which has its rows at hand. */
export const filterPeerToPaint = (page: Page, column: number, value: string | null) =>
  page.evaluate(
    async ([column, value]) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      const start = performance.now()
      await globalThis.filterPeer!(column, value)
      await frame()
      await frame()
      return performance.now() - start
    },
    [column, value] as const,
  )
