import { appendFileSync } from 'node:fs'
import process from 'node:process'
import { isMainThread } from 'node:worker_threads'

/*
 * Preloaded into the server that a bench looks at (NODE_OPTIONS=--import=…): each time that its event loop has stood still
 * becomes a line of the file LOOP_WATCH, with milliseconds by the clock and of the thread's own CPU time. On a machine that
 * others use as well the clock also counts their turns.
 */

const LOOK_MS = 5
/** Shorter stops need no line. */
const LEAST_MS = 10

const file = process.env['LOOP_WATCH']
if (isMainThread && file !== undefined) {
  let at = performance.now()
  let used = process.threadCpuUsage()
  setInterval(() => {
    const stop = performance.now() - at
    const { user, system } = process.threadCpuUsage(used)
    if (stop > LEAST_MS) appendFileSync(file, `${stop} ${(user + system) / 1000}\n`)
    at = performance.now()
    used = process.threadCpuUsage()
  }, LOOK_MS).unref()
}
