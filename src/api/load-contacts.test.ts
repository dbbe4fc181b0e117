import { describe, expect, test, vi } from 'vitest'
import type { CallsPage } from './calls.ts'
import { ApiError, type ApiErrorKind } from './error.ts'
import { endpoints } from '#/contract/endpoints.ts'
import { createLoader, type LoadedContacts } from './load-contacts.ts'

const SIZE = 5

/** A page as the contract reads it; the id null stands for a record that has none. */
const pageOf = (ids: readonly (number | null)[], pagination: Record<string, unknown> | null): CallsPage => {
  const { calls, meta } = endpoints.all_calls.answer.lenient.parse({
    calls: ids.map((id) => ({ id })),
    meta: { obj: [], pagination },
  })
  return {
    calls,
    objects: [],
    statuses: {},
    services: [],
    pagination: meta?.pagination ?? null,
  }
}
/** An honest page of a list, newest first. */
const pageFrom = (list: readonly (number | null)[], page: number, total = list.length): CallsPage => {
  const pages = Math.ceil(total / SIZE)
  return pageOf(list.slice((page - 1) * SIZE, page * SIZE), {
    current_page: page,
    next_page: page < pages ? page + 1 : null,
    total_pages: pages,
    total_objects: total,
  })
}
const list = (count: number) => Array.from({ length: count }, (_, index) => count - index)

type Answer = (page: number) => CallsPage | Promise<CallsPage>
const load = async (answer: Answer, maxContacts?: number) => {
  const asked: number[] = []
  const loader = createLoader({
    ask: async (page) => {
      asked.push(page)
      return answer(page)
    },
    take: (calls) => calls.map(({ id }) => id),
    wait: async () => {},
    ...(maxContacts === undefined ? {} : { maxContacts }),
  })
  const run = (
    signal = new AbortController().signal,
    onProgress: (done: number, total: number) => void = () => {},
  ) => loader.load(signal, onProgress)
  return { asked, run, first: await run() }
}
const idsOf = ({ chunks }: LoadedContacts<number[]>) => chunks.flat()
const failing = (kind: ApiErrorKind) => {
  throw new ApiError(kind)
}

describe('a service that behaves', () => {
  test.each([0, 1, SIZE, SIZE + 1, 10 * SIZE, 99])('%i contacts', async (count) => {
    const all = list(count)
    const { first, asked } = await load((page) => pageFrom(all, page))
    expect(idsOf(first)).toEqual(all)
    expect(first).toMatchObject({ count, shortfall: null, error: null })
    expect(asked.toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: Math.max(Math.ceil(count / SIZE), 1) }, (_, index) => index + 1),
    )
  })

  test('four requests are in flight, and pages that overtake others stand in their place', async () => {
    const all = list(60)
    let open = 0
    let most = 0
    const { first } = await load(async (page) => {
      most = Math.max(most, ++open)
      for (let turn = 0; turn < (page % 4) * 3; turn++) await Promise.resolve()
      open--
      return pageFrom(all, page)
    })
    expect(most).toBe(4)
    expect(idsOf(first)).toEqual(all)
  })

  test('without pagination the first page is all there is', async () => {
    const { first, asked } = await load(() => pageOf([3, 2, 1], null))
    expect(first).toMatchObject({ count: 3, shortfall: null })
    expect(asked).toEqual([1])
  })

  test('says how far it is', async () => {
    const progress = vi.fn()
    const loader = createLoader({ ask: async (page) => pageFrom(list(12), page), take: () => null })
    await loader.load(new AbortController().signal, progress)
    expect(progress.mock.calls).toEqual([
      [5, 12],
      [10, 12],
      [12, 12],
    ])
  })
})

