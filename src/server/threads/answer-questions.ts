import { parentPort } from 'node:worker_threads'

export type ToThread =
  | {
      readonly id: number
      readonly question: unknown
      /** Shared flag, 1 when cancelled: a message would arrive only after the work. */
      readonly left: Int32Array<SharedArrayBuffer> | null
    }
  | { readonly cancelled: number }
  | { readonly note: unknown }
  | { readonly isClosing: true }

export interface FromThread {
  readonly id: number
  readonly note?: unknown
  readonly answer?: unknown
  readonly error?: { readonly message: string; readonly stack?: string; readonly errcode?: number }
}

export interface AnswerContext {
  readonly signal: AbortSignal
  /** Throws the signal's reason once aborted, also during synchronous work when no event can arrive. */
  readonly checkpoint: () => void
  /** Says something before the answer. */
  readonly post: (note: unknown) => void
}

/** Answers the questions of the thread that started this one (`startThread`). */
export const answerQuestions = (
  answer: (question: never, context: AnswerContext) => unknown,
  { onNote, onClose }: { onNote?: (note: never) => void; onClose?: () => unknown } = {},
): void => {
  const running = new Map<number, AbortController>()
  const send = (message: FromThread) => parentPort?.postMessage(message)
  const run = async ({ id, question, left }: Extract<ToThread, { id: number }>) => {
    const stop = new AbortController()
    running.set(id, stop)
    const checkpoint = () => {
      if (left !== null && Atomics.load(left, 0) === 1) stop.abort()
      stop.signal.throwIfAborted()
    }
    try {
      const context = { signal: stop.signal, checkpoint, post: (note: unknown) => send({ id, note }) }
      send({ id, answer: await answer(question as never, context) })
    } catch (error) {
      // Structured clone keeps only an error's message.
      const { message, stack, errcode } = error as { message: string; stack?: string; errcode?: number }
      send({
        id,
        error: { message, ...(stack !== undefined && { stack }), ...(errcode !== undefined && { errcode }) },
      })
    } finally {
      running.delete(id)
    }
  }
  parentPort?.on('message', (message: ToThread) => {
    if ('id' in message) void run(message)
    else if ('note' in message) onNote?.(message.note as never)
    else if ('cancelled' in message) running.get(message.cancelled)?.abort()
    else void Promise.resolve(onClose?.()).finally(() => parentPort?.close())
  })
}
