import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Request } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { NONCE_PLACEHOLDER } from '#/server/headers.ts'
import { compressAll } from '../scripts/build-app.ts'
import {
  addGoal,
  addRemark,
  addTable,
  median,
  chosenSize,
  times,
  whole,
  type BenchOptions,
} from './report.ts'
import { inFolder } from './machine.ts'
import { buildApp, ownHeaders, signInSample, startSites, type Sites } from './servers.ts'

/*
 * What the first load of a page costs, cold, beside an empty page of the same libraries (FLOOR) and a page of text, all
 * behind the same server and nginx, in turns.
 */

/** What CDP is told of a network: bytes a second and milliseconds. */
const NETWORKS = {
  fast: { downloadThroughput: 2_500_000, uploadThroughput: 1_250_000, latency: 40 },
  slow: { downloadThroughput: 200_000, uploadThroughput: 93_750, latency: 150 },
} as const
type NetworkName = keyof typeof NETWORKS

const CPU_SLOWER = 4
const CONTACTS = 30_000
/** How long the archive may read on after the first figures. */
const FILL_MS = 300_000
/** Time after the first rows in which files still load and the largest paint may change. */
const AFTERWARDS_MS = 1_500
const PATIENCE_MS = 60_000

/** Folders of `start`. */
const PEERS = ['floor', 'text'] as const
/** Of each page its address, what is there with its first rows or figures, and its chart. */
const PAGES = {
  'sign-in': ['/sign-in', 'form input[type=password]'],
  journal: ['/calls', 'main table a[href*="/calls/"]'],
  objects: ['/objects', 'main table a[href^="/objects/"]'],
  contact: ['', 'main h1 a[href^="tel:"]'],
  overview: ['/overview', 'main section:has(> h2.sr-only) button', 'main .recharts-line-curve'],
} as const satisfies Record<string, readonly string[]>
type PageName = keyof typeof PAGES

/** KB of scripts and styles before the useful frame. */
const MOST_KB = { 'sign-in': 150, journal: 215, objects: 215, contact: 215, overview: 200 } as const
const NEXT = {
  kb: 'See with --files what the page loads that its first frame does not show, and import that later',
  fast: 'Profile the load: merge small files that are loaded one after the other, and render fewer parts before the rows',
  slow: 'Load fewer bytes before the rows, and ask for the first data from the document',
  chart: 'Render fewer panels before the chart: loading its code earlier gained nothing',
  script:
    'Profile the script until the first rows: modules that run at import and parts that could render after it',
} as const

interface StartPage {
  readonly name: string
  readonly address: string
  readonly useful: string
  readonly chart: string | null
  readonly signedIn: BrowserContextOptions['storageState']
}

/** One cold load. Times are milliseconds since the navigation began. */
interface Visit {
  readonly useful: number
  /** Null: the page has none. */
  readonly chart: number | null
  readonly lcp: number
  /** The main thread's time in scripts, to the useful frame and to the end. */
  readonly script: { readonly useful: number; readonly all: number }
  /** Bytes of scripts and styles as they came, asked for before the useful frame and in all. */
  readonly bytes: { readonly useful: number; readonly all: number }
  /** Before the useful frame: files with the document, and answers with data. */
  readonly files: number
  readonly answers: number
  /** Everything asked for, in this order: path, bytes, when and how long, whether after the useful frame. */
  readonly loaded: readonly (readonly string[])[]
}

interface Seen {
  useful: number | null
  chart: number | null
  lcp: number
}

/** Runs in the page before anything else of it. */
const watch = (selectors: { readonly useful: string; readonly chart: string | null }) => {
  const seen: Seen = { useful: null, chart: null, lcp: 0 }
  Object.assign(globalThis, { seen })
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) seen.lcp = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  const whenPainted = (name: 'useful' | 'chart', selector: string, then: () => void) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      seen[name] = performance.now()
      then()
    })
    port1.start()
    const look = () => {
      // What is found as a frame begins is on the screen when it is over, and a message comes after it.
      if (document.querySelector(selector) === null) requestAnimationFrame(look)
      else port2.postMessage(null)
    }
    requestAnimationFrame(look)
  }
  whenPainted('useful', selectors.useful, () =>
    (globalThis as unknown as { isUseful: () => void }).isUseful(),
  )
  if (selectors.chart !== null) whenPainted('chart', selectors.chart, () => {})
}

const isData = (request: Request) => /^\/(api\/|[a-z]+\.json$)/.test(new URL(request.url()).pathname)

