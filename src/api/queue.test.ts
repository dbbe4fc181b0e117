import { describe, expect, it } from 'vitest'
import { ApiError } from './error.ts'
import { createRequestQueue, withRetry, pause } from './queue.ts'

const never = new AbortController().signal
const turn = () => new Promise<void>((resolve) => setTimeout(resolve, 0))

describe('a queue of requests', () => {
  it('has so many in flight, begins in order and gives each its answer', async () => {
    const queue = createRequestQueue(2)
    const begun: number[] = []
    const ends: (() => void)[] = []
    const all = [1, 2, 3, 4].map((request) =>
      queue.add(async () => {
        begun.push(request)
        await new Promise<void>((resolve) => ends.push(resolve))
        return request
      }, never),
    )
    await turn()
    expect(begun).toEqual([1, 2])
    ends[1]!()
    await turn()
    expect(begun).toEqual([1, 2, 3])
    ends[0]!()
    await turn()
    for (const end of ends) end()
    await turn()
    expect(await Promise.all(all)).toEqual([1, 2, 3, 4])
  })

  it('gives the place on when a request fails, and does not begin what was given up', async () => {
    const queue = createRequestQueue(1)
    const stop = new AbortController()
    const failed = queue.add(() => Promise.reject(new ApiError('server')), never)
    const given = queue.add(() => Promise.resolve('asked'), stop.signal)
    const last = queue.add(() => Promise.resolve('last'), never)
    stop.abort()
    await expect(failed).rejects.toMatchObject({ kind: 'server' })
    await expect(given).rejects.toMatchObject({ kind: 'aborted' })
    expect(await last).toBe('last')
  })

  it('lets what matters more go first, and tells at once what is given up while it waits', async () => {
    const queue = createRequestQueue(1)
    const stop = new AbortController()
    const begun: string[] = []
    let end = () => {}
    const add = (name: string, priority: number, signal = never) =>
      queue.add(async () => void begun.push(name), signal, priority)
    const first = queue.add(() => new Promise<void>((resolve) => (end = resolve)), never)
    const rest = [add('bulk', 0), add('more bulk', 0), add('asked for', 1)]
    const given = add('given up', 2, stop.signal)
    stop.abort()
    await expect(given).rejects.toMatchObject({ kind: 'aborted' })
    expect(begun).toEqual([])
    end()
    await Promise.all([first, ...rest])
    expect(begun).toEqual(['asked for', 'bulk', 'more bulk'])
  })

  it('gives up what is under way as soon as the signal says so, and its place with it', async () => {
    const queue = createRequestQueue(1)
    const stop = new AbortController()
    const endless = queue.add(() => new Promise<void>(() => {}), stop.signal)
    const next = queue.add(() => Promise.resolve('next'), never)
    stop.abort(new Error('gone'))
    await expect(endless).rejects.toMatchObject({ kind: 'aborted' })
    expect(await next).toBe('next')
  })

  it('takes items when their turn has come, and none after a failure', async () => {
    let last = 1
    let taken = 0
    const done: number[] = []
    const next = () => (taken < last ? ++taken : undefined)
    await createRequestQueue(2).each(next, async (item) => {
      done.push(item)
      await turn()
      last = 3
    })
    expect(done).toEqual([1, 2, 3])

    last = 9
    const failing = createRequestQueue(1).each(next, async (item) => {
      done.push(item)
      if (item === 5) throw new ApiError('server')
    })
    await expect(failing).rejects.toMatchObject({ kind: 'server' })
    await turn()
    expect(done).toEqual([1, 2, 3, 4, 5])
  })
})

describe('a request that fails', () => {
  const failing = (...kinds: ConstructorParameters<typeof ApiError>[0][]) => {
    let tries = 0
    const request = () => {
      const kind = kinds[tries++]
      return kind === undefined ? Promise.resolve(tries) : Promise.reject(new ApiError(kind))
    }
    return withRetry(request, never, () => Promise.resolve())
  }
  it('is asked again as long as it may pass', async () => {
    expect(await failing('unavailable', 'timeout')).toBe(3)
    await expect(failing('unavailable', 'timeout', 'network')).rejects.toMatchObject({ kind: 'network' })
    await expect(failing('client-forbidden')).rejects.toMatchObject({ kind: 'client-forbidden' })
  })

  it('waits no longer when it was given up', async () => {
    const stop = new AbortController()
    const request = withRetry(() => Promise.reject(new ApiError('server')), stop.signal)
    await turn()
    stop.abort()
    await expect(request).rejects.toMatchObject({ kind: 'aborted' })
  })

  it('is not waited for when it was given up before', async () => {
    await expect(pause(60_000, AbortSignal.abort())).rejects.toMatchObject({ kind: 'aborted' })
  })
})
