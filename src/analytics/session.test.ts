import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, isApiError } from '#/api/error.ts'
import { answerCalls, errorDetails } from '#/api/worker/worker-call.ts'
import { createWorkerPair } from '#/test/workers/worker-pair.ts'
import { createAnalyticsSessions, failureOf, KEPT_MS } from './session.ts'
import type { AnalyticsCalls } from '#/analytics/worker/service.ts'
import type { LoadJob, LoadState } from '#/analytics/worker/load.ts'

const JOB: LoadJob = {
  scope: { principal: 'anna', client: 'c1' },
  oid: null,
  days: { first: 20_750, last: 20_760 },
  comparedDays: null,
}
const OTHER: LoadJob = { ...JOB, scope: { principal: 'anna', client: 'c2' } }
const NOON = Date.UTC(2026, 10, 20, 12)

const stateOf = (more: Partial<LoadState> = {}): LoadState => ({
  is: 'loading',
  version: 1,
  current: { loaded: 10, total: 100, unread: [] },
  compared: null,
  shortfall: null,
  countedBy: 'browser',
  comparedShortfall: null,
  source: { is: 'pages' },
  error: undefined,
  clocks: [],
  objectTitles: [],
  ...more,
})
const loaded = (more: Partial<LoadState> = {}) =>
  stateOf({ is: 'loaded', version: 9, current: { loaded: 100, total: 100, unread: [] }, ...more })

/** A stand-in for the worker: it says what the test lets it say, and answers when the test does. */
const standIn = () => {
  const pair = createWorkerPair()
  const orders: { readonly isRefreshed: boolean; readonly job: LoadJob }[] = []
  let tell: (state: LoadState) => void = () => {}
  let end: (state: LoadState) => void = () => {}
  let stops = 0
  const never = () => new Promise<never>(() => {})
  answerCalls<AnalyticsCalls>(
    {
      load: (order, context) => {
        orders.push(order)
        tell = context.tell
        return new Promise((resolve) => (end = resolve))
      },
      stop: () => {
        stops++
        return null
      },
      day_sets: () => [],
      deal_statuses: () => [{ name: 'New', deals: 1 }],
      report: never,
      report_rest: never,
      table: never,
      tree: never,
      call_backs: never,
      not_through: never,
      rows: never,
      today: never,
    },
    pair.worker,
  )
  return {
    ...pair,
    orders,
    stops: () => stops,
    tell: (state: LoadState) => tell(state),
    end: async (state: LoadState) => {
      end(state)
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

const setUp = () => {
  const workers: ReturnType<typeof standIn>[] = []
  const onRefused = vi.fn<(error: Error) => void>()
  const sessions = createAnalyticsSessions({
    startWorker: () => {
      const worker = standIn()
      workers.push(worker)
      return worker.page
    },
    onRefused,
  })
  return { sessions, workers, onRefused, view: (job = JOB) => sessions.sessionOf(job)?.view() }
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOON })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a session begins and ends', () => {
  it('starts one worker for a job, however many look at it', () => {
    const { sessions, workers } = setUp()
    expect(sessions.sessionOf(JOB)).toBeUndefined()
    sessions.look(JOB)
    sessions.look({ ...JOB, days: { ...JOB.days } })
    sessions.look(OTHER)
    expect(workers.map(({ orders }) => orders)).toEqual([
      [{ job: JOB, isRefreshed: false }],
      [{ job: OTHER, isRefreshed: false }],
    ])
  })

  it('keeps what has come for ten minutes after the last has looked away', async () => {
    const { sessions, workers, view } = setUp()
    const [leave, leaveToo] = [sessions.look(JOB), sessions.look(JOB)]
    await workers[0]!.end(loaded())
    leave()
    vi.advanceTimersByTime(KEPT_MS)
    expect(workers[0]!.isEnded()).toBe(false)

    leaveToo()
    vi.advanceTimersByTime(KEPT_MS - 1)
    const leaveAgain = sessions.look(JOB)
    vi.advanceTimersByTime(KEPT_MS)
    expect(view()?.state?.version).toBe(9)
    expect(workers).toHaveLength(1)

    leaveAgain()
    vi.advanceTimersByTime(KEPT_MS)
    expect(workers[0]!.isEnded()).toBe(true)
    expect(sessions.sessionOf(JOB)).toBeUndefined()
  })

  it('ends with its client, also when no page shows it, and forgets its clock', async () => {
    const { sessions, workers } = setUp()
    sessions.look(JOB)()
    sessions.look(OTHER)()
    for (const worker of workers) await worker.end(loaded({ clocks: [180] }))
    sessions.forget(({ client }) => client === 'c1', new ApiError('client-forbidden'))
    expect(workers.map(({ isEnded }) => isEnded())).toEqual([true, false])
    expect(sessions.sessionOf(JOB)).toBeUndefined()
    expect(sessions.sessionOf(OTHER)).toBeDefined()
    expect(sessions.clockOf(JOB.scope, null)).toBeNull()
    expect(sessions.clockOf(OTHER.scope, null)).toBe(180)
    sessions.look(JOB)
    expect(workers).toHaveLength(3)
  })

  it('tells those who look at it why it was ended, and starts only when they ask', () => {
    const { sessions, workers, view } = setUp()
    const leave = sessions.look(JOB)
    workers[0]!.tell(stateOf())
    const why = new ApiError('client-forbidden')
    sessions.forget(() => true, why)
    expect(view()).toBeUndefined()
    expect(sessions.endedBy(JOB)).toBe(why)
    sessions.look(JOB)
    expect(workers).toHaveLength(1)

    sessions.restart(JOB)
    expect(sessions.endedBy(JOB)).toBeNull()
    expect(view()).toMatchObject({ state: null, defect: null })
    expect(workers).toHaveLength(2)
    leave()
  })

  it('forgets that it was ended once no page shows it', () => {
    const { sessions, workers } = setUp()
    const leave = sessions.look(JOB)
    sessions.forget(() => true, new ApiError('session-ended'))
    leave()
    expect(sessions.endedBy(JOB)).toBeNull()
    sessions.look(JOB)
    expect(workers).toHaveLength(2)
  })

  it('says nothing of a worker that was ended', async () => {
    const { sessions, workers } = setUp()
    sessions.look(JOB)
    const session = sessions.sessionOf(JOB)!
    workers[0]!.tell(stateOf())
    workers[0]!.tell(stateOf({ version: 2 }))
    sessions.forget(() => true, new ApiError('session-ended'))
    const listener = vi.fn<() => void>()
    sessions.subscribe(listener)
    await vi.advanceTimersByTimeAsync(KEPT_MS)
    expect(listener).not.toHaveBeenCalled()
    const refusal = await session.ask('deal_statuses', { filters: [] }).catch((error: unknown) => error)
    expect(isApiError(refusal, 'aborted')).toBe(true)
  })
})

