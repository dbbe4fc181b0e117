import { contactPages, FIRST_DAY } from './contacts.ts'
import { HISTOGRAMS } from './flat.ts'
import type { Engine, Group, Histograms, Range } from './engine.ts'
import { bytesOf, createOurs } from './ours.ts'
import { overviewOf } from './overview.ts'

/*
 * What runs in an engine's thread, in Node as in the browser: it does as it is told and says how long it took.
 */

export const ENGINES = ['callboard', 'by-hand', 'crossfilter2', 'arquero', 'duckdb-wasm'] as const
export type EngineName = (typeof ENGINES)[number]

export const QUESTIONS = ['query', 'slide', 'jump', 'top'] as const
export type QuestionName = (typeof QUESTIONS)[number]

export type Order =
  | { readonly do: 'build'; readonly engine: EngineName; readonly contacts: number; readonly wasm: string }
  | { readonly do: QuestionName; readonly round: number }
  | { readonly do: 'overview'; readonly round: number }
  | { readonly do: 'memory' }

export interface Said {
  readonly ms: number
  /** Of the answer: equal for equal answers. */
  readonly digest?: string
  /** Milliseconds by question. */
  readonly overview?: Readonly<Record<string, number>>
  /** Milliseconds of building that were reading contacts page by page. */
  readonly reading?: number
  /** The longest single page, of those that were encoded. */
  readonly longest?: number
  readonly bytes?: { readonly columns: number | null; readonly beside: number | null }
}

/** Each with its packages, which are there by the time it is asked for. */
const ENGINE: Readonly<Record<EngineName, (wasm: string) => Promise<Engine> | Engine>> = {
  callboard: () => createOurs(),
  'by-hand': async () => (await import('./by-hand.ts')).createByHand(),
  crossfilter2: async () => (await import('../peers/crossfilter.ts')).createCrossfilter(),
  arquero: async () => (await import('../peers/arquero.ts')).createArquero(),
  'duckdb-wasm': async (wasm) => (await import('../peers/duckdb.ts')).createDuckDb(wasm),
}

/** A page of the API's. */
const PAGE = 100
const TOP = 50
/** The brush before it moves. */
const BRUSH: Range = { first: FIRST_DAY + 90, last: FIRST_DAY + 179 }
/** How far it has slid by the round, so that no answer is an old one. */
const slid = (round: number): Range => ({ first: BRUSH.first + round + 1, last: BRUSH.last + round + 1 })
const jumped = (round: number): Range => ({ first: FIRST_DAY + 220 + round, last: FIRST_DAY + 330 + round })

const queryDigest = (groups: readonly Group[]) =>
  groups
    .map(({ day, source, count, sum, average }) => `${day} ${source} ${count} ${sum} ${average.toFixed(6)}`)
    .toSorted()
    .join('\n')
const brushDigest = (histograms: Histograms) =>
  HISTOGRAMS.map((name) =>
    [...histograms[name]]
      .filter(([, count]) => count > 0)
      .map(([value, count]) => `${name} ${value} ${count}`)
      .toSorted()
      .join('\n'),
  ).join('\n')

/** FNV-1a, with the length, which alone tells most differences. */
const hashOf = (text: string): string => {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x0100_0193)
  return `${text.length} ${(hash >>> 0).toString(16)}`
}

export const createMeasure = () => {
  let engine: Engine
  const timed = async <T>(work: () => Promise<T> | T): Promise<[ms: number, answer: T]> => {
    const start = performance.now()
    const answer = await work()
    return [performance.now() - start, answer]
  }

  const build = async ({ engine: name, contacts, wasm }: Extract<Order, { do: 'build' }>): Promise<Said> => {
    engine = await ENGINE[name](wasm)
    let ms = 0
    let longest = 0
    for (const page of contactPages(contacts, PAGE)) {
      const took = engine.take(page)
      ms += took
      longest = Math.max(longest, took)
    }
    const [finished] = await timed(() => engine.finish())
    return { ms: ms + finished, reading: ms, longest }
  }

  const ask = async (question: QuestionName, round: number): Promise<Said> => {
    engine.clear()
    if (question === 'query') {
      const [ms, groups] = await timed(() => engine.query())
      return { ms, digest: hashOf(queryDigest(groups)) }
    }
    if (question === 'top') {
      const [ms, longest] = await timed(() => engine.top(TOP))
      return { ms, digest: longest.join(' ') }
    }
    const isSlide = question === 'slide'
    await engine.brush(isSlide ? slid(round - 1) : BRUSH)
    const [ms, histograms] = await timed(() => engine.brush(isSlide ? slid(round) : jumped(round)))
    return { ms, digest: hashOf(brushDigest(histograms)) }
  }

  /** Of ours alone. */
  const dataset = () => ('data' in engine ? (engine as ReturnType<typeof createOurs>).data : null)

  return async (order: Order): Promise<Said> => {
    if (order.do === 'build') return build(order)
    if (order.do === 'memory') {
      const data = dataset()
      return { ms: 0, bytes: { columns: data && bytesOf(data), beside: engine.bytes() } }
    }
    if (order.do !== 'overview') return ask(order.do, order.round)
    const overview: Record<string, number> = {}
    for (const [name, asked] of Object.entries(overviewOf(dataset()!)))
      overview[name] = (await timed(asked))[0]
    return { ms: 0, overview }
  }
}