/** Loads a page in a context of its own: nothing is in any cache, no connection is open. */
const visit = async (browser: Browser, target: StartPage, network: NetworkName): Promise<Visit> => {
  const { address, useful, chart, signedIn, name } = target
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    ...(signedIn && { storageState: signedIn }),
  })
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(PATIENCE_MS)
    const cdp = await context.newCDPSession(page)
    await cdp.send('Network.enable')
    await cdp.send('Network.emulateNetworkConditions', { offline: false, ...NETWORKS[network] })
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWER })
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
    const scripts = async () => {
      const { metrics } = await cdp.send('Performance.getMetrics')
      return (metrics.find((one) => one.name === 'ScriptDuration')?.value ?? Number.NaN) * 1000
    }
    const requests: Request[] = []
    page.on('request', (request) => requests.push(request))
    const noticed = Promise.withResolvers<{ script: number; before: ReadonlySet<Request> }>()
    await page.exposeFunction('isUseful', () => {
      const before = new Set(requests)
      scripts().then((script) => noticed.resolve({ script, before }), noticed.reject)
    })
    await page.addInitScript(watch, { useful, chart })
    await page.goto(address, { waitUntil: 'commit' })
    setTimeout(() => {
      const fail = (shown: string) =>
        noticed.reject(new Error(`${name} showed nothing useful, but: ${shown}`))
      page
        .locator('body')
        .innerText({ timeout: 5_000 })
        .then(fail, (error: unknown) => fail(String(error)))
    }, PATIENCE_MS).unref()
    const { script, before } = await noticed.promise
    if (chart !== null) await page.waitForFunction(() => (globalThis as unknown as { seen: Seen }).seen.chart)
    await page.waitForTimeout(AFTERWARDS_MS)
    const all = await scripts()
    const seen = await page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen)
    const begun = requests[0]?.timing().startTime ?? Number.NaN
    const sum = { useful: 0, all: 0 }
    const loaded: string[][] = []
    for (const request of requests.filter((one) => !one.url().startsWith('data:'))) {
      const headers = (await request.existingResponse()?.allHeaders()) ?? {}
      const isCode = /^text\/(javascript|css)/.test(headers['content-type'] ?? '')
      const bytes = Number(headers['content-length'] ?? Number.NaN)
      if (isCode) sum.all += bytes
      if (isCode && before.has(request)) sum.useful += bytes
      const { startTime, responseEnd } = request.timing()
      loaded.push([
        new URL(request.url()).pathname,
        Number.isNaN(bytes) ? '?' : whole(bytes),
        `${whole(startTime - begun)} ms`,
        `${whole(responseEnd)} ms`,
        before.has(request) ? '' : 'after the useful frame',
      ])
    }
    const early = [...before].filter((one) => !one.url().startsWith('data:'))
    return {
      useful: seen.useful!,
      chart: seen.chart,
      lcp: seen.lcp,
      script: { useful: script, all },
      bytes: sum,
      files: early.filter((one) => !isData(one)).length,
      answers: early.filter(isData).length,
      loaded,
    }
  } finally {
    await context.close()
  }
}

/** Twenty, as a page of the API's lists has. */
const ROWS = Array.from(
  { length: 20 },
  (_, nth) => `Row ${nth}: a call of a minute and a half, answered, from an advertisement of the spring`,
)

/** Builds a peer as the app is built, with the answers that it asks for. @returns its folder */
const buildPeer = async (name: (typeof PEERS)[number], folder: string): Promise<string> => {
  const outDir = join(folder, name)
  await build({
    configFile: false,
    root: join(import.meta.dirname, 'start', name),
    logLevel: 'error',
    plugins: [react()],
    html: { cspNonce: NONCE_PLACEHOLDER },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2023',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
    },
  })
  compressAll(outDir)
  writeFileSync(join(outDir, 'rows.json'), JSON.stringify({ rows: ROWS }))
  writeFileSync(join(outDir, 'session.json'), JSON.stringify({ user: 'bench' }))
  return outDir
}

/** Signs in as the large marketer. @returns what a context begins with, and the address of one contact that has a number */
const enterApp = async ({ browser, origins }: Sites) => {
  const origin = origins['app']!
  const context = await browser.newContext({ ignoreHTTPSErrors: true })
  await signInSample(context, origin, 'marketer')
  const listed = await context.request.get(`${origin}/api/v2/calls?period=month`, {
    headers: ownHeaders(origin),
  })
  const { calls } = (await listed.json()) as {
    calls: { id: number; obj_oid: string; phone_number_from: string | null }[]
  }
  const contact = calls.find(({ phone_number_from: caller }) => /^\+?\d{10,}$/.test(caller ?? ''))
  const state = await context.storageState()
  await context.close()
  return { state, contact: `/objects/${contact?.obj_oid}/calls/${contact?.id}` }
}

/** Opens the overview until all of its days are read, so that no visit is beside a reading. */
const fillArchive = async ({ browser, origins }: Sites, signedIn: StartPage['signedIn']) => {
  const context = await browser.newContext({
    ignoreHTTPSErrors: true,
    ...(signedIn && { storageState: signedIn }),
  })
  const page = await context.newPage()
  await page.goto(`${origins['app']}/overview`)
  await page.getByRole('button', { name: 'Refresh' }).waitFor({ timeout: FILL_MS })
  await context.close()
}

type Visits = ReadonlyMap<string, readonly Visit[]>

