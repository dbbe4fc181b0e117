import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ApiError } from '#/api/error.ts'
import { createRequestQueue } from '#/api/queue.ts'
import { runs } from '#/test/runs.ts'
import { createLoadQueue, jobOf as jobOfAsks, type LoadQueue } from './load-queue.ts'

/** A clock on which waiting takes no time and is written down. */
const testClock = () => {
  const waits: number[] = []
  let now = 0
  return {
    waits,
    now: () => now,
    wait: async (ms: number, signal: AbortSignal) => {
      waits.push(ms)
      now += ms
      await Promise.resolve()
      signal.throwIfAborted()
    },
  }
}

const ticks = async (count: number) => {
  for (let tick = 0; tick < count; tick++) await Promise.resolve()
}

const ended = (queue: LoadQueue) =>
  new Promise<void>((resolve) => {
    const look = () => {
      if (!queue.state().isRunning) resolve()
    }
    queue.subscribe(look)
    look()
  })

const jobOf = (id: string, count: number, ask: (name: string, signal: AbortSignal) => Promise<unknown>) =>
  jobOfAsks(
    id,
    Array.from({ length: count }, (_, at) => (signal: AbortSignal) => ask(`${id}${at}`, signal)),
  )
const never = (signal: AbortSignal) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
const stateOf = (queue: LoadQueue) =>
  Object.fromEntries([...queue.state().jobs].map(([id, { at }]) => [id, at]))

