import { errorFrom } from '#/api/error-details.ts'
import type { Answers, Ask, FromWorker, Job, LoadState, ToWorker } from './protocol.ts'

/** The page's end of the analytics worker. */
export interface Analytics {
  /** Answers from what is loaded by now. Rejects with an Error when it was closed. */
  readonly ask: <A extends Ask>(ask: A, question: Answers[A]['question']) => Promise<Answers[A]['answer']>
  /** Goes on with what failed or was stopped. */
  readonly resume: () => void
  /** Keeps what has come. */
  readonly stop: () => void
  /** Asks for what is new since the last day that has come. */
  readonly refresh: () => void
  /** Ends it and forgets everything. */
  readonly close: () => void
}

/**
 * Starts a job.
 * @param worker a fresh one, of worker.ts
 * @param onState how loading stands, a few times a second
 * @param onDefect the worker itself has failed: out of memory, or not to be loaded
 */
export const startAnalytics = (
  worker: Pick<Worker, 'postMessage' | 'addEventListener' | 'terminate'>,
  job: Job,
  onState: (state: LoadState) => void,
  onDefect: (error: Error) => void,
): Analytics => {
  const waiting = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>()
  let asked = 0
  const send = (message: ToWorker) => worker.postMessage(message)
  const rejectAll = (error: Error) => {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  worker.addEventListener('message', (event) => {
    const message = (event as MessageEvent<FromWorker>).data
    if (message.type === 'state') return onState(message.state)
    const one = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.type === 'answer') one?.resolve(message.answer as never)
    else one?.reject(errorFrom(message.error))
  })
  worker.addEventListener('error', (event) => {
    const error = new Error(event.message)
    rejectAll(error)
    onDefect(error)
  })
  send({ type: 'start', job })
  return {
    ask: (ask, question) =>
      new Promise((resolve, reject) => {
        const id = asked++
        waiting.set(id, { resolve, reject })
        send({ type: 'ask', id, ask, question } as ToWorker)
      }),
    resume: () => send({ type: 'resume' }),
    stop: () => send({ type: 'stop' }),
    refresh: () => send({ type: 'refresh' }),
    close: () => {
      worker.terminate()
      rejectAll(errorFrom(null))
    },
  }
}
