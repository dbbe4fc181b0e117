import { parentPort, workerData } from 'node:worker_threads'
import { shiftedDate } from '#/test/clock.ts'
import { keepCompiled, writeCompiled } from '../../../scripts/compile-cache.ts'

/*
 * A thread of Node that is what a worker's module expects around itself: `self`, `postMessage`, the page's clock, and a
 * `fetch` that goes out through the page's. The module itself is ours, as it stands. The page's side is workers.ts.
 */

/** What the page tells the thread at its beginning. */
export interface ThreadData {
  /** `file:` address of the worker's module. */
  readonly module: string
  readonly origin: string
  /** Milliseconds that the page's clock is ahead of the computer's. */
  readonly ahead: number
}
export type ToThread =
  | { readonly type: 'message'; readonly data: unknown }
  | {
      readonly type: 'fetched'
      readonly id: number
      readonly status: number
      readonly headers: readonly [string, string][]
      readonly body: ArrayBuffer | null
    }
  | { readonly type: 'unfetched'; readonly id: number; readonly error: string }
export type FromThread =
  | { readonly type: 'message'; readonly data: unknown }
  | {
      readonly type: 'fetch'
      readonly id: number
      readonly path: string
      readonly method: string
      readonly headers: readonly [string, string][]
      readonly body: string | null
    }
  | { readonly type: 'abort'; readonly id: number }

const { module, origin, ahead } = workerData as ThreadData
const port = parentPort!
const scope = new EventTarget()
const tell = (message: FromThread, transfer: Transferable[] = []) =>
  port.postMessage(message, transfer as never[])

const waiting = new Map<number, PromiseWithResolvers<Response>>()
let fetches = 0
const fetchByPage = (path: string, { signal, ...init }: RequestInit = {}): Promise<Response> => {
  const id = fetches++
  const answered = Promise.withResolvers<Response>()
  waiting.set(id, answered)
  const abort = () => {
    waiting.delete(id)
    tell({ type: 'abort', id })
    answered.reject(signal?.reason)
  }
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort, { once: true })
  tell({
    type: 'fetch',
    id,
    path,
    method: init.method ?? 'GET',
    headers: [...new Headers(init.headers)],
    body: typeof init.body === 'string' ? init.body : null,
  })
  return answered.promise
}

port.on('message', (message: ToThread) => {
  if (message.type === 'message') {
    scope.dispatchEvent(new MessageEvent('message', { data: message.data }))
    return
  }
  const answered = waiting.get(message.id)
  waiting.delete(message.id)
  if (message.type === 'unfetched') answered?.reject(new TypeError(message.error))
  else answered?.resolve(new Response(message.body, { ...message, headers: [...message.headers] }))
})

Object.assign(globalThis, {
  self: globalThis,
  Date: shiftedDate(() => ahead),
  location: new URL(origin),
  fetch: fetchByPage,
  addEventListener: scope.addEventListener.bind(scope),
  removeEventListener: scope.removeEventListener.bind(scope),
  postMessage: (data: unknown, transfer?: Transferable[]) => tell({ type: 'message', data }, transfer),
})
// Each test of an overview or an export starts one anew: its modules' types are stripped for the first alone.
keepCompiled()
await import(module)
writeCompiled()
