import { describe, expect, it } from 'vitest'
import type { CallsPage } from '#/api/calls.ts'
import { ApiError } from '#/api/error.ts'
import { endpoints } from '#/contract/endpoints.ts'
import { dayNumber, dayText } from '#/contract/day.ts'
import { createLoad, filtersOfDays, type ContactSource } from './load.ts'

const SIZE = 5
const DAYS = { first: dayNumber('2026-11-01'), last: dayNumber('2026-11-20') }

interface Contact {
  readonly id: number
  readonly day: string
}
/** One contact an hour from 1 November on. */
const contacts = (count: number): Contact[] =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    day: dayText(DAYS.first + Math.floor(index / 24)),
  }))

const pageOf = (all: readonly Contact[], page: number): CallsPage => {
  const pages = Math.ceil(all.length / SIZE)
  const { calls, meta } = endpoints.all_calls.answer.lenient.parse({
    calls: all
      .slice((page - 1) * SIZE, page * SIZE)
      .map(({ id, day }) => ({ id, obj_oid: 'a', date: `${day}T12:00:00+03:00`, status: 2 })),
    meta: {
      obj: [{ oid: 'a', title: 'Object A' }],
      pagination: {
        current_page: page,
        next_page: page < pages ? page + 1 : null,
        prev_page: null,
        total_pages: pages,
        total_objects: all.length,
      },
    },
  })
  return { calls, objects: meta?.obj ?? [], statuses: {}, services: [], pagination: meta?.pagination ?? null }
}

/** A service with these contacts, which can be given more and can fail. */
const serviceOf = (all: Contact[]) => {
  const service: {
    all: Contact[]
    fails: (page: number) => boolean
    readonly asked: string[]
    readonly source: ContactSource
  } = {
    all,
    fails: () => false,
    asked: [],
    source: {
      page: async (days, page, signal) => {
        const from = dayText(days.first)
        service.asked.push(`${from} ${page}`)
        if (signal.aborted) throw new ApiError('aborted')
        if (service.fails(page)) throw new ApiError('bad-response')
        return pageOf(service.all.filter(({ day }) => day >= from).toReversed(), page)
      },
    },
  }
  return service
}
const never = new AbortController().signal
const idsOf = ({ data }: ReturnType<typeof createLoad>) =>
  [...data.id.subarray(0, data.rows)].toSorted((a, b) => a - b)

