import type { Page } from '@playwright/test'
import { percentile } from '../report.ts'

/*
 * How a table scrolls under a wheel: the gesture is Chromium's own and goes the way of a real one, through its
 * compositor. What the main thread does is read from a trace, as time of its own and not of the clock.
 */

const SCREENS = 40
const SCREENS_A_SECOND = 10
const PATIENCE_MS = 10_000

/** What a table is measured by, wherever it comes from. */
export interface ScrolledTable {
  readonly box: string
  readonly row: string
  readonly rowIndex: string
  readonly rowHeight: number
  /** How many indexes its first row is ahead of 0. */
  readonly first: number
  /** Pixels of the box that its head covers. */
  readonly head: number
  /** Marks rows that show no contact yet. */
  readonly waiting?: string
}

export interface Pass {
  /** Milliseconds of the main thread's own time per screen; of it computing styles, layout, painting, and scripts. */
  readonly work: number
  readonly parts: Readonly<Record<'style' | 'layout' | 'paint' | 'script', number>>
  /** Elements whose style was computed, per screen. */
  readonly styled: number
  /** Frames that 60 a second would have had and were not there, as a share. */
  readonly lost: number
  /** Milliseconds. */
  readonly p95: number
  /** Rows that were in view and not drawn, as a share. */
  readonly blank: number
  /** Elements of the page. */
  readonly nodes: number
}

/** Where it is and what is drawn there, told at every scroll before the page itself hears of it, and at every frame. */
const watch = async (page: Page, table: ScrolledTable) =>
  page.evaluate((table) => {
    const { box, row, rowIndex, rowHeight, first, head, waiting } = table
    const element = box === 'html' ? document.documentElement : document.querySelector(box)!
    const frames: number[] = []
    let [seen, blank, last, lastScroll] = [0, 0, 0, performance.now()]
    const look = () => {
      const now = performance.now()
      const since = now - lastScroll
      lastScroll = now
      const top = Math.floor(element.scrollTop / rowHeight)
      const bottom = Math.ceil((element.scrollTop + element.clientHeight - head) / rowHeight)
      const drawn = new Set<number>()
      for (const one of document.querySelectorAll(row))
        if (!waiting || !one.matches(waiting)) drawn.add(Number(one.getAttribute(rowIndex)) - first)
      for (let index = top; index < bottom; index++) {
        seen += since
        if (!drawn.has(index)) blank += since
      }
    }
    document.addEventListener('scroll', look, { capture: true })
    let isOn = true
    const frame = (now: number) => {
      if (last) frames.push(now - last)
      last = now
      if (isOn) requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
    performance.mark('bench-begin')
    ;(globalThis as { endWatch?: () => unknown }).endWatch = () => {
      performance.mark('bench-end')
      isOn = false
      document.removeEventListener('scroll', look, { capture: true })
      return { frames, blank: seen === 0 ? 0 : blank / seen }
    }
  }, table)

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly ts: number
  readonly pid: number
  readonly tid: number
  readonly dur?: number
  readonly tdur?: number
  readonly args?: { readonly elementCount?: number }
}

const PARTS = {
  style: ['UpdateLayoutTree'],
  layout: ['Layout'],
  paint: ['PrePaint', 'Paint', 'Layerize', 'Commit'],
  script: [
    'FunctionCall',
    'EvaluateScript',
    'RunMicrotasks',
    'FireAnimationFrame',
    'TimerFire',
    'EventDispatch',
  ],
} as const

const TASKS = ['RunTask', 'ThreadControllerImpl::RunTask']

/** Sums a screen of the outermost of these events between the marks, in milliseconds of the thread's own time. */
const readTrace = (trace: Buffer) => {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: readonly TraceEvent[] }
  const begin = traceEvents.find(({ name }) => name === 'bench-begin')!
  const end = traceEvents.find(({ name }) => name === 'bench-end')!
  const here = traceEvents
    .filter(
      ({ pid, tid, ph, ts }) =>
        pid === begin.pid && tid === begin.tid && ph === 'X' && ts >= begin.ts && ts <= end.ts,
    )
    .toSorted((a, b) => a.ts - b.ts)
  const sumOf = (names: readonly string[]) => {
    let until = 0
    let sum = 0
    for (const { name, ts, dur = 0, tdur = dur } of here) {
      if (ts < until || !names.includes(name)) continue
      until = ts + dur
      sum += tdur
    }
    return sum / 1000
  }
  const styled = here
    .filter(({ name }) => name === 'UpdateLayoutTree')
    .reduce((sum, { args }) => sum + (args?.elementCount ?? 0), 0)
  return {
    work: sumOf(TASKS) / SCREENS,
    parts: Object.fromEntries(
      Object.entries(PARTS).map(([part, names]) => [part, sumOf(names) / SCREENS]),
    ) as Record<keyof typeof PARTS, number>,
    styled: styled / SCREENS,
  }
}

