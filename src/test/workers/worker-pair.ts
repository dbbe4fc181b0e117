import type { WorkerEnd, WorkerScope } from '#/api/worker/worker-call.ts'

/**
 * Both ends of a worker in this thread: what one says the other hears at once, as a structured clone. Once it was ended,
 * neither hears anything.
 */
export const createWorkerPair = () => {
  const pageListeners = new Set<(event: MessageEvent & ErrorEvent) => void>()
  const errorListeners = new Set<(event: MessageEvent & ErrorEvent) => void>()
  const workerListeners = new Set<(event: MessageEvent) => void>()
  const sent: unknown[] = []
  let isEnded = false
  const eventOf = (data: unknown) => ({ data: structuredClone(data) }) as MessageEvent & ErrorEvent

  const page: WorkerEnd = {
    postMessage: (message) => {
      sent.push(message)
      if (!isEnded) for (const listener of workerListeners) listener(eventOf(message))
    },
    addEventListener: (type, listener) =>
      void (type === 'message' ? pageListeners : errorListeners).add(listener),
    terminate: () => {
      isEnded = true
    },
  }
  const fail = (message: string) => {
    if (!isEnded) for (const listener of errorListeners) listener({ message } as MessageEvent & ErrorEvent)
  }
  const worker: WorkerScope = {
    postMessage: (message) => {
      if (!isEnded) for (const listener of pageListeners) listener(eventOf(message))
    },
    addEventListener: (_, listener) => void workerListeners.add(listener),
    reportError: (cause) => fail(String(cause)),
  }
  return {
    page,
    worker,
    sent: sent as readonly unknown[],
    isEnded: () => isEnded,
    /** The worker crashed. */
    fail,
  }
}
