import { describe, expect, it } from 'vitest'
import { ApiError } from '#/api/error.ts'
import { createRequestQueue, patiently } from './request-queue.ts'

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
})

describe('a request that fails', () => {
  const failing = (...kinds: ConstructorParameters<typeof ApiError>[0][]) => {
    let tries = 0
    const request = () => {
      const kind = kinds[tries++]
      return kind === undefined ? Promise.resolve(tries) : Promise.reject(new ApiError(kind))
    }
    return patiently(request, never, () => Promise.resolve())
  }
  it('is asked again as long as it may pass', async () => {
    expect(await failing('unavailable', 'timeout')).toBe(3)
    await expect(failing('unavailable', 'timeout', 'network')).rejects.toMatchObject({ kind: 'network' })
    await expect(failing('client-forbidden')).rejects.toMatchObject({ kind: 'client-forbidden' })
  })

  it('waits no longer when it was given up', async () => {
    const stop = new AbortController()
    const request = patiently(() => Promise.reject(new ApiError('server')), stop.signal)
    await turn()
    stop.abort()
    await expect(request).rejects.toMatchObject({ kind: 'aborted' })
  })
})
