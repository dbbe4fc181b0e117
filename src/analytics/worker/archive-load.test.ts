import { deflateRawSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { append, createDataset } from '#/analytics/columns/dataset.ts'
import { encodeSegment } from '#/analytics/columns/segment.ts'
import { listedCall } from '#/contract/call.ts'
import { segmentFrame, stateFrame } from '#/contract/archive/frames.ts'
import type { ArchiveState } from '#/contract/archive/shapes.ts'
import { dayNumber } from '#/contract/day.ts'
import { fakeFetch, fakeJson } from '#/test/fake-fetch.ts'
import { createArchiveLoad } from './archive-load.ts'

const SCOPE = { principal: 'anna', client: 'c1' }
const DAYS = { first: dayNumber('2026-11-01'), last: dayNumber('2026-11-20') }
const never = new AbortController().signal

const contact = (id: number, day: string | null, oid = 'a') =>
  listedCall.lenient.parse({ id, obj_oid: oid, date: day && `${day}T12:00:00+03:00`, status: 2 })

const segment = (first: string, last: string, calls: readonly ReturnType<typeof contact>[]) => {
  const data = createDataset()
  append(data, calls)
  return segmentFrame(dayNumber(first), dayNumber(last), deflateRawSync(encodeSegment(data)))
}
const state = (changes: Partial<ArchiveState> = {}) =>
  stateFrame({
    is: 'reading',
    as_of: '2026-11-20T11:03:00.000Z',
    oldest: '2026-11-19T11:03:00.000Z',
    loaded: 0,
    total: null,
    unread: [],
    shortfall: null,
    error: null,
    ...changes,
  })

/** A server with this answer to the question for columns; pages hold contact 900 of November 2. */
const serverOf = (answer: () => Response) =>
  fakeFetch(({ url }) => (url.includes('/archive/') ? answer() : fakeJson({ calls: [] })))
const streamOf = (...frames: readonly Uint8Array<ArrayBuffer>[]) => new Response(new Blob([...frames]))

const setUp = (answer: () => Response, oid: string | null = null) => {
  const { requests } = serverOf(answer)
  const page = vi.fn(async () => ({
    calls: [contact(900, '2026-11-02')],
    objects: [],
    statuses: {},
    services: [],
    pagination: { current_page: 1, next_page: null, prev_page: null, total_pages: 1, total_objects: 1 },
  }))
  const load = createArchiveLoad(SCOPE, oid, DAYS, { page })
  return { load, page, requests }
}
const idsOf = ({ data }: ReturnType<typeof createArchiveLoad>) =>
  [...data.id.subarray(0, data.rows)].toSorted((a, b) => a - b)

describe('contacts that the archive holds', () => {
  it('come in one answer, of the asked days only, and say as of when', async () => {
    const { load, page, requests } = setUp(() =>
      streamOf(
        state({ loaded: 2, total: 2 }),
        segment('2026-10-01', '2026-11-01', [contact(1, '2026-10-31'), contact(2, '2026-11-01')]),
        segment('2026-11-02', '2026-11-02', [contact(3, '2026-11-02', 'b')]),
        state({ is: 'complete', loaded: 2, total: 2 }),
      ),
    )
    expect(load.progress()).toEqual({ loaded: 0, total: null, unread: [DAYS] })
    expect(await load.run(never, () => {})).toEqual({ shortfall: null, error: null })
    expect(idsOf(load)).toEqual([2, 3])
    expect(load.progress()).toEqual({ loaded: 2, total: 2, unread: [] })
    expect(load.source()).toEqual({
      is: 'archive',
      asOf: '2026-11-20T11:03:00.000Z',
      oldest: '2026-11-19T11:03:00.000Z',
    })
    expect(requests.map(({ url }) => url)).toEqual([
      '/api/clients/c1/archive/columns?date_from=2026-11-01&date_to=2026-11-20',
    ])
    expect(page).not.toHaveBeenCalled()
  })

  it('a day that comes again takes the place of what it was, contacts without a date too', async () => {
    const { load } = setUp(() =>
      streamOf(
        segment('2026-11-02', '2026-11-02', [contact(1, '2026-11-02'), contact(2, null)]),
        segment('2026-11-03', '2026-11-03', [contact(3, '2026-11-03'), contact(4, null)]),
        segment('2026-11-02', '2026-11-02', [contact(1, '2026-11-02'), contact(5, null)]),
        state({ is: 'complete', loaded: 4, total: 4 }),
      ),
    )
    await load.run(never, () => {})
    expect(idsOf(load)).toEqual([1, 3, 4, 5])
    // Asked for again, everything is there once.
    load.refresh()
    await load.run(never, () => {})
    expect(idsOf(load)).toEqual([1, 3, 4, 5])
  })

  it('of one object are its own, and how many there should be is known at the end', async () => {
    const seen: unknown[] = []
    const { load } = setUp(
      () =>
        streamOf(
          state({ loaded: 0, total: 3 }),
          segment('2026-11-02', '2026-11-02', [contact(1, '2026-11-02'), contact(2, '2026-11-02', 'b')]),
          state({ is: 'complete', loaded: 2, total: 2 }),
        ),
      'b',
    )
    await load.run(never, () => seen.push(load.progress()))
    expect(idsOf(load)).toEqual([2])
    expect(seen).toMatchObject([
      { loaded: 0, total: null },
      { loaded: 1, total: null },
      { loaded: 1, total: 1 },
    ])
  })

  it('are not all here before they have come, though it is told first that all are held; days to come are open', async () => {
    const seen: unknown[] = []
    const { load } = setUp(() =>
      streamOf(
        state({ loaded: 3, total: 3 }),
        segment('2026-11-20', '2026-11-20', [contact(1, '2026-11-20')]),
        segment('2026-11-18', '2026-11-18', [contact(2, '2026-11-18')]),
        segment('2026-10-01', '2026-11-05', [contact(3, '2026-11-05')]),
        state({ is: 'complete', loaded: 3, total: 3 }),
      ),
    )
    await load.run(never, () => seen.push(load.progress()))
    const until = (day: string) => [{ first: DAYS.first, last: dayNumber(day) }]
    expect(seen).toEqual([
      { loaded: 0, total: 3, unread: [DAYS] },
      { loaded: 1, total: 3, unread: until('2026-11-19') },
      { loaded: 2, total: 3, unread: until('2026-11-17') },
      { loaded: 3, total: 3, unread: [] },
      { loaded: 3, total: 3, unread: [] },
    ])
    // Asked for again, nothing of it is unknown meanwhile.
    seen.length = 0
    await load.run(never, () => seen.push(load.progress()))
    expect(seen.every((one) => (one as { unread: readonly unknown[] }).unread.length === 0)).toBe(true)
  })

  it('say what is missing of them', async () => {
    const shortfall = {
      loaded: 1,
      total: 3,
      unreadable: 2,
      doubled: 0,
      faulty: [{ oid: 'a', unreadable: 2, doubled: 0 }],
      gaps: ['unreadable' as const],
    }
    const { load } = setUp(() => streamOf(state({ is: 'complete', loaded: 3, total: 3, shortfall })))
    expect(await load.run(never, () => {})).toEqual({ shortfall, error: null })
    expect(load.data.unreadable).toBe(2)
  })
})

describe('where there is no archive', () => {
  it.each([
    ['it is off', () => new Response(null, { status: 204 })],
    ['it fails', () => fakeJson({ error: 'archive_unavailable' }, { status: 503 })],
    ['it does not hold so many days', () => fakeJson({ error: 'invalid_request' }, { status: 400 })],
    ['its answer is of another version', () => new Response('{"calls": []}')],
    [
      'it fails on the way',
      () =>
        streamOf(
          segment('2026-11-03', '2026-11-03', [contact(3, '2026-11-03')]),
          state({ is: 'failed', error: { status: 503, code: 'archive_unavailable', retry_after: null } }),
        ),
    ],
  ])('the pages are read: %s', async (_, answer) => {
    const { load, page } = setUp(answer)
    expect(await load.run(never, () => {})).toEqual({ shortfall: null, error: null })
    expect(idsOf(load)).toEqual([900])
    expect(load.source()).toEqual({ is: 'pages' })
    expect(page).toHaveBeenCalledOnce()
  })
})

describe('a reading that fails', () => {
  it.each([
    ['the service', 502, 'unknown_error', 'unavailable'],
    ['the service wants fewer requests', 429, 'rate_limited', 'rate-limited'],
  ])('says which days could not be read, and what has come stays: %s', async (_, status, code, kind) => {
    const { load } = setUp(() =>
      streamOf(
        segment('2026-11-03', '2026-11-03', [contact(3, '2026-11-03')]),
        state({
          is: 'failed',
          loaded: 1,
          total: 9,
          unread: [{ date_from: '2026-11-01', date_to: '2026-11-02' }],
          error: { status, code, retry_after: 7 },
        }),
      ),
    )
    const { error } = await load.run(never, () => {})
    expect(error).toMatchObject({ kind, retryAfter: 7, scope: SCOPE })
    expect(load.progress()).toEqual({
      loaded: 1,
      total: 9,
      unread: [{ first: dayNumber('2026-11-01'), last: dayNumber('2026-11-02') }],
    })
  })

  it.each([['the session has ended', 401, 'session_ended', 'session-ended']])(
    'is told by its kind, and what has come stays: %s',
    async (_, status, code, kind) => {
      const { load, page } = setUp(() =>
        streamOf(
          segment('2026-11-03', '2026-11-03', [contact(3, '2026-11-03')]),
          state({ is: 'failed', loaded: 1, total: 9, error: { status, code, retry_after: 7 } }),
        ),
      )
      await expect(load.run(never, () => {})).rejects.toMatchObject({ kind, retryAfter: 7, scope: SCOPE })
      expect(idsOf(load)).toEqual([3])
      expect(page).not.toHaveBeenCalled()
    },
  )

  it('is told where the answer breaks off', async () => {
    const { load } = setUp(() =>
      streamOf(
        segment('2026-11-03', '2026-11-03', [contact(3, '2026-11-03')]),
        state({ loaded: 1, total: 9 }),
      ),
    )
    await expect(load.run(never, () => {})).rejects.toMatchObject({ kind: 'network' })
    expect(idsOf(load)).toEqual([3])
  })
})
