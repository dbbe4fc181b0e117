import process from 'node:process'
import { parseArgs } from 'node:util'
import { enter, FLOWS, goToOverview } from './soak/flows.ts'
import { leastOf, measureMemory, type PageMemory } from './soak/memory.ts'
import { printFigures, printNote, printTable, withBench, type Bench, type BenchFigure } from './support.ts'

/*
 * npm run soak: what a page still holds after a day's work in one document. `-- --loops 20` walks fewer loops (a multiple of four),
 * `--hours 1` leaves the overview open for less, `--wall 2` the wall; each is left out with 0.
 */

const { values: asked } = parseArgs({
  options: {
    loops: { type: 'string', default: '200' },
    hours: { type: 'string', default: '8' },
    wall: { type: 'string', default: '24' },
  },
})
const LOOPS = Number(asked.loops)
const HOURS = Number(asked.hours)
const WALL_HOURS = Number(asked.wall)
const CONTACTS = 30_000
const MB_MORE = 2
/** Loops of which the least is taken, every other one: the clients take turns, and what is let go of late is no leak. */
const LAST = 4
/** Where it is looked. */
const AT = [LOOPS / 2, LOOPS] as const
const ROWS = 10
const PATIENCE_MS = 30_000
/**
 * Compiled code is no leak. A function is compiled once and stays so: V8 keeps a list for each script of what it has compiled,
 * and code that goes with each collection would be compiled, and listed, again in each loop (36 KB of them).
 */
const WITHOUT_CODE = ['--no-opt', '--no-maglev', '--no-sparkplug', '--no-flush-bytecode']
const VIEW = { viewport: { width: 1440, height: 900 }, locale: 'en-US' } as const

const row = (name: string, { detached, listeners, workers, heapMb }: PageMemory) => [
  name,
  ...[detached, listeners, workers].map((one) => one.toLocaleString('en')),
  heapMb.toFixed(1),
]
const HEAD = ['', 'detached nodes', 'listeners', 'workers', 'heap MB']

const growth = (of: string, before: PageMemory, after: PageMemory): BenchFigure[] => {
  const figure = (name: string, value: number, most: number, unit = '', digits = 0) => ({
    name: `${of}: ${name}`,
    value: `${value > 0 ? '+' : ''}${value.toFixed(digits)}${unit}`,
    goal: `+${most}${unit}`,
    met: value <= most,
  })
  return [
    figure('detached nodes', after.detached - before.detached, 0),
    figure('listeners', after.listeners - before.listeners, 0),
    figure('workers', after.workers - before.workers, 0),
    figure('heap', after.heapMb - before.heapMb, MB_MORE, ' MB', 1),
  ]
}

const walk = async ({ browser, origin }: Bench) => {
  const context = await browser.newContext({ ...VIEW, baseURL: origin })
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  await page.goto('/sign-in')
  await enter(page)
  const measure = await measureMemory(page)
  const counted = new Map<number, PageMemory[]>(AT.map((at) => [at, []]))
  const rows: string[][] = []
  for (let loop = 1; loop <= LOOPS; loop++) {
    for (const [name, flow] of Object.entries(FLOWS))
      try {
        await flow(page, loop)
      } catch (error) {
        throw new Error(`Loop ${loop} could not ${name}`, { cause: error })
      }
    const isRow = loop % Math.max(2, Math.round(LOOPS / ROWS)) === 0
    const into = AT.find((at) => loop <= at && loop > at - 2 * LAST && (at - loop) % 2 === 0)
    if (!isRow && into === undefined) continue
    const held = await measure()
    if (into !== undefined) counted.get(into)?.push(held)
    if (isRow) rows.push(row(`loop ${loop}`, held))
    process.stdout.write('.')
  }
  console.log()
  await context.close()
  printTable('soak', [HEAD, ...rows])
  const [before, after] = AT.map((at) => leastOf(counted.get(at) ?? []))
  return growth(`from loop ${AT.join(' to ')}`, before!, after!)
}

const MINUTE_MS = 60_000

const leaveOpen = async ({ open }: Bench) => {
  const page = await open('marketer')
  page.setDefaultTimeout(PATIENCE_MS)
  await page.clock.install()
  await page.goto('/overview')
  await goToOverview(page)
  const measure = await measureMemory(page)
  const hours: PageMemory[] = []
  for (let minute = 1; minute <= HOURS * 60; minute++) {
    await page.clock.runFor(MINUTE_MS)
    if (minute % 60 > 0) continue
    // Whoever comes back looks at what has come since.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await goToOverview(page)
    hours.push(await measure())
    process.stdout.write('.')
  }
  console.log()
  await page.context().close()
  printTable('overview left open', [HEAD, ...hours.map((held, at) => row(`hour ${at + 1}`, held))])
  const [first] = hours
  return first && hours.length > 1 ? growth(`from hour 1 to ${HOURS}`, first, hours.at(-1)!) : []
}

/** A day of the wall, where contacts come in all the time. */
const hangOnWall = async ({ open }: Bench) => {
  const page = await open('marketer', { viewport: { width: 1920, height: 1080 } })
  page.setDefaultTimeout(PATIENCE_MS)
  await page.clock.install()
  await page.goto('/live')
  const newest = page.getByRole('region', { name: 'Newest contacts' }).getByRole('listitem')
  await newest.first().waitFor()
  const measure = await measureMemory(page)
  const hours: (PageMemory & { readonly attached: number })[] = []
  for (let minute = 1; minute <= WALL_HOURS * 60; minute++) {
    await page.clock.runFor(MINUTE_MS)
    if (minute % 60 > 0) continue
    await newest.first().waitFor()
    hours.push({ ...(await measure()), attached: await page.locator('*').count() })
    process.stdout.write('.')
  }
  console.log()
  await page.context().close()
  printTable('the wall left open', [
    [...HEAD, 'elements'],
    ...hours.map((held, at) => [...row(`hour ${at + 1}`, held), held.attached.toLocaleString('en')]),
  ])
  const [first] = hours
  return first && hours.length > 1
    ? growth(`the wall, from hour 1 to ${WALL_HOURS}`, first, hours.at(-1)!)
    : []
}

await withBench(
  CONTACTS,
  async (bench) => {
    const names = Object.keys(FLOWS)
    printNote(
      `${names.length} flows a loop: ${names.join('; ')}. What is left after a forced collection that takes compiled code too, the least of the last ${LAST} even loops.`,
    )
    const figures = [
      ...(LOOPS > 0 ? await walk(bench) : []),
      ...(HOURS > 0 ? await leaveOpen(bench) : []),
      ...(WALL_HOURS > 0 ? await hangOnWall(bench) : []),
    ]
    printFigures('goals', figures)
  },
  WITHOUT_CODE,
)
