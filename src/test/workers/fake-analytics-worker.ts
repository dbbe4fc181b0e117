import { type AnalyticsCalls, createAnalyticsService } from '#/analytics/worker/service.ts'
import type { LoadJob } from '#/analytics/worker/load.ts'
import { answerCalls } from '#/api/worker/worker-call.ts'
import { createWorkerPair } from './worker-pair.ts'

/**
 * The analytics worker in this thread: the same code as in its own. A worker that was ended says nothing more.
 * @param answers resolves when the next answer may come
 */
export const createFakeWorker = (answers: () => Promise<unknown> = async () => {}) => {
  const { page, worker, isEnded, fail } = createWorkerPair()
  const service = createAnalyticsService({ turn: answers, tellEveryMs: 0 })
  let job: LoadJob | null = null
  let loaded = 0
  answerCalls<AnalyticsCalls>(
    {
      ...service,
      load: (order, { signal, tell }) => {
        job = order.job
        return service.load(order, {
          signal,
          tell: (state) => {
            loaded = state.current.loaded + (state.compared?.loaded ?? 0)
            tell(state)
          },
        })
      },
    },
    worker,
  )
  return {
    ...page,
    terminate: () => {
      page.terminate()
      // The requests of a real one are gone with its thread.
      void service.stop(null, { signal: new AbortController().signal, tell: () => {} })
    },
    /** Whose contacts it holds; null: it was ended. */
    job: () => (isEnded() ? null : job),
    /** How many of them had come when it last told. */
    loaded: () => loaded,
    fail,
  }
}

export type FakeWorker = ReturnType<typeof createFakeWorker>