const boxOf = (page: Page, table: ScrolledTable) =>
  page.evaluate(({ box }) => {
    const { left, top, width, height } = document.querySelector(box)!.getBoundingClientRect()
    return { x: left + width / 2, y: top + height / 2, height }
  }, table)

/** Scrolls by a wheel. @param way 1 goes down */
const wheel = async (page: Page, table: ScrolledTable, way: 1 | -1) => {
  const { x, y, height } = await boxOf(page, table)
  const session = await page.context().newCDPSession(page)
  const screen = height - table.head
  await session.send('Input.synthesizeScrollGesture', {
    x,
    y,
    yDistance: -SCREENS * screen * way,
    speed: SCREENS_A_SECOND * screen,
    gestureSourceType: 'mouse',
    preventFling: true,
  })
  await session.detach()
}

/** Nothing is asked of the main thread any more, or it has been busy for too long to wait. */
const settle = (page: Page) =>
  page.evaluate(
    (patience) =>
      new Promise<void>((resolve) => {
        const begun = performance.now()
        let last = begun
        const look = () => {
          const now = performance.now()
          if (now - last < 60 || now - begun > patience)
            return requestIdleCallback(() => resolve(), { timeout: 2000 })
          last = now
          return setTimeout(look, 50)
        }
        setTimeout(look, 300)
      }),
    PATIENCE_MS,
  )

const toTop = async (page: Page, { box }: ScrolledTable) => {
  await page.evaluate((box) => document.querySelector(box)!.scrollTo({ top: 0 }), box)
  await settle(page)
}

/** Does some work while the page's CPU is so many times slower. */
export const withSlowCpu = async <T>(page: Page, rate: number, work: () => Promise<T>): Promise<T> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
  try {
    return await work()
  } finally {
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await session.detach()
  }
}

/** Over the rows screen by screen, so that all of them are loaded, and back. @throws when some do not come */
export const loadRows = async (page: Page, table: ScrolledTable) => {
  await page.bringToFront()
  const { height } = await boxOf(page, table)
  const screen = height - table.head
  for (let step = 0; step <= SCREENS; step++)
    await page.evaluate(
      async ([{ box, row, waiting }, top, patience]) => {
        document.querySelector(box)!.scrollTo({ top })
        const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
        const isWaiting = () => waiting !== undefined && document.querySelector(`${row}${waiting}`) !== null
        const start = performance.now()
        await frame()
        do {
          await frame()
          if (performance.now() - start > patience) throw new Error(`Rows at ${top} px were not drawn`)
        } while (isWaiting())
      },
      [table, step * screen, PATIENCE_MS] as const,
    )
  await settle(page)
  await toTop(page, table)
}

/** From the top over 40 screens, ten a second. */
export const measurePass = async (page: Page, table: ScrolledTable): Promise<Pass> => {
  const browser = page.context().browser()!
  await page.bringToFront()
  await toTop(page, table)
  await page.evaluate(() => (globalThis as { gc?: () => void }).gc?.())
  await browser.startTracing(page, {
    categories: [
      'toplevel',
      'devtools.timeline',
      'disabled-by-default-devtools.timeline',
      'blink.user_timing',
    ],
  })
  await watch(page, table)
  await wheel(page, table, 1)
  const { frames, blank } = await page.evaluate(() =>
    (globalThis as unknown as { endWatch: () => { frames: number[]; blank: number } }).endWatch(),
  )
  const traced = readTrace(await browser.stopTracing())
  const elapsed = frames.reduce((sum, frame) => sum + frame, 0)
  return {
    ...traced,
    lost: Math.max(0, 1 - frames.length / (elapsed / (1000 / 60))),
    p95: percentile(frames, 0.95),
    blank,
    nodes: await page.evaluate(() => document.querySelectorAll('*').length),
  }
}
