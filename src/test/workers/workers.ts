import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker as Thread } from 'node:worker_threads'
import type { FromThread, ThreadData, ToThread } from './worker-thread.ts'

/*
 * jsdom has no workers: a page's worker is a thread of Node here, which runs the worker's own module, and whose requests
 * go out through the page's `fetch`.
 */

const ROOT = join(import.meta.dirname, '../../..')
const running = new Set<Thread>()

class ThreadWorker extends EventTarget implements Pick<Worker, 'postMessage' | 'terminate'> {
  readonly #thread: Thread
  readonly #aborts = new Map<number, AbortController>()

  /** @param url as Vite gives it: the module's path from the repository's root, with a query */
  constructor(url: string | URL) {
    super()
    const { origin } = location
    const workerData: ThreadData = {
      module: pathToFileURL(join(ROOT, new URL(url, origin).pathname)).href,
      origin,
      ahead: Date.now() - (performance.timeOrigin + performance.now()),
    }
    this.#thread = new Thread(pathToFileURL(join(ROOT, 'src/test/workers/worker-thread.ts')), {
      workerData,
      // That Node has no place for `localStorage` is known: what reads it does without.
      execArgv: ['--disable-warning=ExperimentalWarning'],
    })
    running.add(this.#thread)
    this.#thread.on('message', (message: FromThread) => {
      if (!running.has(this.#thread)) return
      if (message.type === 'message') this.dispatchEvent(new MessageEvent('message', { data: message.data }))
      else if (message.type === 'abort') this.#aborts.get(message.id)?.abort()
      else void this.#fetch(message)
    })
    this.#thread.on('error', (error) =>
      this.dispatchEvent(Object.assign(new Event('error'), { message: String(error) })),
    )
  }

  postMessage(data: unknown, transfer?: StructuredSerializeOptions | Transferable[]) {
    const moved = Array.isArray(transfer) ? transfer : (transfer?.transfer ?? [])
    this.#tell({ type: 'message', data }, moved)
  }

  terminate() {
    running.delete(this.#thread)
    for (const abort of this.#aborts.values()) abort.abort()
    void this.#thread.terminate()
  }

  #tell(message: ToThread, transfer: readonly Transferable[] = []) {
    if (running.has(this.#thread)) this.#thread.postMessage(message, transfer as never)
  }

  async #fetch({ id, path, method, headers, body }: FromThread & { type: 'fetch' }) {
    const abort = new AbortController()
    this.#aborts.set(id, abort)
    try {
      const init = { method, headers: [...headers], body, signal: abort.signal }
      const response = await fetch(path, init)
      const bytes = response.status === 204 ? null : await response.arrayBuffer()
      this.#tell({
        type: 'fetched',
        id,
        status: response.status,
        headers: [...response.headers],
        body: bytes,
      })
    } catch (error) {
      this.#tell({ type: 'unfetched', id, error: String(error) })
    } finally {
      this.#aborts.delete(id)
    }
  }
}

/** Lets the page start workers. @returns what ends those that still run, when the page is gone */
export const standInForWorkers = (): (() => Promise<unknown>) => {
  Object.assign(globalThis, { Worker: ThreadWorker })
  return async () => {
    const left = [...running]
    running.clear()
    await Promise.all(left.map((thread) => thread.terminate()))
  }
}