describe('a worker that fails', () => {
  it('is ended, and said to be broken until it is started again', async () => {
    const { sessions, workers, view } = setUp()
    sessions.look(JOB)
    workers[0]!.tell(stateOf())
    const before = view()!
    workers[0]!.fail('out of memory')
    expect(view()).toEqual({ ...before, defect: new Error('out of memory') })
    expect(workers[0]!.isEnded()).toBe(true)

    sessions.restart(JOB)
    expect(view()).toMatchObject({ state: null, defect: null })
    expect(view()!.id).not.toBe(before.id)
  })
})

describe('how loading stands', () => {
  it('is counted at once when the first contacts come and when it ends, else once a second', async () => {
    const { sessions, workers, view } = setUp()
    sessions.look(JOB)
    const { tell, end } = workers[0]!
    const told: (number | undefined)[] = []
    sessions.subscribe(() => told.push(view()?.state?.version))
    tell(stateOf({ version: 0 }))
    tell(stateOf({ version: 1 }))
    tell(stateOf({ version: 2 }))
    expect(view()!.state!.version).toBe(1)
    expect(sessions.sessionOf(JOB)!.progress().state!.version).toBe(2)
    vi.advanceTimersByTime(999)
    expect(view()!.state!.version).toBe(1)
    vi.advanceTimersByTime(1)
    expect(view()!.state!.version).toBe(2)
    tell(stateOf({ version: 3 }))
    await end(loaded())
    expect(view()).toMatchObject({ state: { is: 'loaded', version: 9 }, loadedAt: NOON + 1000 })
    expect(told.at(-1)).toBe(9)
  })

  it('is the same object until something of it changes', () => {
    const { sessions, workers, view } = setUp()
    sessions.look(JOB)
    workers[0]!.tell(stateOf())
    const before = view()
    workers[0]!.tell(stateOf({ version: 2 }))
    expect(view()).toBe(before)
  })

  it('says contacts a second since it began or went on', async () => {
    const { sessions, workers } = setUp()
    sessions.look(JOB)
    const session = sessions.sessionOf(JOB)!
    workers[0]!.tell(stateOf({ current: { loaded: 0, total: 100, unread: [] } }))
    expect(session.progress().speed).toBeNull()
    vi.advanceTimersByTime(2000)
    workers[0]!.tell(
      stateOf({
        current: { loaded: 30, total: 100, unread: [] },
        compared: { loaded: 10, total: 50, unread: [] },
      }),
    )
    expect(session.progress().speed).toBe(20)
    await workers[0]!.end(stateOf({ is: 'stopped' }))
    expect(session.progress().speed).toBeNull()
    vi.advanceTimersByTime(60_000)
    session.resume()
    await vi.advanceTimersByTimeAsync(0)
    workers[0]!.tell(stateOf({ current: { loaded: 30, total: 100, unread: [] } }))
    vi.advanceTimersByTime(1000)
    workers[0]!.tell(stateOf({ current: { loaded: 35, total: 100, unread: [] } }))
    expect(session.progress().speed).toBe(5)
  })

  it('goes on, is refreshed and stopped when asked to', async () => {
    const { sessions, workers } = setUp()
    sessions.look(JOB)
    const session = sessions.sessionOf(JOB)!
    session.stop()
    expect(workers[0]!.stops()).toBe(1)
    session.resume()
    session.refresh()
    expect(workers[0]!.orders.map(({ isRefreshed }) => isRefreshed)).toEqual([false, false, true])
    expect(await session.ask('deal_statuses', { filters: [] })).toEqual([{ name: 'New', deals: 1 }])
  })

  it('passes on why loading was refused, also when no page shows it', async () => {
    const { sessions, workers, onRefused, view } = setUp()
    sessions.look(JOB)()
    const error = errorDetails(new ApiError('client-forbidden', { scope: JOB.scope }))
    await workers[0]!.end(stateOf({ is: 'failed', error }))
    expect(isApiError(onRefused.mock.calls[0]![0], 'client-forbidden')).toBe(true)
    expect(failureOf(view()!.state)).toMatchObject({ kind: 'client-forbidden', scope: JOB.scope })
  })

  it('may end its own session by what it was refused for', async () => {
    const { sessions, workers, onRefused } = setUp()
    onRefused.mockImplementation((error) => sessions.forget(() => true, error))
    sessions.look(JOB)
    await workers[0]!.end(stateOf({ is: 'failed', error: errorDetails(new ApiError('session-ended')) }))
    expect(workers[0]!.isEnded()).toBe(true)
    expect(isApiError(sessions.endedBy(JOB), 'session-ended')).toBe(true)
  })
})

describe("the contacts' clock", () => {
  it('is that of most contacts, once all have come', async () => {
    const { sessions, workers } = setUp()
    sessions.look(JOB)
    workers[0]!.tell(stateOf({ clocks: [840] }))
    expect(sessions.clockOf(JOB.scope, null)).toBeNull()
    await workers[0]!.end(loaded({ clocks: [180, 840] }))
    expect(sessions.clockOf(JOB.scope, null)).toBe(180)
    expect(sessions.clockOf(JOB.scope, 'an object')).toBeNull()
    expect(sessions.clockOf(OTHER.scope, null)).toBeNull()
  })

  it('outlives the worker, for the next job of the client to begin with', async () => {
    const { sessions, workers } = setUp()
    sessions.look(JOB)()
    await workers[0]!.end(loaded({ clocks: [180] }))
    vi.advanceTimersByTime(KEPT_MS)
    expect(sessions.clockOf(JOB.scope, null)).toBe(180)
  })
})
