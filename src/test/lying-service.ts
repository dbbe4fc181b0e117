import * as fc from 'fast-check'
import { expect } from 'vitest'
import { runs } from './runs.ts'

/*
 * A service that does to a paged list whatever a service can do (G1), and what must hold for its readers. Every
 * reader of pages in the product is put to it.
 */

export const SIZE = 5

/** A list change before an answer, or a wrong answer. */
const event = fc.oneof(
  { weight: 8, arbitrary: fc.constant({ is: 'nothing' } as const) },
  {
    weight: 3,
    arbitrary: fc.record({ is: fc.constant('arrive' as const), count: fc.integer({ min: 1, max: 7 }) }),
  },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('leave' as const), at: fc.nat(60) }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('fail' as const), retried: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ is: fc.constant('lie' as const), by: fc.integer({ min: -30, max: 1_000_000 }) }),
  },
  { weight: 1, arbitrary: fc.constant({ is: 'silent' } as const) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('double' as const), at: fc.nat(60) }) },
  {
    weight: 1,
    arbitrary: fc.record({ is: fc.constant('other' as const), page: fc.integer({ min: 1, max: 9 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ is: fc.constant('mislabelled' as const), page: fc.integer({ min: 1, max: 9 }) }),
  },
)
type Event = typeof event extends fc.Arbitrary<infer E> ? E : never

export interface LyingAnswer {
  readonly ids: readonly number[]
  readonly pagination: {
    readonly current_page: number | null
    readonly next_page: number | null
    readonly prev_page: null
    readonly total_pages: number | null
    readonly total_objects: number | null
  }
}

/** A page of a list as an honest service sends it; `total` is what it says the list holds. */
export const honestPage = (list: readonly number[], page: number, total = list.length): LyingAnswer => {
  const pages = Math.ceil(total / SIZE)
  return {
    ids: list.slice((page - 1) * SIZE, page * SIZE),
    pagination: {
      current_page: page,
      next_page: page < pages ? page + 1 : null,
      prev_page: null,
      total_pages: pages,
      total_objects: total,
    },
  }
}

export class Failing extends Error {
  readonly isPassing: boolean
  constructor(isPassing: boolean) {
    super('The service fails')
    this.isPassing = isPassing
  }
}

const createLyingService = (count: number, events: readonly Event[], oldestFirst: boolean) => {
  let list = Array.from({ length: count }, (_, index) => count - index)
  let stayed = new Set(list)
  let fresh = 1_000_000
  let requestCount = 0
  let firstSent = 1
  const happened = new Set<Event['is']>()

  const answer = (page: number): LyingAnswer => {
    const now: Event = events[requestCount++] ?? { is: 'nothing' }
    happened.add(now.is)
    if (now.is === 'arrive') {
      const added = Array.from({ length: now.count }, () => fresh++)
      list = oldestFirst ? [...list, ...added] : [...added, ...list]
    }
    if (now.is === 'leave') {
      const gone = list[now.at % Math.max(list.length, 1)]
      list = list.filter((id) => id !== gone)
      stayed = new Set([...stayed].filter((id) => id !== gone))
    }
    if (now.is === 'fail') throw new Failing(now.retried)
    const sent = now.is === 'other' || now.is === 'mislabelled' ? now.page : page
    if (page === 1) firstSent = sent
    if (now.is === 'other') return honestPage(list, sent)
    const total = now.is === 'lie' ? Math.max(0, list.length + now.by) : list.length
    const whole = honestPage(list, page, total)
    if (now.is === 'silent')
      return { ...whole, pagination: { ...whole.pagination, total_objects: null, total_pages: null } }
    if (now.is === 'mislabelled') return { ...whole, ids: honestPage(list, sent).ids }
    if (now.is !== 'double') return whole
    const again = list[now.at % Math.max(list.length, 1)]
    return again === undefined ? whole : { ...whole, ids: [...whole.ids, again] }
  }
  return {
    answer,
    requestCount: () => requestCount,
    count,
    list: () => list,
    stayed: () => stayed,
    firstSent: () => firstSent,
    happened: (...what: readonly Event['is'][]) => what.some((one) => happened.has(one)),
  }
}

export interface ReadResult {
  /** In order. */
  readonly ids: readonly number[]
  readonly isComplete: boolean
}

export interface ReaderTraits {
  readonly isSequential: boolean
  /** Limits. */
  readonly mostPages?: number
  readonly most?: number
}

/**
 * Whatever the service does, no record is doubled or of another page than it seems, reading ends, and it is complete only
 * if it is.
 * @param read reads the list through `answer`, which throws {@link Failing}; null: it has failed as a whole
 */
export const expectsNoTrust = (
  read: (
    answer: (page: number) => LyingAnswer,
    scheduler: fc.Scheduler,
    newestFirst: boolean,
  ) => Promise<ReadResult | null>,
  { isSequential, mostPages = Infinity, most = Infinity }: ReaderTraits,
  usual = 150,
): Promise<void> =>
  fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 45 }),
      fc.array(event, { maxLength: 40 }),
      fc.boolean(),
      fc.scheduler(),
      async (count, events, oldestFirst, scheduler) => {
        const service = createLyingService(count, events, oldestFirst)
        const reading = await read((page) => service.answer(page), scheduler, !oldestFirst)
        expect(service.requestCount()).toBeLessThan(400)
        if (reading === null) return
        const { ids, isComplete } = reading
        expect(new Set(ids).size).toBe(ids.length)
        const { happened } = service
        const isStill = !happened('arrive', 'leave')
        if (isSequential && isStill && !happened('double', 'mislabelled')) {
          const start = (service.firstSent() - 1) * SIZE
          expect(ids).toEqual(service.list().slice(start, start + ids.length))
        }
        // Undetectable by any reader.
        const isDeceived =
          happened('lie', 'mislabelled', 'silent') || (happened('arrive') && happened('leave'))
        if (!isComplete || isDeceived) return
        const wanted = Math.min(mostPages * SIZE, most)
        if (service.list().length <= wanted) for (const id of service.stayed()) expect(ids).toContain(id)
        if (isStill) expect(ids).toHaveLength(count)
      },
    ),
    runs(usual, 20_000),
  )
