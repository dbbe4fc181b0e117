import type { Browser, BrowserContextOptions, Request } from '@playwright/test'

/** What CDP is told of a network: bytes a second and milliseconds. */
export const NETWORKS = {
  fast: { said: '20 Mbit/s, 40 ms', downloadThroughput: 2_500_000, uploadThroughput: 1_250_000, latency: 40 },
  slow: { said: '1.6 Mbit/s, 150 ms', downloadThroughput: 200_000, uploadThroughput: 93_750, latency: 150 },
} as const
export type NetworkName = keyof typeof NETWORKS

export const CPU_SLOWER = 4
/** What comes after the first rows, and how long the largest paint may still change. */
const AFTERWARDS_MS = 1_500
const PATIENCE_MS = 60_000

export interface StartPage {
  readonly name: string
  readonly address: string
  /** What is there with the first rows or charts, and not before. */
  readonly useful: string
  readonly signedIn: BrowserContextOptions['storageState']
}

interface Loaded {
  readonly path: string
  /** As it came; null where the answer does not say. */
  readonly bytes: number | null
  readonly at: number
  readonly took: number
  readonly isLate: boolean
}

/** One cold load. Times are milliseconds since the navigation began. */
export interface Visit {
  readonly useful: number
  readonly lcp: number
  /** The main thread's time in scripts, to the useful frame and to the end. */
  readonly script: { readonly useful: number; readonly all: number }
  /** Bytes of scripts and styles as they came, asked for before the useful frame and in all. */
  readonly bytes: { readonly useful: number; readonly all: number }
  /** Everything asked for, in this order. */
  readonly loaded: readonly Loaded[]
  /** Before the useful frame: files with the document, and answers with data. */
  readonly files: number
  readonly answers: number
}

/** Runs in the page before anything else of it. */
const watch = (selector: string) => {
  const seen = { useful: null as number | null, lcp: 0 }
  Object.assign(globalThis, { seen })
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) seen.lcp = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  const { port1, port2 } = new MessageChannel()
  port1.addEventListener('message', () => {
    seen.useful = performance.now()
    ;(globalThis as unknown as { isUseful: () => void }).isUseful()
  })
  port1.start()
  const look = () => {
    // What is found as a frame begins is on the screen when it is over, and a message comes after it.
    if (document.querySelector(selector) === null) requestAnimationFrame(look)
    else port2.postMessage(null)
  }
  requestAnimationFrame(look)
}

const isData = (request: Request) => /^\/(api\/|[a-z]+\.json$)/.test(new URL(request.url()).pathname)

/** Loads a page in a context of its own: nothing is in any cache, no connection is open. */
export const visit = async (
  browser: Browser,
  { address, useful: selector, signedIn, name }: StartPage,
  network: NetworkName,
): Promise<Visit> => {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    ...(signedIn && { storageState: signedIn }),
  })
  try {
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    await cdp.send('Network.enable')
    const { said, ...conditions } = NETWORKS[network]
    await cdp.send('Network.emulateNetworkConditions', { offline: false, ...conditions })
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWER })
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
    const scripts = async () => {
      const { metrics } = await cdp.send('Performance.getMetrics')
      return (metrics.find((one) => one.name === 'ScriptDuration')?.value ?? Number.NaN) * 1000
    }
    const requests: Request[] = []
    page.on('request', (request) => requests.push(request))
    const noticed = Promise.withResolvers<{ script: number; requests: readonly Request[] }>()
    await page.exposeFunction('isUseful', () => {
      const soFar = [...requests]
      scripts().then((script) => noticed.resolve({ script, requests: soFar }), noticed.reject)
    })
    await page.addInitScript(watch, selector)
    await page.goto(address, { waitUntil: 'commit' })
    setTimeout(() => {
      const tell = (shown: string) =>
        noticed.reject(new Error(`${name} showed nothing useful over ${said}, but: ${shown}`))
      page
        .locator('body')
        .innerText({ timeout: 5_000 })
        .then(tell, (error: unknown) => tell(String(error)))
    }, PATIENCE_MS).unref()
    const atUseful = await noticed.promise
    await page.waitForTimeout(AFTERWARDS_MS)
    const all = await scripts()
    const { useful, lcp } = await page.evaluate(
      () => (globalThis as unknown as { seen: { useful: number; lcp: number } }).seen,
    )
    const before = new Set(atUseful.requests)
    const loaded: (Loaded & { readonly isCode: boolean; readonly isData: boolean })[] = []
    const begun = requests[0]?.timing().startTime ?? Number.NaN
    for (const request of requests.filter((one) => !one.url().startsWith('data:'))) {
      const headers = (await request.existingResponse()?.allHeaders()) ?? {}
      loaded.push({
        path: new URL(request.url()).pathname,
        bytes: 'content-length' in headers ? Number(headers['content-length']) : null,
        at: request.timing().startTime - begun,
        took: request.timing().responseEnd,
        isLate: !before.has(request),
        isCode: /^text\/(javascript|css)/.test(headers['content-type'] ?? ''),
        isData: isData(request),
      })
    }
    const early = loaded.filter(({ isLate }) => !isLate)
    const bytesOf = (some: typeof loaded) =>
      some.reduce((sum, { isCode, bytes }) => sum + (isCode ? (bytes ?? Number.NaN) : 0), 0)
    return {
      useful,
      lcp,
      script: { useful: atUseful.script, all },
      bytes: { useful: bytesOf(early), all: bytesOf(loaded) },
      files: early.filter((one) => !one.isData).length,
      answers: early.filter((one) => one.isData).length,
      loaded,
    }
  } finally {
    await context.close()
  }
}
