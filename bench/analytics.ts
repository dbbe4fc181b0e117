import { availableParallelism, loadavg } from 'node:os'
import process from 'node:process'
import { chromiumHost, installPeers, nodeHost, type Host } from './analytics/hosts.ts'
import { ENGINES, QUESTIONS, type EngineName, type QuestionName } from './analytics/measure.ts'
import { percentile, printFigures, printTable } from './support.ts'

/*
 * npm run bench:analytics: the overview's columns beside engines that others use, over the same contacts in the same
 * run, in Node and in a Chromium worker; then what the overview really asks.
 */

const CONTACTS = Number(process.env['CONTACTS'] ?? 1_000_000)
const BUILDS = 3
const ROUNDS = 9
/** A click must not take longer. */
const CLICK_MS = 50

const median = (numbers: readonly number[]) => percentile(numbers, 0.5)
const rotated = (by: number): EngineName[] => [
  ...ENGINES.slice(by % ENGINES.length),
  ...ENGINES.slice(0, by % ENGINES.length),
]

const measureEngines = async (host: Host) => {
  const times = new Map<EngineName, Record<'build' | 'reading' | QuestionName, number[]>>(
    ENGINES.map((name) => [name, { build: [], reading: [], query: [], slide: [], jump: [], top: [] }]),
  )
  let longestPage = 0
  for (let round = 0; round < BUILDS; round++)
    for (const engine of rotated(round)) {
      await host.start(engine)
      const {
        ms,
        reading = 0,
        longest = 0,
      } = await host.ask(engine, {
        do: 'build',
        engine,
        contacts: CONTACTS,
        wasm: host.wasm,
      })
      times.get(engine)!.build.push(ms)
      times.get(engine)!.reading.push(reading)
      if (engine === 'callboard') longestPage = Math.max(longestPage, longest)
    }
  for (const question of QUESTIONS)
    for (let round = 0; round < ROUNDS; round++) {
      const digests = new Map<string, EngineName[]>()
      for (const engine of rotated(round)) {
        const { ms, digest = '' } = await host.ask(engine, { do: question, round })
        digests.set(digest, [...(digests.get(digest) ?? []), engine])
        times.get(engine)![question].push(ms)
      }
      if (digests.size > 1)
        throw new Error(`${question}: they do not agree: ${[...digests.values()].map(String).join(' | ')}`)
    }
  const memory = new Map<EngineName, number>()
  let columns = 0
  for (const engine of ENGINES) {
    const { bytes } = await host.ask(engine, { do: 'memory' })
    const used = await host.used(engine)
    columns = bytes?.columns ?? columns
    if (used !== null) memory.set(engine, used + (bytes?.beside ?? 0))
  }

  const ms = (engine: EngineName, what: 'build' | 'reading' | QuestionName) =>
    median(times.get(engine)![what])
  printTable(`${CONTACTS.toLocaleString('en')} contacts, ${host.name}: medians in ms`, [
    ['', 'build', 'of it reading', 'query', 'brush slide', 'brush jump', 'top 50', 'MB'],
    ...ENGINES.map((engine) => [
      engine,
      ...(['build', 'reading'] as const).map((what) => ms(engine, what).toFixed(0)),
      ...QUESTIONS.map((what) => ms(engine, what).toFixed(1)),
      memory.has(engine) ? (memory.get(engine)! / 1e6).toFixed(0) : '–',
    ]),
  ])
  const goal = (name: string, value: number, most: number, unit: string) => ({
    name,
    value: `${value.toFixed(1)} ${unit}`,
    goal: `${most} ${unit}`,
    met: value <= most,
  })
  printFigures(`goals, ${host.name}`, [
    goal('build', ms('callboard', 'build'), 600, 'ms'),
    goal('the longest page of 100 to encode', longestPage, CLICK_MS, 'ms'),
    goal('query', ms('callboard', 'query'), 6, 'ms'),
    goal('brush, by one day', ms('callboard', 'slide'), 6, 'ms'),
    goal('brush, a jump', ms('callboard', 'jump'), 6, 'ms'),
    goal('top 50', ms('callboard', 'top'), 8, 'ms'),
    goal('columns', columns / 1e6, 60, 'MB'),
    ...(['build', ...QUESTIONS] as const).map((what) => {
      const peers = ENGINES.filter((engine) => engine !== 'callboard' && engine !== 'by-hand')
      const best = peers.toSorted((a, b) => ms(a, what) - ms(b, what))[0]!
      const ratio = ms('callboard', what) / ms(best, what)
      return {
        name: `${what} beside the fastest, ${best}`,
        value: `${ratio.toFixed(2)} ×`,
        goal: '1 ×',
        met: ratio <= 1,
      }
    }),
  ])
}

const measureOverview = async (host: Host) => {
  const asked = new Map<string, number[]>()
  for (let round = 0; round < ROUNDS; round++) {
    const { overview = {} } = await host.ask('callboard', { do: 'overview', round })
    for (const [name, ms] of Object.entries(overview)) asked.set(name, [...(asked.get(name) ?? []), ms])
  }
  printFigures(
    `the overview asks, ${host.name}`,
    [...asked].map(([name, all]) => ({
      name,
      value: `${median(all).toFixed(1)} ms, at most ${Math.max(...all).toFixed(1)}`,
      goal: `${CLICK_MS} ms`,
      met: median(all) <= CLICK_MS,
    })),
  )
}

/** Beside others who work, times of milliseconds are worth nothing. */
const warnOfOthers = () => {
  const [load = 0] = loadavg()
  if (load > availableParallelism() / 2)
    console.log(
      `\nThis machine is busy (load ${load.toFixed(1)} of ${availableParallelism()} cores): compare, believe no time alone.`,
    )
}

const parts = process.argv.slice(2)
const isAsked = (part: string) => parts.length === 0 || parts.includes(part)

warnOfOthers()
for (const [part, open] of [
  ['node', nodeHost],
  ['chromium', chromiumHost],
] as const) {
  if (!isAsked(part)) continue
  installPeers()
  const host = await open()
  try {
    await measureEngines(host)
    await measureOverview(host)
  } finally {
    await host.close()
  }
}
