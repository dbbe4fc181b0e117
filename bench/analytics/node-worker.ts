import process from 'node:process'
import { parentPort } from 'node:worker_threads'
import { createMeasure, type Order } from './measure.ts'

/** Heap and typed arrays of this thread, after everything that may go has gone. */
const used = (): number => {
  for (let times = 0; times < 3; times++) (globalThis as { gc?: () => void }).gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

const measure = createMeasure()
const before = used()

parentPort!.on('message', (order: Order) => {
  void measure(order).then(
    (said) => parentPort!.postMessage({ said, ...(order.do === 'memory' && { used: used() - before }) }),
    (error: unknown) => parentPort!.postMessage({ error: String(error) }),
  )
})
