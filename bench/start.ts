import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { buildApp } from './run-server.ts'
import { startFronts, enterApp } from './start/fronts.ts'
import { PEERS } from './start/peers.ts'
import { CPU_SLOWER, NETWORKS, visit, type NetworkName, type StartPage, type Visit } from './start/visit.ts'
import { noteVersion, percentile, printFigures, printNote, printTable, type BenchFigure } from './support.ts'

/*
 * npm run bench:start: what the first rows of the built app's pages cost, cold, beside an empty page of the same libraries
 * (FLOOR) and a page of text, all behind the same server and nginx, in turns. `-- journal objects` takes these alone,
 * `--rounds 3` fewer turns, `--network fast` one network; `--files` prints what was loaded.
 */

const { values: asked, positionals: chosen } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    network: { type: 'string' },
    files: { type: 'boolean' },
  },
})
const ROUNDS = Number(asked.rounds)
const CONTACTS = 30_000
/** The archive reads on after the first charts. */
const FILL_MS = 20_000

interface Goal {
  /** Of scripts and styles, compressed. */
  readonly kb: number
  readonly bytes: number
  readonly fast: number
}
const GOALS: Readonly<Record<string, Goal>> = {
  'sign-in': { kb: 115, bytes: 1.3, fast: 1.6 },
  journal: { kb: 150, bytes: 1.7, fast: 1.6 },
  objects: { kb: 150, bytes: 1.7, fast: 1.6 },
  contact: { kb: 150, bytes: 1.7, fast: 1.6 },
  overview: { kb: 160, bytes: 1.8, fast: 2 },
}
const MOST_FILES = 10
const SLOW = 1.3
const LCP = 1.6
const SCRIPT = 2

const USEFUL = {
  'sign-in': ['/sign-in', 'form input[type=password]'],
  journal: ['/calls', 'main table a[href*="/calls/"]'],
  objects: ['/objects', 'main table a[href^="/objects/"]'],
  contact: ['', 'main h1 a[href^="tel:"]'],
  overview: ['/overview', 'main [role=slider]'],
} as const

const median = (visits: readonly Visit[], of: (one: Visit) => number) => percentile(visits.map(of), 0.5)
const times = (value: number) => value.toFixed(2)

const measure = async (folder: string) => {
  await using fronts = await startFronts(folder, CONTACTS)
  const { browser, app, peers } = fronts
  noteVersion(browser)
  const { state, contact } = await enterApp(fronts)
  const pages: StartPage[] = [
    ...PEERS.map((name) => ({ name, address: peers[name], useful: '[data-useful]', signedIn: undefined })),
    ...Object.entries(USEFUL)
      .filter(([name]) => chosen.length === 0 || chosen.includes(name))
      .map(([name, [path, useful]]) => ({
        name,
        address: `${app}${path || contact}`,
        useful,
        signedIn: name === 'sign-in' ? undefined : state,
      })),
  ]
  const networks = (Object.keys(NETWORKS) as NetworkName[]).filter(
    (name) => asked.network === undefined || asked.network === name,
  )
  // Once, not counted: files are compressed and the archive is filled when they are first asked for.
  for (const page of pages) await visit(browser, page, 'fast')
  await new Promise((resolve) =>
    setTimeout(resolve, pages.some(({ name }) => name === 'overview') ? FILL_MS : 0),
  )
  const visits = new Map<string, Visit[]>()
  const key = (page: string, network: NetworkName) => `${page} ${network}`
  for (let round = 0; round < ROUNDS; round++)
    for (const network of networks)
      for (const nth of pages.keys()) {
        const page = pages[(nth + round) % pages.length]!
        const of = key(page.name, network)
        visits.set(of, [...(visits.get(of) ?? []), await visit(browser, page, network)])
        process.stdout.write('.')
      }
  console.log()
  if (asked.files)
    for (const { name } of pages)
      printTable(name, [
        ['', 'bytes', 'asked at', 'took', ''],
        ...(visits.get(key(name, networks[0] ?? 'fast'))?.at(-1)?.loaded ?? []).map((one) => [
          one.path,
          one.bytes?.toLocaleString('en') ?? '–',
          `${one.at.toFixed(0)} ms`,
          `${one.took.toFixed(0)} ms`,
          one.isLate ? 'after the useful frame' : '',
        ]),
      ])
  const of = (page: string, network: NetworkName, what: (one: Visit) => number) =>
    median(visits.get(key(page, network)) ?? [], what)
  const beside = (page: string, network: NetworkName, what: (one: Visit) => number) =>
    of(page, network, what) / of('floor', network, what)
  const [first = 'fast'] = networks
  const kb = (page: string, what: 'useful' | 'all') => of(page, first, ({ bytes }) => bytes[what]) / 1000
  const table = [
    ['', 'KB', 'KB in all', '× bytes', 'files', 'answers']
      .concat(networks.flatMap((one) => [`ms ${one}`, `× useful ${one}`, `× LCP ${one}`]))
      .concat(['× script', '× script in all']),
    ...pages.map(({ name }) => [
      name === 'floor' ? 'FLOOR' : name,
      kb(name, 'useful').toFixed(1),
      kb(name, 'all').toFixed(1),
      times(kb(name, 'useful') / kb('floor', 'useful')),
      String(of(name, first, ({ files }) => files)),
      String(of(name, first, ({ answers }) => answers)),
      ...networks.flatMap((one) => [
        of(name, one, ({ useful }) => useful).toFixed(0),
        times(beside(name, one, ({ useful }) => useful)),
        times(beside(name, one, ({ lcp }) => lcp)),
      ]),
      times(beside(name, first, ({ script }) => script.useful)),
      times(beside(name, first, ({ script }) => script.all)),
    ]),
  ]
  const figures: BenchFigure[] = []
  for (const { name } of pages) {
    const goal = GOALS[name]
    if (!goal) continue
    const figure = (what: string, value: number, most: number, unit = ' ×', digits = 2) =>
      figures.push({
        name: `${name}: ${what}`,
        value: `${value.toFixed(digits)}${unit}`,
        goal: `${most}${unit}`,
        met: value <= most,
      })
    figure('scripts and styles', kb(name, 'useful'), goal.kb, ' KB', 1)
    figure('their bytes', kb(name, 'useful') / kb('floor', 'useful'), goal.bytes)
    figure(
      'files',
      of(name, first, ({ files }) => files),
      MOST_FILES,
      '',
      0,
    )
    for (const network of networks) {
      const most = network === 'fast' ? goal.fast : SLOW
      figure(
        `useful, ${network}`,
        beside(name, network, ({ useful }) => useful),
        most,
      )
    }
    figure(
      'LCP',
      beside(name, first, ({ lcp }) => lcp),
      LCP,
    )
    figure(
      'script',
      beside(name, first, ({ script }) => script.useful),
      SCRIPT,
    )
  }
  const said = networks.map((one) => `${one}: ${NETWORKS[one].said}`).join('; ')
  return { table, figures, said: `Medians of ${ROUNDS} rounds; CPU ${CPU_SLOWER} × slower; ${said}.` }
}

buildApp()
const folder = mkdtempSync(join(tmpdir(), 'callboard-bench-'))
try {
  const { table, figures, said } = await measure(folder)
  printNote(said)
  printTable('start', table)
  printFigures('goals', figures)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