describe('contacts of some days', () => {
  it('come each once, with progress and the objects’ titles', async () => {
    const service = serviceOf(contacts(52))
    const load = createLoad(service.source, DAYS)
    expect(load.progress()).toEqual({ loaded: 0, total: null, unread: [DAYS] })
    const seen: number[] = []
    expect(await load.run(never, () => seen.push(load.progress().loaded))).toEqual({
      shortfall: null,
      error: null,
    })
    expect(idsOf(load)).toEqual(service.all.map(({ id }) => id))
    expect(load.progress()).toEqual({ loaded: 52, total: 52, unread: [] })
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    expect(load.data.objectTitles.get('a')).toBe('Object A')
  })

  it('are asked for newest first, by explicit days (G23)', () => {
    expect(filtersOfDays(DAYS)).toEqual({
      period: 'custom',
      date_from: '2026-11-01',
      date_to: '2026-11-20',
    })
  })

  it('that failed are the only ones asked for again', async () => {
    const service = serviceOf(contacts(52))
    service.fails = (page) => page === 4
    const load = createLoad(service.source, DAYS)
    const { shortfall, error } = await load.run(never, () => {})
    expect(shortfall).toMatchObject({ loaded: 47, total: 52, gaps: ['failed'] })
    expect(error?.kind).toBe('bad-response')
    expect(load.data.rows).toBe(47)

    service.fails = () => false
    service.asked.length = 0
    expect((await load.run(never, () => {})).shortfall).toBeNull()
    expect(service.asked).toEqual(['2026-11-01 4'])
    expect(idsOf(load)).toEqual(service.all.map(({ id }) => id))
  })

  it('that came before it was stopped stay, and are not asked for again', async () => {
    const service = serviceOf(contacts(200))
    const load = createLoad(service.source, DAYS)
    const stop = new AbortController()
    const stopped = load.run(stop.signal, () => {
      if (load.data.rows >= 40) stop.abort()
    })
    await expect(stopped).rejects.toMatchObject({ kind: 'aborted' })
    const kept = load.data.rows
    expect(kept).toBeGreaterThanOrEqual(40)
    const before = service.asked.length
    expect((await load.run(never, () => {})).shortfall).toBeNull()
    expect(idsOf(load)).toEqual(service.all.map(({ id }) => id))
    expect(service.asked.length - before).toBe(Math.ceil((200 - kept) / SIZE))
  })

  it('say which days may miss contacts, whatever the order in which pages come', async () => {
    const service = serviceOf(contacts(24 * 4))
    // The tenth page, where the second day ends, comes after the fifteenth.
    const [late, other] = [10, 15]
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    const load = createLoad(
      {
        page: async (days, page, signal) => {
          if (page === late) await held
          return service.source.page(days, page, signal)
        },
      },
      DAYS,
    )
    const unread: (string | null)[] = []
    await load.run(never, () => {
      const { unread: days, loaded } = load.progress()
      const [first] = days
      unread.push(first === undefined ? null : `${loaded} ${dayText(first.last)}`)
      if (loaded >= other * SIZE) release()
    })
    // 24 contacts a day: nine pages end inside the second, and the fifteenth page begins in it.
    expect(unread[0]).toBe('5 2026-11-04')
    expect(unread).toContain('45 2026-11-03')
    expect(unread.at(-1)).toBeNull()
  })

  it.each([
    ['a page fails', (page: number, answer: CallsPage) => (page === 4 ? null : answer), 47, '2026-11-02'],
    [
      'the list ends early',
      (page: number, answer: CallsPage) => (page < 6 ? answer : { ...answer, calls: [] }),
      25,
      '2026-11-01',
    ],
    [
      'the total shrinks',
      (page: number, answer: CallsPage) =>
        page < 6
          ? answer
          : { ...answer, pagination: answer.pagination && { ...answer.pagination, total_objects: 51 } },
      52,
      '2026-11-02',
    ],
  ])('keep the service’s total and name the days when %s', async (_, change, loaded, first) => {
    const service = serviceOf(contacts(52))
    const load = createLoad(
      {
        page: async (days, page, signal) => {
          const answer = change(page, await service.source.page(days, page, signal))
          if (answer === null) throw new ApiError('bad-response')
          return answer
        },
      },
      DAYS,
    )
    const { shortfall } = await load.run(never, () => {})
    expect(shortfall?.total).toBe(52)
    expect(load.progress()).toMatchObject({ loaded, total: 52 })
    const { unread } = load.progress()
    expect(unread.map((range) => dayText(range.first))).toEqual([first])
    expect(unread.every((range) => range.last <= dayNumber('2026-11-02'))).toBe(true)
  })

  it('that were not all here are all looked for again', async () => {
    const service = serviceOf(contacts(52))
    service.fails = (page) => page === 4
    const load = createLoad(service.source, DAYS)
    await load.run(never, () => {})
    service.fails = () => false
    load.refresh()
    await load.run(never, () => {})
    expect(idsOf(load)).toEqual(service.all.map(({ id }) => id))
  })

  it('are looked for again from the last day that has come', async () => {
    const service = serviceOf(contacts(52))
    const load = createLoad(service.source, DAYS)
    await load.run(never, () => {})
    service.all = contacts(90)
    service.asked.length = 0
    load.refresh()
    await load.run(never, () => {})
    expect(new Set(service.asked.map((request) => request.split(' ')[0]))).toEqual(new Set(['2026-11-03']))
    expect(idsOf(load)).toEqual(service.all.map(({ id }) => id))
    expect(load.progress()).toEqual({ loaded: 90, total: 90, unread: [] })
  })
})
