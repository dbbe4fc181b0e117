import type { Page } from '@playwright/test'
import { ms, percentile, share, type BenchFigure } from './support.ts'

/*
 * How a long list scrolls, and a list written by hand for nothing but this, as the unit to hold it against in the same
 * Chromium and the same run: absolute times move with the machine.
 */

export const SCREENS = 60
const SCREEN_MS = 100

export interface Fling {
  readonly frames: readonly number[]
  readonly longTasks: readonly number[]
  readonly nodes: number
  readonly rowsWaiting: number
  /** Milliseconds the main thread was at work. */
  readonly work: number
  readonly heap: number
}

const metric = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  return async (name: string) => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find((one) => one.name === name)?.value ?? Number.NaN
  }
}

/** Scrolls what `selector` finds (`html` is the page) by 60 screens, ten a second, and watches. */
export const fling = async (page: Page, selector: string, way: 1 | -1 = 1): Promise<Fling> => {
  const read = await metric(page)
  const before = await read('TaskDuration')
  const seen = await page.evaluate(
    async ({ selector, screens, pause, way }) => {
      const box = document.querySelector(selector) as HTMLElement
      const frames: number[] = []
      const longTasks: number[] = []
      const observer = new PerformanceObserver((list) =>
        longTasks.push(...list.getEntries().map(({ duration }) => duration)),
      )
      observer.observe({ type: 'longtask' })
      let last = performance.now()
      let isOn = true
      const frame = (now: number) => {
        frames.push(now - last)
        last = now
        if (isOn) requestAnimationFrame(frame)
      }
      requestAnimationFrame(frame)
      let nodes = 0
      let rowsWaiting = 0
      await new Promise<void>((resolve) => {
        let screen = 0
        const timer = setInterval(() => {
          box.scrollTop += box.clientHeight * way
          nodes = Math.max(nodes, document.querySelectorAll('*').length)
          if (++screen < screens) return
          clearInterval(timer)
          resolve()
        }, pause)
      })
      // How soon the last screen is whole.
      const end = performance.now()
      while (box.querySelector('[data-skeleton], .skeleton') && performance.now() - end < 5000)
        await new Promise((resolve) => requestAnimationFrame(resolve))
      rowsWaiting = performance.now() - end
      isOn = false
      observer.disconnect()
      return { frames: frames.slice(1), longTasks, nodes, rowsWaiting }
    },
    { selector, screens: SCREENS, pause: SCREEN_MS, way },
  )
  const work = ((await read('TaskDuration')) - before) * 1000
  await page.evaluate(() => (globalThis as { gc?: () => void }).gc?.())
  return { ...seen, work, heap: (await read('JSHeapUsedSize')) / 1e6 }
}

/** A pool of rows by hand: 100,000 rows of 12 columns, nothing else. */
export const HANDWRITTEN = `<!doctype html><style>
  body { margin: 0; font: 13px/20px sans-serif }
  #box { height: 700px; overflow: auto; position: relative }
  .row { position: absolute; left: 0; right: 0; height: 32px; contain: strict; border-bottom: 1px solid #ddd }
  .row span { display: inline-block; width: 110px; overflow: hidden; white-space: nowrap }
</style><div id="box"><div id="all"></div></div><script>
  const ROWS = 100000, COLUMNS = 12, HEIGHT = 32
  const box = document.getElementById('box'), all = document.getElementById('all')
  all.style.height = ROWS * HEIGHT + 'px'
  const pool = Array.from({ length: 40 }, () => {
    const row = all.appendChild(document.createElement('div'))
    row.className = 'row'
    const cells = Array.from({ length: COLUMNS }, () =>
      row.appendChild(document.createElement('span')).appendChild(document.createTextNode('')))
    return { row, cells, index: -1 }
  })
  const draw = () => {
    const first = Math.max(Math.floor(box.scrollTop / HEIGHT) - 8, 0)
    for (let index = first; index < first + pool.length; index++) {
      const one = pool[index % pool.length]
      if (one.index === index) continue
      one.index = index
      one.row.style.transform = 'translateY(' + index * HEIGHT + 'px)'
      one.cells.forEach((cell, column) => { cell.data = 'row ' + index + ' column ' + column })
    }
  }
  box.addEventListener('scroll', draw)
  draw()
</script>`

/** What every list is asked of its frames. */
export const frameFigures = ({ frames, longTasks }: Fling): BenchFigure[] => {
  const p95 = percentile(frames, 0.95)
  const over32 = frames.filter((frame) => frame > 32).length / frames.length
  const longest = Math.max(0, ...longTasks)
  return [
    { name: 'frame, 95th percentile', value: ms(p95), goal: '32 ms', met: p95 <= 32 },
    { name: 'frames over 32 ms', value: share(over32), goal: '1 %', met: over32 <= 0.01 },
    { name: 'longest task while scrolling', value: ms(longest), goal: '100 ms', met: longest <= 100 },
  ]
}

/** The unit itself. */
export const unitFigure = ({ work, nodes, heap }: Fling): BenchFigure => ({
  name: 'by hand: work per screen, nodes, heap',
  value: `${ms(work / SCREENS)}, ${nodes}, ${heap.toFixed(1)} MB`,
})