const addFigures = (visits: Visits, names: readonly string[], networks: readonly NetworkName[]) => {
  const of = (page: string, network: NetworkName, read: (one: Visit) => number | null) =>
    median((visits.get(`${page} ${network}`) ?? []).map((one) => read(one) ?? Number.NaN))
  const beside = (page: string, network: NetworkName, read: (one: Visit) => number | null) =>
    of(page, network, read) / of('floor', network, (one) => read({ ...one, chart: one.useful }))
  const [first = 'fast'] = networks
  const kb = (page: string, what: 'useful' | 'all') => of(page, first, ({ bytes }) => bytes[what]) / 1000
  const useful = ({ useful }: Visit) => useful
  const chart = ({ chart }: Visit) => chart
  const script = ({ script }: Visit) => script.useful
  const hasChart = (page: string) => (PAGES[page as PageName]?.length ?? 0) > 2
  addTable([
    ['start', 'KB', 'KB in all', '× bytes', 'files', 'answers']
      .concat(networks.flatMap((one) => [`ms ${one}`, `× useful ${one}`, `× chart ${one}`, `× LCP ${one}`]))
      .concat(['× script', '× script in all']),
    ...names.map((name) => [
      name === 'floor' ? 'FLOOR' : name,
      kb(name, 'useful').toFixed(1),
      kb(name, 'all').toFixed(1),
      times(kb(name, 'useful') / kb('floor', 'useful')),
      whole(of(name, first, ({ files }) => files)),
      whole(of(name, first, ({ answers }) => answers)),
      ...networks.flatMap((one) => [
        whole(of(name, one, useful)),
        times(beside(name, one, useful)),
        hasChart(name) ? times(beside(name, one, chart)) : '',
        times(beside(name, one, ({ lcp }) => lcp)),
      ]),
      times(beside(name, first, script)),
      times(beside(name, first, (one) => one.script.all)),
    ]),
  ])
  for (const name of Object.keys(PAGES) as PageName[]) {
    if (!names.includes(name)) continue
    const goal = (what: string, value: number, most: number, next: string, unit: '×' | 'KB' = '×') =>
      addGoal(`${name}: ${what}`, value, most, unit, next)
    goal('scripts and styles before its first rows', kb(name, 'useful'), MOST_KB[name], NEXT.kb, 'KB')
    if (name === 'sign-in') continue
    for (const network of networks) {
      const most = network === 'slow' ? 1.2 : name === 'overview' ? 1.5 : 1.3
      const text = of('text', network, useful)
      const what = name === 'overview' ? 'figures' : 'useful'
      goal(`${what} beside the text page, ${network}`, of(name, network, useful) / text, most, NEXT[network])
    }
    if (name === 'overview')
      goal("chart beside FLOOR, shadcn-admin's is 2.55", beside(name, first, chart), 2.55, NEXT.chart)
    const most = beside('text', first, script) + (name === 'overview' ? 1 : 0.5)
    goal("script beside FLOOR, the text page's and a little", beside(name, first, script), most, NEXT.script)
  }
}

export const measureStart = async (options: BenchOptions): Promise<void> => {
  const rounds = chosenSize(options.rounds, options, 5, 1)
  const pageNames = options.pages?.split(',') ?? Object.keys(PAGES)
  const networks = (Object.keys(NETWORKS) as NetworkName[]).filter(
    (name) => options.network === undefined || options.network === name,
  )
  buildApp()
  await inFolder(async (folder) => {
    const peers = Object.fromEntries(
      await Promise.all(PEERS.map(async (name) => [name, await buildPeer(name, folder)] as const)),
    )
    await using sites = await startSites(join(folder, 'sites'), CONTACTS, peers)
    const { browser, origins } = sites
    const { state, contact } = await enterApp(sites)
    const pages: StartPage[] = PEERS.map((name) => ({
      name,
      address: origins[name]!,
      useful: '[data-useful]',
      chart: null,
      signedIn: undefined,
    }))
    for (const [name, [path, useful, chart = null]] of Object.entries<readonly [string, string, string?]>(
      PAGES,
    ))
      if (pageNames.includes(name))
        pages.push({
          name,
          address: `${origins['app']}${path || contact}`,
          useful,
          chart,
          signedIn: name === 'sign-in' ? undefined : state,
        })
    if (pageNames.includes('overview')) await fillArchive(sites, state)
    // Once, not counted: files are compressed when they are first asked for.
    for (const page of pages) await visit(browser, page, 'fast')
    const visits = new Map<string, Visit[]>()
    for (let round = 0; round < rounds; round++)
      for (const network of networks)
        for (let turn = 0; turn < pages.length; turn++) {
          const page = pages[(round + turn) % pages.length]!
          const key = `${page.name} ${network}`
          visits.set(key, [...(visits.get(key) ?? []), await visit(browser, page, network)])
        }
    if (options.files)
      for (const [key, [one]] of visits)
        addTable([[key, 'bytes', 'asked for at', 'took', ''], ...(one?.loaded ?? [])])
    addRemark(
      `Medians of ${rounds} rounds; CPU ${CPU_SLOWER} × slower; fast: 20 Mbit/s, 40 ms; slow: 1.6 Mbit/s, 150 ms.`,
    )
    addFigures(
      visits,
      pages.map(({ name }) => name),
      networks,
    )
  })
}
