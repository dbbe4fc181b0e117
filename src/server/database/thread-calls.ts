import { Worker } from 'node:worker_threads'

/** A message to a thread with connections; null: close. */
export interface Statement {
  readonly id: number
  readonly client?: number
  /** `connect` and `release` manage the pool. */
  readonly sql: string
  readonly parameters: readonly unknown[]
}

export interface StatementAnswer {
  readonly id: number
  readonly rows?: readonly unknown[]
  readonly changes?: number | bigint
  readonly lastInsertRowid?: number | bigint
  readonly command?: string
  readonly error?: { readonly message: string; readonly errcode: number | null }
}

export class StatementError extends Error {
  override readonly name = 'StatementError'
  readonly errcode: number | null

  constructor({ message, errcode }: { message: string; errcode: number | null }) {
    super(message)
    this.errcode = errcode
  }
}

export interface Thread {
  readonly run: (statement: Omit<Statement, 'id'>) => Promise<StatementAnswer>
  readonly close: () => Promise<void>
}

/** @throws StatementError when the thread cannot open its connection */
export const startThread = async (module: URL, workerData: object): Promise<Thread> => {
  const waiting = new Map<number, PromiseWithResolvers<StatementAnswer>>()
  const expect = (id: number) => {
    const answer = Promise.withResolvers<StatementAnswer>()
    waiting.set(id, answer)
    return answer.promise
  }
  const opened = expect(0)
  const worker = new Worker(module, { workerData })
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  const fail = (error: unknown) => {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  worker.on('message', (answer: StatementAnswer) => {
    const { resolve, reject } = waiting.get(answer.id) ?? {}
    waiting.delete(answer.id)
    if (answer.error) reject?.(new StatementError(answer.error))
    else resolve?.(answer)
  })
  worker.on('error', fail)
  void ended.then(() => fail(new Error('the connection is closed')))
  let isClosed = false
  void ended.then(() => (isClosed = true))
  let last = 0
  const thread: Thread = {
    run: (statement) => {
      if (isClosed) return Promise.reject(new Error('the connection is closed'))
      const answer = expect(++last)
      worker.postMessage({ id: last, ...statement } satisfies Statement)
      return answer
    },
    close: () => {
      worker.postMessage(null)
      return ended
    },
  }
  await opened.catch(async (error: unknown) => {
    await thread.close()
    throw error
  })
  return thread
}
