import { Worker } from 'node:worker_threads'

/** What a thread with connections is asked; null: to close. */
export interface Statement {
  readonly id: number
  /** Which of its connections; absent where it has one. */
  readonly client?: number
  /** `connect` and `release`: a connection of those that it has. */
  readonly sql: string
  readonly parameters: readonly unknown[]
}

export interface StatementAnswer {
  /** Of the statement; 0: the thread has opened what it is for. */
  readonly id: number
  readonly rows?: readonly unknown[]
  readonly changes?: number | bigint
  readonly lastInsertRowid?: number | bigint
  /** PostgreSQL's. */
  readonly command?: string
  readonly error?: { readonly message: string; readonly errcode: number | null }
}

/** The driver's error as it was thrown in the thread. */
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

/** @param module what it runs @throws StatementError when that cannot open what it is for */
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
