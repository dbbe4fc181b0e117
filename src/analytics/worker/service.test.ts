import { expect, it, vi } from 'vitest'
import { answerCalls, callWorker } from '#/api/worker/worker-call.ts'
import { fakeFetch, fakeJson } from '#/test/fake-fetch.ts'
import { createWorkerPair } from '#/test/workers/worker-pair.ts'
import { type AnalyticsCalls, createAnalyticsService } from './service.ts'
import type { LoadJob, LoadState } from './load.ts'

const PAGES = 6
const JOB: LoadJob = {
  scope: { principal: 'anna', client: null },
  oid: null,
  days: { first: 20_750, last: 20_760 },
  comparedDays: null,
}
const contact = (id: number) => ({ id, date: '2026-10-25T10:00:00+03:00', source: { title: `Source ${id}` } })

/** A service of as many pages of one contact, of which all but the first may be held back. */
const setUp = () => {
  const held: (() => void)[] = []
  let isHeld = false
  const { requests } = fakeFetch(async ({ url }) => {
    const page = Number(new URL(url, 'http://page').searchParams.get('page') ?? 1)
    if (isHeld && page > 1) await new Promise<void>((resolve) => held.push(resolve))
    const pagination = { current_page: page, total_pages: PAGES, total_objects: PAGES }
    return fakeJson({ calls: [contact(page)], meta: { pagination, obj: [{ oid: 'o', title: 'Shop' }] } })
  })
  const turns: (() => void)[] = []
  const pair = createWorkerPair()
  answerCalls<AnalyticsCalls>(
    createAnalyticsService({
      turn: () => new Promise<void>((resolve) => turns.push(resolve)),
      tellEveryMs: 0,
    }),
    pair.worker,
  )
  const { call } = callWorker<AnalyticsCalls>(pair.page)
  const states: LoadState[] = []
  return {
    requests,
    call,
    states,
    hold: () => (isHeld = true),
    release: () => {
      isHeld = false
      for (const go of held.splice(0)) go()
    },
    load: (isRefreshed = false) =>
      call('load', { job: JOB, isRefreshed }, { onProgress: (state) => states.push(state) }),
    answerNext: async () => {
      await vi.waitFor(() => expect(turns).not.toEqual([]))
      turns.shift()!()
    },
  }
}
const rows = { filters: [], limit: 10 } as const

it('loads, tells how it stands, and answers from what has come', async () => {
  const { load, call, states, answerNext } = setUp()
  expect(await load()).toMatchObject({
    is: 'loaded',
    current: { loaded: PAGES, total: PAGES },
    clocks: [180],
    objectTitles: [['o', 'Shop']],
  })
  expect(states[0]).toMatchObject({ is: 'loading', version: 0, current: { loaded: 0, total: null } })
  expect(new Set(states.map(({ version }) => version)).size).toBe(states.length)
  const answer = call('rows', { ...rows, countAs: [{ by: 'source', raw: 'Source 1', as: 'Source 2' }] })
  await answerNext()
  expect((await answer).rows.map(({ source }) => source)).toContain('Source 2')
  expect((await answer).rows.map(({ source }) => source)).not.toContain('Source 1')
})

it('keeps what has come when it is stopped, and brings the rest when it goes on', async () => {
  const { load, call, hold, release, states } = setUp()
  hold()
  const first = load()
  await vi.waitFor(() => expect(states.at(-1)!.current.loaded).toBe(1))
  await call('stop', null)
  const stopped = await first
  expect(stopped).toMatchObject({ is: 'stopped', current: { loaded: 1, total: PAGES } })
  release()
  expect(await load()).toMatchObject({ is: 'loaded', current: { loaded: PAGES } })
})

it('brings each contact once when it is asked to load twice', async () => {
  const { load, call, answerNext } = setUp()
  const [, last] = await Promise.all([load(), load()])
  expect(last).toMatchObject({ is: 'loaded', current: { loaded: PAGES } })
  const answer = call('rows', rows)
  await answerNext()
  expect((await answer).total).toBe(PAGES)
})

it('asks for the last day again when it is refreshed', async () => {
  const { load, requests } = setUp()
  await load()
  const before = requests.length
  expect(await load(true)).toMatchObject({ is: 'loaded', current: { loaded: PAGES } })
  expect(requests.slice(before).every(({ url }) => url.includes('date_from=2026-10-25'))).toBe(true)
  expect(requests.length).toBeGreaterThan(before)
})

it('does not answer a question that was cancelled before its turn', async () => {
  const { load, call, answerNext } = setUp()
  await load()
  const stop = new AbortController()
  // An answer that counts so would fail: it is the worker's defect then, and ends every other question.
  const defective = call('rows', { filters: null, limit: 1 } as never, { signal: stop.signal })
  const next = call('rows', rows)
  stop.abort()
  await expect(defective).rejects.toThrow('aborted')
  await answerNext()
  await answerNext()
  expect((await next).total).toBe(PAGES)
})

it('takes a question before there is a job for a defect', async () => {
  const { call, answerNext } = setUp()
  const answer = call('rows', rows)
  await Promise.all([answerNext(), expect(answer).rejects.toThrow()])
})
