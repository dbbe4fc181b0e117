import { answer } from '#/analytics/worker/answer.ts'
import { createLoad, filtersOfDays, type Load } from '#/analytics/worker/load.ts'
import type { Dataset } from '#/analytics/columns/dataset.ts'
import type { Answers, Ask, FromWorker, Job, LoadState, ToWorker } from '#/analytics/worker/protocol.ts'
import { fetchCallsPage } from '#/api/calls.ts'
import { errorDetails } from '#/api/error-details.ts'
import { isApiError } from '#/api/error.ts'

/**
 * The analytics worker in this thread: it loads and counts as the real one does, and whoever made it says when its answers
 * come. A worker that was ended says nothing more.
 * @param answers resolves when the next answer may come
 */
export const createFakeWorker = (answers: () => Promise<unknown>) => {
  const listeners = new Set<(event: MessageEvent<FromWorker>) => void>()
  const stop = new AbortController()
  let job: Job | null = null
  let loads: readonly Load[] = []
  let version = 0
  const tell = (data: FromWorker) => {
    if (stop.signal.aborted) return
    for (const listener of listeners) listener(new MessageEvent('message', { data: structuredClone(data) }))
  }
  const tellState = (is: LoadState['is'], error?: unknown) =>
    tell({
      type: 'state',
      state: {
        is,
        version: ++version,
        current: loads[0]!.progress(),
        compared: loads[1]?.progress() ?? null,
        shortfall: null,
        comparedShortfall: null,
        error: error === undefined ? undefined : errorDetails(error),
        offset: loads[0]!.data.newest?.offset ?? null,
        objectTitles: Object.fromEntries(loads.flatMap(({ data }) => [...data.objectTitles])),
      },
    })
  const start = async ({ scope, oid, days, comparedDays }: Job) => {
    loads = [days, ...(comparedDays ? [comparedDays] : [])].map((of) =>
      createLoad(
        { page: (some, page, signal) => fetchCallsPage(scope, oid, filtersOfDays(some), page, signal) },
        of,
      ),
    )
    try {
      for (const load of loads) await load.run(stop.signal, () => tellState('loading'))
      tellState('loaded')
    } catch (error) {
      tellState(isApiError(error, 'aborted') ? 'stopped' : 'failed', error)
    }
  }
  const reply = async (message: Extract<ToWorker, { type: 'ask' }>) => {
    await answers()
    const [current, compared] = loads
    // Each question belongs to its answer by its own type; TypeScript loses that in a lookup.
    const find = answer[message.ask] as (
      current: Dataset,
      compared: Dataset | null,
      question: Answers[Ask]['question'],
    ) => Answers[Ask]['answer']
    const said = find(current!.data, compared?.data ?? null, message.question)
    tell({ type: 'answer', id: message.id, answer: said })
  }
  return {
    /** Whose contacts it holds; null: it was ended. */
    job: () => (stop.signal.aborted ? null : job),
    postMessage: (message: ToWorker) => {
      if (message.type === 'start') {
        job = message.job
        void start(job)
      }
      if (message.type === 'ask') void reply(message)
    },
    addEventListener: (type: string, listener: (event: MessageEvent<FromWorker>) => void) => {
      if (type === 'message') listeners.add(listener)
    },
    terminate: () => stop.abort(),
  }
}

export type FakeWorker = ReturnType<typeof createFakeWorker>
