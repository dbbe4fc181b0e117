import { describe, expect, it, vi } from 'vitest'
import { createWorkerPair } from '#/test/workers/worker-pair.ts'
import { ApiError, isApiError } from '../error.ts'
import { answerCalls, callWorker, type CallHandlers } from './worker-call.ts'

interface Counting {
  readonly double: { readonly question: number; readonly answer: number }
  readonly count: {
    readonly question: { readonly to: number }
    readonly progress: number
    readonly answer: string
  }
  readonly never: { readonly question: null; readonly answer: null }
}

const setUp = (handlers: Partial<CallHandlers<Counting>> = {}) => {
  const pair = createWorkerPair()
  const signals: AbortSignal[] = []
  const all: CallHandlers<Counting> = {
    double: (one) => 2 * one,
    count: ({ to }, { tell }) => {
      for (let one = 1; one <= to; one++) tell(one)
      return `counted to ${to}`
    },
    never: (_, { signal }) => {
      signals.push(signal)
      return new Promise(() => {})
    },
    ...handlers,
  }
  answerCalls<Counting>(all, pair.worker)
  return { ...pair, signals, calls: callWorker<Counting>(pair.page) }
}

describe('calls of a worker', () => {
  it('gives each answer to the call that asked', async () => {
    let finish = () => {}
    const { calls } = setUp({
      double: (one) =>
        one === 1 ? new Promise((resolve) => (finish = () => resolve(2))) : Promise.resolve(2 * one),
    })
    const slow = calls.call('double', 1)
    expect(await calls.call('double', 4)).toBe(8)
    finish()
    expect(await slow).toBe(2)
  })

  it('tells how far it is before it answers', async () => {
    const { calls } = setUp()
    const onProgress = vi.fn<(count: number) => void>()
    expect(await calls.call('count', { to: 3 }, { onProgress })).toBe('counted to 3')
    expect(onProgress.mock.calls).toEqual([[1], [2], [3]])
  })

  it('keeps what an error is known by', async () => {
    const scope = { principal: 'anna', client: 'c1' }
    const { calls } = setUp({
      double: () => {
        throw new ApiError('client-forbidden', { scope, status: 403, requestId: 'r1' })
      },
    })
    const error = await calls.call('double', 1).catch((cause: unknown) => cause)
    expect(isApiError(error, 'client-forbidden')).toBe(true)
    expect(error).toMatchObject({ scope, status: 403, requestId: 'r1' })
  })

  it('reports a defect of a handler, which ends what is under way: no answer can be trusted then', async () => {
    const { calls } = setUp({
      double: () => {
        throw new TypeError('of nothing')
      },
    })
    const other = calls.call('never', null)
    await expect(calls.call('double', 1)).rejects.toThrow('The worker failed')
    await expect(other).rejects.toThrow('TypeError: of nothing')
  })

  it('rejects everything when the thread fails', async () => {
    const { calls, fail } = setUp()
    const waiting = calls.call('never', null)
    fail('out of memory')
    await expect(waiting).rejects.toThrow('out of memory')
  })

  it('cancels a call: it rejects at once, the worker is told, and nothing of it comes later', async () => {
    let tellMore = () => {}
    const onProgress = vi.fn<(count: number) => void>()
    const { calls, signals, worker } = setUp({
      count: (_, { signal, tell }) => {
        signals.push(signal)
        tellMore = () => tell(1)
        return new Promise(() => {})
      },
    })
    const said = vi.spyOn(worker, 'postMessage')
    const stop = new AbortController()
    const waiting = calls.call('count', { to: 1 }, { signal: stop.signal, onProgress })
    stop.abort()
    await expect(waiting).rejects.toSatisfy((error) => isApiError(error, 'aborted'))
    expect(signals[0]!.aborted).toBe(true)
    tellMore()
    expect(onProgress).not.toHaveBeenCalled()
    expect(said).not.toHaveBeenCalled()
  })

  it('discards what the worker said before it heard of the cancel', async () => {
    const { calls, worker } = setUp()
    const stop = new AbortController()
    const onProgress = vi.fn<(count: number) => void>()
    const waiting = calls.call('never', null, { signal: stop.signal, onProgress })
    stop.abort()
    worker.postMessage({ type: 'progress', id: 0, progress: 1 })
    worker.postMessage({ type: 'answer', id: 0, answer: null })
    await expect(waiting).rejects.toSatisfy((error) => isApiError(error, 'aborted'))
    expect(onProgress).not.toHaveBeenCalled()
  })

  it('asks nothing for a signal that is aborted already', async () => {
    const { calls, sent } = setUp()
    await expect(calls.call('double', 1, { signal: AbortSignal.abort() })).rejects.toThrow('aborted')
    expect(sent).toEqual([])
  })

  it('leaves no listener on a signal whose call has been answered', async () => {
    const { calls, sent } = setUp()
    const stop = new AbortController()
    await calls.call('double', 1, { signal: stop.signal })
    stop.abort()
    expect(sent).toHaveLength(1)
  })

  it('ends the worker and what is under way; nothing is asked of it again', async () => {
    const { calls, sent, isEnded } = setUp()
    const waiting = calls.call('never', null)
    calls.close()
    await expect(waiting).rejects.toSatisfy((error) => isApiError(error, 'aborted'))
    await expect(calls.call('double', 1)).rejects.toSatisfy((error) => isApiError(error, 'aborted'))
    expect(isEnded()).toBe(true)
    expect(sent).toHaveLength(1)
  })

  it('rejects a question that cannot be sent', async () => {
    const { calls } = setUp()
    await expect(calls.call('double', (() => 1) as never)).rejects.toThrow()
  })
})
