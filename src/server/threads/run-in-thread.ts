import { Worker, type Transferable } from 'node:worker_threads'

export interface ThreadLimits {
  readonly ms: number
  readonly megabytes: number
}

/**
 * The first message of a thread that is started for it, so that its memory is freed with it.
 * @param module the thread's module, as a path or data
 * @returns null: a limit was exceeded
 * @throws what the thread throws; the signal's reason
 */
export const runInThread = async <T>(
  module: string | URL,
  data: unknown,
  signal: AbortSignal,
  { ms, megabytes }: ThreadLimits,
  transferList: Transferable[] = [],
): Promise<T | null> => {
  signal.throwIfAborted()
  const worker = new Worker(module, {
    workerData: data,
    transferList,
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  })
  const enough = AbortSignal.any([signal, AbortSignal.timeout(ms)])
  const made = Promise.withResolvers<T | null>()
  const stop = () => made.resolve(null)
  enough.addEventListener('abort', stop, { once: true })
  worker.once('message', (answer: T) => made.resolve(answer))
  worker.once('error', (error: Error) => {
    if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') made.resolve(null)
    else made.reject(error)
  })
  worker.once('exit', stop)
  try {
    const answer = await made.promise
    signal.throwIfAborted()
    return answer
  } finally {
    enough.removeEventListener('abort', stop)
    await worker.terminate()
  }
}