describe('the queue', () => {
  test('asks everything once, in order, never more than four at a time, and counts right', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.nat({ max: 7 }), { maxLength: 12 }), { maxLength: 12 }),
        async (durations) => {
          const begun: string[] = []
          let active = 0
          let most = 0
          const queue = createLoadQueue(testClock(), createRequestQueue())
          const jobs = durations.map((asks, job) =>
            jobOfAsks(
              `${job}`,
              asks.map((duration, ask) => async () => {
                begun.push(`${job}.${ask}`)
                most = Math.max(most, ++active)
                await ticks(duration)
                active--
              }),
            ),
          )
          queue.start(jobs)
          await ended(queue)
          expect(begun).toEqual(durations.flatMap((asks, job) => asks.map((_, ask) => `${job}.${ask}`)))
          expect(most).toBeLessThanOrEqual(4)
          expect(most).toBe(Math.min(4, begun.length))
          const { answered, total, jobs: states } = queue.state()
          expect([answered, total]).toEqual([begun.length, begun.length])
          expect([...states.values()].every(({ at }) => at === 'done')).toBe(true)
        },
      ),
      runs(100, 3000),
    )
  })

  test('a job that fails stops asking, the others go on; tried again, it is asked alone', async () => {
    const begun: string[] = []
    let isWell = false
    const ask = async (name: string) => {
      begun.push(name)
      await ticks(3)
      if (name === 'b0' && !isWell) throw new ApiError('not-found', { status: 404 })
    }
    const queue = createLoadQueue(testClock(), createRequestQueue())
    queue.start([jobOf('a', 2, ask), jobOf('b', 9, ask), jobOf('c', 2, ask)])
    await ended(queue)
    expect(stateOf(queue)).toEqual({ a: 'done', b: 'failed', c: 'done' })
    // What was under way with it had been asked already.
    expect(begun).toEqual(['a0', 'a1', 'b0', 'b1', 'c0', 'c1'])
    expect([queue.state().answered, queue.state().total]).toEqual([6, 6])

    isWell = true
    begun.length = 0
    queue.add([jobOf('b', 9, ask)])
    await ended(queue)
    expect(stateOf(queue)).toEqual({ a: 'done', b: 'done', c: 'done' })
    expect(begun).toHaveLength(9)
  })

  test('a job added while others wait is next, and not twice', async () => {
    const begun: string[] = []
    const ask = async (name: string) => {
      begun.push(name)
      await ticks(3)
    }
    const queue = createLoadQueue(testClock(), createRequestQueue())
    queue.start([jobOf('a', 5, ask), jobOf('b', 1, ask)])
    queue.add([jobOf('days', 2, ask)])
    queue.add([jobOf('days', 2, ask)])
    await ended(queue)
    expect(begun).toEqual(['a0', 'a1', 'a2', 'a3', 'days0', 'days1', 'a4', 'b0'])
  })

  test('cancel aborts what is under way, drops what waits and keeps what has come', async () => {
    const aborted: string[] = []
    const ask = async (name: string, signal: AbortSignal) => {
      if (name.startsWith('a')) return
      await never(signal).catch((error: unknown) => {
        aborted.push(name)
        throw error
      })
    }
    const queue = createLoadQueue(testClock(), createRequestQueue())
    queue.start([jobOf('a', 2, ask), jobOf('b', 3, ask), jobOf('c', 3, ask), jobOf('d', 1, ask)])
    await ticks(20)
    expect(stateOf(queue)).toEqual({ a: 'done', b: 'loading', c: 'loading', d: 'queued' })
    queue.cancel()
    await ticks(20)
    expect(stateOf(queue)).toEqual({ a: 'done' })
    expect(queue.state().isRunning).toBe(false)
    expect(aborted).toEqual(['b0', 'b1', 'b2', 'c0'])
    // What ends late is of no account for the next run.
    queue.start([jobOf('e', 1, async () => ticks(1))])
    await ended(queue)
    expect([queue.state().answered, queue.state().total]).toEqual([1, 1])
  })

  test('a pause that the service asks for holds the whole queue, and no client fails by it', async () => {
    const clock = testClock()
    const begun: string[] = []
    let limited = 4
    const ask = async (name: string) => {
      begun.push(`${name} ${clock.now()}`)
      await ticks(2)
      if (limited-- > 0) throw new ApiError('rate-limited', { status: 429, retryAfter: 7 })
    }
    const queue = createLoadQueue(clock, createRequestQueue())
    const pauses: (number | null)[] = []
    queue.subscribe(() => pauses.push(queue.state().pausedUntil))
    queue.start([jobOf('a', 6, ask)])
    await ended(queue)
    expect(pauses).toContain(7000)
    expect(begun.slice(0, 4)).toEqual(['a0 0', 'a1 0', 'a2 0', 'a3 0'])
    expect(begun).toHaveLength(10)
    expect(begun.slice(4).every((one) => Number(one.split(' ')[1]) >= 7000)).toBe(true)
    expect(stateOf(queue)).toEqual({ a: 'done' })
    expect(queue.state().pausedUntil).toBeNull()
  })

  test('a service that never stops asking for time fails the job in the end', async () => {
    let asked = 0
    const queue = createLoadQueue(testClock(), createRequestQueue())
    queue.start([
      jobOf('a', 1, async () => {
        asked++
        throw new ApiError('rate-limited', { retryAfter: 1 })
      }),
    ])
    await ended(queue)
    expect(stateOf(queue)).toEqual({ a: 'failed' })
    expect(asked).toBe(11)
  })

  test('transport failures are tried again, refusals are not', async () => {
    const clock = testClock()
    const asked = { flaky: 0, refused: 0 }
    const queue = createLoadQueue(clock, createRequestQueue())
    queue.start([
      jobOf('flaky', 1, async () => {
        if (++asked.flaky < 3) throw new ApiError('network')
      }),
      jobOf('refused', 1, async () => {
        asked.refused++
        throw new ApiError('client-forbidden', { status: 403 })
      }),
    ])
    await ended(queue)
    expect(stateOf(queue)).toEqual({ flaky: 'done', refused: 'failed' })
    expect(asked).toEqual({ flaky: 3, refused: 1 })
    expect(clock.waits).toHaveLength(2)
  })

  test.each(['session-ended', 'offline'] as const)('%s stops it all', async (kind) => {
    let asked = 0
    const queue = createLoadQueue(testClock(), createRequestQueue())
    const error = new ApiError(kind)
    const ask = async () => {
      asked++
      throw error
    }
    queue.start(['a', 'b', 'c'].map((id) => jobOf(id, 4, ask)))
    await ended(queue)
    await ticks(20)
    expect(queue.state().stoppedBy).toBe(error)
    expect(asked).toBe(4)
    expect(stateOf(queue)).toEqual({})
  })
})