describe('paging gone wrong (G1)', () => {
  test('the same page again and again', async () => {
    const { first, asked } = await load((page) => ({
      ...pageFrom(list(50), 1),
      pagination: { ...pageFrom(list(50), 1).pagination!, current_page: page },
    }))
    expect(first).toMatchObject({ count: SIZE, shortfall: { gaps: ['repeated'], loaded: SIZE, total: 50 } })
    expect(asked.length).toBeLessThanOrEqual(5)
  })

  test('another page than the one asked for', async () => {
    const { first, asked } = await load(() => pageFrom(list(50), 1))
    expect(first.shortfall?.gaps).toEqual(['repeated'])
    expect(asked.length).toBeLessThanOrEqual(5)
  })

  test('more by its own word than it sends', async () => {
    const { first } = await load((page) => pageFrom(list(22), page, 40))
    expect(first).toMatchObject({ count: 22, shortfall: { gaps: ['short'], loaded: 22, total: 40 } })
  })

  test('fault-totals: a total that grows without end', async () => {
    let total = 50
    const { first, asked } = await load((page) => ({
      ...pageFrom(list(50), 1),
      pagination: { ...pageFrom(list(50), 1, (total *= 2)).pagination!, current_page: page },
    }))
    expect(first.shortfall).not.toBeNull()
    expect(asked.length).toBeLessThan(30)
  })

  test('contacts that come on top meanwhile double none and hide none', async () => {
    let all = list(30)
    const { first } = await load((page) => {
      const answer = pageFrom(all, page)
      if (page === 2) all = [...Array.from({ length: 2 * SIZE }, (_, index) => 1000 - index), ...all]
      return answer
    })
    const ids = idsOf(first)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(expect.arrayContaining(list(30)))
    expect(first.shortfall).toBeNull()
  })

  test('a page answered before the one in front of it is asked again when the list grew in between', async () => {
    let all = list(15)
    let second = 0
    const { first } = await load(async (page) => {
      if (page === 2 && second++ === 0) {
        // Page 3 has been answered by now.
        for (let turn = 0; turn < 20; turn++) await Promise.resolve()
        all = [100, ...all]
      }
      return pageFrom(all, page)
    })
    expect(idsOf(first)).toEqual(expect.arrayContaining(list(15)))
    expect(first.shortfall).toBeNull()
  })

  test('contacts that leave may take others out of sight: never called complete', async () => {
    let all = list(30)
    const { first } = await load((page) => {
      const answer = pageFrom(all, page)
      if (page === 1) all = all.slice(1)
      return answer
    })
    expect(first.shortfall?.gaps).toContain('changed')
  })

  test('records without an identifier are counted as missing', async () => {
    const { first } = await load((page) => pageFrom([8, 7, null, 5, 4, 3, 2], page))
    expect(first).toMatchObject({
      count: 6,
      shortfall: { gaps: ['unreadable'], unreadable: 1, loaded: 6, total: 7 },
    })
  })

  test('no more than an export holds', async () => {
    const { first } = await load((page) => pageFrom(list(50), page), 12)
    expect(idsOf(first)).toEqual(list(50).slice(0, 12))
    expect(first.shortfall).toMatchObject({ gaps: ['capped'], loaded: 12, total: 50 })
  })
})

describe('failures', () => {
  test('are tried again as the app does elsewhere', async () => {
    const failures = new Map<number, number>()
    const { first, asked } = await load((page) => {
      const before = failures.get(page) ?? 0
      failures.set(page, before + 1)
      return before < 2 ? failing('unavailable') : pageFrom(list(20), page)
    })
    expect(first).toMatchObject({ count: 20, shortfall: null })
    expect(asked).toHaveLength(3 * 4)
  })

  test('of one page leave the others, and a second run asks for that page alone', async () => {
    let isWell = false
    const { first, run, asked } = await load((page) =>
      page === 3 && !isWell ? failing('bad-response') : pageFrom(list(30), page),
    )
    expect(first).toMatchObject({
      count: 25,
      shortfall: { gaps: ['failed'], loaded: 25, total: 30 },
      error: { kind: 'bad-response' },
    })
    isWell = true
    asked.length = 0
    const second = await run()
    expect(asked).toEqual([3])
    expect(idsOf(second)).toEqual(list(30))
    expect(second.shortfall).toBeNull()
  })

  test('of a third page end it: the service is down', async () => {
    const { first, asked } = await load((page) =>
      page > 4 ? failing('bad-response') : pageFrom(list(500), page),
    )
    expect(first.shortfall).toMatchObject({ gaps: ['failed'], loaded: 20, total: 500 })
    expect(asked.length).toBeLessThan(12)
  })

  test.each<ApiErrorKind>(['session-ended', 'principal-changed', 'client-forbidden', 'forbidden'])(
    '%s concerns every page',
    async (kind) => {
      await expect(
        load((page) => (page === 2 ? failing(kind) : pageFrom(list(50), page))),
      ).rejects.toMatchObject({ kind })
    },
  )

  test('of the first page leave nothing', async () => {
    await expect(load(() => failing('bad-response'))).rejects.toMatchObject({ kind: 'bad-response' })
  })

  test('who cancels gets nothing', async () => {
    const cancel = new AbortController()
    const loader = createLoader({
      ask: async (page, signal) => {
        if (page === 3) cancel.abort()
        if (signal.aborted) throw new ApiError('aborted')
        return pageFrom(list(50), page)
      },
      take: () => null,
    })
    await expect(loader.load(cancel.signal, () => {})).rejects.toMatchObject({ kind: 'aborted' })
  })
})
