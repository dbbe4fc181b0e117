import type { EngineName, Order, Said } from './measure.ts'

/*
 * The page holds a worker for each engine, and does nothing itself.
 */

const workers = new Map<EngineName, Worker>()

const start = (engine: EngineName) => {
  workers.get(engine)?.terminate()
  workers.set(engine, new Worker(new URL('browser-worker.ts', import.meta.url), { type: 'module' }))
}

const ask = (engine: EngineName, order: Order) =>
  new Promise<Said>((resolve, reject) => {
    const worker = workers.get(engine)!
    worker.addEventListener('error', ({ message }) => reject(new Error(message)), { once: true })
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<{ said: Said } | { error: string }>) =>
        'said' in data ? resolve(data.said) : reject(new Error(data.error)),
      { once: true },
    )
    worker.postMessage(order)
  })

export type BenchPage = { readonly start: typeof start; readonly ask: typeof ask }
Object.assign(globalThis, { bench: { start, ask } satisfies BenchPage })
